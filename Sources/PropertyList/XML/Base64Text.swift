/// Bytes as XML property lists write them: base64 with any white space between its characters.
enum Base64Text {
    /// Why a text is no base64.
    struct Problem: Error {
        var message: String
        /// The byte of the text that can't stand there; nil where it is the end that is wrong.
        var index: Int?
    }

    /// The bytes that a text stands for.
    static func decode(_ text: [UInt8]) -> Result<[UInt8], Problem> {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (bits, count, padding): (UInt32, Int, Int) = (0, 0, 0)
        for (index, byte) in text.enumerated() where !TextScan.isSpace(byte) {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard let value = value(of: byte) else {
                let isPlain = byte > 0x20 && byte < 0x7F
                let name = isPlain ? "`\(Character(Unicode.Scalar(byte)))`" : "a character"
                return .failure(Problem(message: "\(name) can't stand in base64", index: index))
            }
            guard padding == 0 else {
                return .failure(Problem(message: "base64 goes on behind its `=`", index: index))
            }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count % 4 == 0 {
                bytes += [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8)]
                bytes.append(UInt8(truncatingIfNeeded: bits))
            }
        }
        let rest = count % 4
        guard rest == 0 ? padding == 0 : rest + padding == 4, rest != 1 else {
            return .failure(Problem(message: "base64 of \(count) characters and \(padding) `=` is cut off", index: nil))
        }
        if rest >= 2 { bytes.append(UInt8(truncatingIfNeeded: bits >> (rest == 2 ? 4 : 10))) }
        if rest == 3 { bytes.append(UInt8(truncatingIfNeeded: bits >> 2)) }
        return .success(bytes)
    }

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case 0x41...0x5A: byte - 0x41
        case 0x61...0x7A: byte - 0x61 + 26
        case 0x30...0x39: byte - 0x30 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
