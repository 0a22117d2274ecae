/// Percent escapes, one byte at a time.
enum PercentEscape {
    /// The byte that an escape at an offset stands for; nil where there is none.
    static func byte(in text: Span<UInt8>, at offset: Int) -> UInt8? {
        guard offset + 2 < text.count, text[offset] == UInt8(ascii: "%"), let high = digit(text[offset + 1]),
            let low = digit(text[offset + 2])
        else { return nil }
        return high << 4 | low
    }

    /// Writes the escape of a byte.
    static func append(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "%"))
        output.append(digit(of: byte >> 4))
        output.append(digit(of: byte & 0xF))
    }

    /// Writes bytes so that each stands for itself in every part of a URL.
    static func append(_ text: Span<UInt8>, to output: inout [UInt8]) {
        for index in text.indices {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                output.append(byte)
            default: append(byte, to: &output)
            }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func digit(of value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
