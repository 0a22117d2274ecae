import CDemarc
import DemarcEngine
import PolicyModel
import RuleIndex

/// Why a call made no decision or change.
struct CallFailure: Error {
    /// The status that the function returns.
    let status: demarc_status
    /// A stable identifier for programs.
    let code: String
    /// One sentence for people.
    let message: String

    init(_ status: Int, _ code: String, _ message: String) {
        self.status = demarc_status(status)
        self.code = code
        self.message = message
    }

    static func invalid(_ message: String) -> CallFailure { CallFailure(DEMARC_INVALID, "invalid", message) }
    static func limit(_ message: String) -> CallFailure { CallFailure(DEMARC_LIMIT, "limit", message) }

    static var noHandle: CallFailure {
        CallFailure(DEMARC_HANDLE, "handle", "the handle is not in use, or is of a different kind")
    }

    static var busy: CallFailure { CallFailure(DEMARC_BUSY, "busy", "another call is under way") }

    static var stale: CallFailure {
        CallFailure(DEMARC_STALE, "stale", "the answer is not this evaluator's last answer")
    }

    static var unknownView: CallFailure {
        CallFailure(DEMARC_UNKNOWN, "unknown-view", "the engine has no such view")
    }

    static var unknownWindow: CallFailure {
        CallFailure(DEMARC_UNKNOWN, "unknown-window", "no window with that name is open")
    }

    static var unknownAccount: CallFailure {
        CallFailure(DEMARC_UNKNOWN, "unknown-account", "the policy has no such account, or it is not signed in")
    }

    static var unknownRule: CallFailure {
        CallFailure(DEMARC_UNKNOWN, "unknown-rule", "the policy has no such rule")
    }

    /// A compiled policy that cannot be used.
    init(_ error: CompiledFileError) {
        self.init(DEMARC_POLICY, error.code.rawValue, error.description)
    }

    /// A change to the view tree that was refused.
    init(_ error: ViewTreeError) {
        switch error {
        case .unknownView: self = .unknownView
        case .parentIsWebView:
            self.init(DEMARC_REFUSED, "parent-is-web-view", "a web view cannot contain other views")
        case .cycle: self.init(DEMARC_REFUSED, "cycle", "a view cannot be moved below itself")
        case .notAWebView: self.init(DEMARC_REFUSED, "not-a-web-view", "the view is a container")
        case .duplicateName: self.init(DEMARC_REFUSED, "duplicate-name", "another view has that name")
        case .outdatedNavigation:
            self.init(DEMARC_STALE, "outdated-navigation", "a later navigation of the view was already reported")
        }
    }

    /// Throws unless an identity was changed; nil means that the window is not open.
    static func check(_ result: SwitchIdentityResult?) throws(CallFailure) {
        guard let result else { throw .unknownWindow }
        switch result {
        case .success: return
        case .failed: throw .unknownAccount
        case .notAllowed, .canceled:
            throw CallFailure(DEMARC_REFUSED, "identity-refused", "the account may not act here")
        }
    }
}
