extension LiteralAnalysis {
    /// Reads a group behind its `(`.
    mutating func group() throws(NotUnderstood) -> Piece {
        switch next {
        // A verb, or a group that is named by a word.
        case UInt8(ascii: "*"): throw NotUnderstood()
        case UInt8(ascii: "?"):
            skip(1)
            return try specialGroup()
        default: return try rest(isLookAround: false)
        }
    }

    /// Reads to the end of a group. Of one that only looks, what it sees may be anything to the runs around it.
    private mutating func rest(isLookAround: Bool) throws(NotUnderstood) -> Piece {
        let piece = try alternation()
        try take(UInt8(ascii: ")"))
        return isLookAround ? .anything : piece
    }

    /// Reads a group behind its `(?`.
    private mutating func specialGroup() throws(NotUnderstood) -> Piece {
        let kind = try take()
        switch kind {
        case UInt8(ascii: ":"), UInt8(ascii: ">"): return try rest(isLookAround: false)
        case UInt8(ascii: "="), UInt8(ascii: "!"): return try rest(isLookAround: true)
        case UInt8(ascii: "<"):
            if next == UInt8(ascii: "=") || next == UInt8(ascii: "!") {
                skip(1)
                return try rest(isLookAround: true)
            }
            return try named(endingWith: UInt8(ascii: ">"))
        case UInt8(ascii: "'"): return try named(endingWith: UInt8(ascii: "'"))
        case UInt8(ascii: "P"):
            try take(UInt8(ascii: "<"))
            return try named(endingWith: UInt8(ascii: ">"))
        default: return try settings(kind)
        }
    }

    private mutating func named(endingWith end: UInt8) throws(NotUnderstood) -> Piece {
        var isEmpty = true
        while let byte = next, byte != end {
            guard byte == UInt8(ascii: "_") || Self.isLetterOrDigit(byte) else { throw NotUnderstood() }
            isEmpty = false
            skip(1)
        }
        guard !isEmpty else { throw NotUnderstood() }
        skip(1)
        return try rest(isLookAround: false)
    }

    /// Reads settings such as `(?i)` and `(?i:`.
    ///
    /// Case means nothing here, for it never does to what is looked for. Of the others only `x` changes what a text is,
    /// and letters that later versions may bring.
    private mutating func settings(_ first: UInt8) throws(NotUnderstood) -> Piece {
        var letter = first
        while true {
            switch letter {
            case UInt8(ascii: "i"), UInt8(ascii: "m"), UInt8(ascii: "s"), UInt8(ascii: "n"), UInt8(ascii: "U"),
                UInt8(ascii: "J"), UInt8(ascii: "-"):
                letter = try take()
            case UInt8(ascii: ")"): return Piece(texts: [[]])
            case UInt8(ascii: ":"): return try rest(isLookAround: false)
            default: throw NotUnderstood()
            }
        }
    }

    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
