/// Numbers as XML property lists write them.
enum NumberText {
    /// A whole number: decimal, or hexadecimal behind `0x`, with or without a sign, that fits 64 bits with or without
    /// sign.
    static func integer(_ text: ArraySlice<UInt8>) -> Int128? {
        guard !text.isEmpty, text.count <= 64 else { return nil }
        var digits = text
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        var radix: Int128 = 10
        if digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) {
            radix = 16
            digits = digits.dropFirst(2)
        }
        guard !digits.isEmpty else { return nil }
        var value: Int128 = 0
        for byte in digits {
            guard let digit = digitValue(byte), digit < radix else { return nil }
            value = value * radix + digit
            guard value <= Int128(UInt64.max) else { return nil }
        }
        if isNegative { value = -value }
        return value >= Int128(Int64.min) ? value : nil
    }

    /// A number with a fraction, an exponent, or one of the words for what is no finite number.
    static func real(_ text: ArraySlice<UInt8>) -> Double? {
        guard !text.isEmpty, text.count <= 512 else { return nil }
        let word = String(decoding: text, as: UTF8.self)
        switch word.lowercased() {
        case "nan": return .nan
        case "inf", "+inf", "infinity", "+infinity": return .infinity
        case "-inf", "-infinity": return -.infinity
        default: break
        }
        // Swift reads `0x1p3` and the like too, which a property list can't hold.
        let isPlain = text.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
        return isPlain ? Double(word) : nil
    }

    private static func digitValue(_ byte: UInt8) -> Int128? {
        switch byte {
        case 0x30...0x39: Int128(byte - 0x30)
        case 0x41...0x46: Int128(byte - 0x41 + 10)
        case 0x61...0x66: Int128(byte - 0x61 + 10)
        default: nil
        }
    }
}
