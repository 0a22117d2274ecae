import DemarcEngine
import PolicyModel
import QuestionAnswering
import RuleIndex

/// A host in Swift: an engine on a compiled policy, and questions in JSON.
struct SwiftHost: TranscriptHost, ~Copyable {
    private struct Refused: Error {
        let result: SwitchIdentityResult
    }

    private let engine: PolicyEngine
    private var evaluator: Evaluator
    private var asker: QuestionAsker
    private var asked: QuestionAsker.Asked?

    init(policy: String, signedIn: [String]?) throws {
        engine = PolicyEngine(try CompiledPolicy(opening: policy), signedIn: signedIn?.map { AccountID($0) })
        evaluator = engine.makeEvaluator()
        asker = QuestionAsker(engine)
    }

    func setApp(_ app: String) { engine.setHostApp(AppID(app)) }

    func setEnrolled(_ isEnrolled: Bool) { engine.setDeviceEnrolled(isEnrolled) }

    func setInstalled(_ apps: [String]) { engine.setInstalledApps(Set(apps.map { AppID($0) })) }

    func openWindow(_ name: String) throws {
        // In Swift a window is open as soon as a view is in it.
        _ = try engine.addView(isWebView: false, window: WindowID(name))
    }

    func switchIdentity(to account: String?, level: String) throws {
        try require(engine.switchIdentity(to: account.map { AccountID(named: $0) }, at: Self.level(level)))
    }

    func showAccounts(_ accounts: [String], level: String) throws {
        try require(engine.showAccounts(accounts.map { AccountID(named: $0) }, at: Self.level(level)))
    }

    private func require(_ result: SwitchIdentityResult) throws {
        guard result == .success else { throw Refused(result: result) }
    }

    private static func level(_ name: String) -> IdentityLevel { name == "process" ? .process : .hostWide }

    func addView(_ view: AddedView) throws {
        _ = try engine.addView(
            named: view.name,
            isWebView: !view.isContainer,
            in: try view.parent.map { try find($0) },
            policy: view.policy.flatMap { WebViewPolicy(rawValue: $0) } ?? .unset,
            window: view.window.map { WindowID($0) },
            opener: try view.opener.map { try find($0) }
        )
    }

    func moveView(_ view: String, parent: String?, window: String?) throws {
        try engine.moveView(
            try find(view),
            to: try parent.map { try find($0) },
            window: window.map { WindowID($0) }
        )
    }

    func setPolicy(_ policy: String, of view: String) throws {
        try engine.setWebViewPolicy(WebViewPolicy(rawValue: policy) ?? .unset, for: try find(view))
    }

    func setDocument(_ url: String, of view: String) throws { try engine.setDocument(url, of: try find(view)) }

    func setPage(_ page: String, account: String?, of view: String) throws {
        let stated: PolicyEngine.StatedPage =
            switch page {
            case "external": .external
            case "loadedFor": .loadedFor(AccountID(named: account ?? ""))
            default: .unreported
            }
        try engine.setPage(of: try find(view), to: stated)
    }

    private func find(_ view: String) throws -> ViewID { try engine.names.view(named: view, field: "view") }

    mutating func ask(_ request: [UInt8]) throws -> [UInt8] {
        asked = nil
        let answer = try asker.ask(request, with: &evaluator)
        asked = answer
        return Array(answer.json.utf8)
    }

    mutating func didNavigate(_ view: String) throws {
        guard let decision = asked?.decision else { return }
        try engine.didNavigate(try find(view), decision)
    }
}
