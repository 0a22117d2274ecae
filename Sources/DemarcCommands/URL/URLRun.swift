import ByteText
import Diagnostics
import URLStandard

/// Processes each input for `demarc url`.
struct URLRun: LineHandler, ~Copyable {
    private var url = URLRecord()
    private var report: URLReport
    private(set) var tally = URLTally()
    var malformed: MalformedLines {
        get { tally.malformed }
        set { tally.malformed = newValue }
    }

    init(report: consuming URLReport) { self.report = report }

    var earlyEnd: StreamEnd? { StreamEnd.early(report.output) }

    mutating func begin() {}

    mutating func handle(_ input: Span<UInt8>) throws(Never) {
        do throws(URLParsingError) {
            try url.parse(input)
            tally.valid += 1
            if report.append(url, input: input) { tally.ambiguous += 1 }
        } catch {
            tally.invalid += 1
            report.append(error, input: input)
        }
    }

    mutating func prepare(for request: borrowing RequestLine, in line: Span<UInt8>) { report.begin(request, in: line) }

    mutating func report(_ error: MalformedLine, line: Span<UInt8>, number: Int) {
        report.append(error, line: line, number: number)
    }

    mutating func readOn(_ lines: inout InputLines) -> StreamEnd? { lines.readOn(&report.output, count: tally.count) }

    mutating func end() { report.end() }
}

/// Counts of the results for inputs.
struct URLTally: Equatable {
    var valid = 0
    var invalid = 0
    /// The number of valid inputs on whose authority readers disagree.
    var ambiguous = 0
    var malformed = MalformedLines()

    /// The number of inputs.
    var count: Int { valid + invalid }

    /// The summary at the end of a run.
    var summary: String {
        var text = Quoted.count(count, "input")
        text += ": \(valid) valid, \(invalid) invalid"
        if ambiguous > 0 { text += "; readers disagree on the authority of \(ambiguous)" }
        if malformed.count > 0 { text += "; \(malformed.count) malformed" }
        return text + "\n"
    }

    /// Whether a result occurred that the command line calls a failure.
    func has(_ condition: URLFailure) -> Bool {
        switch condition {
        case .invalid: invalid > 0
        case .ambiguous: ambiguous > 0
        }
    }
}

/// A result for which `demarc url` exits with 1 if `--fail-on` names it.
enum URLFailure: String, CaseIterable {
    case invalid, ambiguous
}
