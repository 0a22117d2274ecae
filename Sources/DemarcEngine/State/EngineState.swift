import Atomics
import PolicyModel
import RuleIndex
import URLMatching

/// Everything a decision reads besides its request, at one moment: policy, identities and views.
///
/// A decision takes one state and keeps it to its end, so it never sees half a change.
final class EngineState: AtomicReference, Sendable {
    /// Counts the states of an engine.
    let version: UInt64
    let policy: CompiledPolicy
    let views: ViewTable
    /// The delegates of views, by position.
    let delegates: SharedSlots<AttachedDelegate?>
    /// The documents that views show, by position.
    let documents: SharedSlots<SiteDocument?>
    /// For each account of the document's directory who it is; ``ActingIdentity/unknown`` where it is not signed in.
    let identityOfAccount: [ActingIdentity]
    /// The position in the directory of the account with the least id that is signed in and not managed.
    let leastUnmanagedAccount: UInt32?
    /// Whose files are read and written, where no task has an identity.
    let fileIdentity: ActingIdentity
    /// Who acts outside of any window.
    let hostIdentity: ActingIdentity
    /// Who acts in each window that has an identity of its own, by position.
    let windowIdentities: SharedSlots<ActingIdentity?>
    /// The positions of the windows that the engine knows.
    let windows: WindowPositions
    /// For each account of the document's directory its number among those the engine knows.
    let accountNumbers: [UInt32]
    /// Who each account that the engine knows is, by number.
    let identityOfKnownAccount: [ActingIdentity]
    /// The policy of a signed-in account that blocks keyboards other than the system's; nil where none does.
    let keyboardBlockingPolicy: UInt32?
    /// Whether an account that is signed in has a policy.
    let hasManagedAccount: Bool
    /// The rule set behind each name the engine knows; nil where the policy has none of that name.
    let ruleSets: SharedSlots<NamedRuleSet?>
    let usesTaskIdentities: Bool
    /// Whether the managed browser can be reached, as the host and the declared apps say.
    let managedBrowser: ManagedBrowserReach
    /// Whether device management has the device.
    let isDeviceEnrolled: Bool
    /// For each declared app whether it is installed; nil where nothing is declared, and everything counts as installed.
    let isInstalled: [Bool]?
    /// The position of this app among the declared apps.
    let hostApp: UInt32?
    /// The id of this app.
    let hostAppID: AppID?
    /// Whether the document has no accounts but the implicit one.
    let hasImplicitAccount: Bool

    /// The state of no engine: what an evaluator keeps while it rests. Its version is that of no other.
    static let nothing = EngineState(
        MutableEngineState(CompiledPolicy(PolicyDocument(accounts: AccountDirectory([]), user: nil))),
        version: 0
    )

    init(_ state: borrowing MutableEngineState, version: UInt64) {
        self.version = version
        let policy = state.policy
        self.policy = policy
        views = state.tree.table
        delegates = state.delegates.elements
        documents = state.tree.documents.elements
        identityOfAccount = state.accounts.identities
        leastUnmanagedAccount = state.accounts.leastUnmanaged
        fileIdentity = state.acting(as: state.identities.effective(for: .files))
        hostIdentity = state.acting(as: state.identities.effective(in: nil))
        windowIdentities = state.windows.identities
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
        hasImplicitAccount = policy.document.accounts.accounts.map(\.id) == [PolicyDocument.implicitAccount]
        hostApp = hostAppID.flatMap { policy.apps?.position(of: $0) }
    }
}

/// Who acts, and who accounts are. Every account that a request names goes through here: what the policy alone says of an
/// account does not tell whether it is signed in.
extension EngineState {
    /// An account as decisions see it; nil and ``AccountID/noUser`` are unmanaged.
    ///
    /// - Complexity: O(1); allocates nothing.
    func identity(of account: AccountID?) -> ActingIdentity {
        guard let account, !account.isNoUser else { return .unmanaged }
        guard let position = policy.document.accounts.position(of: account) else { return .unknown }
        return identityOfAccount[position]
    }

    // MARK: Who acts

    /// Who acts in a view: whoever the request names, else the task, the view's window, the host, the process.
    @inline(__always)
    func actingIdentity(in view: ResolvedView, as account: AccountID?) -> ActingIdentity {
        actingIdentity(inWindow: view.window, as: account)
    }

    /// The same of whoever asks.
    @inline(__always)
    func actingIdentity(in view: ResolvedView, by asker: Asker) -> ActingIdentity {
        switch asker {
        case .account(let account): actingIdentity(in: view, as: account)
        case .lockDown: .managed(policy.lockDown)
        }
    }

    /// Who acts in a window, or outside of any: whoever the request names, else the task, the window, the host, the
    /// process.
    ///
    /// - Parameters:
    ///   - window: The position of the window; ``ResolvedView/none`` for none.
    ///   - account: Whoever the request names.
    /// - Returns: Who acts.
    @inline(__always)
    func actingIdentity(inWindow window: UInt32, as account: AccountID?) -> ActingIdentity {
        if let identity = identityBeforeLevels(account) { return identity }
        return window == ResolvedView.none ? hostIdentity : windowIdentities[Int(window)] ?? hostIdentity
    }

    /// Whose files are read and written: whoever the request names, else the task, the process. What a window shows
    /// says nothing about files.
    func actingIdentity(onFilesAs account: AccountID?) -> ActingIdentity {
        identityBeforeLevels(account) ?? fileIdentity
    }

    /// Who acts whatever the levels say: whoever the request names, else the task; nil asks the levels.
    @inline(__always)
    private func identityBeforeLevels(_ account: AccountID?) -> ActingIdentity? {
        if let account { return identity(of: account) }
        guard usesTaskIdentities, let account = TaskIdentity.current else { return nil }
        return identity(of: account)
    }

    /// The position of a window among those that the engine knows.
    ///
    /// - Complexity: O(1) on average; allocates nothing.
    func position(of window: WindowID) -> UInt32? { windows[window] }
}
