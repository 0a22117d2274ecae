import ByteText
import Diagnostics
import DocumentReading

/// Replaces variables with values throughout a node.
///
/// A text that is only `${name}` becomes the value as it is written, which may be a number, a list or a mapping, and
/// has the value's place, where a mistake would be corrected. Within a longer text, a value is inserted as text.
struct VariableSubstitution {
    let reading: ReadingContext
    let values: [String: DocumentNode]
    var budget: ScenarioExpansionBudget
    /// The variables found so far.
    private(set) var used: Set<String> = []
    /// The defined variables. Sorted once, because a file can define and reference very many.
    private lazy var names = values.keys.sorted()

    init(_ reading: ReadingContext, values: [String: DocumentNode] = [:], budget: ScenarioExpansionBudget) {
        self.reading = reading
        self.values = values
        self.budget = budget
    }

    /// Whether a node can contain a variable.
    static func isNeeded(for node: DocumentNode) -> Bool {
        switch node.content {
        case .scalar(let text, _): VariableText.isPossible(in: text)
        case .sequence(let elements): elements.contains(where: isNeeded)
        case .mapping(let entries):
            entries.contains { VariableText.isPossible(in: $0.key) || isNeeded(for: $0.value) }
        }
    }

    /// The node with its variables replaced; an undefined variable is reported.
    mutating func apply(to node: DocumentNode) -> DocumentNode {
        budget.nodesLeft -= 1
        guard budget.isKept else { return node }
        var result = node
        switch node.content {
        case .scalar(let text, _):
            guard VariableText.isPossible(in: text) else { return node }
            return replacement(of: text, in: node)
        case .sequence(let elements):
            var applied: [DocumentNode] = []
            applied.reserveCapacity(elements.count)
            for element in elements { applied.append(apply(to: element)) }
            result.content = .sequence(applied)
        case .mapping(let entries):
            result.content = .mapping(apply(to: entries))
        }
        return result
    }

    private mutating func apply(to entries: [DocumentNode.Entry]) -> [DocumentNode.Entry] {
        var applied: [DocumentNode.Entry] = []
        applied.reserveCapacity(entries.count)
        var places: [String: DocumentNode.Place]?
        for entry in entries {
            var entry = entry
            if VariableText.isPossible(in: entry.key) {
                // Two keys can become equal only after a replacement.
                let known = places ?? Dictionary(applied.map { ($0.key, $0.keyPlace) }) { first, _ in first }
                places = known
                let key = DocumentNode(content: .scalar(entry.key, isPlain: false), place: entry.keyPlace)
                let replaced = replacement(of: entry.key, in: key)
                guard case .scalar(let text, _) = replaced.content else {
                    reading.report(
                        .keyNotText,
                        "a key is a string, and `\(Quoted.word(entry.key))` stands for \(reading.description(of: replaced))",
                        at: entry.keyPlace
                    )
                    continue
                }
                (entry.key, entry.keyPlace) = (text, replaced.place)
            }
            if let place = places?.updateValue(entry.keyPlace, forKey: entry.key) {
                reading.report(
                    .duplicateKey,
                    "the key `\(Quoted.word(entry.key))` appears twice",
                    at: entry.keyPlace,
                    also: [place],
                    help: "keep one of them"
                )
                continue
            }
            entry.value = apply(to: entry.value)
            applied.append(entry)
        }
        return applied
    }

    private mutating func replacement(of text: String, in node: DocumentNode) -> DocumentNode {
        let template = VariableText(text)
        if let name = template.onlyVariable {
            guard let value = value(of: name, at: node.place) else { return node }
            budget.nodesLeft -= Int(value.weight)
            return value
        }
        var result = ""
        for part in template.parts {
            switch part {
            case .text(let text): result += text
            case .variable(let name): result += self.text(of: name, at: node.place)
            }
            guard budget.bytesLeft >= result.utf8.count else {
                budget.bytesLeft = -1
                return node
            }
        }
        budget.bytesLeft -= result.utf8.count
        var replaced = node
        replaced.content = .scalar(result, isPlain: false)
        reading.computedPlaces.insert(node.place)
        return replaced
    }

