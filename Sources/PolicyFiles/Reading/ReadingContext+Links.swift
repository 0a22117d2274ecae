import Diagnostics
import DocumentReading
import PolicyModel
import URLMatching

/// Patterns of universal links, and schemes: in a policy, a device log, or an app.
extension ReadingContext {
    /// A list of patterns.
    func links(_ node: DocumentNode, of what: String = "universal links") -> [String]? {
        elements(node, of: what)?.compactMap { element in
            guard let text = name(element) else { return nil }
            warnUnlessLink(text, at: element.place)
            return text
        }
    }

    /// Warns about an invalid entry, which real lists sometimes contain. It never matches, so it allows nothing and is
    /// only a warning.
    func warnUnlessLink(_ text: String, at place: DocumentNode.Place) {
        do throws(MatcherError) {
            _ = try LinkPattern(text, as: .universalLink)
        } catch {
            report(
                error.code.rawValue,
                "\(error.message), so the entry matches nothing",
                at: place,
                severity: .warning,
                help: error.help
            )
        }
    }

    /// A URL scheme, in lower case.
    func scheme(_ node: DocumentNode) -> String? {
        guard let text = name(node) else { return nil }
        if RedirectScheme.isScheme(text) { return text.lowercased() }
        let trimmed = RedirectScheme.scheme(trimming: text)
        report(
            .invalidScheme,
            "`\(Quoted.word(text))` is not a URL scheme",
            at: node.place,
            help: trimmed.map { "write `\($0)`" } ?? "letters, digits, `+`, `-` and `.`, a letter first",
            fix: edit(trimmed, at: node.place)
        )
        return nil
    }
}
