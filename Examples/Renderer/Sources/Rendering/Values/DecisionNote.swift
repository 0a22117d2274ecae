import Demarc

/// A decision as shown to the person next to the page.
package struct DecisionNote: Encodable, Sendable {
    package struct ReasonNote: Encodable, Sendable {
        package var code: String
        package var message: String
        /// The rule or the setting, with its place.
        package var source: String?
    }
    /// The question: `navigate`, `paste`, ….
    package var question: String
    /// The subject, such as a URL.
    package var subject: String
    package var verdict: String
    /// The owner of the resulting page.
    package var page: String?
    package var destination: String?
    package var route: String?
    package var account: String
    package var tab: Int?
    package var reasons: [ReasonNote]

    /// The deciding sentence.
    package var headline: String { reasons.first?.message ?? verdict }

    init(_ question: String, _ subject: String, _ decision: Decision, account: AccountID, tab: Int?) {
        self.question = question
        self.subject = String(subject.prefix(2048))
        verdict = decision.verdict.rawValue
        page = decision.page?.rawValue
        destination = decision.destination?.rawValue
        self.account = account.description
        self.tab = tab
        reasons = []
    }
}

extension DecisionNote.ReasonNote {
    init(_ reason: Reason) {
        code = reason.code.rawValue
        message = reason.message
        let location = (reason.rule?.location ?? reason.location).map { location in
            "\(location.path.split(separator: "/").last ?? ""):\(location.line)"
        }
        let name = reason.rule.map { "rule \($0.id)" } ?? reason.setting
        source = [name, location].compactMap(\.self).joined(separator: ", ")
        if source?.isEmpty == true { source = nil }
    }
}
