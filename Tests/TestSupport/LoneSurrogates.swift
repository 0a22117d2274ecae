public import Foundation

/// Lone surrogates in JSON, which the test data contains and Foundation's reader rejects.
public enum LoneSurrogates {
    /// The JSON text with each escape of a lone surrogate replaced by one of U+FFFD, as a browser converts them.
    public static func replaced(in json: Data) -> Data {
        let bytes = [UInt8](json)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var offset = 0
        while offset < bytes.count {
            guard bytes[offset] == UInt8(ascii: "\\"), offset + 1 < bytes.count else {
                output.append(bytes[offset])
                offset += 1
                continue
            }
            guard let unit = unit(in: bytes, at: offset), (0xD800...0xDFFF).contains(unit) else {
                output += bytes[offset..<offset + 2]
                offset += 2
                continue
            }
            let isHigh = unit < 0xDC00
            if isHigh, let low = Self.unit(in: bytes, at: offset + 6), (0xDC00...0xDFFF).contains(low) {
                output += bytes[offset..<offset + 12]
                offset += 12
            } else {
                output += Array("\\uFFFD".utf8)
                offset += 6
            }
        }
        return Data(output)
    }

    /// The code unit of a `\uXXXX` escape at `offset`.
    private static func unit(in bytes: [UInt8], at offset: Int) -> UInt16? {
        guard offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u")
        else { return nil }
        return UInt16(String(decoding: bytes[offset + 2..<offset + 6], as: UTF8.self), radix: 16)
    }
}
