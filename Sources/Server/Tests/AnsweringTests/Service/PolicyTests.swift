import Demarc
import Foundation
import RequestReading
import Synchronization
import Testing

@testable import Answering

/// Which policy decides, and what happens without a policy.
@Suite("The policy in force")
struct PolicyInForceTests {
    private static let request = AnsweringFixture.request("contoso.example")

    private static func codes(_ answer: HostAnswer) -> String { String(decoding: answer.body, as: UTF8.self) }

    @Test("Everything is blocked before the first policy")
    func noPolicy() throws {
        let service = try DecisionService(AnsweringFixture.configuration())
        let worker = service.makeWorker()
        let answer = worker.answer(Self.request, binding: "edge", host: .nginx)
        #expect(answer.status == 403)
        #expect(Self.codes(answer).contains("policy.missing"))
        #expect(answer.field("x-demarc-policy") == "-")
        #expect(service.readiness == .policyMissing)
        #expect(throws: ServiceFault.policyMissing) { try worker.policyForQuestions() }
        // A worker that was created before the first policy uses it.
        service.put(try AnsweringFixture.policy())
        #expect(worker.answer(Self.request, binding: "edge", host: .nginx).isAllowed)
        #expect(service.readiness == .ready)
        #expect(throws: Never.self) { try worker.policyForQuestions() }
    }

    @Test("A policy that is not confirmed for too long blocks until it is confirmed")
    func stale() throws {
        var configuration = AnsweringFixture.configuration()
        configuration.maxAge = .seconds(3600)
        let service = try DecisionService(configuration)
        let worker = service.makeWorker()
        service.put(try AnsweringFixture.policy(), confirmed: .now - 3601)
        let answer = worker.answer(Self.request, binding: "edge", host: .nginx)
        #expect(answer.status == 403)
        #expect(Self.codes(answer).contains("policy.stale"))
        #expect(service.readiness == .policyStale)
        #expect(throws: ServiceFault.policyStale) { try worker.policyForQuestions() }
        #expect(throws: ServiceFault.policyStale) { try worker.companion { _ in Flag() } }
        #expect(try PrometheusText(service.metrics())["demarc_ready", [:]] == 0)
        service.put(try AnsweringFixture.policy(), confirmed: .now - 3000)
        #expect(worker.answer(Self.request, binding: "edge", host: .nginx).isAllowed)
        #expect(service.readiness == .ready)
        // A new policy has its own age.
        service.put(try AnsweringFixture.policy(), confirmed: .now - 4000)
        #expect(!worker.answer(Self.request, binding: "edge", host: .nginx).isAllowed)
    }

    @Test("A stale policy that a worker still holds stays stale when a fresh one is put in force")
    func staleWhileReplaced() throws {
        var configuration = AnsweringFixture.configuration()
        configuration.maxAge = .seconds(3600)
        let service = try DecisionService(configuration)
        service.put(try AnsweringFixture.policy(), confirmed: .now - 3601)
        let held = try #require(service.policy)
        service.put(try AnsweringFixture.policy())
        #expect(held.isStale(at: .now))
        #expect(service.policy?.isStale(at: .now) == false)
    }

    @Test("A service that is about to stop is not ready, and decides")
    func draining() throws {
        let service = try AnsweringFixture.service()
        service.beginDrain()
        #expect(service.readiness == .draining)
        #expect(service.makeWorker().answer(Self.request, binding: "edge", host: .nginx).isAllowed)
        #expect(try PrometheusText(service.metrics())["demarc_ready", [:]] == 1, "nothing is blocked")
        // What blocks everything is more important.
        let blocking = try DecisionService(AnsweringFixture.configuration())
        blocking.beginDrain()
        #expect(blocking.readiness == .policyMissing)
    }

    @Test("A confirmation in the future does not keep a policy valid")
    func future() throws {
        var configuration = AnsweringFixture.configuration()
        configuration.maxAge = .milliseconds(100)
        let service = try DecisionService(configuration)
        service.put(try AnsweringFixture.policy(), confirmed: .now + 1_000_000)
        let worker = service.makeWorker()
        Thread.sleep(forTimeInterval: 0.15)
        #expect(!worker.answer(Self.request, binding: "edge", host: .nginx).isAllowed)
    }

    @Test("A decision that takes too long blocks")
    func late() throws {
        var configuration = AnsweringFixture.configuration()
        configuration.decisionLimit = .nanoseconds(1)
        let service = try AnsweringFixture.service(configuration)
        let answer = service.makeWorker().answer(Self.request, binding: "edge", host: .nginx)
        #expect(answer.status == 403)
        #expect(Self.codes(answer).contains("request.timedOut"))
    }

