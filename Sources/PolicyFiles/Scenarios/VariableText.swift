/// A text with variables, `${name}`, that a matrix gives values to.
///
/// A name begins with a letter or `_` and goes on with letters, digits, `_` and `-`, all ASCII; what looks otherwise,
/// such as `${a:b}`, is no variable and stands for itself. `$${` stands for `${`.
struct VariableText {
    enum Part: Equatable {
        case text(String)
        case variable(String)
    }

    private(set) var parts: [Part] = []

    /// Whether a text can hold a variable or an escape at all.
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

    /// The variable that is all of the text; nil where there is more to it.
    var onlyVariable: String? {
        guard parts.count == 1, case .variable(let name) = parts[0] else { return nil }
        return name
    }

    /// The variables, in the order they stand.
    var variables: [String] {
        parts.compactMap {
            guard case .variable(let name) = $0 else { return nil }
            return name
        }
    }

    /// Whether a variable can be called so.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy(isNameByte)
    }

    private static let dollar = UInt8(ascii: "$")
    private static let open = UInt8(ascii: "{")
    private static let close = UInt8(ascii: "}")

    /// The offset of the bracket that ends the variable which begins here.
    private static func endOfVariable(at offset: Int, in bytes: [UInt8]) -> Int? {
        guard offset + 3 < bytes.count, bytes[offset] == dollar, bytes[offset + 1] == open,
            isLetter(bytes[offset + 2])
        else { return nil }
        var end = offset + 3
        while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
        return end < bytes.count && bytes[end] == close ? end : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
}
