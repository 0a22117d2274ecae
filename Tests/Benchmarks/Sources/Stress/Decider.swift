import Demarc
import Foundation
import PolicyModel
import Synchronization

/// One thread that makes decisions.
final class Decider: Sendable {
    /// The number of decisions under each policy.
    struct Tally {
        var one = 0
        var two = 0
        var neither = 0
    }

    private let engine: PolicyEngine
    private let quota: Int
    private let progress = Atomic(0)
    private let result = Mutex(Tally())
    private let done = DispatchSemaphore(value: 0)
    private let over = Atomic(false)

    init(_ engine: PolicyEngine, quota: Int) {
        self.engine = engine
        self.quota = quota
    }

    /// The number of decisions so far, updated from time to time.
    var count: Int { progress.load(ordering: .relaxed) }
    var isOver: Bool { over.load(ordering: .acquiring) }
    var tally: Tally { result.withLock { $0 } }

    func start() { Thread.detachNewThread { self.decide() } }

    func wait() { done.wait() }

    private func decide() {
        var tally = Tally()
        if let view = engine.view(named: "page") {
            var evaluator = engine.makeEvaluator()
            let url = Array("https://www.contoso.example/a".utf8)
            for round in 1...quota {
                count(evaluator.navigation(to: url.span, in: view), &tally)
                guard round % 1024 == 0 else { continue }
                progress.store(round, ordering: .relaxed)
                // A decision is explained by the policy that made it, although another may be in force by now.
                let decision = evaluator.navigation(to: url.span, in: view)
                let rule = (try? evaluator.reasons(of: decision))?.lazy.compactMap(\.rule).first
                if rule.map({ ($0.id == "one") == (decision.urlClass == .internal) }) != true { tally.neither += 1 }
            }
        }
        result.withLock { $0 = tally }
        over.store(true, ordering: .releasing)
        done.signal()
    }

    private func count(_ decision: Decision, _ tally: inout Tally) {
        switch (decision.verdict, decision.urlClass, decision.page) {
        case (.allow, .internal, .unmanaged): tally.one += 1
        case (.route, .external, nil): tally.two += 1
        default: tally.neither += 1
        }
    }
}
