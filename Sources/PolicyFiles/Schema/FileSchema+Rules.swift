import DocumentReading
import PolicyModel
import URLMatching

/// The schema of rules, in policy documents and in rule files.
extension FileSchema {
    static let ruleFile = object(DocumentKeys.ruleFile, required: ["demarc-rules"]) { key in
        switch key {
        case "demarc-rules": .described(.constant(1), "The version of the format.")
        case "rules": .array(.definition("rule"))
        default: includes
        }
    }

    static let ruleSet = object(DocumentKeys.ruleSet, required: ["default"]) { key in
        switch key {
        case "default": .described(urlClass, "The class of URLs that no rule matches.")
        case "rules": .array(.definition("rule"))
        case "include": includes
        case "subresources":
            .described(
                .choice(RuleSet.Subresources.allCases.map(\.rawValue)),
                "How external resources of a page are treated."
            )
        case "transitions":
            .described(
                .array(.choice(RuleSet.Transition.allCases.map(\.rawValue))),
                "What is offered when a navigation is blocked."
            )
        default: .text
        }
    }

    static let ruleDefinitions: Definitions = [
        ("rule", rule),
        ("matchers", object(DocumentKeys.matchers, matcher)),
        ("pattern", pattern),
        ("list", list),
    ]

    private static let urlClass = JSONSchema.choice(URLClass.allCases.map(\.rawValue))
    private static let includes = JSONSchema.described(.array(.text), "The paths of rule files.")

    private static let rule = object(DocumentKeys.rule, required: ["id", "class"]) { key in
        switch key {
        case "id": .described(.text, "The rule's name in reasons, unique in its rule set.")
        case "class": .described(urlClass, "The class of its URLs.")
        case "priority":
            .described(
                .integer(RulesSection.priorities),
                "Rules of a higher priority are applied first, whatever their class. Default 0."
            )
        case "because": .described(.text, "The author's own explanation, shown to users.")
        case "unless": .described(.definition("matchers"), "Excludes the URLs that match all of these.")
        default: matcher(key)
        }
    }

    static let pattern = object(DocumentKeys.pattern) { $0 == "ignoreCase" ? .boolean : .text }

    static let list = object(DocumentKeys.list, required: ["file", "format"]) { key in
        switch key {
        case "file": .described(.text, "The path of the file, one entry a line.")
        case "format": .described(.choice(ListFormat.allCases.map(\.rawValue)), "What the lines are.")
        default: .described(.boolean, "Whether bad lines are skipped; otherwise they are errors.")
        }
    }

    static func matcher(_ key: String) -> JSONSchema {
        let text: String =
            switch MatcherKey(rawValue: key) {
            case .url: "Exactly this URL, whatever its fragment."
            case .host: "Exactly this host."
            case .domain: "This host and every subdomain."
            case .scheme: "This URL scheme, without `:`."
            case .pattern: "A URL pattern, as a string or by its components."
            case .edge: "An entry of a managed browser's list, such as `https://*.contoso.com/*`."
            case .chrome: "A filter of an enterprise URL blocklist, such as `contoso.com/docs`."
            case .regex: "A PCRE2 pattern over the canonical URL."
            case .address: "An IP address, or a network such as `10.0.0.0/8`."
            case .site: "How closely the URL is related to the document of the view."
            case .list: "Files of entries."
            case nil: ""
            }
        let value: JSONSchema =
            switch MatcherKey(rawValue: key) {
            case .pattern: .anyOf([.text, .definition("pattern")])
            case .list: .definition("list")
            default: .text
            }
        return .described(.oneOrMany(value), text)
    }
}
