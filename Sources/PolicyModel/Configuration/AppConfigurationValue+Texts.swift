/// Texts as values of other types: the type that an app requests may differ from the type that management writes.
extension AppConfigurationValue {
    /// A Boolean as written in texts: `true`, `false`, `yes`, `no`, `1` or `0`, in any case; nil for any other text.
    package static func boolean(of text: String) -> Bool? {
        guard text.utf8.count <= 5 else { return nil }
        return switch text.lowercased() {
        case "true", "yes", "1": true
        case "false", "no", "0": false
        default: nil
        }
    }

    /// A number in JSON's grammar ([RFC 8259, section 6](https://www.rfc-editor.org/rfc/rfc8259#section-6)); nil for
    /// any other text, and for a number beyond the range of a finite `Double`.
    package static func number(of text: String) -> Double? {
        guard isJSONNumber(text.utf8.span), let value = Double(text), value.isFinite else { return nil }
        return value
    }

    private static func isJSONNumber(_ text: Span<UInt8>) -> Bool {
        var offset = 0
        func digits() -> Int {
            let start = offset
            while offset < text.count, (0x30...0x39).contains(text[offset]) { offset += 1 }
            return offset - start
        }
        if offset < text.count, text[offset] == UInt8(ascii: "-") { offset += 1 }
        let first = offset
        let whole = digits()
        guard whole == 1 || whole > 1 && text[first] != UInt8(ascii: "0") else { return false }
        if offset < text.count, text[offset] == UInt8(ascii: ".") {
            offset += 1
            guard digits() > 0 else { return false }
        }
        if offset < text.count, text[offset] | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if offset < text.count, text[offset] == UInt8(ascii: "+") || text[offset] == UInt8(ascii: "-") {
                offset += 1
            }
            guard digits() > 0 else { return false }
        }
        return offset == text.count
    }
}
