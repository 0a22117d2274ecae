extension ASCIISet {
    /// The ASCII characters with a [property of Unicode](https://tc39.es/ecma262/#table-unicode-general-category-values), as
    /// `\p{…}` names it; nil for a property that is not known here.
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
        // Of these ASCII has none.
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
        let letters = ASCIISet { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
        switch name {
        case "Latin", "Latn": return letters
        case "Common", "Zyyy": return letters.complement
        // Of these ASCII has none; the others are left out, not guessed.
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
