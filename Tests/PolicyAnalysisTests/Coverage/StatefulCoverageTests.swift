import RuleIndex
import Testing

@testable import PolicyAnalysis

/// Scenarios in which more differs than the request of a class describes.
extension DecisionCoverageTests {
    private static let switching = "when: {switchIdentity: {to: "
    private static let pasteExternal = "paste: {from: native, into: E}"
    private static let printing = "when: {setting: print}, then: {verdict: allow}"

    private static let stateful: [StatefulRow] = [
        .init(
            "user: dana@contoso.com",
            ["\(switching)dana@home.example, level: task}}, then: {verdict: success}", printing],
            exercises: false,
            "setting: print",
            because: "the task acts as an account without a policy"
        ),
        .init(
            "user: dana@home.example",
            ["\(switching)dana@contoso.com, level: task}}, then: {verdict: success}", printing],
            exercises: true,
            "setting: print",
            because: "the task acts as the account"
        ),
        .init(
            "user: dana@contoso.com, views: {E: {window: W}}",
            [
                "\(switching)dana@home.example, window: W}}, then: {verdict: success}",
                "when: {navigate: {view: E, url: 'https://x.example/'}}, then: {verdict: allow}",
            ],
            exercises: false,
            "navigate: {view: E, url: 'https://x.example/'}",
            because: "another account acts in the window of the view"
        ),
        .init(
            "user: dana@home.example, views: {E: {window: W}}",
            [
                "\(switching)dana@contoso.com, window: W}}, then: {verdict: success}",
                "when: {navigate: {view: E, url: 'https://x.example/'}}, then: {verdict: route}",
            ],
            exercises: true,
            "navigate: {view: E, url: 'https://x.example/'}",
            because: "the account acts in the window of the view"
        ),
        .init(
            "user: dana@contoso.com, views: {E: {page: external, policy: currentIdentityBlockUpload}}",
            ["when: {\(pasteExternal)}, then: {verdict: block, reason: clipboard.blockUpload}"],
            exercises: false,
            pasteExternal,
            "user: dana@contoso.com, views: {E: {page: external}}",
            because: "the tag of the view is another one"
        ),
        .init(
            "user: dana@contoso.com, views: {E: {page: {loadedFor: dana@contoso.com}}}",
            [
                "when: {signOut: dana@contoso.com}, then: {verdict: success}",
                "when: {copy: {from: E}}, then: {verdict: block, reason: page.ownerUnknown}",
            ],
            exercises: false,
            "copy: {from: E}",
            "user: none, views: {E: {page: external}}",
            because: "a page without a known owner is not external"
        ),
        .init(
            "user: [dana@contoso.com, kim@contoso.com], window: W, views: {E: {window: W}}",
            [
                "when: {navigate: {view: E, url: 'https://contoso.com/'}}, then: {verdict: allow}",
                "\(switching)dana@contoso.com, window: W}}, then: {verdict: success}",
                "when: {copy: {from: E}}, then: {verdict: protected}",
            ],
            exercises: false,
            "copy: {from: E}",
            "user: dana@contoso.com, views: {E: {page: external}}",
            because: "a page of several accounts is not external"
        ),
        .init(
            "user: dana@contoso.com",
            ["when: {setting: backup}, then: {verdict: allow}", printing],
            exercises: false,
            "setting: print",
            because: "the step before it fails, so it never runs"
        ),
        .init(
            "user: dana@contoso.com",
            [
                "when: {copy: {from: native}}, then: {verdict: plain}",
                "when: {paste: {from: pasteboard, into: A}}, then: {verdict: allow}",
            ],
            exercises: true,
            "paste: {from: native, into: A}",
            because: "what is on the pasteboard belongs to the account that copied it"
        ),
    ]

    @Test("A step exercises a class only if it gets the decision of that class", arguments: stateful.indices)
    func walks(row: Int) throws {
        let row = Self.stateful[row]
        let document = Self.document.setting("allowedOutboundClipboardSharingLevel", "allApps")
        let steps = row.steps.map { "{\($0)}" }.joined(separator: ", ")
        let walk = "- {name: walk, given: {\(row.given)}, steps: [\(steps)]}\n"
        let plain = scenario(row.question, row.situation)
        #expect(try coverage(of: plain, document).exercised == 1, row.why)
        let walked = try coverage(of: walk, document)
        let both = try coverage(of: walk + plain, document)
        #expect(both.exercised == walked.exercised + (row.isExercised ? 0 : 1), row.why)
    }

    private static let named: [(named: String, own: String)] = [
        ("save: {owner: dana@contoso.com, to: other}", "save: {to: other}"),
        ("save: {from: 'account:dana@contoso.com', to: other}", "save: {to: other}"),
        ("openFrom: {receiver: dana@contoso.com, from: other}", "openFrom: {from: other}"),
        ("send: {from: 'account:dana@contoso.com', to: com.example.a}", "send: {to: com.example.a}"),
        ("receive: {into: dana@contoso.com, from: com.example.a}", "receive: {from: com.example.a}"),
        ("setting: {name: backup, account: dana@contoso.com}", "setting: backup"),
        ("copy: {from: 'account:dana@contoso.com'}", "copy: {from: native}"),
    ]

    @Test("A question that names the account whose data it is about counts for that account", arguments: named.indices)
    func namedAccount(row: Int) throws {
        let (named, own) = Self.named[row]
        let other = scenario(named, "user: dana@home.example")
        #expect(try coverage(of: scenario(own)).exercised == 1)
        #expect(try coverage(of: other).exercised == 1)
        #expect(try coverage(of: other + scenario(own, name: "m")).exercised == 1)
    }

    @Test("Every generated scenario exercises its class, on policies of every kind", arguments: 0..<8)
    func generated(seed: Int) {
        let policy = CompiledPolicy(RandomWorld(seed: UInt64(seed) + 300).document)
        var coverage = DecisionCoverage(policy, limit: 200)
        for scenario in coverage.missing() { coverage.note(scenario) }
        #expect(coverage.exercised == coverage.total && coverage.total > 0)
    }
}

/// A scenario with several steps, and a question that is asked by itself in another scenario.
private struct StatefulRow {
    var given: String
    var steps: [String]
    /// Whether a step belongs to the class of the question.
    var isExercised: Bool
    var question: String
    /// The situation of the question.
    var situation: String
    var why: Comment

    init(
        _ given: String,
        _ steps: [String],
        exercises isExercised: Bool,
        _ question: String,
        _ situation: String = "user: dana@contoso.com",
        because why: Comment
    ) {
        (self.given, self.steps, self.isExercised) = (given, steps, isExercised)
        (self.question, self.situation, self.why) = (question, situation, why)
    }
}
