/// Reads the sets of bytes that a regular expression names: `[a-z]`, `\d`, `\x2f`.
enum RegexClassReader {
    private static let digits = ByteSet(0x30...0x39)
    private static let words = ByteSet(0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F...0x5F)
    private static let spaces = ByteSet(0x09...0x0D, 0x20...0x20)

    /// Reads what stands behind a `\`; nil where it is no set of bytes.
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
        case UInt8(ascii: "N"): return ByteSet(0x0A).inverted
        case UInt8(ascii: "n"): return ByteSet(0x0A)
        case UInt8(ascii: "r"): return ByteSet(0x0D)
        case UInt8(ascii: "t"): return ByteSet(0x09)
        case UInt8(ascii: "x"): return hexadecimal(bytes, &position)
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            return nil
        default: return ByteSet(byte)
        }
    }

    private static func hexadecimal(_ bytes: [UInt8], _ position: inout Int) -> ByteSet? {
        guard position < bytes.count, bytes[position] != UInt8(ascii: "{") else { return nil }
        var value: UInt8 = 0
        for _ in 0..<2 where position < bytes.count {
            guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else { break }
            value = value << 4 | UInt8(digit)
            position += 1
        }
        return ByteSet(value)
    }

    /// Reads a class from behind its `[` to behind its `]`; nil where it has something that is not understood.
    static func read(_ bytes: [UInt8], _ position: inout Int, _ ignoresCase: Bool) -> ByteSet? {
        var set = ByteSet()
        var isNegated = false
        if position < bytes.count, bytes[position] == UInt8(ascii: "^") {
            isNegated = true
            position += 1
        }
        var isFirst = true
        while position < bytes.count, isFirst || bytes[position] != UInt8(ascii: "]") {
            isFirst = false
            if bytes[position...].starts(with: "[:".utf8) {
                guard let named = named(bytes, &position) else { return nil }
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
            guard let end = self.element(bytes, &position), let high = end.only, low <= high else { return nil }
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

    private static func named(_ bytes: [UInt8], _ position: inout Int) -> ByteSet? {
        let known: [(String, ByteSet)] = [
            ("[:alpha:]", ByteSet(0x41...0x5A, 0x61...0x7A)), ("[:digit:]", digits),
            ("[:alnum:]", ByteSet(0x30...0x39, 0x41...0x5A, 0x61...0x7A)), ("[:lower:]", ByteSet(0x61...0x7A)),
            ("[:upper:]", ByteSet(0x41...0x5A)), ("[:word:]", words), ("[:space:]", spaces),
            ("[:xdigit:]", ByteSet(0x30...0x39, 0x41...0x46, 0x61...0x66)),
        ]
        for (name, set) in known where bytes[position...].starts(with: name.utf8) {
            position += name.utf8.count
            return set
        }
        return nil
    }
}

extension ByteSet {
    /// The byte, if there is one alone.
    fileprivate var only: UInt8? {
        guard let byte = single, self == ByteSet(byte) else { return nil }
        return byte
    }
}
