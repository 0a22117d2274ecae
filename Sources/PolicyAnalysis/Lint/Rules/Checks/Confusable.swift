import CSpoofShims

/// Skeletons of domains, by which [UTS #39](https://www.unicode.org/reports/tr39/#Confusable_Detection) tells whether
/// two look alike. Everything unsafe about ICU's spoof checker is in this type.
enum Confusable {
    /// The skeleton of a domain in ASCII form, whose `xn--` labels are read as the Unicode they stand for.
    ///
    /// - Returns: Bytes that are only good for comparing; nil for a domain of more than 253 bytes.
    static func skeleton(of domain: [UInt8]) -> [UInt8]? {
        guard !domain.isEmpty, domain.count <= 253 else { return nil }
        // One code point may stand for several in the skeleton; what does not fit has none.
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { room -> [UInt8]? in
            guard let target = room.baseAddress else { return nil }
            // SAFETY: ICU reads `count` bytes of the domain and writes at most 4,096, of which it says how many.
            let written = unsafe domain.withUnsafeBufferPointer { bytes -> Int32 in
                guard let source = bytes.baseAddress else { return -1 }
                return unsafe demarc_spoof_skeleton(source, Int32(bytes.count), target, 4096)
            }
            guard written > 0, written <= 4096 else { return nil }
            return unsafe Array(UnsafeBufferPointer(start: target, count: Int(written)))
        }
    }

    /// Whether a domain has a label that stands for Unicode.
    static func isInternational(_ domain: Span<UInt8>) -> Bool {
        var isLabelStart = true
        for index in domain.indices {
            if isLabelStart, index + 4 <= domain.count, domain[index] == UInt8(ascii: "x"),
                domain[index + 1] == UInt8(ascii: "n"), domain[index + 2] == UInt8(ascii: "-"),
                domain[index + 3] == UInt8(ascii: "-")
            {
                return true
            }
            isLabelStart = domain[index] == UInt8(ascii: ".")
        }
        return false
    }
}
