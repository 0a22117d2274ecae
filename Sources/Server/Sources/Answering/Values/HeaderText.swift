/// Text of a policy in the value of a header field.
///
/// Field values are visible ASCII: anything else, such as a line feed in the name of a rule, could begin another field
/// or another response, or be read differently by two programs.
enum HeaderText {
    /// The maximum length of a value.
    static let longest = 200
    /// The maximum length of a URL, also of a link on a page. By default, nginx reserves 4096 bytes for all fields of
    /// an answer together, and turns a longer answer into 500.
    static let longestLocation = 3072

    /// Encodes a text: letters, digits and `-._~:/@+` are kept; every other byte of its UTF-8 is percent-encoded.
    ///
    /// - Parameter text: Any text; empty and nil yield `-`, and the text `-` yields `%2D`.
    /// - Returns: The value.
    /// - Complexity: O(1); a longer text is truncated, and then ends in `%E2%80%A6`, an ellipsis.
    static func value(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "-" }
        var isPlain = text != "-"
        var count = 0
        for byte in text.utf8 {
            count += 1
            guard count <= longest, isSafe(byte) else {
                isPlain = false
                break
            }
        }
        return isPlain ? text : encoded(text)
    }

    private static func encoded(_ text: String) -> String {
        guard text != "-" else { return "%2D" }
        var value: [UInt8] = []
        // Scalar by scalar, so that truncation does not split one.
        for scalar in text.unicodeScalars {
            let before = value.count
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                if isSafe(byte) {
                    value.append(byte)
                } else {
                    value += [UInt8(ascii: "%"), HexDigit.upper(byte >> 4), HexDigit.upper(byte & 15)]
                }
            }
            if value.count > longest - ellipsis.count {
                value.removeSubrange(before...)
                value += ellipsis
                break
            }
        }
        return String(decoding: value, as: UTF8.self)
    }

    private static let ellipsis = Array("%E2%80%A6".utf8)
    private static let safeOthers = Array("-._~:/@+".utf8)

    private static func isSafe(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: safeOthers.contains(byte)
        }
    }

    /// A route as the value of a field; nil if it is not valid in a field. Routes are written by the URL serializer, so
    /// only those that are too long for a proxy's buffer yield nil.
    static func location(_ route: String?) -> String? {
        guard let route, !route.isEmpty, route.utf8.count <= longestLocation,
            route.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        return route
    }
}
