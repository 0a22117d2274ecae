import Demarc
import Diagnostics
import PolicyModel
import RuleIndex

/// Finds the views and accounts that a person or a line of input names, and says what a line that names neither is
/// decided for.
struct TargetDirectory {
    private let names: NameLookup
    /// What a line that names no view or user is decided for.
    private let defaultView: String?
    private let defaultUser: AccountID

    /// Takes an engine's views and accounts, and what the command line says of them.
    ///
    /// - Throws: ``Demarc/QuestionError`` where `view` or `user` names something that does not exist.
    init(_ engine: PolicyEngine, view: String?, user: String?) throws(QuestionError) {
        let names = engine.names
        self.names = names
        defaultView = view ?? names.onlyWebView
        defaultUser =
            try user.map { name throws(QuestionError) in try names.user(named: name) } ?? engine.policy.document.user
            ?? .noUser
        if let view { _ = try names.webView(named: view) }
        // PERF: an identity that comes with a request is looked up for each; one that the engine has, once.
        engine.switchIdentity(to: defaultUser)
    }

    /// The view and user to decide for.
    ///
    /// - Parameters:
    ///   - view: The name of a web view; nil for the one of the command line, or the only one.
    ///   - user: An account id or user principal name, `none` or nothing for no account; nil for the one of the command
    ///     line, or the one the document lets act.
    /// - Returns: Them.
    /// - Throws: ``Demarc/QuestionError``.
    func target(view: String? = nil, user: String? = nil) throws(QuestionError) -> DecisionTarget {
        guard let name = view ?? defaultView else { throw names.missingView }
        let account = try user.map { name throws(QuestionError) in try names.user(named: name) } ?? defaultUser
        return DecisionTarget(
            view: try names.webView(named: name),
            identity: account == defaultUser ? nil : account,
            json: Array(",\"view\":\(JSONText.string(name)),\"user\":\(account.userForm.text)".utf8)
        )
    }

    /// The target where nothing more can be said than the command line says.
    ///
    /// - Returns: It.
    /// - Throws: ``CommandError`` that tells which option is missing.
    func onlyTarget() throws(CommandError) -> DecisionTarget {
        do throws(QuestionError) {
            return try target()
        } catch {
            throw error.usageError
        }
    }
}

/// In which view, and as whom, a URL is decided.
struct DecisionTarget {
    let view: ViewID
    /// Who acts, where it is not who acts in the engine.
    let identity: AccountID?
    /// `,"view":…,"user":…`, as results have it.
    let json: [UInt8]
}
