import TestSupport
import Testing

@testable import Diagnostics

@Suite("Source files") struct SourceFileTests {
    /// A simple line table without mistakes: it walks through the bytes to the offset.
    static func slowPosition(_ bytes: [UInt8], _ offset: Int) -> SourcePosition {
        var line = 1
        var column = 1
        var index = 0
        while index < offset {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if byte == 0x0A || (byte == 0x0D && next != 0x0A) {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
            index += 1
        }
        return SourcePosition(offset: offset, line: line, column: column)
    }

    /// Texts of the relevant bytes: line breaks, scalars of every length, and invalid UTF-8.
    static func text(seed: UInt64, pieces: Int) -> [UInt8] {
        var state = seed
        let alphabet: [[UInt8]] = [
            [0x61], [0x0A], [0x0D], [0x0D, 0x0A], Array("é".utf8), Array("漢".utf8), Array("😀".utf8), [0xFF], [0x80],
            [0x20], [0xE2, 0x82], [0x0A, 0x0D],
        ]
        return (0..<pieces).flatMap { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return alphabet[Int(state >> 33) % alphabet.count]
        }
    }

    @Test(
        "Positions equal those of a walk through the bytes",
        arguments: 0..<TestSize.count(60, thorough: 200, exhaustive: 200)
    )
    func positions(seed: Int) {
        let bytes = Self.text(seed: UInt64(seed), pieces: seed * 5)
        let file = SourceFile(path: "f", bytes: bytes)
        for offset in 0...bytes.count {
            let slow = Self.slowPosition(bytes, offset)
            // There is no line end between CR and LF: the LF counts as a column of the line that it ends.
            #expect(file.position(at: offset) == slow)
        }
    }

    @Test("The offset of every named place is found", arguments: 0..<TestSize.count(60, thorough: 200, exhaustive: 200))
    func offsets(seed: Int) {
        let bytes = Self.text(seed: UInt64(seed) + 1000, pieces: seed * 5)
        let file = SourceFile(path: "f", bytes: bytes)
        for offset in 0...bytes.count where offset == bytes.count || bytes[offset] & 0xC0 != 0x80 {
            let position = file.position(at: offset)
            guard offset <= file.contents(ofLine: position.line).upperBound else { continue }
            #expect(file.offset(line: position.line, column: position.column) == offset)
        }
    }

    @Test(
        "Lines are found by number",
        arguments: [
            ("", [""]), ("a", ["a"]), ("a\n", ["a", ""]), ("\n", ["", ""]), ("a\r\nb\rc\nd", ["a", "b", "c", "d"]),
            ("\r\n\r\n", ["", "", ""]), ("\n\r", ["", "", ""]), ("é\n漢", ["é", "漢"]),
        ]
    )
    func lines(text: String, expected: [String]) {
        let file = SourceFile(path: "f", bytes: Array(text.utf8))
        let lines = (1...file.lineCount).map { String(decoding: file.bytes[file.contents(ofLine: $0)], as: UTF8.self) }
        #expect(lines == expected)
    }

    @Test(
        "A position outside has no place",
        arguments: [
            (0, 1), (1, 0), (1, 4), (2, 3), (3, 1), (-1, -1), (Int.max, 1), (1, Int.max),
        ]
    )
    func outside(line: Int, column: Int) {
        let file = SourceFile(path: "f", bytes: Array("ab\nc".utf8))
        #expect(file.offset(line: line, column: column) == nil)
    }

    @Test("An offset outside is clamped to the nearest end", arguments: [(-1, 1, 1), (5, 2, 2), (Int.max, 2, 2)])
    func clamped(offset: Int, line: Int, column: Int) {
        let position = SourceFile(path: "f", bytes: Array("ab\nc".utf8)).position(at: offset)
        #expect(position.line == line)
        #expect(position.column == column)
    }

    @Test(
        "A byte order mark is no column",
        arguments: [("", 0, 1), ("ab\nc", 0, 1), ("ab\nc", 1, 2), ("ab\nc", 3, 1), ("漢\u{FEFF}b", 6, 3)]
    )
    func byteOrderMark(text: String, offset: Int, column: Int) {
        let unmarked = SourceFile(path: "f", bytes: Array(text.utf8))
        let marked = SourceFile(path: "f", bytes: Array("\u{FEFF}\(text)".utf8))
        let position = marked.position(at: offset + 3)
        #expect(position.column == column)
        #expect(unmarked.position(at: offset).column == column)
        #expect(marked.offset(line: position.line, column: column) == offset + 3)
        for offset in 0..<3 { #expect(marked.position(at: offset).column == 1) }
    }
}
