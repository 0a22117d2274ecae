import Demarc
import PolicyModel
import Testing

/// Engines and views in which every ``NavigationQuestion`` can be put.
final class NavigationWorld {
    /// The web-view policies of a view and its ancestors, from the view up.
    static let tagChains: [[String]] = [
        ["unset"], ["unmanaged"], ["currentIdentity"], ["currentIdentityBlockUpload"],
        ["unset", "unset"], ["unset", "unmanaged"], ["unset", "currentIdentity"],
        ["unset", "currentIdentityBlockUpload"],
        ["currentIdentity", "unmanaged"], ["unset", "unset", "unmanaged", "currentIdentity"],
    ]

    private struct EngineKey: Hashable {
        var treatsAllAsUnmanaged: Bool
        var browser: DeclaredBrowser
    }

    /// What the host and the document declare about the managed browser.
    private enum DeclaredBrowser: String, CaseIterable {
        case undeclared = ""
        case missing = "  "
        case unmanaged = "apps: [{id: com.microsoft.msedge, mdmManaged: true, schemes: [microsoft-edge-https]}]"
        case ofOthers = "apps: [{id: x, managed: true, organization: others, schemes: [microsoft-edge-http]}]"

        init(_ browser: NavigationQuestion.Browser) {
            switch browser {
            case .notRequired, .managed, .custom, .customNoScheme: self = .undeclared
            case .managedNotInstalled: self = .missing
            case .managedByNobody: self = .unmanaged
            case .managedByOthers: self = .ofOthers
            }
        }
    }

    private struct ViewKey: Hashable {
        var ruleSet: String?
        var tags: [String]
        var showsExternalPage: Bool
        var hasDelegate: Bool
        var isLate: Bool
        var isShared: Bool
    }

    private var engines: [EngineKey: PolicyEngine] = [:]
    private var evaluators: [EngineKey: EvaluatorBox] = [:]
    private var views: [EngineKey: [ViewKey: ViewID]] = [:]
    private let delegate = ScriptedDelegate(.undecided)

    init() throws {
        for treatsAllAsUnmanaged in [false, true] {
            for browser in DeclaredBrowser.allCases {
                let key = EngineKey(treatsAllAsUnmanaged: treatsAllAsUnmanaged, browser: browser)
                var document = try document(Self.yaml(treatsAllAsUnmanaged: treatsAllAsUnmanaged) + browser.rawValue)
                // All but the first are ignored, and are errors in a document; the table's tests show it.
                document.app.webViewHandledURLSchemes = ["handled", "http", "https", "file", "data", "javascript"]
                let engine = PolicyEngine(document)
                engine.setManagedBrowserInstalled(browser != .missing)
                engine.showAccounts([AccountID("notRequired"), AccountID("home")], at: .window("shared"))
                engines[key] = engine
                evaluators[key] = EvaluatorBox(engine)
            }
        }
    }

    private static func yaml(treatsAllAsUnmanaged: Bool) -> String {
        """
        demarc: 1
        user: none
        app:
          multiIdentity: true
          multiManagedIdentities: true
          treatAllWebViewsAsUnmanaged: \(treatsAllAsUnmanaged)
          webViewHandledURLSchemes: [handled]
        policies:
          notRequired: {}
          managed:
            managedBrowserToOpenLinksRequired: true
            allowedOutboundDataTransferDestinations: none
            dialerRestrictionLevel: customApp
            customDialerAppProtocol: contosodial
          custom:
            managedBrowserToOpenLinksRequired: true
            customBrowserProtocol: 'Kiosk://'
            allowedOutboundDataTransferDestinations: managedApps
            dialerRestrictionLevel: managedApps
          customNoScheme:
            managedBrowserToOpenLinksRequired: true
            customBrowserProtocol: 'no scheme'
            allowedOutboundDataTransferDestinations: managedApps
            exemptedAppProtocols: [{name: Other, value: other}]
            dialerRestrictionLevel: blocked
        accounts:
          - {account: notRequired, policy: notRequired}
          - {account: managed, policy: managed}
          - {account: custom, policy: custom}
          - {account: customNoScheme, policy: customNoScheme}
          - {account: home}
        views: []
        ruleSets:
        \(SampleRules.all.map(\.yaml).filter { !$0.isEmpty }.joined(separator: "\n"))

        """
    }

    // MARK: Querying

