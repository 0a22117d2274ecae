/// UTF-16 to UTF-8, for property lists and for whatever else may have been saved so.
package enum UTF16Text {
    /// Where the bytes are no UTF-16: half of a character, or half of a unit at the end.
    package struct Problem: Error {
        /// Counted from the first byte that was given.
        package var offsets: Range<Int>
    }

    /// Converts a text.
    ///
    /// - Parameters:
    ///   - bytes: The text without its byte order mark.
    ///   - isBigEndian: Whether the first byte of a unit is the higher one.
    /// - Returns: Its UTF-8.
    /// - Throws: The first place that is no UTF-16.
    /// - Complexity: O(*n*).
    package static func decode(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) throws(Problem) -> [UInt8] {
        let problem = { (offset: Int, count: Int) in
            let start = offset - bytes.startIndex
            return Problem(offsets: start..<min(start + count, bytes.count))
        }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var high: UInt32?
        var offset = bytes.startIndex
        while offset + 1 < bytes.endIndex {
            let (first, second) = (UInt32(bytes[offset]), UInt32(bytes[offset + 1]))
            let unit = isBigEndian ? first << 8 | second : second << 8 | first
            defer { offset += 2 }
            var scalar = Unicode.Scalar(unit)
            if let half = high {
                // The other half has to follow at once.
                guard (0xDC00..<0xE000).contains(unit) else { throw problem(offset - 2, 2) }
                high = nil
                scalar = Unicode.Scalar(0x10000 + (half - 0xD800) << 10 + (unit - 0xDC00))
            } else if (0xD800..<0xDC00).contains(unit) {
                high = unit
                continue
            }
            guard let scalar, let encoded = UTF8.encode(scalar) else { throw problem(offset, 2) }
            text.append(contentsOf: encoded)
        }
        guard high == nil else { throw problem(offset - 2, 2) }
        guard offset == bytes.endIndex else { throw problem(offset, 1) }
        return text
    }

    /// Converts a text back.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - isBigEndian: Whether the first byte of a unit is the higher one.
    /// - Returns: Its UTF-16, without a byte order mark.
    /// - Complexity: O(*n*).
    package static func encode(_ text: some Collection<UInt8>, isBigEndian: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 2)
        for unit in String(decoding: text, as: UTF8.self).utf16 {
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            bytes.append(isBigEndian ? high : low)
            bytes.append(isBigEndian ? low : high)
        }
        return bytes
    }
}
