import Diagnostics
import URLMatching

/// Patterns of universal links, wherever they stand: in a policy, in a device's log, or at an app.
extension PolicyReading {
    /// A list of patterns.
    func links(_ node: YAMLNode, of what: String = "universal links") -> [String]? {
        elements(node, of: what)?.compactMap { element in
            guard let text = name(element) else { return nil }
            warnUnlessLink(text, at: element.place)
            return text
        }
    }

    /// Entries of real lists are wrong now and then. Such a one never matches, which opens nothing, so it is a warning.
    func warnUnlessLink(_ text: String, at place: YAMLNode.Place) {
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
}
