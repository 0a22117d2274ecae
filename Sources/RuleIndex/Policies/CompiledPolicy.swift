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
    /// Whether the app shows links in the system's own viewer where it embeds one, which is not managed.
    package let embedsUnmanagedViewer: Bool
    /// Whether the app keeps several identities apart.
    package let isMultiIdentity: Bool
    /// The schemes that the app's web views handle themselves; never one of those that carry web content.
    package let handledSchemes: [[UInt8]]
    /// The app protection policies, sorted by name and the lock-down policy last; positions in it stand for policies
    /// from here on.
    package let policies: [AppProtectionPolicy]
    package let requiredBrowsers: [RequiredBrowser]
    /// The managed browser, whatever a policy requires.
    package let managedBrowser = RequiredBrowser.managed
    package let transferSettings: [TransferSettings]
    package let featureSettings: [FeatureSettings]
    package let openingSettings: [OpeningSettings]
    /// What each policy demands before the app may open.
    package let launchTerms: [LaunchTerms]
    /// What the app demands where an account has no policy.
    package let launchTermsWithoutPolicy: LaunchTerms
    /// The schemes that the app may ask the system about.
    package let queriedSchemes: QueriedSchemes
    /// For each account of the document's directory who it is where it is managed; nil for an unmanaged one.
    package let identityOfAccount: [ManagedIdentity?]
    /// For each account of the directory what the app configurations say to it.
    package let appConfigurations: [AppConfigurationView]
    /// For each account of the directory whether its app configuration takes screen capture out of the control of data
    /// transfer.
    package let opensScreenCapture: [Bool]
    /// The apps beside this one; nil where the document doesn't say what there is.
    package let apps: AppTable?
    /// The apps that policies list, each with what it is managed for.
    private let targetedApps: TargetedApps

    /// The compiled file that it was opened from; nil where it was compiled in this process.
    let file: SharedBytes?

    private let ruleSetPositions: [String: UInt16]

    /// Compiles a document. It cannot fail: whatever could is found by the reader of the document.
    ///
    /// - Complexity: O(*n* log *n*) in the number of rules and list entries.
    public convenience init(_ document: PolicyDocument) {
        self.init(document, ruleSets: document.ruleSets.map { CompiledRuleSet($0) })
    }

    /// Compiles a document that differs from a compiled one in anything but its rule sets, which are shared.
    ///
    /// - Complexity: O(*n*) in the accounts, policies and apps of the document.
    package convenience init(_ document: PolicyDocument, withRuleSetsOf other: CompiledPolicy) {
        self.init(document, ruleSets: other.ruleSets)
    }

    /// Compiles all but the rule sets of a document.
    init(_ document: PolicyDocument, ruleSets: [CompiledRuleSet], file: SharedBytes? = nil) {
        self.document = document
        self.file = file
        self.ruleSets = ruleSets
        ruleSetPositions = Dictionary(
            document.ruleSets.enumerated().map { ($1.name, UInt16(clamping: $0)) },
            uniquingKeysWith: { first, _ in first }
        )
        rejectsAmbiguousURLs = document.ambiguousURLs == .reject
        treatsAllWebViewsAsUnmanaged = document.app.treatAllWebViewsAsUnmanaged
        embedsUnmanagedViewer = document.app.safariViewControllerBlockedOverride
        isMultiIdentity = document.app.multiIdentity
        handledSchemes = document.app.webViewHandledURLSchemes
            .map { $0.lowercased() }
            .filter { !AppSettings.schemesNeverHandled.contains($0) }
            .map { Array($0.utf8) }

        let names = document.policies.keys.sorted()
        let policyPositions = Dictionary(uniqueKeysWithValues: zip(names, UInt32(0)...))
        policies = names.compactMap { document.policies[$0] } + [.lockDown]
        requiredBrowsers = policies.map { RequiredBrowser(of: $0) }
        transferSettings = policies.map { TransferSettings($0) }
        featureSettings = policies.map { FeatureSettings($0) }
        openingSettings = policies.map { OpeningSettings($0) }
        launchTerms = policies.map { LaunchTerms($0, of: document.app) }
        launchTermsWithoutPolicy = LaunchTerms(AppProtectionPolicy(), of: document.app)
        queriedSchemes = QueriedSchemes(document.app)
        var organizations = Organizations()
        identityOfAccount = document.accounts.accounts.enumerated().map { position, account in
            account.policy.flatMap { policyPositions[$0] }.map { policy in
                ManagedIdentity(
                    account: UInt32(position),
                    organization: organizations.number(of: account.organization),
                    policy: policy
                )
            }
        }
        appConfigurations = document.appConfigurationViews()
        opensScreenCapture = appConfigurations.map(\.opensScreenCapture)
        apps = document.apps.map { AppTable($0, policyPositions: policyPositions, &organizations) }
        targetedApps = TargetedApps(document, identityOfAccount: identityOfAccount, &organizations)
    }

    /// Several accounts at once, one of them managed, under the strictest policy.
    package var lockDown: ManagedIdentity { ManagedIdentity(policy: UInt32(policies.count - 1)) }

    /// The author's number of this version of the policy, from 0 on; 0 where the document has none.
    public var revision: Int { document.revision }

    /// The position of the rule set with a name.
    package func position(ofRuleSet name: String) -> UInt16? { ruleSetPositions[name] }

    /// What an app is managed as: what the document declares of it, else what the policies say that list it; nil for an
    /// unmanaged app, and for one that nothing is known about.
    ///
    /// - Complexity: O(1); allocates nothing.
    package func managedIdentity(of app: AppID) -> ManagedIdentity? {
        if let declared = apps?[app] { return declared.managed }
        return targetedApps[app]
    }

    /// The name of the organization that an app is managed for; nil where there is none.
    ///
    /// - Complexity: O(1); allocates nothing.
    package func organization(ofApp app: AppID) -> String? {
        if let position = apps?.position(of: app) { return document.apps?[Int(position)].organization }
        return targetedApps.organization(of: app)
    }

    /// Whether the app's web views handle a scheme themselves.
    package func handles(scheme: Span<UInt8>) -> Bool {
        for handled in handledSchemes where handled.span.isEqual(to: scheme) { return true }
        return false
    }
}

/// A managed account, an app managed for an organization, or several accounts at once, as decisions compare them: by
/// number.
@usableFromInline package struct ManagedIdentity: Hashable, Sendable {
    /// Stands for no account, organization or policy, or for one that is like no other.
    @inlinable package static var none: UInt32 { .max }

    /// The position of the account in the directory; ``none`` for an app, and for several accounts at once.
    @usableFromInline package let account: UInt32
    /// The number of the organization; ``none`` is the same as no other, itself included.
    @usableFromInline package let organization: UInt32
    /// The position of the policy in force; ``none`` where only the other app knows it.
    package let policy: UInt32

    package init(account: UInt32 = Self.none, organization: UInt32 = Self.none, policy: UInt32 = Self.none) {
        self.account = account
        self.organization = organization
        self.policy = policy
    }

    /// Whether it stands for several accounts at once, which are of no organization: even an app without one has its own.
    @inlinable @inline(__always)
    package var isLockDown: Bool { account == Self.none && organization == Self.none }

    /// Whether both are one account. Several accounts at once are never the same as anything.
    @inline(__always)
    package func isSameAccount(as other: ManagedIdentity) -> Bool { account == other.account && account != Self.none }

    /// Whether both belong to one organization; the same account always does.
    @inline(__always)
    package func isSameOrganization(as other: ManagedIdentity) -> Bool {
        organization == other.organization && organization != Self.none
    }
}
