import Foundation
import TestSupport
import Testing

@testable import DemarcCommands

@Suite("Lines of NDJSON") struct RequestLineTests {
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
            (#"{"url":"a","view":null,"user":"none"}"#, ["a", nil, "none"]),
            (#"{"url":"a","view":"","user":null}"#, ["a", "", nil]),
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
            (#"{"url":"a", "user": ""}"#, "missing-value: column 21: `user` is empty; write `none` for no account"),
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
            }),
            object["user"] as? String != ""
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
}
