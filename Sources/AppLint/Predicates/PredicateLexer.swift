import ByteText

/// Stage 1 of the predicate parser: splits a text into tokens.
///
/// - Complexity: O(*n*) in the length of the text.
struct PredicateLexer {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// All tokens, with the end token last.
    static func tokens(_ bytes: [UInt8]) throws(PredicateError) -> [PredicateToken] {
        var lexer = PredicateLexer(bytes)
        var tokens: [PredicateToken] = []
        while true {
            let token = try lexer.next()
            tokens.append(token)
            if token.kind == .end { return tokens }
        }
    }

    private func byte(ahead count: Int = 0) -> UInt8? {
        offset + count < bytes.count ? bytes[offset + count] : nil
    }

    private mutating func next() throws(PredicateError) -> PredicateToken {
        while let byte = byte(), byte.isWhiteSpaceInC { offset += 1 }
        let start = offset
        guard let first = byte() else { return PredicateToken(kind: .end, offsets: start..<start) }
        let kind: PredicateToken.Kind
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): kind = .string(try string(until: first))
        case UInt8(ascii: "$"):
            offset += 1
            kind = .variable(try name(behind: "$", at: start))
        case UInt8(ascii: "@"):
            offset += 1
            kind = .collection(try name(behind: "@", at: start))
        case UInt8(ascii: "#"):
            // `#` allows a reserved word as a name; only the name matters here.
            offset += 1
            kind = .word("#" + (try name(behind: "#", at: start)))
        case UInt8(ascii: "%"):
            throw PredicateError("a placeholder has no value in a file", at: start..<min(start + 2, bytes.count))
        case _ where first.isASCIIDigit: kind = number()
        case _ where Self.isNameStart(first): kind = word()
        default: kind = try sign()
        }
        return PredicateToken(kind: kind, offsets: start..<offset)
    }

    private mutating func string(until quote: UInt8) throws(PredicateError) -> String {
        let start = offset
        offset += 1
        var text: [UInt8] = []
        while let byte = byte() {
            offset += 1
            if byte == quote { return String(decoding: text, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), let escaped = self.byte() {
                offset += 1
                text.append(escaped)
            } else {
                text.append(byte)
            }
        }
        throw PredicateError("a string begins here and never ends", at: start..<start + 1)
    }

    private mutating func number() -> PredicateToken.Kind {
        let start = offset
        while let byte = byte() {
            // A dot belongs to the number if a digit follows; `10.description` is not a predicate anyway.
            let isFraction = byte == UInt8(ascii: ".") && self.byte(ahead: 1)?.isASCIIDigit == true
            guard isFraction || Self.isNamePart(byte) else { break }
            offset += 1
        }
        return .number(String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    private mutating func word() -> PredicateToken.Kind {
        let start = offset
        while let byte = byte(), Self.isNamePart(byte) { offset += 1 }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        guard text.uppercased() == "UTI" else { return .word(text) }
        for comparator in [Predicate.Operator.conformsTo, .equalsType] {
            let name = comparator.rawValue
            let end = start + name.utf8.count
            guard end <= bytes.count, String(decoding: bytes[start..<end], as: UTF8.self).uppercased() == name,
                end == bytes.count || !Self.isNamePart(bytes[end])
            else { continue }
            offset = end
            return .comparison(comparator)
        }
        return .word(text)
    }

    private mutating func name(behind sign: String, at start: Int) throws(PredicateError) -> String {
        let first = offset
        while let byte = byte(), Self.isNamePart(byte) { offset += 1 }
        guard offset > first else { throw PredicateError("a name is missing after `\(sign)`", at: start..<offset) }
        return String(decoding: bytes[first..<offset], as: UTF8.self)
    }

    private static let signs: [(text: String, kind: PredicateToken.Kind)] = [
        ("&&", .and), ("||", .or), ("==", .comparison(.equal)), ("!=", .comparison(.notEqual)),
        ("<>", .comparison(.notEqual)), ("<=", .comparison(.lessOrEqual)), ("=<", .comparison(.lessOrEqual)),
        (">=", .comparison(.greaterOrEqual)), ("=>", .comparison(.greaterOrEqual)), ("=", .comparison(.equal)),
        ("<", .comparison(.less)), (">", .comparison(.greater)), ("!", .not), ("**", .sign("**")),
        ("(", .sign("(")), (")", .sign(")")), ("[", .sign("[")), ("]", .sign("]")), ("{", .sign("{")),
        ("}", .sign("}")), (",", .sign(",")), (".", .sign(".")), ("+", .sign("+")), ("-", .sign("-")),
        ("*", .sign("*")), ("/", .sign("/")),
    ]

    private mutating func sign() throws(PredicateError) -> PredicateToken.Kind {
        for sign in Self.signs where bytes[offset...].starts(with: sign.text.utf8) {
            offset += sign.text.utf8.count
            return sign.kind
        }
        var end = offset + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        throw PredicateError("this character is not allowed in a predicate", at: offset..<end)
    }

    private static func isNameStart(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte == UInt8(ascii: "_") }
    private static func isNamePart(_ byte: UInt8) -> Bool { isNameStart(byte) || byte.isASCIIDigit }
}

/// A token of a predicate.
struct PredicateToken: Hashable {
    /// The kinds of token.
    enum Kind: Hashable {
        /// A name, or a word such as `ANY`; words are not case-sensitive, so they are kept as they are written.
        case word(String)
        /// A variable, such as `$attachment`, without its `$`.
        case variable(String)
        /// A collection operator, such as `@count`, without its `@`.
        case collection(String)
        /// A text, without its quotes and escapes.
        case string(String)
        /// A number, as it is written.
        case number(String)
        /// A comparison operator that is not a word.
        case comparison(Predicate.Operator)
        /// `&&`
        case and
        /// `||`
        case or
        /// `!`
        case not
        /// Any other sign, such as `(` or `**`.
        case sign(String)
        /// The end of the text.
        case end
    }

    /// The kind of the token.
    var kind: Kind
    /// Its byte range.
    var offsets: Range<Int>

    /// Whether it is a given word, in upper or lower case.
    func isWord(_ name: String) -> Bool {
        if case .word(let text) = kind { return text.uppercased() == name }
        return false
    }

    /// Whether it is a given sign.
    func isSign(_ sign: String) -> Bool { kind == .sign(sign) }

    /// Whether it is an `and` operator.
    var isAnd: Bool { kind == .and || isWord("AND") }

    /// Whether it is an `or` operator.
    var isOr: Bool { kind == .or || isWord("OR") }
}
