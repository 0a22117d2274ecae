import PolicyModel
import RuleIndex
import TestSupport
import Testing

@testable import PolicyAnalysis

/// Brute force over small random policies: both engines answer random requests, and the comparison must report every
/// difference.
///
/// The oracle does not use classes of requests. `make laws` compares a thousand pairs.
@Suite("Comparing random policies") struct DiffLawTests {
    private static let pairs = TestSize.count(8, thorough: 40, exhaustive: 1000)
    private static let requests = 300

    /// What identifies a change.
    private struct Told: Hashable {
        var question: Question.Kind
        var effect: OutcomeEffect
    }

    @Test("The comparison contains every difference of random requests, and nothing else", arguments: 0..<4)
    func law(part: Int) throws {
        var found = 0
        for seed in stride(from: part, to: Self.pairs, by: 4) {
            if seed % 40 == part { TestSize.report("pairs of policies, part \(part)", seed / 4, of: Self.pairs / 4) }
            let pair = RandomEdits(seed: UInt64(seed))
            let (old, new) = (CompiledPolicy(pair.old), CompiledPolicy(pair.new))
            let (before, after) = (FlowAsking(old), FlowAsking(new))
            let diff = PolicyDiff(from: old, to: new)
            #expect(diff.refusedCount == 0, "seed \(seed)")
            for group in diff.groups {
                #expect(!group.witnesses.isEmpty && group.count > 0, "seed \(seed)")
                for witness in group.witnesses {
                    let answers = (
                        FlowOutcome(before.ask(witness.request)), FlowOutcome(after.ask(witness.request))
                    )
                    #expect(
                        OutcomeEffect(from: answers.0, to: answers.1) == group.effect,
                        "seed \(seed): \(witness.request.question.words) does not differ so"
                    )
                }
            }
            let told = Set(diff.groups.map { Told(question: $0.question, effect: $0.effect) })
            for document in [pair.old, pair.new] {
                var world = RandomWorld(document, seed: UInt64(seed))
                for _ in 0..<Self.requests {
                    let (user, question, pages, isEnrolled) = world.request()
                    let loaded = pages.values.compactMap {
                        if case .loadedFor(let account) = $0 { account } else { nil }
                    }
                    // A page for an account that one of the policies does not contain is not a page.
                    let areThere = loaded.allSatisfy {
                        $0 == .noUser || pair.old.accounts[$0] != nil && pair.new.accounts[$0] != nil
                    }
                    guard areThere else { continue }
                    for question in [question] + question.further(in: document) where question.isCompared {
                        var request = FlowRequest(world: .document, user: user, question: question)
                        (request.pages, request.isEnrolled) = (pages, isEnrolled)
                        let answers = (before.ask(request), after.ask(request))
                        guard let effect = OutcomeEffect(from: FlowOutcome(answers.0), to: FlowOutcome(answers.1))
                        else { continue }
                        found += 1
                        guard !told.contains(Told(question: question.kind, effect: effect)) else { continue }
                        // A sample may miss differences, and reports that it is a sample.
                        guard diff.isComplete || question.kind != .navigate else { continue }
                        Issue.record(
                            """
                            seed \(seed): \(user) \(question.words) \(pages) is \(effect.rawValue), and no group tells \
                            it: \(FlowOutcome(answers.0)) → \(FlowOutcome(answers.1))
                            by \(diff.edits.map(\.words))
                            """
                        )
                        break
                    }
                }
            }
        }
        #expect(found > Self.pairs, "pairs that decide alike show nothing")
    }

    @Test("The reverse comparison finds the reverse differences", arguments: 0..<2)
    func antisymmetry(part: Int) throws {
        var found = 0
        for seed in stride(from: part, to: max(2, Self.pairs / 6), by: 2) {
            let pair = RandomEdits(seed: UInt64(seed) + 5000)
            let (old, new) = (CompiledPolicy(pair.old), CompiledPolicy(pair.new))
            let (there, back) = (PolicyDiff(from: old, to: new), PolicyDiff(from: new, to: old))
            found += there.groups.count
            #expect(Self.changes(there) == Self.changes(back, isTurned: true), "seed \(seed)")
            #expect(Set(there.opens.map(\.id)) == Set(back.closes.map(\.id)), "seed \(seed)")
            #expect(Set(there.closes.map(\.id)) == Set(back.opens.map(\.id)), "seed \(seed)")
            #expect(there.reachesEachRule == back.reachesEachRule && there.isExact == back.isExact, "seed \(seed)")
            // That an edit changes nothing may be proven in one direction only.
            if there.mayAllowMore == back.mayAllowLess, there.mayAllowLess == back.mayAllowMore {
                #expect(there.comparison == back.comparison.turned, "seed \(seed)")
            }
            #expect(there.assumesDocuments == back.assumesDocuments, "seed \(seed)")
        }
        #expect(found > 0, "pairs that decide alike show nothing")
    }

    /// The groups as lines, in a fixed order.
    private static func changes(_ diff: PolicyDiff, isTurned: Bool = false) -> [String] {
        diff.groups.map { group in
            let effect = isTurned ? group.effect.turned : group.effect
            return "\(effect.rawValue) \(group.question.rawValue) \(group.count) \(group.places)"
        }
        .sorted()
    }
}

extension Question {
    /// Whether the comparison covers the question: not frames of other sites, or the state of one document that a view
    /// shows.
    fileprivate var isCompared: Bool {
        func isKnown(_ place: NamedPlace) -> Bool {
            switch place {
            case .externalFrame: false
            case .app, .account, .view, .native: true
            }
        }
        return switch self {
        case .navigate(_, _, _, _, let isSameDocument): !isSameDocument
        case .copy(_, let source): isKnown(source)
        case .paste(_, let source, let target): isKnown(source) && isKnown(target)
        case .upload(let source, _, let isExternalFrame): isKnown(source) && !isExternalFrame
        case .setting(_, .place(let place)): isKnown(place)
        default: true
        }
    }

    /// Questions about the same that random worlds do not ask: about wrapped URLs, and about what leaves from a page.
    fileprivate func further(in document: PolicyDocument) -> [Question] {
        let places =
            document.views.prefix(1).map { Owner.place(.view($0.id)) }
            + (document.apps ?? []).prefix(1).map { .place(.app($0.id)) }
        switch self {
        case .open(let url, _):
            let senders = [nil, "app.unknown"] + (document.apps ?? []).map { Optional($0.id) }
            let claims = [nil] + document.accounts.accounts.map { Optional($0.id) }
            return senders.flatMap { sender in
                claims.map { .incoming(DiffRequests.wrapped(url, claiming: $0), from: sender) }
            }
        case .send(let app, let method, _): return places.map { .send(to: app, via: method, ownedBy: $0) }
        case .save(let location, let account, _): return places.map { .save(to: location, of: account, ownedBy: $0) }
        default: return []
        }
    }
}

extension OutcomeEffect {
    fileprivate var turned: Self {
        switch self {
        case .wider: .narrower
        case .narrower: .wider
        case .mixed, .elsewhere, .reason: self
        }
    }
}

extension PolicyDiff.Comparison {
    fileprivate var turned: Self {
        switch self {
        case .morePermissive: .lessPermissive
        case .lessPermissive: .morePermissive
        case .equivalent, .incomparable, .unknown: self
        }
    }
}