    @Test("Two bindings with one name and invalid sample rates are refused")
    func configuration() throws {
        var configuration = AnsweringFixture.configuration()
        configuration.bindings += [AnsweringFixture.bindings[0]]
        #expect(throws: AnsweringError.bindingTwice("edge")) { try DecisionService(configuration) }
        for share in [-0.1, 1.1, .nan, .infinity] {
            let log = LogConfiguration(to: .nowhere, allowRate: share)
            #expect(throws: AnsweringError.sample(.allow)) { try DecisionService(AnsweringFixture.configuration(log)) }
        }
        #expect(AnsweringError.sample(.allow).description.contains("rate"))
        let page = PageSettings(template: "{{{because}}}")
        #expect(throws: AnsweringError.self) {
            try DecisionService(AnsweringConfiguration(bindings: [], log: LogConfiguration(to: .nowhere), page: page))
        }
    }

    @Test("What an adapter keeps for questions is made once for each policy, and released with the policy")
    func companion() throws {
        let service = try AnsweringFixture.service()
        let worker = service.makeWorker()
        weak let flag: Flag? = try worker.companion { _ in Flag() }
        #expect(flag != nil)
        do {
            let again = try worker.companion { _ in Flag() }
            #expect(again === flag)
        }
        service.put(try AnsweringFixture.policy())
        worker.rest()
        #expect(flag == nil)
    }

    @Test("While policies are replaced, no answer fails, blocks or mixes two policies")
    func reload() throws {
        let policies = try (0..<4).map { (number: Int) in
            try AnsweringFixture.policy(mark: "-p\(number)", revision: number)
        }
        let service = try AnsweringFixture.service(policy: policies[0])
        let isDone = Flag()
        let mixed = Problems()
        let group = DispatchGroup()
        let answers = Atomic(0)
        for _ in 0..<4 {
            Thread.detachIn(group) {
                let worker = service.makeWorker()
                while !isDone.isSet {
                    // Readings that could be decided by two policies.
                    let allowed = worker.answer(
                        AnsweringFixture.request("contoso.example", "/a;b//c%61"),
                        binding: "edge",
                        host: .forwarded
                    )
                    let blocked = worker.answer(
                        AnsweringFixture.request("gambling.example"),
                        binding: "edge",
                        host: .forwarded,
                        wantsHTML: true
                    )
                    answers.add(2, ordering: .relaxed)
                    for (answer, isAllowed, rule) in [(allowed, true, "intranet"), (blocked, false, "gambling")] {
                        guard let policy = answer.field("x-demarc-policy")?.prefix(1) else { continue }
                        if answer.isAllowed != isAllowed || answer.field("x-demarc-rule") != "\(rule)-p\(policy)"
                            || answer.decision?.reasons.contains(where: {
                                $0.rule?.id.hasSuffix("-p\(policy)") == false
                            })
                                == true
                        {
                            mixed.note("\(answer.fields)")
                        }
                    }
                }
            }
        }
        for round in 0..<200 {
            service.put(policies[round % policies.count])
            if round % 10 == 0 { _ = try PrometheusText(service.metrics()) }
            Thread.sleep(forTimeInterval: 0.001)
        }
        isDone.set()
        group.wait()
        #expect(mixed.all.isEmpty, "\(mixed.all.joined(separator: "\n"))")
        #expect(answers.load(ordering: .relaxed) > 0)
        let counted = try PrometheusText(service.metrics()).samples.filter { $0.name == "demarc_decisions_total" }
        #expect(counted.reduce(0) { $0 + $1.value } == Double(answers.load(ordering: .relaxed)))
    }

    @Test(
        "A replaced policy is released once every worker uses the next one, whatever the log keeps of it"
    )
    func memory() throws {
        // Everything is logged, so that every kind of entry can be looked up.
        let log = LogConfiguration(to: .nowhere, allowRate: 1)
        let service = try AnsweringFixture.service(AnsweringFixture.configuration(log))
        service.putShadow(try FixturePolicy.compiled("demarc: 1\nviews: [{id: E}]"))
        let worker = service.makeWorker()
        var ids: [String] = []
        for (host, isAllowed) in [("contoso.example", true), ("gambling.example", false)] {
            let answer = worker.answer(AnsweringFixture.request(host), binding: "edge", host: .nginx)
            #expect(answer.isAllowed == isAllowed)
            ids.append(try #require(answer.field("x-demarc-id")))
        }
        ids.append(
            try #require(worker.refuse(.request(.peerUnknown), binding: "edge", host: .nginx).field("x-demarc-id"))
        )
        weak let engine = service.policy?.engine
        weak let shadow = service.shadow.policy?.engine
        #expect(engine != nil)
        #expect(shadow != nil)
        service.put(try AnsweringFixture.policy())
        service.putShadow(nil)
        // The worker has not seen the next policy yet.
        #expect(engine != nil)
        worker.rest()
        #expect(service.flush(within: .seconds(60)))
        #expect(engine == nil)
        for id in ids { #expect(service.explanation(id: id).status == 200, "the log still knows \(id)") }
        // The shadow policy's thread wakes by itself if there are no questions.
        #expect(Waiting.until { shadow == nil })
    }
}

/// A flag shared by threads.
final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}

/// Problems found by threads.
final class Problems: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock(\.self) }
    func note(_ text: String) { texts.withLock { $0.append(text) } }
}
