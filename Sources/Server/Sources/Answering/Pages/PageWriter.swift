/// Writes pages with the operator's template or our own, and keeps each within the size that a page may have.
struct PageWriter: Sendable {
    /// The largest page.
    static let longestPage = 8 * 1024

    private let own: PageTemplate
    private let operators: PageTemplate?
    private let contact: String?

    /// Reads the template of the settings.
    ///
    /// - Throws: ``AnsweringError`` where the operator's template cannot be used.
    init(_ settings: PageSettings) throws(AnsweringError) {
        own = try PageTemplate(PageTemplate.builtIn)
        operators = if let template = settings.template { try PageTemplate(template) } else { nil }
        contact = settings.contact
    }

    /// Writes a page. One that gets too long is written with less: without the link, then without the reasons, and in the
    /// end with our own template.
    func write(_ values: PageValues) -> PageTemplate.Page {
        var values = values
        values.contact = contact
        var short = values
        if short.link != nil { (short.link, short.noLink) = (nil, .noLink) }
        var shortest = short
        (shortest.reasons, shortest.because, shortest.rule) = ([], nil, nil)
        for template in [operators, own].compactMap(\.self) {
            for attempt in [values, short, shortest] {
                let page = template.render(attempt.escaped)
                if page.body.count <= Self.longestPage { return page }
            }
        }
        // Not reached with our own template, whose fixed parts a test holds to their size; a page is never without words.
        let words = Array(ShownText.escaped(values.sentence.text(values.language)).utf8)
        return PageTemplate.Page(body: words, contentSecurityPolicy: "default-src 'none'")
    }
}
