extension LiteralAnalysis {
    /// Reads an escape behind its `\`, outside of a class.
    mutating func escape() throws(NotUnderstood) -> Piece {
        let byte = try take()
        switch byte {
        // Kinds of characters, and places between them.
        case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "w"), UInt8(ascii: "W"), UInt8(ascii: "s"),
            UInt8(ascii: "S"), UInt8(ascii: "h"), UInt8(ascii: "H"), UInt8(ascii: "v"), UInt8(ascii: "V"),
            UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "A"), UInt8(ascii: "z"), UInt8(ascii: "Z"):
            return .anything
        case UInt8(ascii: "x"):
            let high = try digit()
            return Piece(texts: [[high << 4 | (try digit())]])
        // References, code points, properties, quotations, and letters that later versions may bring.
        case let byte where Self.isLetterOrDigit(byte) || byte >= 0x80: throw NotUnderstood()
        default: return Piece(texts: [[byte]])
        }
    }

    private mutating func digit() throws(NotUnderstood) -> UInt8 {
        let byte = try take()
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte - UInt8(ascii: "A") + 10
        default: throw NotUnderstood()
        }
    }

    /// Reads a class behind its `[`. One of a single character is that character: `[.]` is a usual way to write a dot.
    mutating func characterClass() throws(NotUnderstood) -> Piece {
        if let only = next, byte(ahead: 1) == UInt8(ascii: "]"), !Self.isSpecialInClass(only) {
            skip(2)
            return Piece(texts: [[only]])
        }
        if next == UInt8(ascii: "^") { skip(1) }
        // In the first place a `]` is a member.
        if next == UInt8(ascii: "]") { skip(1) }
        while true {
            switch try take() {
            case UInt8(ascii: "]"): return .anything
            case UInt8(ascii: "["): try namedClass()
            case UInt8(ascii: "\\"):
                // Behind `\Q` a `]` is a member, and so it is behind `\c`.
                let escaped = try take()
                if escaped == UInt8(ascii: "Q") || escaped == UInt8(ascii: "E") || escaped == UInt8(ascii: "c") {
                    throw NotUnderstood()
                }
            default: break
            }
        }
    }

    /// Reads the rest of what may be a name such as `[:alpha:]`, behind its first bracket.
    private mutating func namedClass() throws(NotUnderstood) {
        switch next {
        case UInt8(ascii: ":"): skip(1)
        case UInt8(ascii: "."), UInt8(ascii: "="): throw NotUnderstood()
        default: return
        }
        if next == UInt8(ascii: "^") { skip(1) }
        while let byte = next, Self.isLetterOrDigit(byte) { skip(1) }
        try take(UInt8(ascii: ":"))
        try take(UInt8(ascii: "]"))
    }

    private static func isSpecialInClass(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "^") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "[")
            || byte == UInt8(ascii: "\\")
    }
}
