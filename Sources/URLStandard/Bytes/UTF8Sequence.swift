/// One step of decoding UTF-8 as the [Encoding Standard](https://encoding.spec.whatwg.org/#utf-8-decoder) does.
package enum UTF8Sequence {
    /// The sequence that begins at `offset`, at a byte from 0x80 on.
    ///
    /// - Returns: How many bytes it takes, and whether they are a code point; if not, they are to be read as one U+FFFD.
    package static func next(in bytes: Span<UInt8>, at offset: Int) -> (length: Int, isValid: Bool) {
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
        var taken = 1
        while taken < length {
            guard offset + taken < bytes.count, allowed.contains(bytes[offset + taken]) else { return (taken, false) }
            allowed = 0x80...0xBF
            taken += 1
        }
        return (length, true)
    }
}
