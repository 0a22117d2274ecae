import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("Small documents") struct SmallDocumentTests {
    @Test("A document may contain only its version")
    func smallest() throws {
        let document = try #require(read("demarc: 1").document)
        let account = try #require(document.accounts[PolicyDocument.implicitAccount])
        #expect(account.isManaged)
        let policy = try #require(account.policy.flatMap { document.policies[$0] })
        #expect(policy == AppProtectionPolicy(name: policy.name), "every setting at its default")
        #expect(document.user == PolicyDocument.implicitAccount)
        #expect(!document.isUserExplicit)
        #expect(document.views.map(\.id) == [PolicyDocument.implicitView])
        #expect(document.views.map(\.ruleSet) == [nil])
        #expect(document.views.map(\.isWebView) == [true])
        #expect(document.ambiguousURLs == .reject)
        #expect(document.revision == 0)
        #expect(document.app == AppSettings())
    }

    @Test("A single policy belongs to the implicit account")
    func onlyPolicy() throws {
        let document = try #require(read("demarc: 1\npolicies: {strict: {printBlocked: true}}").document)
        #expect(document.accounts.accounts.map(\.policy) == ["strict"])
    }

    @Test(
        "The implicit view uses the only rule set, or the one called `default`",
        arguments: [
            ("{s: {default: internal}}", "s"),
            ("{s: {default: internal}, default: {default: internal}}", "default"),
        ]
    )
    func implicitView(ruleSets: String, expected: String) throws {
        let document = try #require(read("demarc: 1\nruleSets: \(ruleSets)").document)
        #expect(document.views.map(\.ruleSet) == [expected])
    }

    @Test(
        "The acting account is read, or has its default",
        arguments: [
            ("accounts: []", nil, false),
            ("accounts: [{account: a}]", nil, false),
            ("accounts: [{account: a, policy: p}, {account: b}]", "a", false),
            ("accounts: [{account: a, policy: p}, {account: b}]\nuser: b", "b", true),
            ("accounts: [{account: a, upn: A@x.example, policy: p}]\nuser: a@X.example", "a", true),
            ("accounts: [{account: a, policy: p}]\nuser: none", nil, true),
            ("accounts: [{account: a, policy: p}]\nuser: NONE", nil, true),
            ("accounts: [{account: a, policy: p}]\nuser: ''", nil, true),
            (
                "accounts: [{account: a, policy: p}, {account: b, policy: p}]\nuser: b\napp: {multiManagedIdentities: true}",
                "b", true
            ),
            (
                "accounts: [{account: a, policy: p}, {account: b, policy: p}]\nuser: none\napp: {multiManagedIdentities: true}",
                nil, true
            ),
        ] as [(String, String?, Bool)]
    )
    func user(text: String, expected: String?, isExplicit: Bool) throws {
        let result = read("demarc: 1\npolicies: {p: {}}\n\(text)")
        let document = try #require(result.document, "\(summary(result))")
        #expect(document.user == expected.map { AccountID($0) })
        #expect(document.isUserExplicit == isExplicit)
    }

    @Test("An empty list of views means no views")
    func noViews() throws {
        #expect(try #require(read("demarc: 1\nviews: []").document).views.isEmpty)
    }

    @Test(
        "Views come after their parents, in any notation",
        arguments: [
            "[{id: W, children: [{id: A, children: [{id: C}]}, {id: B}]}]",
            "[{id: C, parent: A}, {id: A, parent: W}, {id: W}, {id: B, parent: W}]",
            "[{id: W, webView: false}, {id: A, parent: W, children: [{id: C}]}, {id: B, webView: true, parent: W}]",
        ]
    )
    func tree(views: String) throws {
        let result = read("demarc: 1\nviews: \(views)")
        let document = try #require(result.document, "\(summary(result))")
        #expect(document.views.map(\.id) == ["W", "A", "C", "B"])
        #expect(document.views.map(\.parent) == [nil, "W", "A", "W"])
        #expect(document.views.map(\.isWebView) == [false, false, true, true])
    }

    @Test("The depth of views is bounded, nested or not")
    func depth() {
        func chain(_ count: Int) -> String {
            "demarc: 1\nviews: [{id: v0}"
                + (1..<count).map { ", {id: v\($0), parent: v\($0 - 1)}" }.joined() + "]"
        }
        #expect(read(chain(256)).document != nil)
        #expect(read(chain(100_000)).diagnostics.map(\.code) == ["nested-too-deeply"])
    }
}
