/// Finds where query and fragment begin, by visiting the exceptional bytes after the authority in order.
struct ComponentWalk {
    private(set) var queryStart: Int?
    private(set) var fragmentStart: Int?
    /// The length of the output.
    var end = 0

    /// Visits the bytes of `input` at `offset` plus each bit of `exceptional`.
    ///
    /// - Returns: False if one of them has to be encoded or may change the path.
    @inline(__always)
    mutating func visit(_ exceptional: UInt64, at offset: Int, of input: Span<UInt8>) -> Bool {
        var remaining = exceptional
        while remaining != 0 {
            let position = offset &+ remaining.trailingZeroBitCount
            remaining &= remaining &- 1
            guard visit(input[position], at: position, of: input) else { return false }
        }
        return true
    }

    private mutating func visit(_ byte: UInt8, at position: Int, of input: Span<UInt8>) -> Bool {
        if fragmentStart != nil {
            return byte < 0x7F && byte > 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "<")
                && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "`")
        }
        switch byte {
        case UInt8(ascii: "#"):
            fragmentStart = position
            return true
        case UInt8(ascii: "?"):
            if queryStart == nil { queryStart = position }
            return true
        case UInt8(ascii: "%"):
            // In a path, `%2e` is a dot, and may form a dot segment.
            guard queryStart == nil, position &+ 2 < input.count else { return true }
            return !(input[position &+ 1] == UInt8(ascii: "2") && input[position &+ 2] | 0x20 == UInt8(ascii: "e"))
        case UInt8(ascii: "~"), UInt8(ascii: "|"):
            return true
        case UInt8(ascii: "'"):
            return queryStart == nil
        case UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "}"):
            return queryStart != nil
        default:
            return false
        }
    }

    /// Whether the path contains no dot, among `dot`, that follows a slash.
    ///
    /// - Parameters:
    ///   - slashBefore: A bit for each byte that follows a slash.
    ///   - dot: A bit for each dot.
    ///   - offset: The byte that bit 0 represents.
    /// - Returns: False if it contains one.
    @inline(__always)
    func hasNoDotSegment(behind slashBefore: UInt64, dot: UInt64, at offset: Int) -> Bool {
        let suspects = slashBefore & dot
        return suspects == 0 || offset &+ suspects.trailingZeroBitCount >= queryStart ?? fragmentStart ?? end
    }
}
