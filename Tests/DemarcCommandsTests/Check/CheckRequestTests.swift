import Foundation
import TestSupport
import Testing

@testable import DemarcCommands

@Suite("NDJSON input") struct CheckRequestTests {
    /// The content of an input line, or the code and message of its error.
    private func read(_ line: String) -> [String?] {
        var request = RequestLine()
        let bytes = Array(line.utf8)
        do throws(MalformedLine) {
            try request.parse(bytes.span)
            return [
                request.string(request.url, in: bytes.span),
                request.view.map { request.string($0, in: bytes.span) },
                request.user.map { request.string($0, in: bytes.span) },
            ]
        } catch {
            return ["\(error.code): \(error.message)"]
        }
    }

    @Test(
        "A line is a string or an object",
        arguments: [
            (#""https://a/""#, ["https://a/", nil, nil]),
            (#"  "a" "#, ["a", nil, nil]),
            (#""""#, ["", nil, nil]),
            (#"{"url":"a"}"#, ["a", nil, nil]),
            (#" { "user" : "u" , "url" : "a" , "view" : "v" } "#, ["a", "v", "u"]),
            (#"{"url":"a","view":null,"user":""}"#, ["a", nil, ""]),
            (#""\"\\\/\b\f\n\r\té€\u20ac""#, ["\"\\/\u{8}\u{C}\n\r\té€€", nil, nil]),
            (#""\ud83d\ude00""#, ["😀", nil, nil]),
            (#""\ud83dx\ude00\ud83d\u0041""#, ["\u{FFFD}x\u{FFFD}\u{FFFD}A", nil, nil]),
            (#"{"u\u0072l":"\u0061","view":"\u0062"}"#, ["a", "b", nil]),
        ] as [(String, [String?])]
    )
    func wellFormed(line: String, expected: [String?]) { #expect(read(line) == expected) }

    @Test(
        "Any other line is malformed, with the place of the error",
        arguments: [
            ("https://a/", "not-a-request: column 1: expected a string, or an object with `url`"),
            ("[]", "not-a-request: column 1: expected a string, or an object with `url`"),
            ("1", "not-a-request: column 1: expected a string, or an object with `url`"),
            (#""a"#, "not-json: column 3: this is not JSON; expected the end of the string"),
            (#""a\"#, "not-json: column 3: this is not JSON; expected an escape"),
            (#""\x""#, "not-json: column 2: this is not JSON; expected an escape"),
            (#""\u12g4""#, "not-json: column 2: this is not JSON; expected four hexadecimal digits"),
            (#""\u12"#, "not-json: column 2: this is not JSON; expected four hexadecimal digits"),
            ("\"a\tb\"", "not-json: column 3: this is not JSON; expected an escape instead of a control character"),
            (
                #""\n"# + "\t\"",
                "not-json: column 4: this is not JSON; expected an escape instead of a control character"
            ),
            (#""a" b"#, "not-json: column 5: this is not JSON; expected nothing more"),
            (#"{"url":"a"}}"#, "not-json: column 12: this is not JSON; expected nothing more"),
            (#"{"url":"a",}"#, "not-json: column 12: this is not JSON; expected a key"),
            (#"{"url" "a"}"#, "not-json: column 8: this is not JSON; expected a colon"),
            (
                #"{"url":"a" "view":"b"}"#,
                "not-json: column 12: this is not JSON; expected a comma or the end of the object"
            ),
            (#"{"url":"a""#, "not-json: column 11: this is not JSON; expected a comma or the end of the object"),
            ("{", "not-json: column 2: this is not JSON; expected a key"),
            ("{}", "missing-url: there is no `url`"),
            (#"{"view":"a"}"#, "missing-url: there is no `url`"),
            (#"{"url":null}"#, "missing-url: there is no `url`"),
            (#"{"url":"a","ref":[]}"#, "wrong-type: column 18: `ref` must be a string or a number"),
            (#"{"url":"a","id":true}"#, "wrong-type: column 17: `id` must be a string or a number"),
            (#"{"url":"a","id":01}"#, "not-json: column 17: this is not JSON; expected a number"),
            (#"{"url":"a","id":-}"#, "not-json: column 17: this is not JSON; expected a number"),
            (#"{"url":"a","id":1.}"#, "not-json: column 17: this is not JSON; expected a number"),
            (#"{"url":"a","id":1e+}"#, "not-json: column 17: this is not JSON; expected a number"),
            (#"{"url":"a","ref":1,"ref":2}"#, "duplicate-key: column 20: `ref` appears twice"),
            (#"{"url":1}"#, "wrong-type: column 8: `url` must be a string"),
            (#"{"url":"a","view":{}}"#, "wrong-type: column 19: `view` must be a string"),
            (#"{"url":"a","user":nul}"#, "wrong-type: column 19: `user` must be a string"),
            (#"{"url":"a","veiw":"b"}"#, "unknown-key: column 12: unknown key `veiw`; did you mean `view`?"),
            (#"{"url":"a","extra":"b"}"#, "unknown-key: column 12: unknown key `extra`"),
            (#"{"url":"a","url":"b"}"#, "duplicate-key: column 12: `url` appears twice"),
        ]
    )
    func malformed(line: String, expected: String) { #expect(read(line) == [expected]) }

    /// What another reader of JSON makes of a line: the URL, the view and the user; nil if it is malformed.
    private func readByFoundation(_ line: [UInt8]) -> [String?]? {
        let value = try? JSONSerialization.jsonObject(with: Data(line), options: .fragmentsAllowed)
        if let text = value as? String { return [text, nil, nil] }
        guard let object = value as? [String: Any], object["url"] is String,
            Set(object.keys).isSubset(of: ["url", "view", "user", "ref", "id"]),
            object.allSatisfy({ key, value in
                value is String || value is NSNull || (["ref", "id"].contains(key) && value is NSNumber)
            })
        else { return nil }
        return ["url", "view", "user"].map { object[$0] as? String }
    }

    @Test("A line is read as another JSON reader reads it, even with a byte changed, removed or added")
    func differential() {
        var random = SplitMix(seed: 11)
        let values = [#""a""#, #""""#, #""a\\b""#, #""\u0041\t""#, #""x\"y""#, "null", "1", "[]"]
        let bytes = Array(#" {}[]":,\unlrvie0a1"#.utf8) + [9]
        var counts = (read: 0, malformed: 0)
        for _ in 0..<5_000 {
            let space = random.one(of: ["", "", " ", "\t"])
            let keys = ["url", "view", "user", "ref", "id"].filter { _ in !random.once(in: 3) }
            let entries = keys.map { "\"\($0)\":\(space)\(random.one(of: values))" }
            let text = random.once(in: 4) ? random.one(of: values) : "{\(entries.joined(separator: "," + space))}"
            var line = Array((space + text + space).utf8)
            if random.once(in: 2) {
                let place = Int.random(in: 0..<line.count, using: &random)
                let byte = random.one(of: bytes)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: line[place] = byte
                case 1: line.remove(at: place)
                default: line.insert(byte, at: place)
                }
            }
            // Foundation accepts a comma before the end of an object, which is not JSON.
            if line.filter({ $0 > 0x20 }).contains(",}".utf8) { continue }
            let expected = readByFoundation(line)
            if expected == nil { counts.malformed += 1 } else { counts.read += 1 }
            let found = read(String(decoding: line, as: UTF8.self))
            #expect((found.count == 1 ? nil : found) == expected, "\(String(decoding: line, as: UTF8.self))")
        }
        #expect(counts.read > 500 && counts.malformed > 500, "\(counts)")
    }

    @Test(
        "`ref`, or else `id`, names a line in its result and in its error",
        arguments: [
            (#"{"url":"https://contoso.com/","ref":"a\"\u2028"}"#, #"{"ref":"a\"\u2028","input":"#),
            (#"{"id":-12.5e3,"url":"https://contoso.com/"}"#, #"{"ref":-12.5e3,"input":"#),
            (#"{"url":"https://contoso.com/","id":0,"ref":"r"}"#, #"{"ref":"r","input":"#),
            (#"{"url":"https://contoso.com/","id":"","ref":null}"#, #"{"ref":"","input":"#),
            (#"{"url":"https://contoso.com/","view":"F","id":7}"#, #"{"ref":7,"input":"#),
            (#"{"url":"https://contoso.com/"}"#, #"{"input":"#),
            (#"{"url":"nonsense","id":1}"#, #"{"ref":1,"input":"#),
        ]
    )
    func reference(line: String, beginning: String) throws {
        // The name of the previous line does not apply to this line.
        let lines = [#"{"url":"https://contoso.com/","ref":"before"}"#, line, "nonsense"].joined(separator: "\n")
        let format = ["--input-format", "ndjson", "--format", "ndjson"]
        let checked = try CheckCase().run(format, input: Array(lines.utf8)).lines
        #expect(checked.count == 3)
        #expect(checked[1].hasPrefix(beginning), "\(checked[1])")
        #expect(checked[2].hasPrefix(#"{"input":"nonsense""#))
        guard !line.contains("view") else { return }
        let shown = try Tool.run(["url"] + format, input: lines).lines
        #expect(shown[1].hasPrefix(beginning), "\(shown[1])")
        #expect(shown[2].hasPrefix(#"{"input":"nonsense""#))
    }

    @Test("Each line gets an answer or an error, in order, and the exit status is 2")
    func stream() throws {
        let input = """
            "https://contoso.com/"
            {"url": "https://contoso.com/", "user": "none"}

            nonsense
            {"url": "https://contoso.com/", "view": "F"}
            {"url": "https://contoso.com/", "user": "dana@contoso.co"}
            {"url": "https:\\/\\/contoso.com/", "view": "E", "user": "DANA@contoso.com"}
            """
        let outcome = try CheckCase().run("--input-format", "ndjson", "--format", "ndjson", input: input)
        #expect(outcome.status == 2)
        #expect(outcome.lines.count == 6)
        let verdicts = outcome.lines.map { $0.contains(#""verdict":"allow""#) }
        #expect(verdicts == [true, true, false, false, false, true])
        #expect(outcome.lines[1].contains(#""user":null"#))
        #expect(outcome.lines[1].contains("identity.unmanaged"))
        #expect(
            outcome.lines[2]
                == #"{"input":"nonsense","error":{"code":"not-a-request","#
                + #""message":"line 4, column 1: expected a string, or an object with `url`"}}"#
        )
        #expect(outcome.lines[3].contains(#""code":"unknown-view","message":"line 5, unknown view `F`"#))
        #expect(outcome.lines[4].contains("did you mean `dana@contoso.com`?"))
        #expect(
            outcome.lines[5]
                == outcome.lines[0].replacing(
                    #""input":"https://contoso.com/""#,
                    with: #""input":"https://contoso.com/""#
                )
        )
        #expect(outcome.errors.contains("3 allow, 0 block, 0 route; 3 malformed\n"))
        #expect(
            outcome.errors.hasSuffix(
                "demarc: error: the input has 3 malformed lines, the first at line 4; each has an error in its place\n"
            )
        )
    }

    @Test("Each line needs a view if there are several and none is named")
    func views() throws {
        let input = #"{"url": "https://a/", "view": "mail"}"# + "\n" + #""https://a/""# + "\n"
        let outcome = try CheckCase(Samples.twoViews).run(
            "--input-format",
            "ndjson",
            "--format",
            "ndjson",
            input: input
        )
        #expect(outcome.status == 2)
        #expect(outcome.lines.first?.contains(#""view":"mail""#) == true)
        #expect(outcome.lines.last?.contains(#""code":"missing-view""#) == true)
        #expect(outcome.lines.last?.contains("`mail`, `documents`") == true)
    }

    @Test("An endless line is an error, and the next line is read")
    func longLine() throws {
        let input = "\"" + String(repeating: "a", count: 9 << 20) + "\"\n\"https://contoso.com/\"\n"
        let outcome = try CheckCase().run("--input-format", "ndjson", "--format", "ndjson", input: input)
        #expect(outcome.lines.count == 2)
        #expect(outcome.lines.first?.contains(#""error":{"code":"line-too-long""#) == true)
        #expect(outcome.output.count < 2_000)
        #expect(outcome.lines.last?.contains(#""verdict":"allow""#) == true)
    }
}
