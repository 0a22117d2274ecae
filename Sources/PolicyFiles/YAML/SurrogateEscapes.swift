import ByteText

/// Joins the two halves in which JSON writes characters beyond U+FFFF, such as `\ud83d\ude00`, into the single YAML
/// escape for the character, and keeps track of places in the file.
///
/// Programs that write JSON in ASCII use this form; YAML treats each half as a character of its own and rejects it.
struct SurrogateEscapes {
    /// The bytes with every pair written as `\U0001F600`, which is two bytes shorter.
    private(set) var text: [UInt8] = []
    /// The index of the scalar in the text after which each pair ends; ascending.
    private var ends: [Int] = []

    private static let pairLength = 12
    private static let joinedLength = 10

    /// Joins the pairs of a JSON text; nil if it contains none.
    ///
    /// - Parameter bytes: The text. Only a text that begins with a bracket can be JSON; in other texts the same
    ///   characters can be in single quotes and stand for themselves.
    init?(_ bytes: ArraySlice<UInt8>) {
        let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        var scalars = 0
        var offset = bytes.startIndex
        while offset < bytes.endIndex {
            if bytes[offset] == UInt8(ascii: "\\") {
                if let scalar = Self.pair(at: offset, in: bytes) {
                    let digits = String(scalar.value, radix: 16, uppercase: true)
                    text += "\\U".utf8
                    text += String(repeating: "0", count: 8 - digits.count).utf8
                    text += digits.utf8
                    offset += Self.pairLength
                    scalars += Self.joinedLength
                    ends.append(scalars)
                    continue
                }
                // An escaped backslash does not begin another escape.
                if offset + 1 < bytes.endIndex, bytes[offset + 1] == UInt8(ascii: "\\") {
                    text.append(bytes[offset])
                    offset += 1
                    scalars += 1
                }
            }
            if bytes[offset] & 0xC0 != 0x80 { scalars += 1 }
            text.append(bytes[offset])
            offset += 1
        }
        guard !ends.isEmpty else { return nil }
    }

    /// The index in the file of a scalar of the text.
    ///
    /// - Complexity: O(log *n*) in the number of pairs.
    func original(_ scalar: Int) -> Int {
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= scalar { low = middle + 1 } else { high = middle }
        }
        return scalar + low * (Self.pairLength - Self.joinedLength)
    }

    private static func pair(at offset: Int, in bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard offset + pairLength <= bytes.endIndex, let high = half(bytes[offset..<offset + 6]),
            let low = half(bytes[offset + 6..<offset + 12])
        else { return nil }
        return Unicode.Scalar(high: high, low: low)
    }

    private static func half(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        guard bytes.starts(with: "\\u".utf8) else { return nil }
        return Hexadecimal.fourDigits(in: bytes.span, at: 2)
    }
}
