import ByteText

/// Checks of a label in Punycode ([RFC 3492](https://www.rfc-editor.org/rfc/rfc3492)) that ICU has already decoded and
/// validated. UTS #46 has forbidden these labels since Unicode 15.1, but older versions of ICU accept them.
enum PunycodeLabel {
    /// Whether some label of the domain is Punycode of nothing, of ASCII alone, or of text that itself begins with
    /// `xn--`.
    static func isForbidden(in domain: Span<UInt8>, from start: Int) -> Bool {
        var labelStart = start
        for offset in start...domain.count where offset == domain.count || domain[offset] == UInt8(ascii: ".") {
            if isForbidden(domain.extracting(labelStart..<offset)) { return true }
            labelStart = offset + 1
        }
        return false
    }

    private static func isForbidden(_ label: Span<UInt8>) -> Bool {
        guard hasPrefix(label, at: 0) else { return false }
        // The part after the last hyphen encodes the non-ASCII code points.
        if label[label.count - 1] == UInt8(ascii: "-") { return true }
        return hasPrefix(label, at: 4) && !insertsIntoPrefix(label)
    }

    private static func hasPrefix(_ label: Span<UInt8>, at offset: Int) -> Bool {
        offset + 4 <= label.count && label.extracting(offset..<offset + 4).isEqual(to: "xn--")
    }

    /// Whether a code point is inserted among the first four literal bytes, so that the decoded label begins with
    /// something else.
    ///
    /// Runs the decoder, but keeps only the positions.
    private static func insertsIntoPrefix(_ label: Span<UInt8>) -> Bool {
        var delimiter = label.count - 1
        while delimiter > 4, label[delimiter] != UInt8(ascii: "-") { delimiter -= 1 }
        var length = UInt64(delimiter - 4)
        var bias: UInt64 = 72
        var position: UInt64 = 0
        var offset = delimiter + 1
        while offset < label.count {
            let before = position
            var weight: UInt64 = 1
            var k: UInt64 = 36
            while offset < label.count {
                let byte = label[offset]
                let digit = UInt64(ByteClass(of: byte).intersects(.digit) ? byte - 0x30 + 26 : (byte | 0x20) &- 0x61)
                offset += 1
                position &+= digit &* weight
                let threshold = k <= bias ? 1 : min(k - bias, 26)
                if digit < threshold { break }
                weight &*= 36 - threshold
                k += 36
            }
            length += 1
            bias = adaptedBias(delta: position &- before, length: length, isFirst: before == 0)
            position %= length
            if position < 4 { return true }
            position += 1
        }
        return false
    }

    private static func adaptedBias(delta: UInt64, length: UInt64, isFirst: Bool) -> UInt64 {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / length
        var k: UInt64 = 0
        while delta > 455 {
            delta /= 35
            k += 36
        }
        return k + 36 * delta / (delta + 38)
    }
}
