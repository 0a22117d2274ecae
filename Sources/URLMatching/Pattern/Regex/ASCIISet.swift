import ByteText

/// A set of ASCII characters: what remains of a character class when the input is only ASCII.
struct ASCIISet: Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init() {}

    init(where isMember: (UInt8) -> Bool) {
        for byte in 0..<UInt8(128) where isMember(byte) { insert(byte) }
    }

    static let all = ASCIISet { _ in true }
    static let digits = ASCIISet(where: \.isASCIIDigit)
    static let word = ASCIISet { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
    /// Tab, line feed, vertical tab, form feed, carriage return and space.
    static let spaces = ASCIISet(where: \.isWhiteSpaceInC)
    /// The characters that `.` matches.
    static let notLineTerminators = ASCIISet { $0 != 10 && $0 != 13 }

    /// All characters except a delimiter.
    static func all(but delimiter: UInt8?) -> ASCIISet {
        var set = all
        if let delimiter { set.remove(delimiter) }
        return set
    }

    func contains(_ byte: UInt8) -> Bool {
        byte < 64 ? low >> UInt64(byte) & 1 != 0 : high >> UInt64(byte & 63) & 1 != 0
    }

    mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }

    mutating func remove(_ byte: UInt8) {
        if byte < 64 { low &= ~(1 << UInt64(byte)) } else { high &= ~(1 << UInt64(byte & 63)) }
    }

    /// Adds the ASCII characters of a range of code points and, if case is ignored, those that differ from them only in
    /// case.
    mutating func insert(_ range: ClosedRange<UInt32>, ignoringCase: Bool) {
        if range.lowerBound < 128 {
            for value in range.lowerBound...min(range.upperBound, 127) { insert(UInt8(value)) }
        }
        guard ignoringCase else { return }
        // Two characters beyond ASCII fold to ASCII letters: the long s and the Kelvin sign.
        if range.contains(0x17F) { insert(UInt8(ascii: "s")) }
        if range.contains(0x212A) { insert(UInt8(ascii: "k")) }
        self = closedOverCase
    }

    /// The set with both cases of each letter.
    var closedOverCase: ASCIISet {
        ASCIISet { contains($0) || ($0.isASCIILetter && contains($0 ^ 0x20)) }
    }

    var complement: ASCIISet { combined(with: ASCIISet()) { mine, _ in ~mine } }
    func union(_ other: ASCIISet) -> ASCIISet { combined(with: other) { $0 | $1 } }
    func intersection(_ other: ASCIISet) -> ASCIISet { combined(with: other) { $0 & $1 } }
    func subtracting(_ other: ASCIISet) -> ASCIISet { combined(with: other) { $0 & ~$1 } }

    private func combined(with other: ASCIISet, _ combine: (UInt64, UInt64) -> UInt64) -> ASCIISet {
        var result = ASCIISet()
        result.low = combine(low, other.low)
        result.high = combine(high, other.high)
        return result
    }

    /// The set in PCRE2 syntax; an empty set is a class that contains no byte.
    var expression: String {
        var text = "["
        var byte: UInt8 = 0
        while byte < 128 {
            guard contains(byte) else {
                byte += 1
                continue
            }
            let first = byte
            while byte < 127, contains(byte + 1) { byte += 1 }
            text += Self.hexadecimal(first)
            if byte > first { text += "-" + Self.hexadecimal(byte) }
            byte += 1
        }
        return text.utf8.count == 1 ? "[^\\x00-\\xff]" : text + "]"
    }

    /// A byte in the PCRE2 syntax that is valid in every context.
    static func hexadecimal(_ byte: UInt8) -> String {
        "\\x" + Hexadecimal.text(of: [byte])
    }
}

extension ASCIISet {
    /// The ASCII characters with a [property of
    /// Unicode](https://tc39.es/ecma262/#table-unicode-general-category-values), named as in `\p{…}`; nil for an
    /// unknown property.
    init?(property text: String) {
        let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if sides.count == 2 {
            switch sides[0] {
            case "General_Category", "gc":
                guard let set = Self.category(sides[1]) else { return nil }
                self = set
            case "Script", "sc", "Script_Extensions", "scx":
                guard let set = Self.script(sides[1]) else { return nil }
                self = set
            default: return nil
            }
            return
        }
        guard let set = Self.category(text) ?? Self.binary(text) else { return nil }
        self = set
    }

