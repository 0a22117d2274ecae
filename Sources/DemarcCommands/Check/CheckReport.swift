import ByteText
import Demarc
import PolicyModel
import URLStandard

/// Writes the results of `demarc check`, one after the other.
struct CheckReport: ~Copyable {
    let format: OutputFormat
    /// Whether reasons bring their messages, and the rules that lost are named.
    let explains: Bool
    /// Whether the table uses colour.
    let usesColor: Bool
    var output: OutputStream
    var fragments = FragmentCache()
    var isFirst = true
    /// Holds a route while it is written.
    var route: [UInt8] = []

    init(_ format: OutputFormat, explains: Bool, usesColor: Bool, output: consuming OutputStream) {
        self.format = format
        self.explains = explains
        self.usesColor = usesColor
        self.output = output
    }

    /// Writes what is before the first result.
    mutating func begin() {
        if format == .table { appendTableHeader() }
    }

    /// Writes what is behind the last result, and hands everything on.
    mutating func end() {
        if format == .json { output.append(isFirst ? "[]\n" : "\n]\n") }
        output.flush()
    }

    /// Writes one decision.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - evaluator: What made it, and no other since.
    ///   - input: What it was asked about.
    ///   - target: In which view and as whom.
    /// - Throws: ``StaleDecision`` where the evaluator has been asked something else since.
    @inline(__always)
    mutating func append(
        _ decision: Decision,
        _ evaluator: inout Evaluator,
        input: Span<UInt8>,
        target: DecisionTarget
    ) throws(StaleDecision) {
        switch format {
        case .ndjson:
            try appendObject(decision, &evaluator, input: input, target: target)
            output.append(UInt8(ascii: "\n"))
        case .json:
            output.append(isFirst ? "[\n" : ",\n")
            try appendObject(decision, &evaluator, input: input, target: target)
        case .table:
            try appendRow(decision, &evaluator, input: input)
        }
        isFirst = false
    }

    /// Writes the error object that is in the place of a line that could not be read.
    mutating func append(_ error: MalformedLine, line: Span<UInt8>, number: Int) {
        switch format {
        case .ndjson: output.append(error, line: line, number: number)
        case .json:
            output.append(isFirst ? "[\n" : ",\n")
            output.append(error, line: line, number: number)
        case .table: appendRow(error, number: number)
        }
        if format == .ndjson { output.append(UInt8(ascii: "\n")) }
        isFirst = false
    }
}
