import ByteText
import Testing

@Suite("Classes of ASCII bytes") struct ASCIITests {
    private static let lower = "abcdefghijklmnopqrstuvwxyz"
    private static let digits = "0123456789"
    private static let letters = lower + lower.uppercased()

    /// The bytes for which a condition holds, as text; a byte beyond ASCII would be U+FFFD.
    private static func bytes(where isMember: (UInt8) -> Bool) -> Set<Character> {
        Set((UInt8.min...UInt8.max).filter(isMember).map { $0 < 0x80 ? Character(Unicode.Scalar($0)) : "\u{FFFD}" })
    }

    @Test("Each class contains exactly its characters")
    func classes() {
        #expect(Self.bytes(where: \.isASCIIDigit) == Set(Self.digits))
        #expect(Self.bytes(where: \.isASCIILetter) == Set(Self.letters))
        #expect(Self.bytes(where: \.isASCIIAlphanumeric) == Set(Self.letters + Self.digits))
        #expect(Self.bytes(where: \.isHexadecimalDigit) == Set(Self.digits + "abcdefABCDEF"))
        #expect(Self.bytes(where: \.isLowercaseHexadecimalDigit) == Set(Self.digits + "abcdef"))
        #expect(Self.bytes(where: \.isUnreserved) == Set(Self.letters + Self.digits + "-._~"))
    }

    @Test("Each kind of white space contains exactly its characters")
    func whiteSpace() {
        #expect(Self.bytes(where: \.isSpaceOrTab) == [" ", "\t"])
        #expect(Self.bytes(where: \.isSpaceOrLineBreak) == [" ", "\t", "\n", "\r"])
        #expect(Self.bytes(where: \.isWhiteSpaceInC) == [" ", "\t", "\n", "\u{0B}", "\u{0C}", "\r"])
    }

    @Test("Only capital letters have another lower case")
    func lowercase() {
        for byte in UInt8.min...UInt8.max {
            let capital = byte < 0x80 && Character(Unicode.Scalar(byte)).isUppercase
            #expect(byte.asciiLowercased == (capital ? byte + 0x20 : byte), "\(byte)")
        }
    }
}
