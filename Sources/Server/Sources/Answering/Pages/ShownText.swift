/// Safe display of text from a policy or a request.
///
/// Names of rules, explanations and URLs are untrusted. Unmodified, they could be longer than a page, reverse the
/// direction of the surrounding text, or hide parts of themselves.
enum ShownText {
    /// Makes a text safe to display: controls, marks that change the direction of text, and invisible characters are
    /// replaced by their names, and long texts are truncated.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - limit: The maximum number of Unicode scalars that are shown.
    /// - Returns: The text to show.
    /// - Complexity: O(`limit`), whatever the length of the text.
    static func harmless(_ text: String, limit: Int) -> String {
        var shown = ""
        var count = 0
        var marks = 0
        for scalar in text.unicodeScalars {
            guard count < limit else { return shown + "…" }
            count += 1
            // A few combining marks on a letter are normal in some languages; a stack of many covers the lines above
            // it.
            marks = isMark(scalar) ? marks + 1 : 0
            guard marks <= 4 else { continue }
            if scalar.isInvisible {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                shown += "‹U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)›"
                count += 7
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    /// A text as HTML, suitable for the content of an element and for a quoted attribute.
    ///
    /// It is processed by Unicode scalars: to Swift, a quotation mark with a combining accent is one character, but it
    /// still ends an attribute.
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
