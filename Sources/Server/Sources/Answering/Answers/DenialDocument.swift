import PolicyModel
import RequestReading

/// The body of a denial for programs: `application/problem+json` of [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457).
///
/// `title`, `status` and `instance`, the address of the page that explains the denial to people, are defined by the
/// RFC; `id`, `verdict`, `class`, `to` and `reasons` are our own, with the values of `demarc check`. The type is
/// about:blank, because programs use the codes.
enum DenialDocument {
    /// The document for a decision.
    static func body(of decision: RequestDecision, id: String, location: String?, page: String? = nil) -> [UInt8] {
        if let fault = decision.fault { return body(of: .request(fault), id: id, page: page) }
        var document = JSONDocument()
        document.begin(
            title: decision.verdict == .route ? "The policy opens this elsewhere" : title,
            id: id,
            page: page
        )
        document.add("verdict", decision.verdict.rawValue)
        if let urlClass = decision.urlClass { document.add("class", urlClass.rawValue) }
        if let destination = decision.destination { document.add("to", destination.rawValue) }
        if let location { document.add("route", location) }
        document.addReasons(decision.reasons.map { (code: $0.code.rawValue, rule: $0.rule?.id) })
        return document.bytes
    }

    /// The document for a request that was blocked without a decision.
    static func body(of fault: AnswerFault, id: String, page: String? = nil) -> [UInt8] {
        var document = JSONDocument()
        document.begin(title: title, id: id, page: page)
        document.add("verdict", Verdict.block.rawValue)
        document.addReasons([(code: fault.code, rule: nil)])
        return document.bytes
    }

    private static let title = "The policy does not allow this"
}

/// A JSON object that is written member by member.
struct JSONDocument {
    private var text = "{"

    /// The maximum length of a rule's name, in Unicode scalars: the policy does not limit it.
    private static let longestName = 200

    fileprivate mutating func begin(title: String, id: String, page: String?) {
        add("type", "about:blank")
        add("title", title)
        text += ",\"status\":403"
        if let page { add("instance", page) }
        add("id", id)
    }

    mutating func add(_ name: String, _ value: String) {
        if text.utf8.count > 1 { text += "," }
        text += "\"\(name)\":"
        text += JSONString.quoted(value)
    }

    fileprivate mutating func addReasons(_ reasons: [(code: String, rule: String?)]) {
        text += ",\"reasons\":["
        for (position, reason) in reasons.enumerated() {
            if position > 0 { text += "," }
            text += "{\"code\":\"\(reason.code)\""
            if let rule = reason.rule { text += ",\"rule\":\(JSONString.quoted(rule, limit: Self.longestName))" }
            text += "}"
        }
        text += "]"
    }

    /// The object, with a final line feed.
    var bytes: [UInt8] { Array((text + "}\n").utf8) }
}
