import Demarc
import PolicyModel
import RuleIndex

/// One engine for each pair of policies, with every place there is.
final class ClipboardWorld {
    let policies: [String: ClipboardOracle.Policy]
    let treatsAllAsUnmanaged: Bool
    let engine: PolicyEngine
    var evaluator: Evaluator
    /// The places of ``ClipboardSample/places``, in their order.
    let places: [Place]

    /// What every world of one value of the flag shares.
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

    private static func place(_ kind: ClipboardSample.Kind, in engine: PolicyEngine) throws -> Place {
        switch kind {
        case .view(let tag, let isExternal, let isMerged):
            let holder = try engine.addView(isWebView: false, policy: tag, window: isMerged ? "merged" : nil)
            let view = try engine.addView(in: holder)
            if isExternal {
                var evaluator = engine.makeEvaluator()
                let dana = AccountID("dana")
                let url = "https://outside.example/"
                try engine.didNavigate(
                    view,
                    evaluator.navigation(to: url, in: view, answer: .external, identity: dana)
                )
            }
            return .view(view)
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
    /// The decision as the oracle gives its own.
    var clipboardAnswer: ClipboardOracle.Answer {
        ClipboardOracle.Answer(verdict: verdict.rawValue, reasons: reasonCodes.map(\.rawValue))
    }
}
