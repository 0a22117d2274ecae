/// Texts as JSON strings, for answers and their errors.
package enum JSONString {
    /// A text in quotes. Characters that could end a line or a tag, reverse text or hide in it are escaped.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: The maximum length in Unicode scalars; the rest becomes an ellipsis.
    /// - Returns: The string, which is never more than one line.
    package static func quoted(_ text: String, limit: Int = .max) -> String {
        var quoted = "\""
        for (position, scalar) in text.unicodeScalars.enumerated() {
            guard position < limit else {
                quoted += "…"
                break
            }
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "<", ">", "&": quoted += escape(scalar)
            default: if scalar.isInvisible { quoted += escape(scalar) } else { quoted.unicodeScalars.append(scalar) }
            }
        }
        return quoted + "\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { units in
            units.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        } ?? "\\ufffd"
    }
}
