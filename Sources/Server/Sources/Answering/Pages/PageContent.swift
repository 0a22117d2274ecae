import Hosting
import PolicyModel
import RequestReading

/// The content of a denial for people, independent of language.
struct PageContent: Sendable {
    /// A reason, with its sentence if there is one.
    struct Reason: Sendable {
        var code: String
        var message: String?
    }

    var title: PageText
    var sentence: PageText
    /// The rule's own explanation.
    var because: String?
    /// The URL of the button, if a page may link to it.
    var link: String?
    var linkText: PageText?
    /// What to do instead of following a link, on a page without one.
    var noLink: PageText?
    var rule: String?
    var reasons: [Reason] = []
    var id: String?
}

extension PageContent {
    /// A page without details of a decision, for a ticket that is invalid or expired.
    static let plain = PageContent(title: .titleBlocked, sentence: .plain)

    /// The page of a decision that does not allow.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - id: Its id.
    init(_ decision: RequestDecision, id: String) {
        if let fault = decision.fault {
            self.init(.request(fault), id: id)
            return
        }
        if decision.verdict == .route {
            self.init(routeTo: decision.destination)
            if let route = decision.route, PageValues.mayLink(to: route) {
                link = route
            }
        } else {
            let sentence = Self.sentence(of: decision)
            self.init(title: sentence == .unreadable ? .titleUnreadable : .titleBlocked, sentence: sentence)
        }
        because = decision.rule?.because
        rule = decision.rule?.id
        // The sentence of a reason without the explanation, which is already on the page.
        reasons = decision.reasons.map { reason in
            Reason(code: reason.code.rawValue, message: reason.code.sentence(rule: reason.rule?.id))
        }
        self.id = id
    }

    /// The page for a request that was blocked without a decision.
    init(_ fault: AnswerFault, id: String) {
        switch fault {
        case .request(.bindingUnknown), .request(.peerUnknown), .request(.viewUnknown), .request(.timedOut),
            .request(.overloaded), .service(.policyMissing), .service(.policyStale), .service(.auditUnavailable):
            self.init(title: .titleUnavailable, sentence: .unavailable)
        case .request: self.init(title: .titleUnreadable, sentence: .unreadable)
        case .service(.pathUnknown): self = .plain
        }
        reasons = [Reason(code: fault.code)]
        self.id = id
    }

    /// The page for a ticket whose decision is no longer remembered, or was made by another server.
    ///
    /// - Parameters:
    ///   - ticket: The ticket, which is valid.
    ///   - because: The explanations of the rules with the id of its rule, in the policy in force.
    init(_ ticket: Ticket, because: Set<String>) {
        if ticket.verdict == .route {
            self.init(routeTo: nil)
        } else if ticket.urlClass == .blocked {
            self.init(title: .titleBlocked, sentence: ticket.rule == nil ? .blockedByDefault : .blockedByRule)
        } else {
            self.init(title: .titleBlocked, sentence: .blockedOtherwise)
        }
        rule = ticket.rule
        // Another rule set may have a rule with this id, and another policy may be in force by now.
        self.because = because.first { ticket.recognizes(because: $0) }
        id = ticket.id
    }

    private init(routeTo destination: Destination?) {
        switch destination {
        case .installBrowser: self.init(title: .titleInstall, sentence: .install)
        case .managedBrowser:
            self.init(
                title: .titleRoute,
                sentence: .route,
                linkText: .openManagedBrowser,
                noLink: .noLinkToManagedBrowser
            )
        case .managedApp, .unmanagedApp:
            self.init(title: .titleRoute, sentence: .route, linkText: .openApp, noLink: .noLink)
        case .unmanagedBrowser, .view, .system, nil:
            self.init(title: .titleRoute, sentence: .route, linkText: .openOtherBrowser, noLink: .noLink)
        }
    }

    private static func sentence(of decision: RequestDecision) -> PageText {
        for code in decision.reasons.map(\.code) {
            switch code {
            case .urlInvalid, .urlAmbiguous: return .unreadable
            case .ruleBlocked: return .blockedByRule
            case .defaultBlocked: return .blockedByDefault
            default: continue
            }
        }
        return .blockedOtherwise
    }
}
