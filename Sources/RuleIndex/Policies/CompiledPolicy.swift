package import ByteText
public import PolicyModel
import URLStandard

/// A policy document in the form that decisions use: immutable, and shared by any number of threads.
public final class CompiledPolicy: Sendable {
    /// The document it was compiled from.
    public let document: PolicyDocument
    /// The rule sets, in the order of the document.
    public let ruleSets: [CompiledRuleSet]
    /// Whether an ambiguous URL is blocked.
    package let rejectsAmbiguousURLs: Bool
    package let treatsAllWebViewsAsUnmanaged: Bool
    /// Whether the app shows links in the system's own viewer, which is not managed, if it embeds a viewer.
    package let embedsUnmanagedViewer: Bool
    /// Whether the app keeps several identities apart.
    package let isMultiIdentity: Bool
    /// The schemes that the app's web views handle themselves; never a scheme that carries web content.
    package let handledSchemes: [[UInt8]]
    /// The app protection policies, sorted by name, with the lock-down policy last. From here on, policies are
    /// represented by their positions in this array.
    package let policies: [AppProtectionPolicy]
    package let requiredBrowsers: [RequiredBrowser]
    /// The managed browser, regardless of what a policy requires.
    package let managedBrowser = RequiredBrowser.managed
    package let transferSettings: [TransferSettings]
    package let featureSettings: [FeatureSettings]
    package let openingSettings: [OpeningSettings]
    /// The requirements of each policy before the app may open.
    package let launchTerms: [LaunchTerms]
    /// The requirements of the app for an account without a policy.
    package let launchTermsWithoutPolicy: LaunchTerms
    /// The schemes that the app may query the system about.
    package let queriedSchemes: QueriedSchemes
    /// The identity of each account of the document's directory, if it is managed; nil for an unmanaged account.
    package let identityOfAccount: [ManagedIdentity?]
    /// The combined app configurations of each account of the directory.
    package let appConfigurations: [AppConfigurationView]
    /// Whether the app configuration of each account of the directory takes screen capture out of the control of data
    /// transfer.
    package let opensScreenCapture: [Bool]
    /// The other apps; nil if the document doesn't declare apps.
    package let apps: AppTable?
    /// The apps that policies list, each with the identity it is managed for.
    private let targetedApps: TargetedApps

    /// The compiled file that the policy was opened from; nil if it was compiled in this process.
    let file: SharedBytes?
    /// The checksum of that file when it was opened.
    let fileChecksum: Int?

    private let ruleSetPositions: [String: UInt16]

    /// Compiles a document. This cannot fail: the reader of the document finds all possible errors.
    ///
    /// - Complexity: O(*n* log *n*) in the number of rules and list entries.
    public convenience init(_ document: PolicyDocument) {
        self.init(document, ruleSets: document.ruleSets.map { CompiledRuleSet($0) })
    }

    /// Compiles a document that may differ from a compiled one in anything but its rule sets, which are shared.
    ///
    /// - Complexity: O(*n*) in the accounts, policies and apps of the document.
    package convenience init(_ document: PolicyDocument, withRuleSetsOf other: CompiledPolicy) {
        self.init(document, ruleSets: other.ruleSets)
    }

    /// Compiles everything except the rule sets of a document.
    package init(
        _ document: PolicyDocument,
        ruleSets: [CompiledRuleSet],
        file: SharedBytes? = nil,
        fileChecksum: Int? = nil
    ) {
        self.document = document
        self.file = file
        self.fileChecksum = fileChecksum
        self.ruleSets = ruleSets
        ruleSetPositions = Dictionary(
            // A rule set without a number counts as missing, and never as another one.
            document.ruleSets.prefix(RuleSet.countLimit).enumerated().map { ($1.name, UInt16(truncatingIfNeeded: $0)) },
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
            account.policy.map { policy in
                ManagedIdentity(
                    account: UInt32(position),
                    organization: organizations.number(of: account.organization),
                    // Readers refuse a name without a policy. In a document made in code, it is the strictest policy.
                    policy: policyPositions[policy] ?? UInt32(names.count)
                )
            }
        }
        appConfigurations = document.appConfigurationViews()
        opensScreenCapture = appConfigurations.map(\.opensScreenCapture)
        apps = document.apps.map { AppTable($0, policyPositions: policyPositions, &organizations) }
        targetedApps = TargetedApps(document, identityOfAccount: identityOfAccount, &organizations)
    }

    /// Several accounts at once, at least one of them managed, under the strictest policy.
    package var lockDown: ManagedIdentity { ManagedIdentity(policy: UInt32(policies.count - 1)) }

    /// The author's number for this version of the policy, starting at 0; 0 if the document has none.
    public var revision: Int { document.revision }

    /// The position of the rule set with a name.
    package func position(ofRuleSet name: String) -> UInt16? { ruleSetPositions[name] }

    /// The identity that an app is managed as: according to its declaration in the document, otherwise according to the
    /// policies that list it; nil for an unmanaged or unknown app.
    ///
    /// - Complexity: O(1); allocates nothing.
    package func managedIdentity(of app: AppID) -> ManagedIdentity? {
        if let declared = apps?[app] { return declared.managed }
        return targetedApps[app]
    }

    /// The name of the organization that an app is managed for; nil if there is none.
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

/// A managed account, an app managed for an organization, or several accounts at once, in the form that decisions
/// compare: numbers.
@usableFromInline package struct ManagedIdentity: Hashable, Sendable {
    /// Represents no account, organization or policy, or one that is different from every other.
    @inlinable package static var none: UInt32 { .max }

    /// The position of the account in the directory; ``none`` for an app, and for several accounts at once.
    @usableFromInline package let account: UInt32
    /// The number of the organization; ``none`` is different from every other, including itself.
    @usableFromInline package let organization: UInt32
    /// The position of the policy in force; ``none`` if only the other app knows it.
    package let policy: UInt32

    package init(account: UInt32 = Self.none, organization: UInt32 = Self.none, policy: UInt32 = Self.none) {
        self.account = account
        self.organization = organization
        self.policy = policy
    }

    /// Whether it represents several accounts at once, which have no organization: even an app without a named
    /// organization has its own number.
    @inlinable @inline(__always)
    package var isLockDown: Bool { account == Self.none && organization == Self.none }

    /// Whether both are the same account. Several accounts at once are never the same as another identity.
    @inline(__always)
    package func isSameAccount(as other: ManagedIdentity) -> Bool { account == other.account && account != Self.none }

    /// Whether both belong to the same organization; the same account always does.
    @inline(__always)
    package func isSameOrganization(as other: ManagedIdentity) -> Bool {
        organization == other.organization && organization != Self.none
    }
}
