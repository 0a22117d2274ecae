import Diagnostics
import PolicyModel
import URLMatching

/// A rule: `id`, `class`, `priority`, `because`, matcher keys, and `unless` with matcher keys.
extension PolicyReading {
    /// The priorities that a rule can have.
    static var priorities: ClosedRange<Int> { -1_000_000...1_000_000 }

    private var unsupportedMatchers: [String: FindingCode] {
        Dictionary(
            uniqueKeysWithValues: MatcherKey.allCases.filter { !$0.isSupported }
                .map { ($0.rawValue, FindingCode.unsupportedMatcher) }
        )
    }

    func rule(_ node: YAMLNode) -> ReadRule? {
        let errorsBefore = errorCount
        guard let fields = fields(node, "a rule", keys: DocumentKeys.rule, unsupported: unsupportedMatchers) else {
            return nil
        }
        let idNode = required("id", of: fields, help: "reasons name the rule that decided by its id")
        let id = idNode.flatMap { name($0) }
        let help = "say what the rule's URLs are: `internal`, `external` or `blocked`"
        let urlClass = required("class", of: fields, help: help).flatMap { choice($0, URLClass.self, called: "class") }
        let priority = fields["priority"].flatMap { integer($0, in: Self.priorities) } ?? 0
        let because = fields["because"].flatMap { prose($0) }
        let conditions = self.conditions(fields)
        let exceptions = fields["unless"].flatMap { self.exceptions($0) } ?? []
        // Something that was refused may have been the matcher that is missing.
        if conditions.isEmpty, errorCount == errorsBefore {
            report(
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
            location: location(of: node.place)
        )
        return ReadRule(rule: rule, idPlace: idNode.place)
    }

    private func exceptions(_ node: YAMLNode) -> [Condition]? {
        let errorsBefore = errorCount
        guard let fields = fields(node, "`unless`", keys: DocumentKeys.matchers, unsupported: unsupportedMatchers)
        else {
            return nil
        }
        let conditions = self.conditions(fields)
        if conditions.isEmpty, errorCount == errorsBefore {
            report(
                .ruleWithoutMatcher,
                "`unless` names no URLs",
                at: fields.place,
                help: "add one of \(Quoted.list(DocumentKeys.matchers)), or remove it"
            )
        }
        return conditions
    }

    /// The matcher keys of a mapping. Their order is that of ``MatcherKey``, whatever the author's.
    private func conditions(_ fields: Fields) -> [Condition] {
        MatcherKey.allCases.compactMap { key in
            guard key.isSupported, let node = fields[key.rawValue] else { return nil }
            let values = oneOrMany(node)
            if values.isEmpty { report(.missingValue, "`\(key.rawValue)` has no value", at: node.place) }
            if key == .list { return listCondition(values) }
            let matchers = values.compactMap { matcher(key, $0) }
            return matchers.isEmpty ? nil : Condition(key: key, alternatives: matchers)
        }
    }

    private func matcher(_ key: MatcherKey, _ node: YAMLNode) -> Matcher? {
        if key == .pattern, node.isMapping { return pattern(node) }
        guard let text = text(node) else { return nil }
        do throws(MatcherError) {
            return try Matcher(key: key, text: text)
        } catch {
            report(error.code.rawValue, error.message, at: place(of: error.range, in: node, text), help: error.help)
            return nil
        }
    }

    /// Where some bytes of a text stand; the whole value where it is written with escapes or over several lines.
    func place(of range: Range<Int>?, in node: YAMLNode, _ text: String) -> YAMLNode.Place {
        guard let range, !range.isEmpty else { return node.place }
        let bytes = file(of: node.place).source.bytes[node.place.offsets]
        let isQuoted = bytes.count >= 2 && (bytes.first == UInt8(ascii: "\"") || bytes.first == UInt8(ascii: "'"))
        let inner = isQuoted ? bytes.dropFirst().dropLast() : bytes
        guard inner.elementsEqual(text.utf8) else { return node.place }
        let start = inner.startIndex + range.lowerBound
        let end = min(inner.startIndex + range.upperBound, inner.endIndex)
        return YAMLNode.Place(file: node.place.file, start: Int32(start), end: Int32(end))
    }
}
