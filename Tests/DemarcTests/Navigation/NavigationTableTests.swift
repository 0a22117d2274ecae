import Demarc
import PolicyModel
import TestSupport
import Testing

/// The engine against ``NavigationQuestion/expected``, over every combination of the table's inputs.
///
/// The whole product is over ten million questions, which `make laws` asks. Otherwise, the product is split into three
/// parts, each with some axes held constant, that together reach every row with every reason; an ordinary run asks one
/// question in five, and CI each of them.
@Suite("Navigation compared with an oracle") struct NavigationTableTests {
    private typealias Question = NavigationQuestion

    private static let answersInRequest: [NavigationQuestion.HostAnswer] = [.absent, .internal, .external, .none]
    private static let answersOfDelegates: [NavigationQuestion.HostAnswer] = [
        .delegateInternal, .delegateExternal, .delegateThrows, .delegateLate, .delegateUndecided,
    ]

    @Test("Every URL, frame, identity, rule set, answer and browser in one view equals the table")
    func rows() throws {
        var product = Product()
        product.tagChains = [["currentIdentity"]]
        product.treatsAllAsUnmanaged = [true]
        product.showsExternalPage = [false]
        try check(product, atLeast: 200_000)
    }

    @Test("Every tag, inherited or not, equals the table under every identity, page and flag")
    func classifications() throws {
        var product = Product()
        product.urls = SampleURL.fewest
        product.rules = SampleRules.fewest
        product.browsers = [.notRequired]
        try check(product, atLeast: 100_000)
    }

    @Test("Every behavior of a delegate equals the table, including the number of calls")
    func delegates() throws {
        var product = Product()
        product.answers = Self.answersOfDelegates
        product.tagChains = [["currentIdentity"]]
        product.treatsAllAsUnmanaged = [false]
        product.showsExternalPage = [false]
        product.identities = [.managed, .several, .nobody, .unknown]
        product.rules = SampleRules.fewest
        try check(product, atLeast: 20_000)
    }

    @Test("All combinations are right", .enabled(if: TestSize.isExhaustive, "takes minutes: make laws"))
    func everything() throws { try check(Product(), atLeast: 10_000_000) }

    @Test("Each row and each reason of the table is reached")
    func reached() {
        var codes: Set<String> = []
        var product = Product()
        product.tagChains = NavigationWorld.tagChains
        product.answers = NavigationQuestion.HostAnswer.allCases
        product.showsExternalPage = [false]
        product.frames = [.top]
        product.urls = SampleURL.fewest + SampleURL.all.filter(\.isCostly)
        product.forEach { codes.formUnion($0.expected.reasons) }
        // The first three need a view or window that the product does not have, the next two a frame, and the last one
        // another app.
        let elsewhere: Set = [
            "view.unknown", "window.unknown", "view.notAWebView", "navigation.subresource", "navigation.embedded",
            "browser.safariOverride",
        ]
        let own = ReasonCode.allCases.map(\.rawValue).filter { code in
            guard code == "page.external" || !code.hasPrefix("page.") else { return false }
            return Self.sharedWithOpening.contains(code)
                || !Self.familiesOfOtherQuestions.contains { code.hasPrefix($0) }
        }
        #expect(codes.union(elsewhere) == Set(own))
    }

    /// The reasons of questions that have tests of their own.
    private static let familiesOfOtherQuestions = [
        "open.", "canOpen.", "universalLink.", "clipboard.", "upload.", "save.", "openFrom.", "send.", "receive.",
        "setting.", "connection.", "config.", "launch.", "access.", "url.readingsDiffer",
    ]

    /// The reasons of row 6 under the policies of this world, for the URLs that are queried there.
    private static let sharedWithOpening: Set = [
        "open.redirect.invalid", "open.outbound.allApps", "open.outbound.none", "open.outbound.managedApps",
        "open.exempted",
    ]

    @Test(
        "An ambiguous URL is decided as a browser reads it if the policy allows that",
        arguments: [
            (#"https://contoso.example\@other.example/"#, "allow view managed internal [rule.internal view.unset]"),
            (#"https://other.example\@contoso.example/"#, "block - - blocked [rule.default.blocked transition.none]"),
            ("https:contoso.example", "allow view managed internal [rule.internal view.unset]"),
            ("http://0x7f.1/", "allow view unmanaged external [rule.external browser.notRequired page.external]"),
        ]
    )
    func canonicalized(url: String, line: String) throws {
        let yaml = """
            demarc: 1
            ruleSets:
              corporate:
                default: blocked
                rules: [{id: a, class: internal, domain: contoso.example}, {id: b, class: external, host: 127.0.0.1}]
            """
        for (rule, expected) in [("canonicalize", line), ("reject", "block - - - [url.ambiguous]")] {
            let engine = try engine("\(yaml)\nambiguousURLs: \(rule)")
            var evaluator = engine.makeEvaluator()
            let decision = evaluator.navigation(to: url, in: try engine.requireView(PolicyDocument.implicitView))
            #expect(decision.line == expected)
        }
    }

    // MARK: The product

    /// The axes of the table; every question has one value for each.
    private struct Product {
        var urls = SampleURL.all
        var frames = NavigationQuestion.Frame.allCases
        var tagChains = NavigationWorld.tagChains
        var treatsAllAsUnmanaged = [false, true]
        var identities = NavigationQuestion.Identity.allCases
        var rules = SampleRules.all
        var answers = NavigationTableTests.answersInRequest
        var browsers = NavigationQuestion.Browser.allCases
        var showsExternalPage = [false, true]

        func forEach(_ body: (NavigationQuestion) throws -> Void) rethrows {
            for rules in rules {
                for tags in tagChains {
                    for (treatsAll, showsExternal) in treatsAllAsUnmanaged.flatMap({ flag in
                        showsExternalPage.map { (flag, $0) }
                    }) {
                        for (identity, browser) in identities.flatMap({ identity in browsers.map { (identity, $0) } }) {
                            for (url, frame) in urls.flatMap({ url in frames.map { (url, $0) } }) {
                                for answer in answers {
                                    try body(
                                        NavigationQuestion(
                                            url: url,
                                            frame: frame,
                                            tags: tags,
                                            treatsAllAsUnmanaged: treatsAll,
                                            identity: identity,
                                            rules: rules,
                                            answer: answer,
                                            browser: browser,
                                            showsExternalPage: showsExternal
                                        )
                                    )
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private func check(_ product: Product, atLeast minimum: Int) throws {
        let world = try NavigationWorld()
        var (count, asked) = (0, 0)
        var differences: [String] = []
        try product.forEach { question in
            count += 1
            guard TestSize.tries(count) else { return }
            asked += 1
            let expected = question.expected
            let actual = try world.answer(to: question)
            if actual != expected, differences.count < 10 {
                differences.append("\(question)\n  table:  \(expected)\n  engine: \(actual)")
            }
        }
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
        #expect(count >= minimum && asked >= (TestSize.isThorough ? count : count / 6))
    }
}
