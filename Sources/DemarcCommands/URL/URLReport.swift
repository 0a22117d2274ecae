import ByteText
import Diagnostics
import PolicyModel
import URLMatching
import URLStandard

/// Writes the results of `demarc url` one by one.
struct URLReport: ~Copyable {
    let format: OutputFormat
    /// The page that the cards are fitted to.
    let page: Page
    var output: OutputStream
    private var frame = ResultFrame()

    init(_ format: OutputFormat, page: Page, output: consuming OutputStream) {
        self.format = format
        self.page = page
        self.output = output
    }

    /// Writes the text after the last result, and flushes everything.
    mutating func end() {
        if format == .json { output.append(frame.closing) }
        output.flush()
    }

    /// Takes the reference of a line; its result is written next.
    mutating func begin(_ request: borrowing RequestLine, in line: Span<UInt8>) {
        frame.begin(request.reference(in: line))
    }

    /// Writes a URL.
    ///
    /// - Returns: Whether readers disagree on its authority.
    mutating func append(_ url: borrowing URLRecord, input: Span<UInt8>) -> Bool {
        let disagrees = url.disagreesOnAuthority(with: input)
        let ambiguities = ShownAmbiguities(url.ambiguities(in: input))
        beginResult()
        if format == .table {
            appendCard(url, input, ambiguities, disagreesOnAuthority: disagrees)
        } else {
            appendObject(url, input, ambiguities, disagreesOnAuthority: disagrees)
        }
        endResult()
        return disagrees
    }

    /// Writes an input that is not a URL.
    mutating func append(_ error: URLParsingError, input: Span<UInt8>) {
        beginResult()
        if format == .table { appendCard(error, input) } else { appendObject(error, input) }
        endResult()
    }

    /// Writes the result for a line that could not be read.
    mutating func append(_ error: MalformedLine, line: Span<UInt8>, number: Int) {
        beginResult()
        if format == .table {
            appendCard(error, number: number)
        } else {
            output.append(error, line: line, number: number, reference: frame.reference)
        }
        endResult()
    }

    private mutating func beginResult() {
        switch format {
        case .json: output.append(frame.opening)
        case .table: if !frame.isFirst { output.append("\n") }
        case .ndjson: break
        }
    }

    private mutating func endResult() {
        frame.endResult()
        if format == .ndjson { output.append(UInt8(ascii: "\n")) }
    }
}

extension URLReport {
    /// Writes a URL as an object on one line.
    mutating func appendObject(
        _ url: borrowing URLRecord,
        _ input: Span<UInt8>,
        _ ambiguities: ShownAmbiguities,
        disagreesOnAuthority: Bool
    ) {
        appendInput(input)
        output.append("\",\"valid\":true")
        append("href", url.href)
        append("scheme", url.scheme)
        append("username", url.username, isPresent: !url.username.isEmpty)
        append("password", url.password, isPresent: !url.password.isEmpty)
        append("host", url.host, isPresent: url.hostKind != .none)
        output.append(text: ",\"port\":\(url.port.map { String($0) } ?? "null")")
        append("path", url.path)
        append("query", url.query, isPresent: url.hasQuery)
        append("fragment", url.fragment, isPresent: url.hasFragment)
        append("origin", url.origin.serialization.utf8.span)
        output.append(text: ",\"registrableDomain\":\(RegistrableDomain.of(url).map { JSONText.string($0) } ?? "null")")
        output.append(text: ",\"disagreesOnAuthority\":\(disagreesOnAuthority),\"ambiguities\":[")
        for (position, ambiguity) in ambiguities.shown.enumerated() {
            if position > 0 { output.append(",") }
            output.append(text: "{\"code\":\"\(ambiguity.code.rawValue)\"")
            output.append(text: ",\"from\":\(ambiguity.range.lowerBound),\"to\":\(ambiguity.range.upperBound)}")
        }
        var readings = PathAmbiguity.all(of: url, in: input).map(\.json)
        if let ambiguity = QueryAmbiguity(of: url, in: input) { readings.append(ambiguity.json) }
        for (position, reading) in readings.enumerated() {
            if position > 0 || !ambiguities.shown.isEmpty { output.append(",") }
            output.append(text: reading)
        }
        output.append("]")
        if ambiguities.furtherCount > 0 { output.append(text: ",\"furtherAmbiguities\":\(ambiguities.furtherCount)") }
        if disagreesOnAuthority {
            let other = Self.otherHost(of: url, input)
            append("otherHost", (other ?? "").utf8.span, isPresent: other != nil)
        }
        output.append("}")
    }

    /// Writes an input that is not a URL as an object on one line.
    mutating func appendObject(_ error: URLParsingError, _ input: Span<UInt8>) {
        appendInput(input)
        output.append("\",\"valid\":false")
        output.append(text: ",\"error\":\(error.form.text)}")
    }

    private mutating func appendInput(_ input: Span<UInt8>) {
        output.append("{")
        output.append(frame.reference)
        output.append("\"input\":\"")
        output.appendInput(input)
    }

    private mutating func append(_ key: StaticString, _ value: Span<UInt8>, isPresent: Bool = true) {
        output.append(",\"")
        output.append(key)
        guard isPresent else { return output.append("\":null") }
        output.append("\":\"")
        output.appendEscaped(value)
        output.append("\"")
    }
}

/// The ambiguities of a URL that are shown.
///
/// An ambiguity may be at every second byte of a URL, and its description is much longer than these two.
struct ShownAmbiguities {
    /// The maximum number of ambiguities of each code.
    static let limit = 100

    /// The first ambiguities of each code, in the order of the input.
    private(set) var shown: [Ambiguity] = []
    /// The number of others.
    let furtherCount: Int

    init(_ all: [Ambiguity]) {
        var counts: [Ambiguity.Code: Int] = [:]
        for ambiguity in all where counts[ambiguity.code, default: 0] < Self.limit {
            counts[ambiguity.code, default: 0] += 1
            shown.append(ambiguity)
        }
        furtherCount = all.count - shown.count
    }
}
