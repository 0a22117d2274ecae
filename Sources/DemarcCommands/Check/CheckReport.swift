import ByteText
import Demarc
import PolicyModel
import URLStandard

/// Writes the results of `demarc check`, one after the other.
struct CheckReport: ~Copyable {
    let format: OutputFormat
    /// Whether reasons bring their messages, and the rules that lost are named.
    let explains: Bool
    /// What the table is fitted to.
    let page: Page
    let table: TextTable
    var output: OutputStream
    var fragments = FragmentCache()
    var isFirst = true
    /// Holds a route while it is written.
    var route: [UInt8] = []
    /// What the next result is called, as a member of its object with a comma behind it; empty where it is called nothing.
    private(set) var reference: [UInt8] = []

    init(_ format: OutputFormat, explains: Bool, page: Page, output: consuming OutputStream) {
        self.format = format
        self.explains = explains
        self.page = page
        table = Self.table(on: page)
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

    /// Takes what a line is called; its result is written next.
    mutating func begin(_ request: borrowing RequestLine, in line: Span<UInt8>) {
        reference.removeAll(keepingCapacity: true)
        if let value = request.reference(in: line) { reference += "\"ref\":\(value),".utf8 }
    }

    private mutating func endResult() {
        isFirst = false
        if !reference.isEmpty { reference.removeAll(keepingCapacity: true) }
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
            try appendRow(decision, &evaluator, input: input, target: target)
        }
        endResult()
    }

    /// Writes the error object that is in the place of a line that could not be read.
    mutating func append(_ error: MalformedLine, line: Span<UInt8>, number: Int) {
        switch format {
        case .ndjson: output.append(error, line: line, number: number, reference: reference)
        case .json:
            output.append(isFirst ? "[\n" : ",\n")
            output.append(error, line: line, number: number, reference: reference)
        case .table: appendRow(error, number: number)
        }
        if format == .ndjson { output.append(UInt8(ascii: "\n")) }
        endResult()
    }
}
