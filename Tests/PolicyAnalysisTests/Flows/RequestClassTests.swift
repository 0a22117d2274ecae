import PolicyModel
import RuleIndex
import TestSupport
import Testing

@testable import PolicyAnalysis
@testable import RuleRegions

/// Law L1: a decision cannot distinguish a request from its representative.
///
/// The oracle is the engine itself, queried with both. The test checks which requests are merged. `make laws` makes a
/// million requests to a thousand documents.
@Suite("Representatives of requests") struct RequestClassTests {
    private static let documents = TestSize.isExhaustive ? 1000 : 100
    private static let requests = TestSize.count(50, exhaustive: 1000)

    @Test("A representative has the same decision as the request", arguments: 0..<8)
    func law(part: Int) throws {
        var asked = 0
        var merged = 0
        for seed in stride(from: part, to: Self.documents, by: 8) {
            var world = RandomWorld(seed: UInt64(seed))
            let policy = CompiledPolicy(world.document)
            let asking = FlowAsking(policy)
            var classes = RequestClasses(policy)
            for _ in 0..<Self.requests {
                let (user, question, pages, isEnrolled) = world.request()
                var request = FlowRequest(world: .document, user: user, question: question)
                request.pages = pages
                request.isEnrolled = isEnrolled
                let other = classes.representative(of: request)
                let step = try #require(asking.ask(request), "\(request)")
                let same = try #require(asking.ask(other), "\(other)")
                asked += 1
                if other != request { merged += 1 }
                guard Said(step) == Said(same) else {
                    Issue.record(
                        "seed \(seed): \(user) \(question.words) \(pages) → \(Said(step))\nis not \(other.user) \(other.question.words) \(other.pages) → \(Said(same))"
                    )
                    return
                }
            }
        }
        // Another request represents most requests. In a small sample, more of them are the first of their class.
        #expect(asked > 0 && merged > asked / (Self.requests < 1000 ? 3 : 2), "\(merged) of \(asked)")
    }

    @Test("A paste that names no item is one of a single character")
    func pasteWithoutItem() throws {
        let document = try TightDocument().setting("allowedOutboundClipboardSharingExceptionLength", "5").document()
        let policy = CompiledPolicy(document)
        var classes = DecisionClasses(policy, FlowAsking(policy), PolicySites(policy))
        let user = try #require(document.accounts.managed.first?.id)
        let view = try #require(document.views.first { $0.isWebView }?.id)
        func position(_ item: ClipboardItem?) -> Int? {
            let question = Question.paste(item, from: .account(user), into: .view(view))
            return classes.position(of: FlowRequest(world: .document, user: user, question: question))
        }
        #expect(position(nil) != nil && position(nil) == position(.oneCharacter))
        #expect(position(nil) != position(ClipboardItem()))
    }

    @Test("A scheme of which only the twin is named is not represented by an unnamed scheme")
    func twin() throws {
        let app = "{id: com.contoso.zed, managed: true, organization: contoso, schemes: [zed-intunemam]}"
        let policy = CompiledPolicy(try TightDocument(apps: [app]).document())
        let asking = FlowAsking(policy)
        var classes = DecisionClasses(policy, asking, PolicySites(policy))
        let user = try #require(policy.document.accounts.managed.first?.id)
        for (url, verdict) in [("other:x", Verdict.block), ("zed:x", .allow), ("zed-intunemam:x", .allow)] {
            let request = FlowRequest(world: .document, user: user, question: .open(url))
            let found = classes.representative(of: request)
            let same = try #require(found)
            let steps = [try #require(asking.ask(request)), try #require(asking.ask(same))]
            #expect(steps.map(\.verdict) == [verdict, verdict], "\(url)")
        }
    }

    @Test("An account is represented by one whose screen may be captured as well", arguments: 0..<40)
    func configured(seed: Int) throws {
        let policy = CompiledPolicy(RandomWorld(seed: UInt64(seed)).document)
        let asking = FlowAsking(policy)
        var classes = RequestClasses(policy)
        for account in policy.document.accounts.accounts {
            let question = Question.setting(.screenCapture, of: .account(account.id))
            let request = FlowRequest(world: .document, user: account.id, question: question)
            let same = try #require(asking.ask(classes.representative(of: request)))
            #expect(Said(try #require(asking.ask(request))) == Said(same), "\(account.id)")
        }
    }

    @Test(
        "Views with different documents are of one class unless rules compare with the document",
        arguments: [("domain: contoso.de", true), ("site: same-site", false)]
    )
    func documents(matcher: String, isOne: Bool) throws {
        let document = TightDocument().with {
            $0.rules.append("{id: other, class: internal, \(matcher)}")
            $0.views.append(
                "{id: F, policy: currentIdentity, isExternalURL: corporate, document: 'https://contoso.de/d'}"
            )
        }
        let classes = FlowGraph.allViewClasses(of: try document.document())
        #expect(classes.map(\.names) == (isOne ? [["A"], ["E", "F"]] : [["A"], ["E"], ["F"]]))
    }

    @Test("A representative represents itself", arguments: 0..<20)
    func idempotent(seed: Int) throws {
        var world = RandomWorld(seed: UInt64(seed))
        var classes = RequestClasses(CompiledPolicy(world.document))
        for _ in 0..<200 {
            let (user, question, pages, _) = world.request()
            var request = FlowRequest(world: .document, user: user, question: question)
            request.pages = pages
            let once = classes.representative(of: request)
            #expect(classes.representative(of: once) == once)
        }
    }

    /// Law L4: if any one of the dimensions is left out, law L1 does not hold.
    @Test("Every dimension of a representative matters", arguments: RequestClasses.Dimension.allCases)
    func dimensions(dimension: RequestClasses.Dimension) throws {
        var isBroken = false
        for seed in 0..<20 where !isBroken {
            var world = RandomWorld(seed: UInt64(seed))
            let policy = CompiledPolicy(world.document)
            let asking = FlowAsking(policy)
            var classes = RequestClasses(policy, ignoring: dimension)
            for _ in 0..<500 where !isBroken {
                let (user, question, pages, _) = world.request()
                var request = FlowRequest(world: .document, user: user, question: question)
                request.pages = pages
                let other = classes.representative(of: request)
                guard let step = asking.ask(request), let same = asking.ask(other) else { continue }
                isBroken = Said(step) != Said(same)
            }
        }
        #expect(isBroken, "10,000 requests did not need it")
    }
}
