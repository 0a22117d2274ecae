import ByteText
public import PolicyModel
import URLStandard

/// A policy document in the form that decisions read: immutable, and shared by any number of threads.
public final class CompiledPolicy: Sendable {
    /// The document it was compiled from.
    public let document: PolicyDocument
    /// The rule sets, in the order of the document.
    public let ruleSets: [CompiledRuleSet]
    /// Where an ambiguous URL is blocked.
    package let rejectsAmbiguousURLs: Bool
    package let treatsAllWebViewsAsUnmanaged: Bool
    /// The schemes that the app's web views handle themselves; never one of those that carry web content.
    package let handledSchemes: [[UInt8]]
    /// The app protection policies by name, sorted; positions in it stand for policies from here on.
    package let policyNames: [String]
    package let requiredBrowsers: [RequiredBrowser]
    /// For each account of the document's directory the position of its policy, or nil for an unmanaged one.
    package let policyOfAccount: [UInt32?]

    private let ruleSetPositions: [String: UInt16]

    /// Compiles a document. It cannot fail: whatever could is found by the reader of the document.
    ///
    /// - Complexity: O(*n* log *n*) in the number of rules and list entries.
    public init(_ document: PolicyDocument) {
        self.document = document
        ruleSets = document.ruleSets.map { CompiledRuleSet($0) }
        ruleSetPositions = Dictionary(
            document.ruleSets.enumerated().map { ($1.name, UInt16(clamping: $0)) },
            uniquingKeysWith: { first, _ in first }
        )
        rejectsAmbiguousURLs = document.ambiguousURLs == .reject
        treatsAllWebViewsAsUnmanaged = document.app.treatAllWebViewsAsUnmanaged
        handledSchemes = document.app.webViewHandledURLSchemes
            .map { $0.lowercased() }
            .filter { !AppSettings.schemesNeverHandled.contains($0) }
            .map { Array($0.utf8) }
        let names = document.policies.keys.sorted()
        policyNames = names
        requiredBrowsers = names.compactMap { document.policies[$0] }.map { RequiredBrowser(of: $0) }
        policyOfAccount = document.accounts.accounts.map { account in
            account.policy.flatMap { names.firstIndex(of: $0) }.map { UInt32($0) }
        }
    }

    /// The position of the rule set with a name.
    package func position(ofRuleSet name: String) -> UInt16? { ruleSetPositions[name] }

    /// Whether the app's web views handle a scheme themselves.
    package func handles(scheme: Span<UInt8>) -> Bool {
        for handled in handledSchemes where handled.span.isEqual(to: scheme) { return true }
        return false
    }
}
