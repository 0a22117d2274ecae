import ByteText
import Foundation
import TestSupport
import Testing

@testable import DemarcCommands

@Suite("JSON strings") struct JSONStringTests {
    private func escaped(_ bytes: [UInt8]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let path = folder.path + "/out"
        let file = try OutputFile(path)
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
        for scalar in text.unicodeScalars {
            let breaksLines =
                scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
                || "\u{2028}\u{2029}".unicodeScalars.contains(scalar)
            #expect(!breaksLines, "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test("Every special code point and its neighbors read back unchanged")
    func codePoints() throws {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x17F, 0x2020...0x2030, 0xD7F0...0xD7FF, 0xFFF0...0x1000F, 0x10FFF0...0x10FFFF,
        ]
        for range in ranges {
            try check(Array(String(String.UnicodeScalarView(range.compactMap { Unicode.Scalar($0) })).utf8))
        }
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
