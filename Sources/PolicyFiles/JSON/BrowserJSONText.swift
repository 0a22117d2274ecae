/// JSON as browsers read their policy files: with comments, and with a comma after the last element.
enum BrowserJSONText {
    /// The same text with spaces in place of comments and of last commas, so that every offset stays.
    ///
    /// A comment that is not closed stays as it is: what follows it may be meant, and the reader reports it.
    ///
    /// - Complexity: O(*n*) in the bytes.
    static func blanked(_ bytes: [UInt8]) -> [UInt8] { read(bytes).text }

    /// The text as ``blanked(_:)`` returns it, and the offset of the first comment that is not closed; nil without one.
    ///
    /// - Complexity: As ``blanked(_:)``.
    static func read(_ bytes: [UInt8]) -> (text: [UInt8], openComment: Int?) {
        var result = bytes
        var openComment: Int?
        var offset = 0
        // The last comma if nothing follows it yet, and the last byte that is neither white space nor in a comment.
        var comma: Int?
        var previous: UInt8?
        while offset < bytes.count {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "\""):
                offset = endOfString(bytes, from: offset)
                (comma, previous) = (nil, byte)
                continue
            case UInt8(ascii: "/"):
                if let end = endOfComment(bytes, from: offset) {
                    for index in offset..<end where !isLineBreak(bytes[index]) { result[index] = 0x20 }
                    offset = end
                    continue
                }
                if openComment == nil, bytes[offset...].starts(with: "/*".utf8) { openComment = offset }
                (comma, previous) = (nil, byte)
            case UInt8(ascii: ","):
                comma = previous.map { "[{,:".utf8.contains($0) } ?? true ? nil : offset
                previous = byte
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if let comma { result[comma] = 0x20 }
                (comma, previous) = (nil, byte)
            case 0x20, 0x09, 0x0A, 0x0D: break
            default: (comma, previous) = (nil, byte)
            }
            offset += 1
        }
        return (result, openComment)
    }

    /// The offset after a string; the end of the text if it is not closed.
    private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
        var offset = start + 1
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(offset + 1, bytes.count)
    }

    /// The offset after the comment that begins here; nil if there is none, or if it is not closed.
    private static func endOfComment(_ bytes: [UInt8], from start: Int) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        if bytes[start + 1] == UInt8(ascii: "/") {
            return bytes[start...].firstIndex(where: isLineBreak) ?? bytes.count
        }
        guard bytes[start + 1] == UInt8(ascii: "*") else { return nil }
        var offset = start + 2
        while offset + 1 < bytes.count {
            if bytes[offset] == UInt8(ascii: "*"), bytes[offset + 1] == UInt8(ascii: "/") { return offset + 2 }
            offset += 1
        }
        return nil
    }

    private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
