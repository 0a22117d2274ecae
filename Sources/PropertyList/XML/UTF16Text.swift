/// UTF-16 to UTF-8.
enum UTF16Text {
    /// The text as UTF-8; nil where the bytes are no UTF-16.
    ///
    /// - Complexity: O(*n*).
    static func decode(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8]? {
        guard bytes.count % 2 == 0 else { return nil }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { offset in
            let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
    }
}
