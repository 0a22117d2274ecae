import Diagnostics
import DocumentReading
import PolicyModel
import URLMatching

/// A rule: `id`, `class`, `priority`, `because`, matcher keys, and `unless` with matcher keys.
extension RulesSection {
    /// The valid range of a rule's priority.
    static var priorities: ClosedRange<Int> { -1_000_000...1_000_000 }

    /// What to write instead of matcher keys that rules of other programs have. No key names a port or a path, because
    /// both belong to the URL that one value describes.
    private static let insteadOfMatchers: [String: String] = {
        let ofURL = "`edge` or `pattern` can say it, such as `edge: 'https://contoso.com:8443/teams/*'`"
        let ofQuery = "`pattern` or `chrome` can say it, such as `chrome: 'https://contoso.com/docs?v=1'`"
        let names = ["port", "ports", "path", "paths", "pathname", "pathPrefix", "prefix"]
        var instead = Dictionary(uniqueKeysWithValues: names.map { ($0, ofURL) })
        for name in ["query", "search"] { instead[name] = ofQuery }
        instead["protocol"] = "write `scheme`, such as `scheme: https`"
        instead["hostname"] = "write `host` for one host, or `domain` for a domain with its subdomains"
        for name in ["ip", "cidr", "network"] { instead[name] = "write `address`, such as `address: 10.0.0.0/24`" }
        return instead
    }()

    /// The same for all keys of a rule.
    private static let insteadOfKeys: [String: String] = {
        var instead = insteadOfMatchers
        for name in ["action", "verdict", "allow", "block", "type"] {
            instead[name] = "a rule has a `class`: `internal`, `external` or `blocked`"
        }
        for name in ["except", "not"] { instead[name] = "write `unless`, which contains matcher keys" }
        for name in ["comment", "description", "reason"] {
            instead[name] = "write `because`, which is shown to the user"
        }
        return instead
    }()

    func rule(_ node: DocumentNode) -> ReadRule? {
        let errorsBefore = problemCount
        guard let fields = context.fields(node, "a rule", keys: DocumentKeys.rule, instead: Self.insteadOfKeys) else {
            return nil
        }
        let idNode = context.required("id", of: fields, help: "reasons name the rule that decided by its id")
        let id = idNode.flatMap { context.name($0) }
        let help = "specify the class of the rule's URLs: `internal`, `external` or `blocked`"
        let urlClass = context.required("class", of: fields, help: help).flatMap {
            context.choice($0, URLClass.self, called: "class")
        }
        let priority = fields["priority"].flatMap { context.integer($0, in: Self.priorities) } ?? 0
        let because = fields["because"].flatMap { context.prose($0) }
        let side = urlClass.map { Rule.side(of: $0) }
        let conditions = self.conditions(fields, on: side)
        let exceptions = fields["unless"].flatMap { self.exceptions($0, on: side?.opposite) } ?? []
        // The missing matcher may be one that was rejected.
        if conditions.isEmpty, problemCount == errorsBefore {
            context.report(
                .ruleWithoutMatcher,
                "the rule names no URLs",
                at: fields.place,
                help: "add one of \(Quoted.list(DocumentKeys.matchers))"
            )
        }
        guard let idNode, let id, let urlClass else { return nil }
        let rule = Rule(
            id: id,
            urlClass: urlClass,
            priority: priority,
            conditions: conditions,
            exceptions: exceptions,
            because: because,
            location: context.location(of: node.place)
        )
        return ReadRule(rule: rule, idPlace: idNode.place)
    }

    private func exceptions(_ node: DocumentNode, on side: URLFilter.Side?) -> [Condition]? {
        let errorsBefore = problemCount
        guard
            let fields = context.fields(node, "`unless`", keys: DocumentKeys.matchers, instead: Self.insteadOfMatchers)
        else {
            return nil
        }
        let conditions = self.conditions(fields, on: side)
        if conditions.isEmpty, problemCount == errorsBefore {
            context.report(
                .ruleWithoutMatcher,
                "`unless` names no URLs",
                at: fields.place,
                help: "add one of \(Quoted.list(DocumentKeys.matchers)), or remove it"
            )
        }
        return conditions
    }

