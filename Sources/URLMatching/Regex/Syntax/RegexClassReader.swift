import ByteText

/// Reads the sets of bytes that a regular expression names: `[a-z]`, `\d`, `\x2f`.
package enum RegexClassReader {
    private static let digits = ByteSet(0x30...0x39)
    /// The bytes that `\w` matches.
    package static let words = ByteSet(0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F...0x5F)
    private static let spaces = ByteSet(0x09...0x0D, 0x20...0x20)
    private static let horizontalSpaces = ByteSet(0x09...0x09, 0x20...0x20, 0xA0...0xA0)
    private static let verticalSpaces = ByteSet(0x0A...0x0D, 0x85...0x85)

    /// Reads the text after a `\`; nil if that is not a set of bytes.
    static func escape(_ bytes: [UInt8], _ position: inout Int) -> ByteSet? {
        guard position < bytes.count else { return nil }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "d"): return digits
        case UInt8(ascii: "D"): return digits.inverted
        case UInt8(ascii: "w"): return words
        case UInt8(ascii: "W"): return words.inverted
        case UInt8(ascii: "s"): return spaces
        case UInt8(ascii: "S"): return spaces.inverted
        case UInt8(ascii: "h"): return horizontalSpaces
        case UInt8(ascii: "H"): return horizontalSpaces.inverted
        case UInt8(ascii: "v"): return verticalSpaces
        case UInt8(ascii: "V"): return verticalSpaces.inverted
        case UInt8(ascii: "N"): return ByteSet(0x0A).inverted
        case UInt8(ascii: "n"): return ByteSet(0x0A)
        case UInt8(ascii: "r"): return ByteSet(0x0D)
        case UInt8(ascii: "t"): return ByteSet(0x09)
        case UInt8(ascii: "x"): return hexadecimal(bytes, &position)
        // References, properties, quotations, control characters, and letters that later versions may define.
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...:
            return nil
        default: return ByteSet(byte)
        }
    }

    private static func hexadecimal(_ bytes: [UInt8], _ position: inout Int) -> ByteSet? {
        guard position < bytes.count, bytes[position] != UInt8(ascii: "{") else { return nil }
        var value: UInt8 = 0
        for _ in 0..<2 where position < bytes.count {
            guard let digit = Hexadecimal.value(of: bytes[position]) else { break }
            value = value << 4 | digit
            position += 1
        }
        return ByteSet(value)
    }

    /// Reads a class, from after its `[` to after its `]`; nil if it contains syntax that is not understood.
    static func read(_ bytes: [UInt8], _ position: inout Int, _ ignoresCase: Bool) -> ByteSet? {
        var set = ByteSet()
        var isNegated = false
        if position < bytes.count, bytes[position] == UInt8(ascii: "^") {
            isNegated = true
            position += 1
        }
        var isFirst = true
        // A `]` in the first position is a member.
        while position < bytes.count, isFirst || bytes[position] != UInt8(ascii: "]") {
            isFirst = false
            if isNameStart(bytes, position) {
                guard let named = named(bytes, &position, ignoresCase) else { return nil }
                set = set.union(named)
                continue
            }
            guard let element = element(bytes, &position) else { return nil }
            let isRange =
                position + 1 < bytes.count && bytes[position] == UInt8(ascii: "-")
                && bytes[position + 1] != UInt8(ascii: "]")
            guard isRange, let low = element.only else {
                set = set.union(element)
                continue
            }
            position += 1
            guard !isNameStart(bytes, position), let end = self.element(bytes, &position), let high = end.only,
                low <= high
            else { return nil }
            set = set.union(ByteSet(low...high))
        }
        guard position < bytes.count else { return nil }
        position += 1
        if ignoresCase { set = set.foldingCase }
        return isNegated ? set.inverted : set
    }

    private static func element(_ bytes: [UInt8], _ position: inout Int) -> ByteSet? {
        guard position < bytes.count else { return nil }
        let byte = bytes[position]
        position += 1
        guard byte == UInt8(ascii: "\\") else { return ByteSet(byte) }
        if position < bytes.count, bytes[position] == UInt8(ascii: "b") {
            position += 1
            return ByteSet(0x08)
        }
        return escape(bytes, &position)
    }

    // MARK: Names

    private static let names: [(name: String, set: ByteSet)] = [
        ("alpha", ByteSet(0x41...0x5A, 0x61...0x7A)), ("lower", ByteSet(0x61...0x7A)), ("upper", ByteSet(0x41...0x5A)),
        ("alnum", ByteSet(0x30...0x39, 0x41...0x5A, 0x61...0x7A)), ("ascii", ByteSet(0x00...0x7F)),
        ("blank", ByteSet(0x09...0x09, 0x20...0x20)), ("cntrl", ByteSet(0x00...0x1F, 0x7F...0x7F)), ("digit", digits),
        ("graph", ByteSet(0x21...0x7E)), ("print", ByteSet(0x20...0x7E)),
        ("punct", ByteSet(0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E)), ("space", spaces), ("word", words),
        ("xdigit", ByteSet(0x30...0x39, 0x41...0x46, 0x61...0x66)),
    ]

    /// Whether a name such as `[:alpha:]`, or syntax that PCRE2 reserves for other names, may begin here.
    private static func isNameStart(_ bytes: [UInt8], _ position: Int) -> Bool {
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "[") else { return false }
        return ":.=".utf8.contains(bytes[position + 1])
    }

    private static func named(_ bytes: [UInt8], _ position: inout Int, _ ignoresCase: Bool) -> ByteSet? {
        let rest = bytes[position...]
        for (name, set) in names {
            let set = ignoresCase ? set.foldingCase : set
            for (text, set) in [("[:\(name):]", set), ("[:^\(name):]", set.inverted)]
            where rest.starts(with: text.utf8) {
                position += text.utf8.count
                return set
            }
        }
        return nil
    }
}

extension ByteSet {
    /// The byte, if the set contains exactly one.
    fileprivate var only: UInt8? { count == 1 ? bytes.first : nil }
}
