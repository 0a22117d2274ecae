import ByteText
import URLMatching
import URLStandard

/// Writes the results of `demarc url`, one after the other.
struct URLReport: ~Copyable {
    let format: OutputFormat
    /// Whether the cards use colour.
    let usesColor: Bool
    var output: OutputStream
    private var isFirst = true

    init(_ format: OutputFormat, usesColor: Bool, output: consuming OutputStream) {
        self.format = format
        self.usesColor = usesColor
        self.output = output
    }

    /// Writes what stands before the first result.
    mutating func begin() {}

    /// Writes what stands behind the last result, and hands everything on.
    mutating func end() {
        if format == .json { output.append(isFirst ? "[]\n" : "\n]\n") }
        output.flush()
    }

    /// Writes a URL.
    ///
    /// - Returns: Whether readers disagree on its authority.
    mutating func append(_ url: borrowing URLRecord, input: Span<UInt8>) -> Bool {
        let disagrees = url.disagreesOnAuthority(with: input)
        let ambiguities = url.ambiguities(in: input)
        beginResult()
        if format == .table {
            appendCard(url, input, ambiguities, disagreesOnAuthority: disagrees)
        } else {
            appendObject(url, input, ambiguities, disagreesOnAuthority: disagrees)
        }
        endResult()
        return disagrees
    }

    /// Writes an input that is no URL.
    mutating func append(_ error: URLParsingError, input: Span<UInt8>) {
        beginResult()
        if format == .table { appendCard(error, input) } else { appendObject(error, input) }
        endResult()
    }

    /// Writes what stands in the place of a line that could not be read.
    mutating func append(_ error: MalformedLine, line: Span<UInt8>, number: Int) {
        beginResult()
        if format == .table {
            appendCard(error, number: number)
        } else {
            output.append(error, line: line, number: number)
        }
        endResult()
    }

    private mutating func beginResult() {
        switch format {
        case .json: output.append(isFirst ? "[\n" : ",\n")
        case .table: if !isFirst { output.append("\n") }
        case .ndjson: break
        }
        isFirst = false
    }

    private mutating func endResult() {
        if format == .ndjson { output.append(UInt8(ascii: "\n")) }
    }
}
