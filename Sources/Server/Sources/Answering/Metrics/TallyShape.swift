import Hosting
import PolicyModel
import RequestReading

/// The layout of a thread's counters: positions instead of names, so that counting needs no lookup.
///
/// All labels are known in advance. Values from clients, such as the name of an unknown binding, are never labels;
/// otherwise clients could exhaust the memory of the metrics collector.
struct TallyShape: Sendable {
    /// The upper bounds of the histogram, in nanoseconds.
    static let durationBounds: [UInt64] = [
        1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
        10_000_000, 25_000_000, 50_000_000, 100_000_000,
    ]
    /// The classes of a decision; nil if no rule set was consulted.
    static let classes: [URLClass?] = [nil] + URLClass.allCases
    /// Every fault, of requests and of the service.
    static let faults = RequestFault.allCases.map(\.rawValue) + ServiceFault.allCases.map(\.rawValue)

    /// The names of the bindings; the first is empty, for requests without a configured binding.
    let bindings: [String]
    private let reasonsBegin: Int
    private let faultsBegin: Int
    private let durationsBegin: Int
    private let shadowBegin: Int
    /// The number of log records that were dropped.
    let logDropped: Int
    /// The number of log records that were written.
    let logWritten: Int
    /// The number of questions to the shadow policy that were dropped.
    let shadowDropped: Int
    /// The number of questions that the shadow policy has answered.
    let shadowAnswered: Int
    /// The sum of all durations, in nanoseconds.
    let durationSum: Int
    /// The number of counters.
    let count: Int

    init(bindings: [String]) {
        self.bindings = [""] + bindings
        let verdicts = Verdict.count
        reasonsBegin = AdapterKind.allCases.count * self.bindings.count * verdicts * Self.classes.count
        faultsBegin = reasonsBegin + ReasonCode.allCases.count
        durationsBegin = faultsBegin + Self.faults.count
        shadowBegin = durationsBegin + Self.durationBounds.count + 1
        let single = shadowBegin + verdicts * verdicts
        (logDropped, logWritten, shadowDropped, shadowAnswered) = (single, single + 1, single + 2, single + 3)
        durationSum = single + 4
        count = single + 5
    }

    /// The counter of decisions with these labels.
    ///
    /// - Parameters:
    ///   - host: The kind of adapter that asked.
    ///   - binding: The position of its name in ``bindings``.
    ///   - verdict: The verdict.
    ///   - urlClass: The class that the rules give to the URL; nil if they were not consulted.
    /// - Returns: The position of the counter.
    func decisions(_ host: AdapterKind, binding: Int, _ verdict: Verdict, _ urlClass: URLClass?) -> Int {
        ((host.position * bindings.count + binding) * Verdict.count + verdict.position) * Self.classes.count
            + (urlClass.map { 1 + $0.position } ?? 0)
    }

    /// The counter of a reason.
    func reason(_ code: ReasonCode) -> Int { reasonsBegin + ReasonPositions.position(of: code) }

    /// The counter of the reason at a position in the list of all reasons.
    func reason(at position: Int) -> Int { reasonsBegin + position }

    /// The counter of a fault.
    func fault(_ fault: AnswerFault) -> Int {
        switch fault {
        case .request(let fault): faultsBegin + fault.position
        case .service(let fault): faultsBegin + RequestFault.count + fault.position
        }
    }

    /// The counter of the fault at a position of ``faults``.
    func fault(at position: Int) -> Int { faultsBegin + position }

    /// The counter of durations up to a bound; the last counter is for longer durations.
    func duration(at position: Int) -> Int { durationsBegin + position }

    /// The counter for a duration.
    func duration(of nanoseconds: UInt64) -> Int {
        durationsBegin + (Self.durationBounds.firstIndex { nanoseconds <= $0 } ?? Self.durationBounds.count)
    }

    /// The counter of differences between the policy in force and the shadow policy.
    func shadowDifference(from: Verdict, to: Verdict) -> Int {
        shadowBegin + from.position * Verdict.count + to.position
    }
}

/// The positions of reason codes; there are too many for a linear search.
private enum ReasonPositions {
    private static let positions = Dictionary(uniqueKeysWithValues: zip(ReasonCode.allCases, 0...))

    static func position(of code: ReasonCode) -> Int { positions[code] ?? 0 }
}

// PERF: `allCases` creates an array on each access, so it is cached.
extension AdapterKind {
    private static let all = allCases
    fileprivate var position: Int { Self.all.firstIndex(of: self) ?? 0 }
}

extension Verdict {
    private static let all = allCases
    fileprivate static let count = all.count
    fileprivate var position: Int { Self.all.firstIndex(of: self) ?? 0 }
}

extension URLClass {
    private static let all = allCases
    fileprivate var position: Int { Self.all.firstIndex(of: self) ?? 0 }
}

extension RequestFault {
    private static let all = allCases
    fileprivate static let count = all.count
    fileprivate var position: Int { Self.all.firstIndex(of: self) ?? 0 }
}

extension ServiceFault {
    private static let all = allCases
    fileprivate var position: Int { Self.all.firstIndex(of: self) ?? 0 }
}
