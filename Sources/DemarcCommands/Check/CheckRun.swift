import ByteText
import Demarc
import PolicyModel
import URLStandard

/// One run of `demarc check`: from lines to results.
struct CheckRun: ~Copyable {
    private var evaluator: Evaluator
    private let targets: TargetDirectory
    /// What a line that says nothing else is decided for; nil where every line must name a view.
    private let target: DecisionTarget?
    private var report: CheckReport
    private var namedTargets = NamedTargets()
    private(set) var tally = CheckTally()
    let start = Clock.monotonic

    init(
        evaluator: consuming Evaluator,
        targets: TargetDirectory,
        target: DecisionTarget?,
        report: consuming CheckReport
    ) {
        self.evaluator = evaluator
        self.targets = targets
        self.target = target
        self.report = report
    }

    // MARK: Inputs

    /// Decides for URLs from arguments.
    mutating func decide(_ urls: [String]) -> StreamEnd {
        guard let target else { return .finished }
        report.begin()
        for url in urls where StreamEnd.early(report.output) == nil { decide(url.utf8.span, target) }
        return end(.finished)
    }

    /// Decides for each line of a file.
    mutating func decideLines(_ input: consuming InputLines) -> StreamEnd {
        guard let target else { return .finished }
        var lines = input
        report.begin()
        while true {
            while let line = lines.next() {
                let bytes = lines.bytes(of: line)
                if !bytes.isBlank { decide(bytes, target) }
            }
            if let end = lines.readOn(&report.output, count: tally.urls) { return self.end(end) }
        }
    }

    /// Decides for each line of an NDJSON file.
    mutating func decideRequests(_ input: consuming InputLines) -> StreamEnd {
        var lines = input
        var request = RequestLine()
        report.begin()
        while true {
            while let line = lines.next() {
                let bytes = lines.bytes(of: line)
                if bytes.isBlank { continue }
                do throws(MalformedLine) {
                    try request.parse(bytes, isCut: line.isCut)
                    let target = try target(for: request, in: bytes)
                    if request.url.isUnescaped {
                        decide(request.unescaped.span.extracting(request.url.range), target)
                    } else {
                        decide(bytes.extracting(request.url.range), target)
                    }
                } catch {
                    report.append(error, line: bytes, number: lines.number)
                    tally.malformed.count(line: lines.number)
                }
            }
            if let end = lines.readOn(&report.output, count: tally.urls) { return self.end(end) }
        }
    }

    // MARK: Steps

    @inline(__always)
    private mutating func decide(_ input: Span<UInt8>, _ target: DecisionTarget) {
        let decision = evaluator.navigation(to: input, in: target.view, identity: target.identity)
        tally.count(decision.verdict, isInvalid: evaluator.parsingError != nil)
        report.append(decision, &evaluator, input: input, target: target)
    }

    private mutating func end(_ end: StreamEnd) -> StreamEnd {
        report.end()
        return StreamEnd.early(report.output) ?? end
    }

    private mutating func target(
        for request: borrowing RequestLine,
        in line: Span<UInt8>
    ) throws(MalformedLine) -> DecisionTarget {
        if request.view == nil, request.user == nil, let target { return target }
        let view = request.view.map { request.string($0, in: line) }
        let user = request.user.map { request.string($0, in: line) }
        do throws(QuestionError) {
            return try namedTargets.target(view: view, user: user, targets)
        } catch {
            throw .noTarget(error)
        }
    }
}
