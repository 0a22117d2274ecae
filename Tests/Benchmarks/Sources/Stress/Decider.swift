import Demarc
import Foundation
import PolicyModel
import Synchronization

/// One thread that decides.
final class Decider: Sendable {
    /// Under which policy decisions were made.
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

    /// How many decisions it has made, now and then brought up to date.
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
                // What explains a decision is the policy that made it, although another may be in force by now.
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
