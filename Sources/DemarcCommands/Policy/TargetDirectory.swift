import Demarc
import Diagnostics
import PolicyModel
import RuleIndex

/// Resolves the views and accounts named by a user or a line of input, and provides the defaults for lines that name
/// neither.
struct TargetDirectory {
    private let names: NameLookup
    /// The default view and user for lines that name none.
    private let defaultView: String?
    private let defaultUser: AccountID

    /// Combines the views and accounts of an engine with the options of the command line.
    ///
    /// - Throws: ``Demarc/QuestionError`` if `view` or `user` names something that does not exist.
    init(_ engine: PolicyEngine, view: String?, user: String?) throws(QuestionError) {
        let names = engine.names
        self.names = names
        defaultView = view ?? names.onlyWebView
        defaultUser =
            try user.map { name throws(QuestionError) in try names.user(named: name) } ?? engine.policy.document.user
            ?? .noUser
        if let view { _ = try names.webView(named: view) }
        // PERF: an identity in a request is looked up for each request; an identity of the engine, once.
        engine.switchIdentity(to: defaultUser)
    }

    /// The view and user to decide for.
    ///
    /// - Parameters:
    ///   - view: The name of a web view; nil for the view of the command line, or the only one.
    ///   - user: An account id or user principal name, `none` or an empty string for no account; nil for the user of
    ///     the command line, or the document's acting account.
    /// - Returns: The target.
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

    /// The target determined by the command line alone.
    ///
    /// - Returns: The target.
    /// - Throws: ``CommandError`` that names the missing option.
    func onlyTarget() throws(CommandError) -> DecisionTarget {
        do throws(QuestionError) {
            return try target()
        } catch {
            throw error.usageError
        }
    }
}

/// The view and account for which a URL is decided.
struct DecisionTarget {
    let view: ViewID
    /// The acting account, if it differs from the engine's.
    let identity: AccountID?
    /// `,"view":…,"user":…`, as written in results.
    let json: [UInt8]
}
