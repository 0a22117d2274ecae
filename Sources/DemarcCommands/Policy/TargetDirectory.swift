import Demarc
import Diagnostics
import PolicyModel
import RuleIndex

/// Finds the views and accounts that a person or a line of input names.
struct TargetDirectory {
    private let engine: PolicyEngine
    private let document: PolicyDocument
    /// What a line that names no view or user is decided for.
    private let defaultView: String?
    private let defaultUser: AccountID
    private let webViews: [String]

    /// Takes a document's own views and accounts, and what the command line says of them.
    ///
    /// - Throws: ``TargetError`` where `view` or `user` names something that is not there.
    init(_ engine: PolicyEngine, view: String?, user: String?) throws(TargetError) {
        self.engine = engine
        let document = engine.policy.document
        self.document = document
        webViews = document.views.filter(\.isWebView).map(\.id)
        defaultView = view ?? (webViews.count == 1 ? webViews.first : nil)
        defaultUser =
            try user.map { name throws(TargetError) in try Self.account(name, document) } ?? document.user ?? .noUser
        if let view { _ = try self.view(named: view) }
        // PERF: an identity that comes with a request is looked up for each; one that the engine has, once.
        engine.switchIdentity(to: defaultUser)
    }

    /// The view and user to decide for.
    ///
    /// - Parameters:
    ///   - view: The name of a web view; nil for the one of the command line, or the only one.
    ///   - user: An account id or user principal name, `none` or nothing for nobody; nil for the one of the command
    ///     line, or the one the document lets act.
    /// - Returns: Them.
    /// - Throws: ``TargetError``.
    func target(view: String? = nil, user: String? = nil) throws(TargetError) -> DecisionTarget {
        guard let name = view ?? defaultView else {
            throw webViews.isEmpty ? .noWebView : .missingView(known: webViews)
        }
        let account = try user.map { name throws(TargetError) in try Self.account(name, document) } ?? defaultUser
        let shownUser = account.isNoUser ? "null" : JSONText.string(account.canonical)
        return DecisionTarget(
            view: try self.view(named: name),
            identity: account == defaultUser ? nil : account,
            json: Array(",\"view\":\(JSONText.string(name)),\"user\":\(shownUser)".utf8)
        )
    }

    /// The target where nothing more can be said than the command line says.
    ///
    /// - Returns: It.
    /// - Throws: ``CommandError`` that tells which option is missing.
    func onlyTarget() throws(CommandError) -> DecisionTarget {
        do throws(TargetError) {
            return try target()
        } catch {
            throw error.usageError
        }
    }

    private func view(named name: String) throws(TargetError) -> ViewID {
        guard let declaration = document.views.first(where: { $0.id == name }), let view = engine.view(named: name)
        else {
            throw .unknownView(name, known: webViews)
        }
        guard declaration.isWebView else { throw .container(name, known: webViews) }
        return view
    }

    private static func account(_ name: String, _ document: PolicyDocument) throws(TargetError) -> AccountID {
        let id = AccountID(argument: name)
        guard !id.isNoUser else { return .noUser }
        guard document.accounts[id] != nil else { throw .unknownUser(name, document.accounts) }
        return id
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
