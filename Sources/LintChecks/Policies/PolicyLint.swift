package import AppLint
import ByteText
package import Diagnostics
package import PolicyFiles
package import PolicyModel

/// Finds settings of app protection policies that contradict each other, silently open a hole, or are weaker than a
/// baseline.
///
/// Each policy is checked by itself, and each account together with the others of its organization. A finding points at
/// the setting to change, and underlines its value if the file is available.
package struct PolicyLint: Sendable {
    private let policies: [AppProtectionPolicy]
    /// The document with the accounts, or nil for policies without a document.
    private let document: PolicyDocument?
    private let sources: [String: SourceFile]
    private let settings: [SourceLocation: SettingExtent]
    private let baseline: BaselineLevel?

    /// Prepares the checks.
    ///
    /// - Parameters:
    ///   - document: The document with the policies.
    ///   - sources: The files it was read from.
    ///   - settings: Where their settings are written.
    ///   - baseline: The level to compare every policy with, or nil for no comparison.
    package init(
        _ document: PolicyDocument,
        sources: [SourceFile],
        settings: [SourceLocation: SettingExtent],
        baseline: BaselineLevel?
    ) {
        self.init(Array(document.policies.values), document, sources: sources, settings: settings, baseline: baseline)
    }

    /// Prepares the checks of policies without a document.
    ///
    /// - Parameters:
    ///   - policies: The policies of a Graph document, an export or a device log.
    ///   - sources: The file they were read from.
    ///   - settings: Where its settings are written.
    ///   - baseline: The level to compare every policy with, or nil for no comparison.
    package init(
        policies: [AppProtectionPolicy],
        sources: [SourceFile],
        settings: [SourceLocation: SettingExtent],
        baseline: BaselineLevel?
    ) {
        self.init(policies, nil, sources: sources, settings: settings, baseline: baseline)
    }

    private init(
        _ policies: [AppProtectionPolicy],
        _ document: PolicyDocument?,
        sources: [SourceFile],
        settings: [SourceLocation: SettingExtent],
        baseline: BaselineLevel?
    ) {
        self.policies = policies
        self.document = document
        self.sources = Dictionary(sources.map { ($0.path, $0) }) { first, _ in first }
        self.settings = settings
        self.baseline = baseline
    }

    /// All findings, in the order of the files.
    ///
    /// - Complexity: O(*n*) in the size of the policies, accounts and apps, and in the product of the sizes of both
    ///   lists of universal links.
    package func findings() -> [LintFinding] {
        let unclassified = Set((document?.policiesWithoutExternalLinks ?? []).map(\.name))
        let ofPolicies = policies.sorted(on: \.name)
            .flatMap { policy in
                let places = SettingPlaces(policy, sources: sources, settings: settings)
                var checks = PolicyChecks(policy, places: places)
                checks.checkTransfer()
                checks.checkRedirects()
                if unclassified.contains(policy.name) { checks.addBrowserWithoutRules() }
                checks.checkStorage()
                checks.checkUniversalLinks()
                checks.checkClipboard()
                checks.checkAccess()
                checks.checkLaunch()
                checks.checkUnknownSettings()
                if let baseline { checks.compare(with: baseline) }
                return checks.findings
            }
        let ofAccounts = document.map { AccountChecks($0, sources: sources).findings } ?? []
        return (ofPolicies + ofAccounts).sorted(on: \.diagnostic)
    }
}

/// Looks for accounts that seem to lack a policy.
///
/// An account without a policy is unmanaged, regardless of its organization. That is right for a personal account, but
/// a security hole for a colleague's account: while it acts, nothing is enforced, and every page it loads is unmanaged.
struct AccountChecks {
    /// The findings, in the order of the document.
    private(set) var findings: [LintFinding] = []
    private let sources: [String: SourceFile]

    /// - Complexity: O(*n*) in the accounts and apps of the document.
    init(_ document: PolicyDocument, sources: [String: SourceFile]) {
        self.sources = sources
        var managed: [String: String] = [:]
        for app in document.apps ?? [] where app.isManaged {
            if let organization = app.organization {
                managed[organization] = "the app `\(Quoted.word(app.id.description))`"
            }
        }
        for account in document.accounts.accounts where account.isManaged {
            if let organization = account.organization { managed[organization] = Self.name(account) }
        }
        for account in document.accounts.accounts where !account.isManaged {
            guard let organization = account.organization, let other = managed[organization] else { continue }
            add(account, of: organization, beside: other)
        }
    }

    private mutating func add(_ account: Account, of organization: String, beside other: String) {
        let organization = Quoted.word(organization)
        let finding = LintFinding(
            .accountWithoutPolicy,
            "\(Self.name(account)) has no policy, so it is unmanaged, although \(other) is managed for `\(organization)`",
            at: [place(of: account)],
            help: "give it a `policy`, or remove its `organization`"
        )
        findings.append(finding)
    }

    private static func name(_ account: Account) -> String { "the account `\(Quoted.word(account.id.description))`" }

    /// The account's id on the line that declares the account, or an empty range there if it is not found.
    private func place(of account: Account) -> SourceRange {
        guard let location = account.location else { return SourceRange(wholeFile: sources.keys.min() ?? "") }
        let empty = SourceRange(at: location)
        guard let file = sources[location.path],
            let offset = file.offset(line: location.line, column: location.column)
        else { return empty }
        let id = Array(account.id.description.utf8)
        let end = file.bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? file.bytes.count
        guard let found = file.bytes[offset..<end].firstRange(of: id) else { return empty }
        return file.range(found)
    }
}
