import ByteText
import Diagnostics
package import PolicyModel
import URLStandard

/// Readers of single values. Each reports problems and returns nil.
///
/// A value is read as the type that its key requires, not as what it looks like: if a text is expected, `no` is the
/// text `no` and `17.10` keeps its zero, which avoids the pitfalls of YAML 1.1. If `true` or `false` is expected, no
/// other spelling is accepted.
extension ReadingContext {
    /// Reads a text: anything except a list, a mapping or `null`, without control characters.
    package func text(_ node: DocumentNode) -> String? {
        guard case .scalar(let text, let isPlain) = node.content, !node.isNull else {
            report(.wrongType, "expected a string, found \(description(of: node))", at: node.place)
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
            report(.wrongType, "expected a string, found \(description(of: node))", at: node.place, help: help)
            return nil
        }
        return isFreeOfControls(text, "the text", at: node.place) ? text : nil
    }

    /// Checks a key that is a name like a text.
    package func checkName(_ entry: DocumentNode.Entry) {
        _ = isFreeOfControls(entry.key, "the name", at: entry.keyPlace)
    }

    /// Whether a string contains no control character; otherwise this is reported.
    private func isFreeOfControls(_ text: String, _ what: String, at place: DocumentNode.Place) -> Bool {
        guard text.hasControls else { return true }
        let isTab = !text.filter { $0 != "\t" }.hasControls
        report(
            .controlCharacter,
            "\(what) contains a \(isTab ? "tab" : "control character")",
            at: place,
            help: isTab ? "replace the tab with a space" : "write it on one line, without escapes"
        )
        return false
    }

    /// Reads a text that is not empty.
    package func name(_ node: DocumentNode) -> String? {
        guard let text = text(node) else { return nil }
        guard !text.isEmpty else {
            report(.missingValue, "the text is empty", at: node.place)
            return nil
        }
        return text
    }

    /// Reads prose: a text that may have several lines.
    package func prose(_ node: DocumentNode) -> String? {
        guard case .scalar(let text, let isPlain) = node.content, !node.isNull else { return self.text(node) }
        // Exports contain text typed into a form, with CR LF between lines, and tabs.
        let lines = text.split(omittingEmptySubsequences: true) { $0.isNewline || $0 == "\t" }
        var copy = node
        copy.content = .scalar(lines.joined(separator: " "), isPlain: isPlain)
        return self.text(copy)
    }

    /// Reads a URL, and keeps it as it is written.
    package func url(_ node: DocumentNode) -> String? {
        guard let text = name(node) else { return nil }
        do throws(URLParsingError) {
            _ = try URLRecord(parsing: text.utf8.span)
            return text
        } catch {
            report(
                .invalidURL,
                "`\(Quoted.word(text))` is not a URL",
                at: node.place,
                help: "write it with its scheme, such as `https://docs.example/42`"
            )
            return nil
        }
    }

    /// Reads a duration.
    package func duration(_ node: DocumentNode) -> PolicyDuration? {
        text(node).flatMap { duration($0, at: node.place) }
    }

    /// Reads the text of a duration.
    package func duration(_ text: String, at place: DocumentNode.Place) -> PolicyDuration? {
        if let duration = PolicyDuration(text) { return duration }
        report(
            .invalidDuration,
            "`\(Quoted.word(text))` is not a duration",
            at: place,
            help: "write it in the form of ISO 8601, such as `PT30M` or `P90D`"
        )
        return nil
    }

    /// Reads `true` or `false`.
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

    /// Reads a whole decimal number within a range.
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

    /// Reads a number that is not negative, with or without a fraction.
    package func number(_ node: DocumentNode) -> Double? {
        guard case .scalar(let text, isPlain: true) = node.content, text.utf8.count <= 32,
            text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") }), let value = Double(text)
        else {
            report(.wrongType, "expected a number that is not negative, found \(description(of: node))", at: node.place)
            return nil
        }
        return value
    }

    /// Reads one of a few words.
    package func choice<Value: RawRepresentable & CaseIterable>(
        _ node: DocumentNode,
        _: Value.Type = Value.self,
        called what: String = "value"
    ) -> Value? where Value.RawValue == String {
        guard let text = text(node) else { return nil }
        if let value = Value(rawValue: text) { return value }
        reportUnknownValue(text, at: node.place, called: what, among: Value.allCases.map(\.rawValue))
        return nil
    }

    /// Reads one of a few words.
    package func choice(_ node: DocumentNode, among words: [String], called what: String = "value") -> String? {
        guard let text = text(node) else { return nil }
        if words.contains(text) { return text }
        reportUnknownValue(text, at: node.place, called: what, among: words)
        return nil
    }

    /// Reports an unknown word.
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

    /// Reads the elements of a list.
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

    /// Reads a list of names.
    package func names(_ node: DocumentNode, of what: String) -> [String]? {
        elements(node, of: what)?.compactMap { name($0) }
    }

    /// The elements of a list, or a single value as one element.
    package func oneOrMany(_ node: DocumentNode) -> [DocumentNode] {
        if case .sequence(let elements) = node.content { return elements }
        return [node]
    }

    /// A description of the value for messages.
    package func description(of node: DocumentNode) -> String {
        switch node.content {
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .scalar where node.isNull: "nothing"
        case .scalar where isHidden(node.place): "something else"
        case .scalar(let text, isPlain: true): "`\(Quoted.word(text))`"
        case .scalar(let text, isPlain: false): "the string `\(Quoted.word(text))`"
        }
    }

    /// The text of a whole decimal number in JSON's form; nil for anything else, such as `0x10`, `010` or `1_000`.
    private static func decimal(_ text: String) -> String? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return digits.count > 1 && digits.hasPrefix("0") ? nil : text
    }
}

extension String {
    /// Whether some code point is of the general category Cc, which is U+0000 to U+001F and U+007F to U+009F.
    package var hasControls: Bool {
        var previous: UInt8 = 0
        for byte in utf8 {
            // U+0080 to U+009F are C2 80 to C2 9F in UTF-8.
            if byte < 0x20 || byte == 0x7F || (previous == 0xC2 && byte < 0xA0) { return true }
            previous = byte
        }
        return false
    }
}
