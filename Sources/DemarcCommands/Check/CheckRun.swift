import ByteText
import Demarc
import PolicyModel
import URLStandard

/// Processes each URL for `demarc check`.
struct CheckRun: LineHandler, ~Copyable {
    private var evaluator: Evaluator
    private let targets: TargetDirectory
    /// The target for lines that name none; nil if every line must name a view, which only NDJSON can.
    private let target: DecisionTarget?
    /// The target for the next line of NDJSON.
    private var lineTarget: DecisionTarget?
    private var report: CheckReport
    private var namedTargets = NamedTargets()
    private(set) var tally = CheckTally()
    var malformed: MalformedLines {
        get { tally.malformed }
        set { tally.malformed = newValue }
    }
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

    var earlyEnd: StreamEnd? { StreamEnd.early(report.output) }

    mutating func begin() { report.begin() }

    mutating func prepare(for request: borrowing RequestLine, in line: Span<UInt8>) throws(MalformedLine) {
        report.begin(request, in: line)
        lineTarget = try target(for: request, in: line)
    }

    @inline(__always)
    mutating func handle(_ url: Span<UInt8>) throws(StaleDecision) {
        guard let target = lineTarget ?? target else { return }
        let decision = evaluator.navigation(to: url, in: target.view, identity: target.identity)
        tally.count(decision.verdict, isInvalid: evaluator.parsingError != nil)
        try report.append(decision, &evaluator, input: url, target: target)
    }

    mutating func report(_ error: MalformedLine, line: Span<UInt8>, number: Int) {
        report.append(error, line: line, number: number)
    }

    mutating func readOn(_ lines: inout InputLines) -> StreamEnd? { lines.readOn(&report.output, count: tally.urls) }

    mutating func end() { report.end() }

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

/// The views and users that lines of input have named so far, so that naming them again costs one lookup.
struct NamedTargets {
    private struct Names: Hashable {
        let view: String?
        let user: String?
    }

    /// A user can be written in many ways, so the number of entries is bounded.
    private static let limit = 1 << 10

    private var targets: [Names: DecisionTarget] = [:]

    /// The target of a pair of names; nil stands for the value from the command line.
    mutating func target(
        view: String?,
        user: String?,
        _ directory: TargetDirectory
    ) throws(QuestionError) -> DecisionTarget {
        let names = Names(view: view, user: user)
        if let known = targets[names] { return known }
        let target = try directory.target(view: view, user: user)
        if targets.count >= Self.limit { targets.removeAll(keepingCapacity: true) }
        targets[names] = target
        return target
    }
}
