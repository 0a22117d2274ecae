import Hosting
import PolicyModel
import RequestReading

/// The context of an answer.
struct AnswerOccasion {
    var host: AdapterKind
    var onRoute: ServerBinding.RouteAnswer
    var wantsHTML: Bool
    var language: [UInt8]?
    /// The id of the decision.
    var id: String
    /// The policy that decided, as in `x-demarc-policy`; `-` for none.
    var policy: String
}

/// Converts decisions to answers for hosts: status, fields and body.
struct AnswerMaker: Sendable {
    let pages: PageWriter
    let tickets: DenialTickets
    private let explanations: ExplanationPage
    /// The contents of the most recent denials, for proxies that drop the body of an answer and request the page with
    /// its ticket.
    ///
    /// A ticket contains the verdict, class, rule and id; the route and the reasons are kept here. The page is
    /// requested milliseconds later. Denials are only remembered for such proxies, so they stay few; without one, a
    /// page contains less.
    private let denials = RecentByID<PageContent>(capacity: rememberedDenials)
    /// The base URL of the listener for pages; nil if there is none.
    let base: String?

    /// The number of denials that are remembered.
    static let rememberedDenials = 1024

    /// Creates a maker of answers.
    ///
    /// - Parameters:
    ///   - pages: Writes pages.
    ///   - tickets: Issues and verifies tickets.
    ///   - explanations: Writes pages that explain decisions to operators.
    ///   - base: The base URL of the listener for pages; nil if there is none.
    init(pages: PageWriter, tickets: DenialTickets, explanations: ExplanationPage, base: String?) {
        self.pages = pages
        self.tickets = tickets
        self.explanations = explanations
        self.base = base
    }

    /// The answer to a decision.
    func answer(_ decision: RequestDecision, _ occasion: AnswerOccasion) -> HostAnswer {
        var fields = Self.fields(of: decision, occasion)
        // A request with a fault is blocked, whatever else the decision contains.
        if decision.verdict == .allow, decision.fault == nil {
            return HostAnswer(
                isAllowed: true,
                status: occasion.host.allowStatus,
                fields: fields,
                decision: decision,
                id: occasion.id
            )
        }
        let location = decision.verdict == .route ? HeaderText.location(decision.route) : nil
        if let location { fields.append((DecisionField.location.rawValue, location)) }
        let ticket = tickets.ticket(
            verdict: decision.verdict,
            urlClass: decision.urlClass,
            rule: decision.rule,
            id: occasion.id
        )
        fields.append((DecisionField.ticket.rawValue, ticket))
        let content = PageContent(decision, id: occasion.id)
        if !occasion.host.passesDenialsOn { denials.add(content, id: occasion.id) }
        var answer: HostAnswer
        // Only if a page would also link there: a browser follows a redirect without a click.
        if let location, content.link != nil, occasion.wantsHTML, occasion.onRoute == .redirect {
            answer = page(content, fields, occasion)
            if occasion.host.passesDenialsOn {
                answer.status = 302
                answer.fields.append(("location", location))
            } else {
                // nginx turns any status but 401 and 403 into 500; its configuration redirects to `x-demarc-location`.
                answer.fields.append((DecisionField.redirect.rawValue, "302"))
            }
        } else if occasion.wantsHTML {
            answer = page(content, fields, occasion)
        } else {
            let body = DenialDocument.body(of: decision, id: occasion.id, location: location, page: address(of: ticket))
            answer = document(body, fields, occasion)
        }
        answer.decision = decision
        return answer
    }

    /// The answer to a request that is blocked without a decision.
    func answer(_ fault: AnswerFault, _ occasion: AnswerOccasion) -> HostAnswer {
        var fields = Self.fields(of: nil, occasion)
        let ticket = tickets.ticket(verdict: .block, urlClass: nil, rule: nil, id: occasion.id)
        fields.append((DecisionField.ticket.rawValue, ticket))
        let content = PageContent(fault, id: occasion.id)
        if !occasion.host.passesDenialsOn { denials.add(content, id: occasion.id) }
        guard occasion.wantsHTML else {
            return document(
                DenialDocument.body(of: fault, id: occasion.id, page: address(of: ticket)),
                fields,
                occasion
            )
        }
        return page(content, fields, occasion)
    }

