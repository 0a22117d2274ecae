import ByteText
import Testing

@Suite("SHA-256 and HMAC") struct SHA256Tests {
    @Test(
        "Digests equal those of NIST's examples",
        arguments: [
            ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                1, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
            ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ]
    )
    func digest(text: String, times: Int, expected: String) {
        let bytes = Array(String(repeating: text, count: times).utf8)
        #expect(Hexadecimal.text(of: SHA256.hash(of: bytes)) == expected)
    }

    /// The single bytes and zeros of NIST's additional vectors: one byte, and as many as just fill a block, with and
    /// without the padding.
    @Test(
        "Digests at block boundaries equal NIST's",
        arguments: [
            (UInt8(0xBD), 1, "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"),
            (0, 55, "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"),
            (0, 56, "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"),
            (0, 57, "65a16cb7861335d5ace3c60718b5052e44660726da4cd13bb745381b235a1785"),
            (0, 64, "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"),
            (0, 1000, "541b3e9daa09b20bf85fa273e5cbd3e80185aa4ec298e765db87742b70138a53"),
            (0x41, 1000, "c2e686823489ced2017f6059b8b239318b6364f6dcd835d0a519105a1eadd6e4"),
            (0x55, 1005, "f4d62ddec0f3dd90ea1380fa16a5ff8dc4c54b21740650f24afc4120903552b0"),
        ]
    )
    func edges(byte: UInt8, count: Int, expected: String) {
        #expect(Hexadecimal.text(of: SHA256.hash(of: [UInt8](repeating: byte, count: count))) == expected)
    }

    @Test("A digest does not depend on how the bytes are split")
    func pieces() {
        let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let whole = SHA256.hash(of: bytes)
        for first in 0...bytes.count {
            var hash = SHA256()
            hash.update(bytes.span.extracting(..<first))
            let half = hash.digest()
            #expect(half == SHA256.hash(of: Array(bytes[..<first])))
            hash.update(bytes.span.extracting(first...))
            #expect(hash.digest() == whole)
        }
    }

    /// The examples of RFC 4231; the keys of the second and third kind are shorter and longer than a block.
    @Test(
        "Codes equal those of RFC 4231",
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131),
                Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ]
    )
    func code(key: [UInt8], message: [UInt8], expected: String) {
        let code = HMACSHA256(key: key).code(of: message.span)
        #expect(Hexadecimal.text(of: code) == expected)
        #expect(Self.isValid(code, of: message, key: key))
    }

    @Test("A code with a changed bit or another length is wrong")
    func wrongCodes() {
        let key = Array("key".utf8)
        let message = Array("message".utf8)
        let code = HMACSHA256(key: key).code(of: message.span)
        for bit in 0..<code.count * 8 {
            var wrong = code
            wrong[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!Self.isValid(wrong, of: message, key: key))
        }
        #expect(!Self.isValid(Array(code.prefix(31)), of: message, key: key))
        #expect(!Self.isValid(code + [0], of: message, key: key))
        #expect(!Self.isValid([], of: message, key: key))
        #expect(!Self.isValid(code, of: message, key: Array("kez".utf8)))
    }

    private static func isValid(_ code: [UInt8], of message: [UInt8], key: [UInt8]) -> Bool {
        let hmac = HMACSHA256(key: key)
        return hmac.isValid(code.span, of: message.span)
    }
}
