import Demarc
import PolicyModel
import RuleIndex

/// One engine for each pair of policies, with every kind of place.
final class ClipboardWorld {
    let policies: [String: ClipboardOracle.Policy]
    let treatsAllAsUnmanaged: Bool
    let engine: PolicyEngine
    var evaluator: Evaluator
    /// The places of ``ClipboardSample/places``, in order.
    let places: [Place<ViewID>]

    /// What all worlds with one value of the flag share.
    struct Base {
        let treatsAllAsUnmanaged: Bool
        let document: PolicyDocument
        let policy: CompiledPolicy

        init(treatsAllAsUnmanaged: Bool) throws {
            self.treatsAllAsUnmanaged = treatsAllAsUnmanaged
            var document = try DemarcTests.document(
                """
                demarc: 1
                app:
                  id: host
                  multiIdentity: true
                  multiManagedIdentities: true
                  treatAllWebViewsAsUnmanaged: \(treatsAllAsUnmanaged)
                user: dana
                policies: {P: {}, Q: {}}
                accounts:
                  - {account: dana, upn: dana@contoso.example, organization: contoso, policy: P}
                  - {account: kim, organization: contoso, policy: Q}
                  - {account: robin, organization: fabrikam, policy: Q}
                  - {account: lee, policy: P}
                  - {account: home}
                views: []
                """
            )
            document.apps = [
                AppDeclaration(id: "silent", isManaged: true, organization: "contoso"),
                AppDeclaration(id: "kims", isManaged: true, organization: "contoso", policy: "Q"),
                AppDeclaration(id: "robins", isManaged: true, organization: "fabrikam", policy: "P"),
                AppDeclaration(id: "loner", isManaged: true),
                AppDeclaration(id: "plain"),
            ]
            self.document = document
            policy = CompiledPolicy(document)
        }
    }

    init(_ base: Base, _ owner: ClipboardOracle.Policy, _ other: ClipboardOracle.Policy) throws {
        policies = ["P": owner, "Q": other, "lockDown": .lockDown]
        treatsAllAsUnmanaged = base.treatsAllAsUnmanaged
        var document = base.document
        for (name, policy) in [("P", owner), ("Q", other)] { document.policies[name] = policy.settings(name) }
        let engine = PolicyEngine(CompiledPolicy(document, withRuleSetsOf: base.policy))
        self.engine = engine
        engine.showAccounts([AccountID("dana"), AccountID("home")], at: .window("merged"))
        evaluator = engine.makeEvaluator()
        places = try ClipboardSample.places.map { try Self.place($0.kind, in: engine) }
    }

    private static func place(_ kind: ClipboardSample.Kind, in engine: PolicyEngine) throws -> Place<ViewID> {
        switch kind {
        case .view(let tag, let page, let isMerged):
            return .view(try view(tag, showing: page, in: isMerged ? "merged" : nil, of: engine))
        case .frame(let tag): return .externalFrame(try view(tag, showing: .unreported, in: nil, of: engine))
        case .container: return .view(try engine.addView(isWebView: false, policy: .currentIdentityBlockUpload))
        case .removedView:
            let view = try engine.addView()
            try engine.removeView(view)
            return .view(view)
        case .native(let isMerged): return .native(isMerged ? "merged" : nil)
        case .account(let name): return .account(AccountID(name))
        case .app(let name): return .app(AppID(name))
        case .recorded: throw NoPlace()
        }
    }

    private struct NoPlace: Error {}

    /// A view in a container with the tag. It has the tag when it shows the page.
    private static func view(
        _ tag: WebViewPolicy,
        showing page: ClipboardSample.Page,
        in window: WindowID?,
        of engine: PolicyEngine
    ) throws -> ViewID {
        let loaded: (tag: WebViewPolicy, answer: ExternalURLAnswer, identity: String?)? =
            switch page {
            case .unreported: nil
            case .external: (.currentIdentity, .external, "dana")
            case .unmanagedIdentity: (.currentIdentity, .internal, "home")
            case .unmanagedView: (.unmanaged, .internal, "dana")
            case .account(let name): (.currentIdentity, .internal, name)
            case .severalAccounts: (.currentIdentity, .internal, nil)
            case .withoutUploads: (.currentIdentityBlockUpload, .internal, "dana")
            }
        let holder = try engine.addView(
            isWebView: false,
            policy: loaded?.tag ?? tag,
            window: page == .severalAccounts ? "merged" : window
        )
        let view = try engine.addView(in: holder)
        if let loaded {
            var evaluator = engine.makeEvaluator()
            let identity = loaded.identity.map { AccountID($0) }
            let url = "https://outside.example/"
            try engine.didNavigate(
                view,
                evaluator.navigation(to: url, in: view, answer: loaded.answer, identity: identity)
            )
            try engine.setWebViewPolicy(tag, for: holder)
        }
        // Only dana acts there, as everywhere.
        if page == .severalAccounts { try engine.moveView(holder, to: nil, window: "aside") }
        return view
    }
}

extension ClipboardOracle.Policy {
    fileprivate func settings(_ name: String) -> AppProtectionPolicy {
        var policy = AppProtectionPolicy(name: name)
        policy.allowedOutboundClipboardSharingLevel =
            [.blocked, .managedApps, .managedAppsWithPasteIn, .allApps][column]
        policy.allowedOutboundClipboardSharingExceptionLength = exception
        policy.allowedOutboundDataTransferDestinations = [.none, .managedApps, .managedApps, .allApps][uploadColumn]
        return policy
    }
}

extension Decision {
    /// The decision in the form of the oracle's answers.
    var clipboardAnswer: ClipboardOracle.Answer {
        ClipboardOracle.Answer(verdict: verdict.rawValue, reasons: reasonCodes.map(\.rawValue))
    }
}