    /// The page for a ticket: always 403, whatever the ticket contains.
    ///
    /// - Parameters:
    ///   - ticket: What the client sent; untrusted.
    ///   - language: The value of `Accept-Language`.
    ///   - because: Returns the explanations of the rules with an id in the policy in force.
    /// - Returns: The page.
    func page(ticket: [UInt8], language: [UInt8]?, because: (String) -> Set<String>) -> HostAnswer {
        let valid = tickets.ticket(ticket)
        let content =
            valid.map { ticket in
                denials.value(ticket.id) ?? PageContent(ticket, because: ticket.rule.map(because) ?? [])
            } ?? .plain
        let occasion = AnswerOccasion(
            host: .json,
            onRoute: .page,
            wantsHTML: true,
            language: language,
            id: HeaderText.value(valid?.id),
            policy: "-"
        )
        return page(content, Self.fields(of: nil, occasion), occasion)
    }

    /// The page that explains a decision to an operator.
    ///
    /// - Parameter record: The log's record of the decision; nil yields a page with status 404.
    /// - Returns: The page.
    func explanation(of record: DecisionRecord?) -> HostAnswer {
        let page = explanations.write(record)
        return HostAnswer(
            isAllowed: false,
            status: record == nil ? 404 : 200,
            fields: [
                ("content-type", "text/html; charset=utf-8"), ("content-language", "en"),
                ("content-security-policy", page.contentSecurityPolicy),
            ] + Self.bodyFields,
            body: page.body,
            id: record?.id ?? "-"
        )
    }

    // MARK: Parts

    /// The URL of the page for a ticket; nil if no base URL for pages is configured.
    private func address(of ticket: String) -> String? {
        base.map { ServerPath.pageAddress(below: $0, ticket: ticket) }
    }

    private static func fields(
        of decision: RequestDecision?,
        _ occasion: AnswerOccasion
    ) -> [(name: String, value: String)] {
        // Reserves room for the fields of a denial's body too, so that the array grows at most once.
        var fields: [(name: String, value: String)] = []
        fields.reserveCapacity(decision?.verdict == .allow ? DecisionField.ofEveryAnswer.count : 16)
        fields.append((DecisionField.verdict.rawValue, decision?.verdict.rawValue ?? Verdict.block.rawValue))
        fields.append((DecisionField.urlClass.rawValue, decision?.urlClass?.rawValue ?? "-"))
        fields.append((DecisionField.page.rawValue, decision?.page?.rawValue ?? "-"))
        fields.append((DecisionField.destination.rawValue, decision?.destination?.rawValue ?? "-"))
        fields.append((DecisionField.rule.rawValue, HeaderText.value(decision?.rule?.id)))
        fields.append((DecisionField.policy.rawValue, occasion.policy))
        fields.append((DecisionField.id.rawValue, occasion.id))
        return fields
    }

    private func page(
        _ content: PageContent,
        _ fields: [(name: String, value: String)],
        _ occasion: AnswerOccasion
    ) -> HostAnswer {
        let language = PageLanguage.preferred(by: occasion.language)
        let page = pages.write(content, in: language)
        return HostAnswer(
            isAllowed: false,
            status: 403,
            fields: fields + [
                ("content-type", "text/html; charset=utf-8"),
                ("content-language", language.rawValue),
                ("content-security-policy", page.contentSecurityPolicy),
                ("vary", "accept-language"),
            ] + Self.bodyFields,
            body: page.body,
            id: occasion.id
        )
    }

    private func document(
        _ body: [UInt8],
        _ fields: [(name: String, value: String)],
        _ occasion: AnswerOccasion
    ) -> HostAnswer {
        HostAnswer(
            isAllowed: false,
            status: 403,
            fields: fields + [("content-type", "application/problem+json")] + Self.bodyFields,
            body: body,
            id: occasion.id
        )
    }

    /// The fields of every denial body: it is not cacheable, its type must not be sniffed, and the requested URL is not
    /// disclosed to other sites.
    static let bodyFields: [(name: String, value: String)] = [
        ("cache-control", "no-store"), ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"),
    ]
}
