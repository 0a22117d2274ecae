import Atomics
import PolicyModel
import RuleIndex
import URLMatching

/// Everything a decision reads in addition to its request, as a snapshot: policy, identities and views.
///
/// A decision takes one state and keeps it until it ends, so it never sees a partial change.
final class EngineState: AtomicReference, Sendable {
    /// The number of the engine.
    let engine: EngineNumber
    /// The number of the state within its engine.
    let version: UInt64
    let policy: CompiledPolicy
    let views: ViewTable
    /// The delegates of views, by position.
    let delegates: SharedSlots<AttachedDelegate?>
    /// The documents that views show, by position.
    let documents: SharedSlots<SiteDocument?>
    /// The identity of each account of the document's directory; ``ActingIdentity/unknown`` if it is not signed in.
    let identityOfAccount: [ActingIdentity]
    /// The position in the directory of the signed-in, unmanaged account with the smallest id.
    let leastUnmanagedAccount: UInt32?
    /// The identity for reading and writing files, if the task has none.
    let fileIdentity: ActingIdentity
    /// The identity that acts outside any window.
    let hostIdentity: ActingIdentity
    /// The identity that acts in each window that has an identity of its own, by position.
    let windowIdentities: SharedSlots<ActingIdentity?>
    /// The positions of the windows known to the engine.
    let windows: WindowPositions
    /// The number of each account of the document's directory among the accounts known to the engine.
    let accountNumbers: [UInt32]
    /// The identity of each account known to the engine, by number.
    let identityOfKnownAccount: [ActingIdentity]
    /// The policy of a signed-in account that blocks keyboards other than the system's; nil if there is none.
    let keyboardBlockingPolicy: UInt32?
    /// Whether a signed-in account has a policy.
    let hasManagedAccount: Bool
    /// The rule set for each name known to the engine; nil if the policy has no rule set with that name.
    let ruleSets: SharedSlots<NamedRuleSet?>
    let usesTaskIdentities: Bool
    /// Whether the managed browser can be reached, according to the host and the declared apps.
    let managedBrowser: ManagedBrowserReach
    /// Whether the device is enrolled in device management.
    let isDeviceEnrolled: Bool
    /// Whether each declared app is installed; nil if nothing is declared, in which case everything counts as
    /// installed.
    let isInstalled: [Bool]?
    /// The position of this app among the declared apps.
    let hostApp: UInt32?
    /// The id of this app.
    let hostAppID: AppID?
    /// Whether the document has no accounts but the implicit one.
    let hasImplicitAccount: Bool
    /// What the process's and the host-wide identity were set to. Decisions read the resolved identities above.
    let assignedIdentities: AssignedIdentities
    /// The same for the identity of each window, by position.
    let assignedWindowIdentities: SharedSlots<LevelIdentity?>

    /// The state of an evaluator that rests; it belongs to no engine. No other state has its version.
    static let nothing = EngineState(
        MutableEngineState(CompiledPolicy(PolicyDocument(accounts: AccountDirectory([]), user: nil))),
        version: 0
    )

    init(_ state: borrowing MutableEngineState, version: UInt64) {
        engine = state.engine
        self.version = version
        let policy = state.policy
        self.policy = policy
        views = state.tree.table
        delegates = state.delegates.elements
        documents = state.tree.documents.elements
        identityOfAccount = state.accounts.identities
        leastUnmanagedAccount = state.accounts.leastUnmanaged
        fileIdentity = state.acting(as: state.identities.process)
        hostIdentity = state.acting(as: state.identities.outsideWindows)
        windowIdentities = state.windows.identities
        assignedIdentities = state.identities
        assignedWindowIdentities = state.windows.assigned
        windows = state.windows.positions
        accountNumbers = state.knownAccounts.numbers
        identityOfKnownAccount = state.knownAccounts.identities
        keyboardBlockingPolicy = state.accounts.keyboardBlockingPolicy
        hasManagedAccount = state.accounts.hasManaged
        ruleSets = state.ruleSetNames.ruleSets
        usesTaskIdentities = state.usesTaskIdentities
        isDeviceEnrolled = state.isDeviceEnrolled
        isInstalled = state.isInstalled
        managedBrowser = state.managedBrowser
        let hostAppID = state.hostApp ?? policy.document.app.id.map { AppID($0) }
        self.hostAppID = hostAppID
        hasImplicitAccount = policy.document.accounts.isImplicit
        hostApp = hostAppID.flatMap { policy.apps?.position(of: $0) }
    }
}

