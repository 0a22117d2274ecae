import ByteText

/// IPv6 addresses as the classes of the Java platform read them: the numbers of a dotted part may begin with zeros.
enum JavaIPv6 {
    /// A dotted part that is longer is rejected.
    private static let mostDottedBytes = 15

    /// Converts an address to its shortest form, without brackets.
    ///
    /// - Parameters:
    ///   - text: The text between brackets, without a zone.
    ///   - permitsLongPieces: Whether hexadecimal pieces may also begin with zeros, and have more than four digits.
    /// - Returns: Nil if the text is not an address.
    static func canonical(_ text: ReaderText, permitsLongPieces: Bool = false) -> [UInt8]? {
        let colon = text.lastIndex(of: UInt8(ascii: ":")) ?? text.startIndex
        let dotted = text.contains(UInt8(ascii: ".")) ? colon : text.endIndex
        guard text[dotted...].count <= mostDottedBytes + 1 else { return nil }
        var output: [UInt8] = []
        var isLeading = true
        for place in text.indices {
            let byte = text[place]
            let isFollowed = text[(place + 1)...].first.flatMap(Hexadecimal.value) != nil
            let isZero = isLeading && isFollowed && byte == UInt8(ascii: "0")
            guard !isZero || !permitsLongPieces && place <= dotted else { continue }
            isLeading = ":.".utf8.contains(byte)
            output.append(byte)
        }
        return output.canonicalIPv6
    }
}
