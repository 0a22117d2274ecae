/// A report as one HTML page for people, which states what it omits.
protocol HTMLReport {
    /// The page, whatever its size.
    var page: HTMLPage { get }

    /// Omits more of what takes the most space.
    ///
    /// - Returns: Whether there was anything left to omit.
    mutating func shrink() -> Bool
}

extension HTMLReport {
    /// The page as written to a file; at most two megabytes, whatever the documents contain.
    var text: String {
        var report = self
        // Long or escaped names can need more space than the findings of most documents.
        while true {
            let text = report.page.text
            guard text.utf8.count > HTMLPage.mostBytes, report.shrink() else { return text }
        }
    }

    /// The parts that every report has, around its findings.
    ///
    /// - Parameters:
    ///   - findings: The findings in one word, for the link that skips the head.
    ///   - command: The command that made the report.
    ///   - note: A sentence on how the findings were verified.
    ///   - head: The contents of the header.
    ///   - main: The findings.
    /// - Returns: The body of the page.
    func frame(
        _ findings: String,
        by command: String,
        note: String,
        head: HTML,
        @HTMLBuilder main: () -> HTML
    ) -> HTML {
        HTML.group([
            Tag.a(.class("skip"), .link(to: "main")) { "Skip to the \(findings)" },
            Tag.header { head },
            Tag.main(.id("main")) { main() },
            Tag.footer {
                Tag.p {
                    "Made by "
                    Tag.code { command }
                    " \(DemarcVersion.current). \(note)"
                }
            },
        ])
    }

    /// A section with its heading, which names it to screen readers.
    ///
    /// - Parameters:
    ///   - id: The id of the section; that of its heading ends in `-title`.
    ///   - title: The heading.
    ///   - attributes: Further attributes of the section.
    ///   - content: What follows the heading.
    /// - Returns: The section.
    func section(
        _ id: String,
        _ title: String,
        _ attributes: HTML.Attribute...,
        @HTMLBuilder content: () -> HTML
    ) -> HTML {
        Tag.section([.id(id), .labelled(by: "\(id)-title")] + attributes) {
            Tag.h2(.id("\(id)-title")) { title }
            content()
        }
    }

    /// The counts at the top of a report, without those that are zero.
    func list(of counts: [ReportCount], label: String) -> HTML {
        Tag.ul(.class("counts"), .label(label)) {
            for count in counts.filter({ $0.number > 0 }) {
                Tag.li(.class(count.style)) {
                    Tag.strong { String(count.number) }
                    " \(count.words)"
                }
            }
        }
    }

    /// The number of omitted items, if any.
    @HTMLBuilder func rest(of count: Int, shown: Int, _ words: String) -> HTML {
        if count > shown { Tag.p(.class("rest")) { "\(count - shown) \(words)." } }
    }
}

/// How often something occurs in a report, such as `3 errors`.
struct ReportCount {
    /// The CSS class that colors it.
    let style: String
    let number: Int
    /// What is counted, in the singular if there is one.
    let words: String

    /// - Parameters:
    ///   - style: The CSS class.
    ///   - number: The number.
    ///   - one: The words for one.
    ///   - many: The words for any other number; nil if they are the same.
    init(_ style: String, _ number: Int, _ one: String, _ many: String? = nil) {
        self.style = style
        self.number = number
        words = number == 1 ? one : many ?? one
    }
}
