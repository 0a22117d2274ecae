import Diagnostics

/// Readers of single values. Each reports what is wrong and gives nil.
///
/// A value is read as what its key asks for, never as what it looks like: where a text is expected, `no` is the text
/// `no` and `17.10` keeps its zero, so the traps of YAML 1.1 have nothing to catch. Where `true` or `false` is expected,
/// only these two will do.
extension ReadingContext {
    /// A text: anything that is no list, mapping or `null`. It holds no control character.
    package func text(_ node: DocumentNode) -> String? {
        guard case .scalar(let text, let isPlain) = node.content, !node.isNull else {
            report(.wrongType, "expected a text, found \(description(of: node))", at: node.place)
            return nil
        }
        let notation = notation(at: node.place)
        guard !isPlain || notation == nil else {
            let help: String? =
                switch notation {
                case .xmlPropertyList: "write it as `<string>`"
                case .binaryPropertyList: nil
                case .json, nil: "put it in quotes"
                }
            report(.wrongType, "expected a text, found \(description(of: node))", at: node.place, help: help)
            return nil
        }
        return isFreeOfControls(text, "the text", at: node.place) ? text : nil
    }

    /// Checks the name that a key gives to what is below it, as texts are checked.
    package func checkName(_ entry: DocumentNode.Entry) {
        _ = isFreeOfControls(entry.key, "the name", at: entry.keyPlace)
    }

    /// Whether a text holds no control character, which is reported.
    private func isFreeOfControls(_ text: String, _ what: String, at place: DocumentNode.Place) -> Bool {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return true }
        report(
            .controlCharacter,
            "\(what) holds a control character",
            at: place,
            help: "write it on one line, without escapes"
        )
        return false
    }

    /// A text that isn't empty.
    package func name(_ node: DocumentNode) -> String? {
        guard let text = text(node) else { return nil }
        guard !text.isEmpty else {
            report(.missingValue, "the text is empty", at: node.place)
            return nil
        }
        return text
    }

    /// Prose: a text that may have several lines.
    package func prose(_ node: DocumentNode) -> String? {
        guard case .scalar(let text, let isPlain) = node.content, !node.isNull else { return self.text(node) }
        // Exports have what was typed into a form: CR LF between lines, and tabs.
        let lines = text.split(omittingEmptySubsequences: true) { $0.isNewline || $0 == "\t" }
        var copy = node
        copy.content = .scalar(lines.joined(separator: " "), isPlain: isPlain)
        return self.text(copy)
    }

    /// `true` or `false`.
    package func boolean(_ node: DocumentNode) -> Bool? {
        guard case .scalar(let text, let isPlain) = node.content else {
            report(.wrongType, "expected `true` or `false`, found \(description(of: node))", at: node.place)
            return nil
        }
        if isPlain, text == "true" { return true }
        if isPlain, text == "false" { return false }
        let meant = BooleanWord.meaning(of: text).map { "\($0)" }
        let isQuoted = !isPlain && (text == "true" || text == "false")
        report(
            .wrongType,
            "expected `true` or `false`, found \(description(of: node))",
            at: node.place,
            help: isQuoted ? "remove the quotes" : meant.map { "write `\($0)`" },
            fix: meant
        )
        return nil
    }

    /// A whole decimal number within bounds.
    package func integer(_ node: DocumentNode, in range: ClosedRange<Int>) -> Int? {
        guard case .scalar(let text, let isPlain) = node.content, isPlain, let number = Self.decimal(text) else {
            var help: String?
            if case .scalar(let text, isPlain: false) = node.content, Self.decimal(text) != nil {
                switch notation(at: node.place) {
                case .xmlPropertyList: help = "write it as `<integer>`"
                case .binaryPropertyList: break
                case .json, nil: help = "remove the quotes"
                }
            }
            report(.wrongType, "expected a whole number, found \(description(of: node))", at: node.place, help: help)
            return nil
        }
        guard let value = Int(number), range.contains(value) else {
            report(
                .outOfRange,
                "`\(Quoted.word(text))` is not between \(range.lowerBound) and \(range.upperBound)",
                at: node.place
            )
            return nil
        }
        return value
    }

    /// A number that isn't negative, with or without a fraction.
    package func number(_ node: DocumentNode) -> Double? {
        guard case .scalar(let text, isPlain: true) = node.content, text.utf8.count <= 32,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }), let value = Double(text)
        else {
            report(.wrongType, "expected a number, found \(description(of: node))", at: node.place)
            return nil
        }
        return value
    }

    /// One of a few words.
    package func choice<Value: RawRepresentable & CaseIterable>(
        _ node: DocumentNode,
        _: Value.Type = Value.self,
        called what: String = "value"
    ) -> Value? where Value.RawValue == String {
        choice(node, among: Value.allCases.map(\.rawValue), called: what).flatMap { Value(rawValue: $0) }
    }

    /// One of a few words.
    package func choice(_ node: DocumentNode, among words: [String], called what: String = "value") -> String? {
        guard let text = text(node) else { return nil }
        if words.contains(text) { return text }
        reportUnknownValue(text, at: node.place, called: what, among: words)
        return nil
    }

    /// Reports a word that is none of those known.
    package func reportUnknownValue(
        _ text: String,
        at place: DocumentNode.Place,
        called what: String,
        among words: [String]
    ) {
        let nearest = suggestion(for: text, among: words)
        report(
            .unknownValue,
            "unknown \(what) `\(Quoted.word(text))`",
            at: place,
            help: nearest.map { "did you mean `\($0)`?" } ?? "write \(Quoted.list(words))",
            fix: edit(nearest, at: place)
        )
    }

    /// The elements of a list.
    package func elements(_ node: DocumentNode, of what: String) -> [DocumentNode]? {
        guard case .sequence(let elements) = node.content else {
            report(
                .wrongType,
                "expected a list of \(what), found \(description(of: node))",
                at: node.place,
                help: notation(at: node.place) != nil
                    ? "write it in brackets"
                    : node.isMapping ? "begin each with `- `" : "write it in brackets, or begin each with `- `"
            )
            return nil
        }
        return elements
    }

    /// A list of names.
    package func names(_ node: DocumentNode, of what: String) -> [String]? {
        elements(node, of: what)?.compactMap { name($0) }
    }

    /// The elements of a list, or the one value that is in its place.
    package func oneOrMany(_ node: DocumentNode) -> [DocumentNode] {
        if case .sequence(let elements) = node.content { return elements }
        return [node]
    }

    /// What a value is, for messages.
    package func description(of node: DocumentNode) -> String {
        switch node.content {
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .scalar where node.isNull: "nothing"
        case .scalar(let text, isPlain: true): "`\(Quoted.word(text))`"
        case .scalar(let text, isPlain: false): "the text `\(Quoted.word(text))`"
        }
    }

    /// The text of a whole decimal number as JSON writes it; nil for anything else, such as `0x10`, `010` or `1_000`.
    private static func decimal(_ text: String) -> String? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.count > 1 && digits.hasPrefix("0") ? nil : text
    }
}
