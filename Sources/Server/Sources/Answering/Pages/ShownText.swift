/// Text of a policy or a request as people may be shown it.
///
/// Names of rules, explanations and addresses are written by anybody. Shown as they are, they could be longer than a page,
/// turn the words around them the other way, or hide parts of themselves.
enum ShownText {
    /// Makes a text harmless to look at: controls, marks that change the direction of text, and invisible characters are
    /// named instead, and what is too long is cut.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - limit: How many Unicode scalars are shown.
    /// - Returns: What is shown.
    /// - Complexity: O(`limit`), however long the text is.
    static func harmless(_ text: String, limit: Int) -> String {
        var shown = ""
        var count = 0
        var marks = 0
        for scalar in text.unicodeScalars {
            guard count < limit else { return shown + "…" }
            count += 1
            // A few marks on a letter are a language; a tower of them covers the lines above it.
            marks = isMark(scalar) ? marks + 1 : 0
            guard marks <= 4 else { continue }
            if isHarmful(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                shown += "‹U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)›"
                count += 7
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // Controls, marks of direction and other format characters, separators of lines, and what is not a character.
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    /// A text as HTML, fit for the content of an element and for a quoted attribute.
    ///
    /// It goes by Unicode scalars: a quotation mark with an accent is one character to Swift and still ends an attribute.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "`": escaped += "&#96;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
