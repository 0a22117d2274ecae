/// Writes pages with the operator's template or the built-in one, and keeps each within the size limit.
struct PageWriter: Sendable {
    /// The maximum size of a page.
    static let longestPage = 8 * 1024

    private let own: PageTemplate
    private let operators: PageTemplate?
    private let contact: String?

    /// Reads the template of the settings.
    ///
    /// - Throws: ``AnsweringError`` if the operator's template cannot be used.
    init(_ settings: PageSettings) throws(AnsweringError) {
        own = try PageTemplate(PageTemplate.builtIn)
        operators = if let template = settings.template { try PageTemplate(template) } else { nil }
        contact = settings.contact
    }

    /// Writes a page. A page that is too long is written with less content: without the link, then without the reasons,
    /// and finally with the built-in template.
    func write(_ content: PageContent, in language: PageLanguage) -> PageTemplate.Page {
        var short = content
        short.link = nil
        var shortest = short
        (shortest.reasons, shortest.because, shortest.rule) = ([], nil, nil)
        for template in [operators, own].compactMap(\.self) {
            for attempt in [content, short, shortest] {
                let values = PageValues(content: attempt, language: language, contact: contact)
                let page = template.render(values.escaped)
                if page.body.count <= Self.longestPage { return page }
            }
        }
        // Not reached with the built-in template, whose fixed parts are limited by a test; a page is never empty.
        let words = Array(ShownText.escaped(content.sentence.text(language)).utf8)
        return PageTemplate.Page(body: words, contentSecurityPolicy: "default-src 'none'")
    }
}
