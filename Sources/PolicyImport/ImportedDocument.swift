import ByteText
import Diagnostics
import PolicyModel
import URLMatching

/// A rule that an import writes, with values for one matcher key.
struct ImportedRule {
    let id: String
    let urlClass: URLClass
    var priority = 0
    let key: MatcherKey
    var values: [String] = []
    /// A host that the rule does not match.
    var exceptHost: String?
    let because: String?
}

/// The text of a policy document with one rule set.
enum ImportedDocument {
    /// Writes the document.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - standard: The class of URLs that no rule matches.
    ///   - blocksSubresources: Whether the class `blocked` also applies to the resources of a page.
    ///   - heading: A comment for the first line.
    /// - Returns: The document.
    static func text(
        _ rules: [ImportedRule],
        default standard: URLClass,
        blocksSubresources: Bool = false,
        heading: String
    ) -> String {
        var text = "# \(heading)\ndemarc: 1\nruleSets:\n  imported:\n    default: \(standard.rawValue)\n"
        if blocksSubresources { text += "    subresources: block\n" }
        guard !rules.isEmpty else { return text }
        text += "    rules:\n"
        for rule in rules {
            text += "      - id: \(rule.id)\n        class: \(rule.urlClass.rawValue)\n"
            if rule.priority != 0 { text += "        priority: \(rule.priority)\n" }
            if let because = rule.because { text += "        because: \(quoted(because))\n" }
            text += "        \(rule.key.rawValue):\n"
            for value in rule.values { text += "          - \(quoted(value))\n" }
            if let host = rule.exceptHost { text += "        unless:\n          host: \(quoted(host))\n" }
        }
        return text
    }

    /// A text as YAML on one line, in single quotes, which have no escapes, if possible.
    static func quoted(_ text: String) -> String {
        // JSON's escapes are also valid in YAML.
        text.unicodeScalars.contains(where: \.isInvisible)
            ? JSONText.string(text) : YAMLEscaping.singleQuoted(text)
    }
}
