import Demarc
import PolicyModel
import Testing

/// Puts an ``OpeningQuestion`` to an engine. One engine serves every URL, identity and `isKnown` of a setting.
struct OpeningWorld: ~Copyable {
    private let engine: PolicyEngine
    private var evaluator: Evaluator

    init(_ question: OpeningQuestion) {
        engine = PolicyEngine(Self.document(question))
        engine.setManagedBrowserInstalled(!question.hostMissesBrowser)
        if let apps = question.apps {
            engine.setInstalledApps(Set(apps.filter(\.isInstalled).map { AppID($0.id) }))
        }
        engine.showAccounts([AccountID("dana"), AccountID("home")], at: .hostWide)
        evaluator = engine.makeEvaluator()
    }

    static func document(_ question: OpeningQuestion) -> PolicyDocument {
        var policy = AppProtectionPolicy(name: "p")
        policy.allowedOutboundDataTransferDestinations =
            ManagedAppDataTransferLevel(rawValue: question.outbound) ?? .none
        policy.exemptedAppProtocols = question.exempted.map { ExemptedAppProtocol(name: "x", value: $0) }
        policy.managedBrowserToOpenLinksRequired = question.isBrowserRequired
        policy.customBrowserProtocol = question.customBrowser.flatMap { RedirectScheme($0) }
        policy.dialerRestrictionLevel = ManagedAppPhoneNumberRedirectLevel(rawValue: question.dialer) ?? .blocked
        policy.customDialerAppProtocol = question.dialerProtocol.flatMap { RedirectScheme($0) }
        policy.protectedMessagingRedirectAppType = MessagingRedirectType(rawValue: question.messaging) ?? .blocked
        policy.messagingRedirectAppUrlScheme = question.messagingScheme.flatMap { RedirectScheme($0) }
        var app = AppSettings()
        app.queriesSchemes = question.queriedSchemes
        app.linkedOn = question.linkedOn
        let accounts = AccountDirectory([
            Account(id: AccountID("dana"), organization: "contoso", policy: "p"), Account(id: AccountID("home")),
        ])
        return PolicyDocument(
            app: app,
            policies: ["p": policy],
            accounts: accounts,
            user: nil,
            apps: question.apps?.map {
                AppDeclaration(
                    id: AppID($0.id),
                    isManaged: $0.isManaged,
                    organization: $0.organization,
                    schemes: $0.schemes
                )
            }
        )
    }

    /// The results of opening, and of asking whether the URL can be opened.
    mutating func answers(_ question: OpeningQuestion) throws(StaleDecision) -> (
        open: OpeningAnswer, canOpen: OpeningAnswer
    ) {
        let identity: AccountID? =
            switch question.identity {
            case .managed: AccountID("dana")
            case .unmanaged: AccountID("home")
            case .unknown: AccountID("stranger")
            case .lockDown: nil
            }
        let text = question.url.text.utf8.span
        let open = try answer(evaluator.open(text, isKnownManagedAppScheme: question.isKnown, identity: identity))
        let canOpen = try answer(evaluator.canOpen(text, isKnownManagedAppScheme: question.isKnown, identity: identity))
        return (open, canOpen)
    }

    private borrowing func answer(_ decision: Decision) throws(StaleDecision) -> OpeningAnswer {
        OpeningAnswer(
            verdict: decision.verdict.rawValue,
            destination: decision.destination?.rawValue,
            route: try evaluator.route(of: decision),
            reasons: decision.reasonCodes.map(\.rawValue)
        )
    }
}
