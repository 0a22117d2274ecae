import TestSupport
import Testing

@Suite("NDJSON input") struct CheckRequestTests {
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
