import ByteText
import Foundation
import TestSupport
import Testing

@testable import DemarcCommands

@Suite("JSON strings") struct JSONStringTests {
    private func escaped(_ bytes: [UInt8]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let path = folder.path + "/out"
        var file = try OutputFile(path)
        try file.begin(besides: [])
        var output = OutputStream(descriptor: file.descriptor)
        output.append("\"")
        output.appendEscaped(bytes.span)
        output.append("\"")
        output.flush()
        #expect(output.failure == nil)
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    private func check(_ bytes: [UInt8]) throws {
        let json = try escaped(bytes)
        let value = try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed) as? String
        // The standard library replaces invalid UTF-8 like the Encoding Standard.
        #expect(value.map { Array($0.utf8) } == Array(String(decoding: bytes, as: UTF8.self).utf8))
        let text = try #require(String(validating: json, as: UTF8.self))
        let invisible = text.unicodeScalars.first { $0.isInvisible && $0.value < 0x10000 }
        #expect(invisible == nil, "U+\(String(invisible?.value ?? 0, radix: 16))")
        // Both writers escape alike.
        let isSame = JSONEscaping.string(String(decoding: bytes, as: UTF8.self)).utf8.elementsEqual(json)
        #expect(isSame)
    }

    @Test("Every code point of the basic plane, and its neighbors, read back unchanged, and none is invisible")
    func codePoints() throws {
        let ranges: [ClosedRange<UInt32>] = [0...0x7FFF, 0x8000...0xD7FF, 0xE000...0x1000F, 0x10FFF0...0x10FFFF]
        for range in ranges {
            try check(Array(String(String.UnicodeScalarView(range.compactMap { Unicode.Scalar($0) })).utf8))
        }
    }

    @Test(
        "Characters that deceive a terminal or control a log are escaped",
        arguments: [
            ("\u{202E}cod.exe", #""\u202ecod.exe""#), ("a\u{2066}b\u{2069}", #""a\u2066b\u2069""#),
            ("\u{200E}\u{200F}\u{61C}", #""\u200e\u200f\u061c""#), ("\u{200B}\u{FEFF}", #""\u200b\ufeff""#),
            ("\u{1}\u{9B}\u{2028}", #""\u0001\u009b\u2028""#), ("é€漢שع🙂", "\"é€漢שع🙂\""),
            ("x ##[error]y #[a]#", #""x \u0023#[error]y #[a]#""#), ("###vso[a]b", #""\u0023\u0023#vso[a]b""#),
        ]
    )
    func deceiving(text: String, expected: String) throws {
        #expect(String(decoding: try escaped(Array(text.utf8)), as: UTF8.self) == expected)
    }

    @Test("A command to the runner of a CI system is escaped, wherever a piece of the text ends", arguments: 0...4)
    func commands(back: Int) throws {
        let text = String(repeating: "a", count: JSONEscaping.pieceSize - back) + "##[x]"
        try check(Array(text.utf8))
        let json = String(decoding: try escaped(Array(text.utf8)), as: UTF8.self)
        #expect(json.hasSuffix(#"a\u0023#[x]""#))
    }

    @Test("Any bytes read back unchanged, however they are split")
    func anyBytes() throws {
        var random = SplitMix(seed: 12)
        let alphabet: [UInt8] =
            Array("ab\"\\\n".utf8) + [0, 0x1F, 0x7F, 0x80, 0xA8, 0xBF, 0xC2, 0xE2, 0xED, 0xF0, 0xF4, 0xFF]
        for length in [0, 1, 15, 16, 17, 31, 33, 100, JSONEscaping.pieceSize - 1, JSONEscaping.pieceSize + 1, 300_000] {
            try check((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] })
            // Only multi-byte sequences, so that a piece can end inside one.
            try check(Array(String(repeating: "é€😀", count: length / 9 + 1).utf8))
        }
    }
}