    private static func scalars(_ isMember: (Unicode.Scalar) -> Bool) -> ASCIISet {
        ASCIISet { isMember(Unicode.Scalar($0)) }
    }

    private static func category(_ name: String) -> ASCIISet? {
        let categories: [Unicode.GeneralCategory]
        switch name {
        case "L", "Letter": categories = [.uppercaseLetter, .lowercaseLetter]
        case "LC", "Cased_Letter": categories = [.uppercaseLetter, .lowercaseLetter]
        case "Lu", "Uppercase_Letter": categories = [.uppercaseLetter]
        case "Ll", "Lowercase_Letter": categories = [.lowercaseLetter]
        case "N", "Number", "Nd", "Decimal_Number", "digit": categories = [.decimalNumber]
        case "P", "Punctuation", "punct":
            categories = [
                .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .otherPunctuation,
            ]
        case "Pc", "Connector_Punctuation": categories = [.connectorPunctuation]
        case "Pd", "Dash_Punctuation": categories = [.dashPunctuation]
        case "Ps", "Open_Punctuation": categories = [.openPunctuation]
        case "Pe", "Close_Punctuation": categories = [.closePunctuation]
        case "Po", "Other_Punctuation": categories = [.otherPunctuation]
        case "S", "Symbol": categories = [.mathSymbol, .currencySymbol, .modifierSymbol]
        case "Sm", "Math_Symbol": categories = [.mathSymbol]
        case "Sc", "Currency_Symbol": categories = [.currencySymbol]
        case "Sk", "Modifier_Symbol": categories = [.modifierSymbol]
        case "Z", "Separator", "Zs", "Space_Separator": categories = [.spaceSeparator]
        case "C", "Other", "Cc", "Control", "cntrl": categories = [.control]
        // ASCII contains no characters of these categories.
        case "Lt", "Titlecase_Letter", "Lm", "Modifier_Letter", "Lo", "Other_Letter", "M", "Mark", "Combining_Mark",
            "Mn",
            "Nonspacing_Mark", "Mc", "Spacing_Mark", "Me", "Enclosing_Mark", "Nl", "Letter_Number", "No",
            "Other_Number",
            "Pi", "Initial_Punctuation", "Pf", "Final_Punctuation", "So", "Other_Symbol", "Zl", "Line_Separator", "Zp",
            "Paragraph_Separator", "Cf", "Format", "Cs", "Surrogate", "Co", "Private_Use", "Cn", "Unassigned":
            categories = []
        default: return nil
        }
        return scalars { categories.contains($0.properties.generalCategory) }
    }

    private static func script(_ name: String) -> ASCIISet? {
        let letters = ASCIISet(where: \.isASCIILetter)
        switch name {
        case "Latin", "Latn": return letters
        case "Common", "Zyyy": return letters.complement
        // ASCII contains no characters of these scripts; other scripts are unsupported rather than guessed.
        case "Greek", "Grek", "Cyrillic", "Cyrl", "Han", "Hani", "Hiragana", "Hira", "Katakana", "Kana", "Hangul",
            "Hang",
            "Arabic", "Arab", "Hebrew", "Hebr", "Thai", "Devanagari", "Deva":
            return ASCIISet()
        default: return nil
        }
    }

    private static func binary(_ name: String) -> ASCIISet? {
        switch name {
        case "Any", "ASCII", "Assigned": .all
        case "ASCII_Hex_Digit", "AHex", "Hex_Digit", "Hex": scalars(\.properties.isHexDigit)
        case "Alphabetic", "Alpha": scalars(\.properties.isAlphabetic)
        case "Lowercase", "Lower": scalars(\.properties.isLowercase)
        case "Uppercase", "Upper": scalars(\.properties.isUppercase)
        case "White_Space", "space": scalars(\.properties.isWhitespace)
        case "ID_Start", "IDS", "XID_Start", "XIDS": scalars(\.properties.isIDStart)
        case "ID_Continue", "IDC", "XID_Continue", "XIDC": scalars(\.properties.isIDContinue)
        case "Dash": scalars(\.properties.isDash)
        case "Math": scalars(\.properties.isMath)
        case "Emoji": scalars(\.properties.isEmoji)
        default: nil
        }
    }
}
