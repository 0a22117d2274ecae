import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

/// The possible forms of a Graph file, and the reasons for refusing one.
@Suite("Graph files") struct GraphJSONTests {
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let expected: String

        init(_ name: String, _ bytes: [UInt8], _ expected: String) {
            testDescription = name
            self.bytes = bytes
            self.expected = expected
        }

        init(_ name: String, _ text: String, _ expected: String) { self.init(name, Array(text.utf8), expected) }
    }

    static let foreignRows: [Row] = [
        Row("nothing", "", "1:1 empty-document the JSON is empty"),
        Row("white space", " \n\t", "1:1 empty-document the JSON is empty"),
        Row("a byte order mark", [0xEF, 0xBB, 0xBF], "1:1 empty-document the JSON is empty"),
        Row(
            "a script with a here-string",
            "function Add-Policy {\n$json = @\"\n{\"pinRequired\": true}\n\"@\n}",
            "2:9 not-json the file is a PowerShell script, not JSON | save the JSON of its here-string as a file"
        ),
        Row(
            "a script in single quotes, lines ending in CR LF",
            "# Policies\r\n$json = @'\r\n{}\r\n'@\r\n",
            "2:9 not-json the file is a PowerShell script, not JSON | save the JSON of its here-string as a file"
        ),
        Row(
            "a script that begins like an array",
            "[CmdletBinding()]\nparam()\n",
            "1:1 not-json the file is a PowerShell script, not JSON | save the JSON that it sends as a file"
        ),
        Row(
            "a script that begins like XML",
            "<#\n.SYNOPSIS\n#>\n",
            "1:1 not-json the file is a PowerShell script, not JSON | save the JSON that it sends as a file"
        ),
        Row(
            "a function of PowerShell",
            "function Get-Policy() {\n}\n",
            "1:1 not-json the file is a PowerShell script, not JSON | save the JSON that it sends as a file"
        ),
        Row(
            "a script of a proxy",
            "function FindProxyForURL(url, host) {\n  return \"DIRECT\";\n}\n",
            "1:1 not-json the file is a script in JavaScript, not JSON"
        ),
        Row(
            "HTML",
            "\n<!DOCTYPE html><html><body>Sign in</body></html>",
            "2:1 not-json the file is a web page (HTML), not JSON | a sign-in page or an error page was probably saved; save the JSON itself"
        ),
        Row(
            "XML",
            "<?xml version=\"1.0\"?><entry/>",
            "1:1 not-json the file is XML, not JSON | save what Graph returns with `Accept: application/json`"
        ),
        Row(
            "an XML property list",
            "<?xml version=\"1.0\"?>\n<!DOCTYPE plist PUBLIC \"x\" \"y\">\n<plist/>",
            "3:1 missing-value the property list has no value"
        ),
        Row(
            "a binary property list",
            Array("bplist00".utf8) + [0xD1, 0x01, 0xFF],
            "1:12 truncated-file the file is too short, at byte 11"
        ),
        Row(
            "a script in Latin-1",
            Array("$name = 'caf".utf8) + [0xE9, 0x27],
            "1:1 not-json the file is a PowerShell script, not JSON | save the JSON that it sends as a file"
        ),
        Row(
            "YAML",
            "pinRequired: true\n",
            "1:1 not-json the file is YAML, not JSON | write settings of your own into the policy itself, without `graph`"
        ),
        Row(
            "YAML with a key in quotes",
            "'displayName': x\n",
            "1:1 not-json the file is YAML, not JSON | write settings of your own into the policy itself, without `graph`"
        ),
        Row(
            "YAML that begins like a JSON string",
            "\"pinRequired\":\n  true\n",
            "1:1 not-json the file is YAML, not JSON | write settings of your own into the policy itself, without `graph`"
        ),
        Row(
            "a backup in YAML",
            "'@odata.type': '#microsoft.graph.iosManagedAppProtection'\npinRequired: true\n",
            "1:1 not-json the file is a Graph object in YAML, not JSON | save it as JSON, as Graph returns it"
        ),
        Row(
            "a backup in YAML with the type further below",
            "\ndisplayName: x\n\"@odata.type\": \"#microsoft.graph.iosManagedAppProtection\"\n",
            "2:1 not-json the file is a Graph object in YAML, not JSON | save it as JSON, as Graph returns it"
        ),
        Row(
            "a document of ours",
            "---\ndemarc: 1\n",
            "1:1 not-json the file is YAML, not JSON | write settings of your own into the policy itself, without `graph`"
        ),
        Row(
            "Latin-1",
            Array("{\"description\": \"caf".utf8) + [0xE9, 0x22, 0x7D],
            "1:21 not-utf-8 the file is not UTF-8 | save it as UTF-8"
        ),
        Row(
            "UTF-32",
            [0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0],
            "1:1 is-utf-16 the file seems to be UTF-32 | save it as UTF-8"
        ),
        Row(
            "UTF-16 cut in half",
            [0xFF, 0xFE, 0x7B, 0, 0x7D],
            "1:5 not-utf-8 the file begins as UTF-16, but not all of it is UTF-16 | save it as UTF-8"
        ),
        Row(
            "UTF-16 with half of a character",
            [0xFE, 0xFF, 0, 0x7B, 0xD8, 0x3D, 0, 0x7D],
            "1:5 not-utf-8 the file begins as UTF-16, but not all of it is UTF-16 | save it as UTF-8"
        ),
    ]

    static let mistakeRows: [Row] = [
        Row("a comment", "{ // all\n}", "1:3 invalid-json JSON has no comments | remove the comment"),
        Row(
            "a comment behind a value",
            "{\"pinRequired\": true /* yes */}",
            "1:22 invalid-json JSON has no comments | remove the comment"
        ),
        Row(
            "a comment in the place of a value",
            "[\n#a\n1]",
            "2:1 invalid-json JSON has no comments | remove the comment"
        ),
        Row(
            "a comma behind the last entry",
            "{\"pinRequired\": true,\n}",
            "1:21 invalid-json there is a comma after the last entry | remove it"
        ),
        Row(
            "a comma behind the last element",
            "[1, ]",
            "1:3 invalid-json there is a comma after the last element | remove it"
        ),
        Row("two commas", "[1,,2]", "1:4 invalid-json expected a JSON value, found `,`"),
        Row("a comma first", "{,\"a\": 1}", "1:2 invalid-json expected a key in double quotes, found `,`"),
        Row("no comma", "{\"a\": 1 \"b\": 2}", "1:9 invalid-json expected `,` or `}`, found `\"`"),
        Row("no colon", "{\"a\" 1}", "1:6 invalid-json a `:` is missing after the key `a`"),
        Row("a key without quotes", "{a: 1}", "1:2 invalid-json expected a key in double quotes, found `a`"),
        Row(
            "single quotes",
            "{'a': 1}",
            "1:2 invalid-json JSON has no other quotes than `\"` | put the string in double quotes"
        ),
        Row(
            "typographic quotes",
            "{\u{201C}a\u{201D}: 1}",
            "1:2 invalid-json JSON has no other quotes than `\"` | put the string in double quotes"
        ),
        Row(
            "not a number",
            "[NaN]",
            "1:2 invalid-json `NaN` is not a JSON value | write `null` for a setting that isn't set"
        ),
        Row(
            "infinity",
            "[-Infinity]",
            "1:2 invalid-json `-Infinity` is not a JSON number | a string needs double quotes"
        ),
        Row(
            "undefined",
            "[undefined]",
            "1:2 invalid-json `undefined` is not a JSON value | write `null` for a setting that isn't set"
        ),
        Row(
            "Python's true",
            "{\"pinRequired\": True}",
            "1:17 invalid-json expected a JSON value, found `True` | write `true`"
        ),
        Row(
            "a word",
            "[blocked]",
            "1:2 invalid-json expected a JSON value, found `blocked` | a string needs double quotes"
        ),
        Row(
            "a word that begins like another",
            "[nullify]",
            "1:2 invalid-json expected a JSON value, found `nullify` | a string needs double quotes"
        ),
        Row("a zero in front", "[07]", "1:2 invalid-json `07` is not a JSON number | a string needs double quotes"),
        Row(
            "a version",
            "{\"minimumRequiredOsVersion\": 13.7.1}",
            "1:30 invalid-json `13.7.1` is not a JSON number | a string needs double quotes"
        ),
        Row(
            "a number without digits",
            "[-]",
            "1:2 invalid-json `-` is not a JSON number | a string needs double quotes"
        ),
        Row("a plus", "[+1]", "1:2 invalid-json expected a JSON value, found `+`"),
        Row("hexadecimal", "[0x10]", "1:2 invalid-json `0x10` is not a JSON number | a string needs double quotes"),
        Row(
            "an open object",
            "{\"a\": {\"b\": 1}",
            "1:1 invalid-json the JSON ends before this `{` is closed | it is probably cut off"
        ),
        Row(
            "an open array",
            "{\"a\": [1,",
            "1:7 invalid-json the JSON ends before this `[` is closed | it is probably cut off"
        ),
        Row(
            "an open text",
            "{\"a\": \"b",
            "1:7 invalid-json this string is not closed | close the quote, or save the file again if it is cut off"
        ),
        Row(
            "a text over two lines",
            "{\"a\": \"b\nc\"}",
            "1:7 invalid-json this string is not closed on its line | close the quote; a line break in a string is written `\\n`"
        ),
        Row("a tab in a text", "{\"a\": \"b\tc\"}", "1:9 control-character a string contains a tab | write it `\\t`"),
        Row(
            "a NUL in a text",
            "{\"a\": \"b\0\"}",
            "1:9 control-character a string contains the control character U+0000 | remove it"
        ),
        Row(
            "an unknown escape",
            "{\"a\": \"C:\\Users\"}",
            "1:10 invalid-json JSON has no such escape | write `\\\\` for a backslash"
        ),
        Row(
            "a backslash at the end",
            "[\"\\",
            "1:3 invalid-json JSON has no such escape | write `\\\\` for a backslash"
        ),
        Row("a short escape", "[\"\\u12\"]", "1:3 invalid-json JSON has no such escape | write `\\\\` for a backslash"),
        Row(
            "a high half",
            "[\"\\ud83d!\"]",
            "1:3 invalid-json this escape is half of a character | write both halves, or neither"
        ),
        Row(
            "a low half",
            "[\"\\ude00\"]",
            "1:3 invalid-json this escape is half of a character | write both halves, or neither"
        ),
        Row(
            "two high halves",
            "[\"\\ud83d\\ud83d\"]",
            "1:3 invalid-json this escape is half of a character | write both halves, or neither"
        ),
        Row(
            "a NUL between values",
            "{\0}",
            "1:2 invalid-json expected a key in double quotes, found a control character"
        ),
        Row(
            "two values",
            "{}\n{}",
            "2:1 invalid-json there is text after the end of the JSON value | put several into one array, `[…, …]`"
        ),
        Row("a bracket too many", "{}}", "1:3 invalid-json there is text after the end of the JSON value"),
        Row("the wrong bracket", "[1}", "1:3 invalid-json expected `,` or `]`, found `}`"),
    ]

    @Test("A file that is not JSON is refused with its actual format", arguments: foreignRows)
    func notJSON(row: Row) {
        let result = readGraph(row.bytes)
        #expect(places(result) == [row.expected])
        #expect(!result.isUsable)
    }

    @Test("A syntax error is refused at its place", arguments: mistakeRows)
    func badJSON(row: Row) {
        let result = readGraph(row.bytes)
        #expect(places(result) == [row.expected])
        #expect(!result.isUsable)
    }

    @Test("A repeated key is refused, with both places")
    func repeatedKeys() {
        let result = readGraph(#"{"value": [{"pinRequired": true, "pinRequired": false}]}"#)
        #expect(
            places(result) == [
                "1:34 duplicate-key the key `pinRequired` appears twice, at `value[0]` | keep one of them"
            ]
        )
        #expect(result.diagnostics.first?.places.map(\.start.column) == [34, 13])
    }

    static let soundRows: [(String, String)] = [
        ("tabs", "\t{\t\"saveAsBlocked\"\t:\ttrue\t,\t\"printBlocked\"\r\n\t:\r\ttrue}\t"),
        ("no white space", #"{"saveAsBlocked":true,"printBlocked":true}"#),
        ("a key in escapes", #"{"\u0073aveAsBlocked": true, "printBlocked": true}"#),
        (
            "a slash in an escape",
            #"{"saveAsBlocked": true, "printBlocked": true, "customBrowserProtocol": "acme:\/\/"}"#
        ),
        (
            "halves of a character",
            #"{"saveAsBlocked": true, "printBlocked": true, "description": "\ud83d\ude00\t\r\n"}"#
        ),
        (
            "characters that YAML refuses",
            "{\"saveAsBlocked\": true, \"printBlocked\": true, \"x\u{7F}\u{81}\u{FEFF}\": \"\u{80}\"}"
        ),
        (
            "a key longer than YAML has",
            "{\"\(String(repeating: "k", count: 5_000))\": 1, \"saveAsBlocked\": true, \"printBlocked\": true}"
        ),
        ("a key that YAML merges", #"{"<<": {"printBlocked": false}, "saveAsBlocked": true, "printBlocked": true}"#),
        (
            "what YAML takes for an alias",
            #"{"saveAsBlocked": true, "printBlocked": true, "*a": "&b", "c": "!d", "e": "%f"}"#
        ),
        (
            "numbers of every form",
            #"{"saveAsBlocked": true, "printBlocked": true, "n": [0, -0, 1.5, -1E+9, 1e-3, 10]}"#
        ),
    ]

    @Test("Every valid JSON notation is read", arguments: soundRows)
    func sound(name: String, text: String) throws {
        for mark in [[], [0xEF, 0xBB, 0xBF]] as [[UInt8]] {
            let result = readGraph(mark + Array(text.utf8))
            let policy = try #require(result.document?.policies["p"], "\(places(result))")
            #expect(policy.saveAsBlocked && policy.printBlocked)
            #expect(result.diagnostics.isEmpty)
        }
    }

    @Test("Escapes keep their meaning")
    func escapes() throws {
        let text =
            #"{"displayName": "\"\\\/\u00e9\ud83d\ude00", "customBrowserProtocol": "acme:\/\/", "pinRequired": true}"#
        let policy = try #require(readGraph(text).document?.policies["p"])
        #expect(policy.displayName == "\"\\/é😀")
        #expect(policy.customBrowserProtocol?.scheme == "acme")
    }

    @Test("UTF-16 of either byte order is read with or without a mark, with its lines and columns")
    func utf16() throws {
        let good = "{\r\n  \"displayName\": \"Büro 😀\", \"saveAsBlocked\": true\r\n}"
        let bad = "{\r\n  \"displayName\": \"Büro 😀\", \"notificationRestriction\": \"blocked\"\r\n}"
        for bigEndian in [false, true] {
            for mark in [[], [0xFEFF]] as [[UInt16]] {
                func bytes(_ text: String) -> [UInt8] {
                    (mark + Array(text.utf16)).flatMap { unit in
                        let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
                        return bigEndian ? pair.reversed() : pair
                    }
                }
                let policy = try #require(readGraph(bytes(good)).document?.policies["p"])
                #expect(policy.displayName == "Büro 😀" && policy.saveAsBlocked)
                #expect(policy.location(of: .saveAsBlocked)?.description == "g.json:2:28")
                let result = readGraph(bytes(bad))
                #expect(
                    places(result) == [
                        "2:55 unknown-value unknown value `blocked`, at `notificationRestriction` | did you mean `block`?"
                    ]
                )
                #expect(result.diagnostics.first?.fix == nil, "the offsets are not those of the file")
                #expect(text(at: result.diagnostics[0].places[0], in: result.sources) == "\"blocked\"")
            }
        }
        #expect(readGraph(bad).diagnostics.first?.fix?.replacement == "\"block\"")
    }
}