/// Resolves accounts and the acting identity. Every account in a request goes through here, because the policy alone
/// does not determine whether an account is signed in.
extension EngineState {
    /// The identity of an account for decisions; nil and ``AccountID/noUser`` are unmanaged.
    ///
    /// - Complexity: O(1); allocates nothing.
    func identity(of account: AccountID?) -> ActingIdentity {
        guard let account, !account.isNoUser else { return .unmanaged }
        guard let position = policy.document.accounts.position(of: account) else { return .unknown }
        return identityOfAccount[position]
    }

    // MARK: The acting identity

    /// The identity that acts in a view: the request's account, otherwise that of the task, the view's window, the host
    /// or the process, in this order.
    @inline(__always)
    func actingIdentity(in view: ResolvedView, as account: AccountID?) -> ActingIdentity {
        actingIdentity(inWindow: view.window, as: account)
    }

    /// The same on behalf of an asker.
    @inline(__always)
    func actingIdentity(in view: ResolvedView, by asker: Asker) -> ActingIdentity {
        switch asker {
        case .account(let account): actingIdentity(in: view, as: account)
        case .lockDown: .managed(policy.lockDown)
        }
    }

    /// The identity that acts in a window, or outside any window: the request's account, otherwise that of the task,
    /// the window, the host or the process, in this order.
    ///
    /// - Parameters:
    ///   - window: The position of the window; see ``position(named:)``.
    ///   - account: The request's account.
    /// - Returns: The acting identity; ``ActingIdentity/unknown`` in a window that is not open.
    @inline(__always)
    func actingIdentity(inWindow window: UInt32, as account: AccountID?) -> ActingIdentity {
        if let identity = identityBeforeLevels(account) { return identity }
        if window == ResolvedView.none { return hostIdentity }
        return window == ResolvedView.closedWindow ? .unknown : windowIdentities[Int(window)] ?? hostIdentity
    }

    /// Why the acting identity of a request is not known.
    func reasonOfUnknown(inWindow window: UInt32, as account: AccountID?) -> ReasonCode {
        window == ResolvedView.closedWindow && identityBeforeLevels(account) == nil ? .windowUnknown : .identityUnknown
    }

    /// The identity for reading and writing files: the request's account, otherwise that of the task or the process.
    /// What a window shows is irrelevant to files.
    func actingIdentity(onFilesAs account: AccountID?) -> ActingIdentity {
        identityBeforeLevels(account) ?? fileIdentity
    }

    /// The identity that takes precedence over the levels: the request's account, otherwise the task's; nil uses the
    /// levels.
    @inline(__always)
    private func identityBeforeLevels(_ account: AccountID?) -> ActingIdentity? {
        if let account { return identity(of: account) }
        guard usesTaskIdentities, let account = TaskIdentity.current(of: engine) else { return nil }
        return identity(of: account)
    }

    /// What the identity for a kind of work was set to, if the task has none; nil if no level has an identity, and for a
    /// window that is not open.
    func assignedIdentity(for work: IdentityWork) -> LevelIdentity? {
        switch work {
        case .ui(let window): assignedIdentity(inWindow: position(named: window))
        case .files: assignedIdentities.process
        }
    }

    /// The same for UI work in the window at a position, or outside any window.
    func assignedIdentity(inWindow window: UInt32) -> LevelIdentity? {
        if window == ResolvedView.none { return assignedIdentities.outsideWindows }
        guard window != ResolvedView.closedWindow else { return nil }
        return assignedWindowIdentities[Int(window)] ?? assignedIdentities.outsideWindows
    }

    /// The position of a window among the windows known to the engine.
    ///
    /// - Complexity: O(1) on average; allocates nothing.
    func position(of window: WindowID) -> UInt32? { windows[window] }

    /// The position of the window that a request names: ``ResolvedView/none`` if it names none, and
    /// ``ResolvedView/closedWindow`` if that window is not open. It may have been open a moment ago, with any identity.
    func position(named window: WindowID?) -> UInt32 {
        guard let window else { return ResolvedView.none }
        return position(of: window) ?? ResolvedView.closedWindow
    }
}
