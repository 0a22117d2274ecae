import Foundation
import TestSupport
import Testing

@Suite("Input of demarc check") struct CheckInputTests {
    /// The `input` of every result.
    private func inputs(_ bytes: [UInt8]) throws -> [String?] {
        let outcome = try CheckCase().run(["--format", "ndjson", "--quiet"], input: bytes)
        #expect(outcome.status == 0)
        return try outcome.lines.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return object?["input"] as? String
        }
    }

    @Test(
        "Lines are read with any line ending",
        arguments: [
            ("", [], "nothing at all"),
            ("\n\r\n \t \n", [], "blank lines only"),
            ("https://a/", ["https://a/"], "no line break at the end"),
            ("https://a/\n", ["https://a/"], "one there"),
            ("https://a/\r\nhttps://b/\r\n", ["https://a/", "https://b/"], "CR LF"),
            ("https://a/\r", ["https://a/"], "a lone CR at the end"),
            ("https://a/\rb\n", ["https://a/\rb"], "a CR inside a line is part of it"),
            ("\n\nhttps://a/\n\nhttps://b/", ["https://a/", "https://b/"], "blank lines between"),
            ("\u{FEFF}https://a/\nx", ["https://a/", "x"], "a byte order mark at the beginning"),
            ("a\0b\n", ["a\0b"], "NUL bytes"),
            ("  https://a/ \n", ["  https://a/ "], "spaces around a URL, which the parser takes away"),
            ("\"\\\u{85}\u{2028}\u{2029}\u{1F}\u{7F}é😀\n", ["\"\\\u{85}\u{2028}\u{2029}\u{1F}\u{7F}é😀"], "escapes"),
        ]
    )
    func lines(input: String, expected: [String], why: Comment) throws {
        #expect(try inputs(Array(input.utf8)) == expected, why)
    }

    @Test(
        "Invalid UTF-8 is read as U+FFFD, and the JSON is valid",
        arguments: [
            ([0xFF], "\u{FFFD}"), ([0xE2, 0x80, 0x41], "\u{FFFD}A"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"), ([0xF0, 0x9F, 0x98], "\u{FFFD}"), ([0xC2], "\u{FFFD}"),
        ] as [([UInt8], String)]
    )
    func invalidUTF8(bytes: [UInt8], expected: String) throws {
        #expect(try inputs(bytes) == [expected])
        // After fifteen other bytes it is in the part that is examined in whole vectors.
        let padding = String(repeating: "x", count: 15)
        #expect(try inputs(Array(padding.utf8) + bytes + Array(padding.utf8)) == [padding + expected + padding])
    }

    @Test("A line that is too long is not a URL, is shown shortened, and does not stop the run")
    func longLine() throws {
        let check = try CheckCase()
        for length in [(1 << 20) + 1, 3 << 20, 20 << 20] {
            let long = "https://contoso.com/" + String(repeating: "a", count: length - 20)
            let outcome = try check.run("--format", "ndjson", input: long + "\nhttps://contoso.com/\n")
            #expect(outcome.lines.count == 2)
            #expect(outcome.lines.first?.contains(#""error":{"code":"input-too-long""#) == true)
            #expect(outcome.lines.first?.contains("aaa…\",\"url\":null") == true)
            #expect(outcome.output.count < 2_000)
            #expect(outcome.lines.last?.contains(#""verdict":"allow""#) == true)
        }
    }

    @Test("A line of the maximum length is read as a URL", arguments: ["\n", "\r\n", ""])
    func longestLine(ending: String) throws {
        let long = "https://contoso.com/" + String(repeating: "a", count: (1 << 20) - 20)
        let outcome = try CheckCase().run("--format", "ndjson", "--quiet", input: long + ending)
        #expect(outcome.lines.count == 1)
        #expect(outcome.text.contains(#""verdict":"allow""#))
    }

    @Test("Input comes from a file, standard input or arguments")
    func sources() throws {
        let check = try CheckCase()
        let file = try check.folder.write("https://contoso.com/\n", to: "urls.txt")
        let expected = try check.run("--format", "ndjson", "https://contoso.com/").text
        #expect(try check.run("--format", "ndjson", "--input", file).text == expected)
        #expect(try check.run("--format", "ndjson", "--input", "-", input: "https://contoso.com/\n").text == expected)
        #expect(try check.run("--format", "ndjson", input: "https://contoso.com/").text == expected)
    }

    @Test(
        "URLs in UTF-16 are refused, and not decided line by line",
        arguments: [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]]
    )
    func utf16(mark: [UInt8]) throws {
        let check = try CheckCase()
        let path = try check.folder.write(mark + Array("h\0t\0t\0p\0\n\0".utf8), to: "urls.txt")
        for arguments in [
            ["check", "--policy", check.policy, "--input", path], ["url", "--input", path],
            ["bench", "--policy", check.policy, "--urls", path],
        ] {
            let outcome = try Tool.run(arguments)
            #expect(outcome.status == 2, "\(arguments): \(outcome.text)")
            #expect(outcome.errors.contains("UTF-16; save"), "\(arguments): \(outcome.errors)")
        }
    }

    @Test(
        "A missing file is an error",
        arguments: [("missing.txt", "there is no such file"), (".", "it is a folder")]
    )
    func unreadable(name: String, reason: String) throws {
        let check = try CheckCase()
        let outcome = try check.run("--input", "\(check.folder.path)/\(name)")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("demarc: error: cannot read"))
        #expect(outcome.errors.contains(reason))
    }
}
