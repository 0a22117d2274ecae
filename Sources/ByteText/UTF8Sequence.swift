/// One step of decoding UTF-8 as the [Encoding Standard](https://encoding.spec.whatwg.org/#utf-8-decoder) does.
package enum UTF8Sequence {
    /// The sequence that begins at `offset`, with a byte of at least 0x80.
    ///
    /// - Returns: Its number of bytes, and whether they are a code point; if not, they are read as one U+FFFD.
    @inlinable package static func next(in bytes: Span<UInt8>, at offset: Int) -> (length: Int, isValid: Bool) {
        let lead = bytes[offset]
        let length: Int
        var allowed: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            // No overlong forms, no surrogates.
            if lead == 0xE0 { allowed = 0xA0...0xBF }
            if lead == 0xED { allowed = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            // No overlong forms, nothing above U+10FFFF.
            if lead == 0xF0 { allowed = 0x90...0xBF }
            if lead == 0xF4 { allowed = 0x80...0x8F }
        default: return (1, false)
        }
        var count = 1
        while count < length {
            guard offset + count < bytes.count, allowed.contains(bytes[offset + count]) else { return (count, false) }
            allowed = 0x80...0xBF
            count += 1
        }
        return (length, true)
    }
}

/// The bytes that some editors write at the beginning of a text, and that are not part of it.
package enum ByteOrderMark {
    /// The number of bytes of the UTF-8 mark at the start of a text: 3, or 0 if there is no mark.
    @inlinable package static func utf8Count(in text: Span<UInt8>) -> Int {
        text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF ? 3 : 0
    }

    /// Whether a text begins with the UTF-16 mark, and its byte order.
    ///
    /// - Returns: True for big-endian, false for little-endian, nil if there is no such mark. The mark of little-endian
    ///   UTF-32 begins with that of little-endian UTF-16.
    package static func utf16IsBigEndian(in text: Span<UInt8>) -> Bool? {
        guard text.count >= 2 else { return nil }
        return switch (text[0], text[1]) {
        case (0xFE, 0xFF): true
        case (0xFF, 0xFE): false
        default: nil
        }
    }
}
