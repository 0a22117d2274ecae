import ByteText
import Demarc
import PolicyModel
import URLStandard

/// Writes the results of `demarc check` one by one.
struct CheckReport: ~Copyable {
    let format: OutputFormat
    /// Whether reasons include their messages, and losing rules are listed.
    let explains: Bool
    /// The page that the table is fitted to.
    let page: Page
    let table: TextTable
    var output: OutputStream
    var fragments = FragmentCache()
    private(set) var frame = ResultFrame()
    /// A buffer for the route that is being written.
    var route: [UInt8] = []

    init(_ format: OutputFormat, explains: Bool, page: Page, output: consuming OutputStream) {
        self.format = format
        self.explains = explains
        self.page = page
        table = Self.table(on: page)
        self.output = output
    }

    /// Writes the text before the first result.
    mutating func begin() {
        if format == .table { appendTableHeader() }
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

    /// Writes one decision.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - evaluator: The evaluator that made it, and has made no other since.
    ///   - input: The input that was decided.
    ///   - target: The view and account.
    /// - Throws: ``StaleDecision`` if the evaluator has made another decision since.
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
            output.append(frame.opening)
            try appendObject(decision, &evaluator, input: input, target: target)
        case .table:
            try appendRow(decision, &evaluator, input: input, target: target)
        }
        frame.endResult()
    }

    /// Writes the error object for a line that could not be read.
    mutating func append(_ error: MalformedLine, line: Span<UInt8>, number: Int) {
        switch format {
        case .ndjson: output.append(error, line: line, number: number, reference: frame.reference)
        case .json:
            output.append(frame.opening)
            output.append(error, line: line, number: number, reference: frame.reference)
        case .table: appendRow(error, number: number)
        }
        if format == .ndjson { output.append(UInt8(ascii: "\n")) }
        frame.endResult()
    }
}
