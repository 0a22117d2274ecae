public import AppLint
public import Diagnostics
public import PolicyModel

/// Finds settings of app protection policies that contradict each other, open a hole in silence, or fall behind a
/// baseline.
///
/// Each policy is looked at by itself, and each account beside the others of its organization. A finding points at the
/// setting to act on, and underlines its value where the file is at hand.
public struct PolicyLint: Sendable {
    private let policies: [AppProtectionPolicy]
    /// The document with the accounts; nil for policies by themselves.
    private let document: PolicyDocument?
    private let sources: [String: SourceFile]
    private let baseline: BaselineLevel?

    /// Prepares the checks.
    ///
    /// - Parameters:
    ///   - document: The document with the policies.
    ///   - sources: The files they were read from.
    ///   - baseline: The level that every policy is compared with; nil compares nothing.
    public init(_ document: PolicyDocument, sources: [SourceFile], baseline: BaselineLevel?) {
        self.init(Array(document.policies.values), document, sources, baseline)
    }

    /// Prepares the checks of policies without a document.
    ///
    /// - Parameters:
    ///   - policies: The policies of a Graph document, an export or a device's log.
    ///   - sources: The file they were read from.
    ///   - baseline: The level that every policy is compared with; nil compares nothing.
    public init(policies: [AppProtectionPolicy], sources: [SourceFile], baseline: BaselineLevel?) {
        self.init(policies, nil, sources, baseline)
    }

    private init(
        _ policies: [AppProtectionPolicy],
        _ document: PolicyDocument?,
        _ sources: [SourceFile],
        _ baseline: BaselineLevel?
    ) {
        self.policies = policies
        self.document = document
        self.sources = Dictionary(sources.map { ($0.path, $0) }) { first, _ in first }
        self.baseline = baseline
    }

    /// Everything that was found, in the order of the files.
    ///
    /// - Complexity: O(*n*) in the size of the policies, accounts and apps, and in the product of both lists of universal
    ///   links.
    public func findings() -> [LintFinding] {
        let ofPolicies = policies.sorted { $0.name < $1.name }
            .flatMap { policy in
                var checks = PolicyChecks(policy, places: SettingPlaces(policy, sources: sources))
                checks.checkTransfer()
                checks.checkRedirects()
                checks.checkStorage()
                checks.checkUniversalLinks()
                checks.checkClipboard()
                checks.checkUnknownSettings()
                if let baseline { checks.compare(with: baseline) }
                return checks.findings
            }
        let ofAccounts = document.map { AccountChecks($0, sources: sources).findings } ?? []
        return (ofPolicies + ofAccounts).sorted { $0.diagnostic < $1.diagnostic }
    }
}