    /// The matcher keys of a mapping, in the order of ``MatcherKey`` rather than the author's.
    ///
    /// - Parameters:
    ///   - fields: The mapping.
    ///   - side: The list that filters are in; nil if the class of the rule is not known.
    /// - Returns: The conditions without values that could not be read, which are reported.
    func conditions(_ fields: Fields, on side: URLFilter.Side?) -> [Condition] {
        MatcherKey.allCases.compactMap { key in
            guard let node = fields[key.rawValue] else { return nil }
            let values = context.oneOrMany(node)
            if values.isEmpty { context.report(.missingValue, "`\(key.rawValue)` has no value", at: node.place) }
            if key == .list { return listCondition(values, on: side) }
            let matchers = values.compactMap { matcher(key, $0, on: side) }
            return matchers.isEmpty ? nil : Condition(key: key, alternatives: matchers)
        }
    }

    private func matcher(_ key: MatcherKey, _ node: DocumentNode, on side: URLFilter.Side?) -> Matcher? {
        if key == .pattern, node.isMapping { return pattern(node) }
        guard let text = context.text(node) else { return nil }
        do throws(MatcherError) {
            let matcher = try Matcher(key: key, text: text)
            if let side, case .chrome(let filter) = matcher { try filter.with(side: side).checkKeys() }
            return matcher
        } catch {
            context.report(
                error.code.rawValue,
                error.message,
                at: place(of: error.range, in: node, text),
                help: error.help
            )
            return nil
        }
    }

    /// The place of some bytes of a text; the whole value if it is written with escapes or over several lines.
    func place(of range: Range<Int>?, in node: DocumentNode, _ text: String) -> DocumentNode.Place {
        guard let range, !range.isEmpty else { return node.place }
        let bytes = context.file(of: node.place).source.bytes[node.place.offsets]
        let isQuoted = bytes.count >= 2 && (bytes.first == UInt8(ascii: "\"") || bytes.first == UInt8(ascii: "'"))
        let inner = isQuoted ? bytes.dropFirst().dropLast() : bytes
        guard inner.elementsEqual(text.utf8) else { return node.place }
        let start = inner.startIndex + range.lowerBound
        let end = min(inner.startIndex + range.upperBound, inner.endIndex)
        return DocumentNode.Place(file: node.place.file, start: Int32(start), end: Int32(end))
    }
}

/// A URL pattern given as components: `{hostname: "*.contoso.com", pathname: "/docs/*"}`.
extension RulesSection {
    func pattern(_ node: DocumentNode) -> Matcher? {
        let components = URLPatternComponent.allCases.map(\.rawValue)
        let errorsBefore = context.errorCount
        guard let fields = context.fields(node, "a pattern", keys: DocumentKeys.pattern) else { return nil }
        var patterns = URLPatternInit()
        var texts: [URLPatternComponent: String] = [:]
        for component in URLPatternComponent.allCases {
            guard let text = fields[component.rawValue].flatMap({ context.text($0) }) else { continue }
            patterns[component] = text
            texts[component] = text
        }
        patterns.baseURL = fields["baseURL"].flatMap { context.name($0) }
        let ignoreCase = fields["ignoreCase"].flatMap { context.boolean($0) } ?? false
        // A component that could not be read would match everything.
        guard context.errorCount == errorsBefore else { return nil }
        guard !texts.isEmpty || patterns.baseURL != nil else {
            context.report(
                .missingValue,
                "the pattern names no component, and would match every URL",
                at: fields.place,
                help: "add one of \(Quoted.list(components))"
            )
            return nil
        }
        do throws(URLPatternError) {
            return .pattern(try PatternMatcher(reading: patterns, ignoreCase: ignoreCase))
        } catch {
            let written = error.component.flatMap { component in
                fields[component.rawValue].map { ($0, texts[component] ?? "") }
            }
            let place = written.map { self.place(of: error.error.range, in: $0.0, $0.1) } ?? fields.place
            context.report(error.error.code.rawValue, error.error.message, at: place, help: error.error.help)
            return nil
        }
    }
}
