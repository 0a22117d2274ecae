/// A set of ASCII characters: what is left of a character class where nothing else can come.
struct ASCIISet: Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init() {}

    init(where isMember: (UInt8) -> Bool) {
        for byte in 0..<UInt8(128) where isMember(byte) { insert(byte) }
    }

    static let all = ASCIISet { _ in true }
    static let digits = ASCIISet { $0 >= 0x30 && $0 <= 0x39 }
    static let word = ASCIISet {
        digits.contains($0) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || $0 == UInt8(ascii: "_")
    }
    /// Tab, line feed, vertical tab, form feed, carriage return and space.
    static let spaces = ASCIISet { ($0 >= 9 && $0 <= 13) || $0 == 0x20 }
    /// What `.` matches.
    static let notLineTerminators = ASCIISet { $0 != 10 && $0 != 13 }

    /// Everything but a delimiter.
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

    /// Adds the ASCII characters of a range of code points, and where case is ignored those that are the same but for it.
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
        ASCIISet { byte in
            let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
            return contains(byte) || (isLetter && contains(byte ^ 0x20))
        }
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

    /// The set as PCRE2 reads it; the empty one is a class that no byte is in.
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

    /// A byte as PCRE2 reads it anywhere.
    static func hexadecimal(_ byte: UInt8) -> String {
        "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
