/// The values of a page: its content in one language, and the contact of the operator.
struct PageValues: Sendable {
    let content: PageContent
    let language: PageLanguage
    let contact: String?

    /// The values for the template: truncated to what fits on a page, safe to display, and escaped.
    var escaped: [String: Any] {
        var values: [String: Any] = [
            "language": language.rawValue,
            "title": escaped(content.title),
            "sentence": escaped(content.sentence),
            "whyLabel": escaped(.why),
            "ruleLabel": escaped(.rule),
            "idLabel": escaped(.decision),
            "contactLabel": escaped(.contact),
        ]
        values["because"] = escaped(content.because, limit: 300)
        values["rule"] = escaped(content.rule, limit: 80)
        values["id"] = escaped(content.id, limit: 40)
        values["contact"] = escaped(contact, limit: 120)
        values["contactLink"] = contact.flatMap(Self.address(ofContact:)).map(ShownText.escaped)
        if let link = content.link, Self.mayLink(to: link) {
            values["link"] = ShownText.escaped(link)
            values["linkText"] = escaped(content.linkText ?? .openOtherBrowser)
        } else if let noLink = content.noLink {
            values["noLink"] = escaped(noLink)
        }
        if !content.reasons.isEmpty {
            values["reasonsLabel"] = escaped(.reasons)
            values["reasons"] = content.reasons.prefix(4).map { reason in
                var value = ["code": ShownText.escaped(ShownText.harmless(reason.code, limit: 60))]
                value["message"] = escaped(reason.message, limit: 240)
                return value
            }
        }
        return values
    }

    private func escaped(_ text: PageText) -> String { ShownText.escaped(text.text(language)) }

    private func escaped(_ text: String?, limit: Int) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return ShownText.escaped(ShownText.harmless(text, limit: limit))
    }

    /// Whether a page may link to a URL: it must be valid in a header field, so that a button and a redirect lead to
    /// the same addresses, and must not have a scheme that executes or displays the content of the URL itself.
    static func mayLink(to address: String) -> Bool {
        guard HeaderText.location(address) != nil, let colon = address.firstIndex(of: ":") else { return false }
        let scheme = address[..<colon].lowercased()
        guard let first = scheme.first, first.isLetter,
            scheme.allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) })
        else { return false }
        return !["javascript", "vbscript", "data", "file", "blob", "about", "view-source", "filesystem"].contains(
            scheme
        )
    }

    /// The link target of a contact: a mail address, an `https` URL or a telephone number; nil for any other text.
    static func address(ofContact contact: String) -> String? {
        guard contact.utf8.count <= 200, contact.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
        if contact.hasPrefix("https://"), !contact.contains(" ") { return contact }
        if contact.wholeMatch(of: /[A-Za-z0-9._+\-]+@[A-Za-z0-9.\-]+/) != nil { return "mailto:\(contact)" }
        let digits = contact.filter { $0.isNumber || $0 == "+" }
        if contact.wholeMatch(of: /\+?[0-9][0-9 \/().\-]{4,}/) != nil { return "tel:\(digits)" }
        return nil
    }
}
