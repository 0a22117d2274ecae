import ByteText
import Testing

@Suite("Hexadecimal digits") struct HexadecimalTests {
    @Test("The value of every byte equals the standard library's")
    func values() {
        for byte in UInt8.min...UInt8.max {
            let expected = byte < 0x80 ? Character(Unicode.Scalar(byte)).hexDigitValue : nil
            let value = Hexadecimal.value(of: byte).map { Int($0) }
            #expect(value == expected, "\(byte)")
        }
    }

    @Test("Every byte is written with two digits, from which it is read again")
    func digits() {
        for byte in UInt8.min...UInt8.max {
            let text = (byte < 16 ? "0" : "") + String(byte, radix: 16)
            #expect(Hexadecimal.text(of: [byte]) == text)
            #expect(Hexadecimal.upperText(of: byte) == text.uppercased())
            var encoded: [UInt8] = []
            Hexadecimal.appendPercentEncoded(byte, to: &encoded)
            #expect(encoded == Array("%\(text.uppercased())".utf8))
            let decoded = Hexadecimal.percentDecodedByte(in: encoded.span, at: 0)
            #expect(decoded == byte)
        }
        #expect(Hexadecimal.text(of: [0x0A, 0xBC]) == "0abc")
        #expect(Hexadecimal.text(of: []).isEmpty)
    }

    @Test(
        "Only `%` and two digits are a percent-encoded byte",
        arguments: [
            ("%2F", 0, 0x2F), ("%2f", 0, 0x2F), ("a%00b", 1, 0), ("%2", 0, nil), ("%", 0, nil), ("", 0, nil),
            ("%2g", 0, nil), ("%g2", 0, nil), ("%+2", 0, nil), ("%%2F", 0, nil), ("%%2F", 1, 0x2F), ("2F2F", 0, nil),
            ("%2F", 1, nil), ("%2F", 3, nil),
        ] as [(String, Int, UInt8?)]
    )
    func decoded(text: String, offset: Int, expected: UInt8?) {
        let byte = Hexadecimal.percentDecodedByte(in: text.utf8.span, at: offset)
        #expect(byte == expected)
    }

    @Test(
        "Only four digits have a value together",
        arguments: [
            ("D83d", 0, 0xD83D), ("\\u00e9", 2, 0xE9), ("ffff0", 1, 0xFFF0), ("+D83", 0, nil), ("D83", 0, nil),
            ("D83g", 0, nil), ("D83dD", 2, nil), ("", 0, nil), ("D83d", 5, nil),
        ] as [(String, Int, UInt32?)]
    )
    func fourDigits(text: String, offset: Int, expected: UInt32?) {
        let value = Hexadecimal.fourDigits(in: text.utf8.span, at: offset)
        #expect(value == expected)
    }

    @Test(
        "An escaped text keeps unreserved characters, and those that are named",
        arguments: [
            ("aZ0-._~", "", "aZ0-._~"), ("a/b", "", "a%2Fb"), ("a/b", "/", "a/b"), ("%2F", "/", "%252F"),
            ("é", "/", "%C3%A9"), ("", "/", ""), ("a@b,c d", "@,", "a@b,c%20d"),
        ]
    )
    func escaped(text: String, kept: String, expected: String) {
        var output: [UInt8] = []
        Hexadecimal.appendEscaped(text.utf8.span, keeping: kept, to: &output)
        #expect(output == Array(expected.utf8))
    }
}