    private mutating func value(of name: String, at place: DocumentNode.Place) -> DocumentNode? {
        if let value = values[name] {
            used.insert(name)
            return value
        }
        let nearest = reading.suggestion(for: name, among: names)
        reading.report(
            .unknownVariable,
            "there is no variable `\(Quoted.word(name))`",
            at: place,
            help: nearest.map { "did you mean `${\($0)}`?" }
                ?? (values.isEmpty
                    ? "give it values under `matrix`; in a string, write `$${` for `${`"
                    : "the matrix has \(Quoted.list(names.prefix(10).map(Quoted.word)))")
        )
        return nil
    }

    private mutating func text(of name: String, at place: DocumentNode.Place) -> String {
        guard let value = value(of: name, at: place) else { return "" }
        guard case .scalar(let text, _) = value.content, !value.isNull else {
            reading.report(
                .wrongType,
                "`${\(Quoted.word(name))}` is inside a longer string, and is \(reading.description(of: value))",
                at: place,
                also: [value.place],
                help: "only a string that is just the variable can become a list or a mapping"
            )
            return ""
        }
        return text
    }
}

/// A text with variables, `${name}`, whose values a matrix defines.
///
/// A name begins with a letter or `_` and continues with letters, digits, `_` and `-`, all ASCII. Anything else, such
/// as `${a:b}`, is not a variable and stands for itself. `$${` stands for `${`.
struct VariableText {
    enum Part: Equatable {
        case text(String)
        case variable(String)
    }

    private(set) var parts: [Part] = []

    /// A variable as a regular expression, for the schema that editors check files with.
    static let pattern = #"\$\{[A-Za-z_][A-Za-z0-9_-]*\}"#

    /// Whether a text can contain a variable or an escape.
    static func isPossible(in text: String) -> Bool { text.utf8.contains(dollar) }

    /// Reads a text.
    ///
    /// - Complexity: O(*n*).
    init(_ text: String) {
        let bytes = Array(text.utf8)
        var plain: [UInt8] = []
        var offset = 0
        while offset < bytes.count {
            if bytes[offset...].starts(with: [Self.dollar, Self.dollar, Self.open]) {
                plain += [Self.dollar, Self.open]
                offset += 3
            } else if let end = Self.endOfVariable(at: offset, in: bytes) {
                if !plain.isEmpty { parts.append(.text(String(decoding: plain, as: UTF8.self))) }
                plain = []
                parts.append(.variable(String(decoding: bytes[offset + 2..<end], as: UTF8.self)))
                offset = end + 1
            } else {
                plain.append(bytes[offset])
                offset += 1
            }
        }
        if !plain.isEmpty { parts.append(.text(String(decoding: plain, as: UTF8.self))) }
    }

    /// The variable that is the whole text; nil if the text contains more.
    var onlyVariable: String? {
        guard parts.count == 1, case .variable(let name) = parts[0] else { return nil }
        return name
    }

    /// The variables, in order of occurrence.
    var variables: [String] {
        parts.compactMap {
            guard case .variable(let name) = $0 else { return nil }
            return name
        }
    }

    /// Whether a text is a valid variable name.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy(isNameByte)
    }

    private static let dollar = UInt8(ascii: "$")
    private static let open = UInt8(ascii: "{")
    private static let close = UInt8(ascii: "}")

    /// The offset of the brace that ends a variable beginning here.
    private static func endOfVariable(at offset: Int, in bytes: [UInt8]) -> Int? {
        guard offset + 3 < bytes.count, bytes[offset] == dollar, bytes[offset + 1] == open,
            isLetter(bytes[offset + 2])
        else { return nil }
        var end = offset + 3
        while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
        return end < bytes.count && bytes[end] == close ? end : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte == UInt8(ascii: "_")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || byte.isASCIIDigit || byte == UInt8(ascii: "-")
    }
}
