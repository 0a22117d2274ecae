import ByteText

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
    /// any other text, and for a number that is too large to be exact.
    package static func number(of text: String) -> Double? {
        guard isNumber(text), let value = Double(text) else { return nil }
        return number(of: value) ?? Int(text).flatMap { number(of: $0) }
    }

    /// A whole number; nil beyond 2⁵³, where two different numbers would seem equal.
    package static func number(of whole: Int) -> Double? { whole.magnitude <= 1 << 53 ? Double(whole) : nil }

    /// A number that was read as a `Double`; nil from 2⁵³ on, because it may have been a different one: 2⁵³ + 1 has been
    /// rounded to 2⁵³.
    package static func number(of value: Double) -> Double? { value.magnitude < 0x1p53 ? value : nil }

    /// Whether a text is in JSON's grammar of numbers.
    package static func isNumber(_ text: String) -> Bool { isNumber(text.utf8.span) }

    private static func isNumber(_ text: Span<UInt8>) -> Bool {
        var offset = 0
        func digits() -> Int {
            let start = offset
            while offset < text.count, text[offset].isASCIIDigit { offset += 1 }
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
