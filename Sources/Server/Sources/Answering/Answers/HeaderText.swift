/// Text of a policy in the value of a field.
///
/// Field values are visible ASCII here: anything else, such as a line feed in the name of a rule, could begin a field or an
/// answer of its own, or be read differently by two programs.
enum HeaderText {
    /// The longest value.
    static let longest = 200
    /// The longest address.
    static let longestLocation = 4096

    /// Encodes a text: letters, digits and `-._~:/@+` stay, every other byte of its UTF-8 is percent-encoded.
    ///
    /// - Parameter text: Any text; empty and nil give `-`, and a text that is just that gives `%2D`.
    /// - Complexity: O(1); a longer text is cut, and then ends in `%E2%80%A6`, an ellipsis.
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
        // Scalar by scalar, so that a cut leaves whole ones.
        for scalar in text.unicodeScalars {
            let before = value.count
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                if isSafe(byte) {
                    value.append(byte)
                } else {
                    value += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
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

    private static let digits = Array("0123456789ABCDEF".utf8)
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

    /// A route as the value of a field; nil where a field cannot have it. Routes are written by the serializer of URLs,
    /// so this holds of all but those that are too long for a proxy's buffer.
    static func location(_ route: String?) -> String? {
        guard let route, !route.isEmpty, route.utf8.count <= longestLocation,
            route.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        return route
    }
}
