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
        ruleSets = state.ruleSetNames.ruleSets
        usesTaskIdentities = state.usesTaskIdentities
        isDeviceEnrolled = state.isDeviceEnrolled
        isInstalled = state.isInstalled
        managedBrowser = state.managedBrowser
        let hostAppID = state.hostApp ?? policy.document.app.id.map { AppID($0) }
        self.hostAppID = hostAppID
        hostApp = hostAppID.flatMap { policy.apps?.position(of: $0) }
    }
}
