import Demarc
import PolicyFiles
import PolicyModel
import TestSupport
import Testing

/// The policy of `Examples/FiveViews`, which the manual and the demonstration use.
@Suite("The five-view example") struct ExampleTests {
    // Tests/DemarcTests/Engine/ExampleTests.swift is four levels below the package's root.
    private let policy =
        Repository.path("Examples/FiveViews/policy.yaml")

    @Test("Its policy reads without a finding")
    func findings() {
        let result = PolicyDocumentReader().load(path: policy)
        #expect(result.isUsable)
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    }

    @Test(
        "Its views equal the description in the guide",
        arguments: [
            ("A", "https://contoso.sharepoint.com/documents/42", "allow view unmanaged"),
            ("B", "https://www.bing.com/", "allow view unmanaged"),
            ("C", "https://hr.contoso.com/", "allow view unmanaged"),
            ("D", "https://hr.contoso.com/", "allow view managed internal"),
            ("D", "https://www.bing.com/", "route managedBrowser - external"),
            ("D", "https://sports.bet365.com/", "block - - blocked"),
            ("D", "https://contoso.sharepoint.com/documents/42?download=1", "route managedBrowser - external"),
            ("E", "https://contoso.sharepoint.com/documents/42#page=3", "allow view managed internal"),
            ("E", "https://contoso.sharepoint.com/documents/43", "route managedBrowser - external"),
            ("E", #"https://contoso.sharepoint.com\@phish.example/documents/42"#, "block - - - [url.ambiguous]"),
            ("organization", "https://hr.contoso.com/", "block - - - [view.notAWebView]"),
        ]
    )
    func views(name: String, url: String, line: String) throws {
        let engine = try PolicyEngine(contentsOf: policy)
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.navigation(to: url, in: try engine.requireView(name))
        #expect(decision.line.hasPrefix(line), "\(decision.line)")
    }
}
