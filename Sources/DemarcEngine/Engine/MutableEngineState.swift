import PolicyModel
import RuleIndex

/// What hosts change, behind the engine's lock; every change publishes a new ``EngineState``.
struct MutableEngineState: Sendable {
    var policy: CompiledPolicy
    var accounts: SignedInAccounts
    var switchHandler: PolicyEngine.SwitchHandler?
    var identities = IdentityLevels()
    var tree = ViewTree()
    var delegates: [AttachedDelegate?] = []
    var usesTaskIdentities = false
    var lacksManagedBrowser = false
    var isDeviceEnrolled = false
    /// The apps that are installed; nil where the host doesn't say, and every declared app is.
    var installedApps: Set<AppID>?
    /// This app, where the host says so; else the document does.
    var hostApp: AppID?
    var windows = WindowTable()
    /// Every account that a page can have been loaded for.
    var knownAccounts = KnownAccounts()
    private(set) var ruleSetNames: [String] = []

    /// - Parameters:
    ///   - policy: The policy in force.
    ///   - signedIn: The accounts that are signed in; nil for all.
    init(_ policy: CompiledPolicy, signedIn: [AccountID]? = nil) {
        self.policy = policy
        accounts = SignedInAccounts(signedIn, of: policy)
        knownAccounts.follow(policy.document.accounts)
        knownAccounts.resolve(accounts)
        identities.process = identityOfDocument
    }

    /// The position that stands for a rule set's name from now on, whichever policy is in force.
    mutating func position(ofRuleSetNamed name: String) -> UInt32 {
        if let known = ruleSetNames.firstIndex(of: name) { return UInt32(known) }
        ruleSetNames.append(name)
        return UInt32(ruleSetNames.count - 1)
    }

    /// The position that stands for a delegate, reusing that of one that is gone.
    mutating func add(_ delegate: AttachedDelegate) -> UInt32 {
        if let free = delegates.firstIndex(where: { $0 == nil }) {
            delegates[free] = delegate
            return UInt32(free)
        }
        delegates.append(delegate)
        return UInt32(delegates.count - 1)
    }

    /// Removes a view, everything below it, and the delegates attached there.
    mutating func remove(_ view: ViewID) throws(ViewTreeError) {
        for delegate in try tree.remove(view) { delegates[Int(delegate)] = nil }
    }

    /// Removes a window, its views with everything below them, and who acts there.
    mutating func close(_ window: WindowID) {
        guard let position = windows[window] else { return }
        for root in tree.roots(inWindow: position) { try? remove(root) }
        identities[window] = nil
        windows.close(window)
    }
}