    /// The engine's answer.
    func answer(to question: NavigationQuestion) throws -> NavigationAnswer {
        let key = EngineKey(
            treatsAllAsUnmanaged: question.treatsAllAsUnmanaged,
            browser: DeclaredBrowser(question.browser)
        )
        let view = try view(for: question, key)
        guard let box = evaluators[key] else { throw Missing() }
        let script = question.answer.script
        if let act = script.act {
            delegate.act = act
            delegate.forget()
        }
        let decision = box.evaluator.navigation(
            to: question.url.text,
            in: view,
            frame: Frame(rawValue: question.frame.rawValue) ?? .top,
            answer: script.answer,
            identity: question.account
        )
        // A call that hangs, or that begins only now, must not keep the next one waiting.
        if decision.has(.delegateLate) { delegate.act = .undecided }
        for (url, askedView) in zip(delegate.urls, delegate.views) where script.act != nil {
            #expect(url == question.url.canonical ?? question.url.text)
            #expect(askedView == view)
        }
        return NavigationAnswer(
            verdict: decision.verdict.rawValue,
            destination: decision.destination?.rawValue,
            urlClass: decision.urlClass?.rawValue,
            page: decision.page?.rawValue,
            route: try box.evaluator.route(of: decision),
            reasons: decision.reasonCodes.map(\.rawValue),
            // A call that has not begun at the deadline is not made any more.
            delegateCalls: script.act == nil ? 0 : decision.has(.delegateLate) ? 1 : delegate.urls.count
        )
    }

    private struct Missing: Error {}

    // MARK: Views

    private func view(for question: NavigationQuestion, _ key: EngineKey) throws -> ViewID {
        let viewKey = ViewKey(
            ruleSet: question.rules.name,
            tags: question.tags,
            showsExternalPage: question.showsExternalPage,
            hasDelegate: question.answer.script.act != nil,
            isLate: question.answer == .delegateLate,
            isShared: question.identity == .several
        )
        let window: WindowID? = viewKey.isShared ? "shared" : nil
        if let view = views[key]?[viewKey] { return view }
        guard let engine = engines[key] else { throw Missing() }
        var holder: ViewID?
        for tag in question.tags.dropFirst().reversed() {
            holder = try engine.addView(
                isWebView: false,
                in: holder,
                policy: WebViewPolicy(rawValue: tag) ?? .unset,
                window: holder == nil ? window : nil
            )
        }
        let tag = WebViewPolicy(rawValue: question.tags[0]) ?? .unset
        let view = try engine.addView(in: holder, policy: tag, window: holder == nil ? window : nil)
        if question.showsExternalPage {
            var evaluator = engine.makeEvaluator()
            let decision = evaluator.navigation(
                to: "https://outside.example/",
                in: view,
                answer: .external,
                identity: AccountID("notRequired")
            )
            try engine.didNavigate(view, decision)
        }
        try engine.setRuleSet(question.rules.name, for: view)
        if viewKey.hasDelegate {
            try engine.setDelegate(delegate, for: view, deadline: viewKey.isLate ? .zero : .seconds(600))
        }
        views[key, default: [:]][viewKey] = view
        return view
    }
}

/// An evaluator that lives as long as its engine. Creating one for each question would cost more than the question.
private final class EvaluatorBox {
    var evaluator: Evaluator
    init(_ engine: PolicyEngine) { evaluator = engine.makeEvaluator() }
}

extension NavigationQuestion {
    /// The account in the request. Nil leaves it to the levels, none of which is set.
    fileprivate var account: AccountID? {
        switch identity {
        case .unset, .several: nil
        case .nobody: .noUser
        case .unmanaged: AccountID("home")
        case .unknown: AccountID("stranger")
        case .managed:
            switch browser {
            case .notRequired: AccountID("notRequired")
            case .managed, .managedNotInstalled, .managedByNobody, .managedByOthers: AccountID("managed")
            case .custom: AccountID("custom")
            case .customNoScheme: AccountID("customNoScheme")
            }
        }
    }
}

extension NavigationQuestion.HostAnswer {
    /// How the answer reaches the engine: in the request, or through a delegate.
    fileprivate var script: (answer: ExternalURLAnswer?, act: ScriptedDelegate.Act?) {
        switch self {
        case .absent: (nil, nil)
        case .internal: (.internal, nil)
        case .external: (.external, nil)
        case .none: (ExternalURLAnswer.noAnswer, nil)
        case .delegateInternal: (nil, .answer(false))
        case .delegateExternal: (nil, .answer(true))
        case .delegateThrows: (nil, .fail)
        case .delegateLate: (nil, .hang)
        case .delegateUndecided: (nil, .undecided)
        }
    }
}
