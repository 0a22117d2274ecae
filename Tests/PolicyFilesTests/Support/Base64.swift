/// Bytes that a test contains as text.
enum Base64 {
    static func decode(_ text: String) -> [UInt8]? {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var bits: [UInt8] = []
        for byte in text.utf8 where byte != 0x0A && byte != 0x20 && byte != UInt8(ascii: "=") {
            guard let value = digits.firstIndex(of: byte) else { return nil }
            bits += (0..<6).map { UInt8(value >> (5 - $0) & 1) }
        }
        return stride(from: 0, to: bits.count - bits.count % 8, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
        }
    }
}
