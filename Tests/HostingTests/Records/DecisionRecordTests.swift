import PolicyModel
import Testing

@testable import Hosting

@Suite("Decision log: records") struct DecisionRecordTests {
    static let full = DecisionRecord(
        time: 1_795_406_706_789,
        id: "0123456789abcde",
        host: "nginx",
        binding: "edge",
        policy: .init(revision: 12, digest: String(repeating: "0a", count: 32)),
        question: .navigate,
        method: "GET",
        view: "E",
        frame: .top,
        account: String(repeating: "f", count: 64),
        url: "https://casino.example/a",
        masked: [.query, .credentials],
        sent: .dots,
        urlClass: .blocked,
        verdict: .block,
        destination: nil,
        page: nil,
        reasons: [.init(code: "rule.blocked", rule: "gambling"), .init(code: "navigation.blocked")],
        rate: 0.01,
        trace: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        nanoseconds: 1234
    )

    private static func line(_ record: DecisionRecord) -> String {
        var bytes: [UInt8] = []
        record.append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("A record is one line with its members in a fixed order")
    func form() {
        let line = #"""
            {"time":"2026-11-23T04:05:06.789Z","id":"0123456789abcde","host":"nginx","binding":"edge",\#
            "policy":{"revision":12,"digest":"0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"},\#
            "question":"navigate","method":"GET","view":"E","frame":"top",\#
            "account":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",\#
            "url":"https://casino.example/a","masked":["credentials","query"],"sent":"dots",\#
            "class":"blocked","verdict":"block","to":null,"page":null,\#
            "reasons":[{"code":"rule.blocked","rule":"gambling"},{"code":"navigation.blocked","rule":null}],\#
            "fault":null,"rate":0.01,"trace":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01","ns":1234}

            """#
        #expect(Self.line(Self.full) == line)
    }

    @Test("Nothing is null, and every value reads back")
    func roundTrips() throws {
        var records = [Self.full, DecisionRecord(time: 0, id: "", host: "", binding: "-", verdict: .allow)]
        var hostile = Self.full
        hostile.url = "https://a.example/\u{2028}\u{85}\"\\\n\r\t\0\u{7F}😀"
        hostile.method = "GET\nPOST"
        hostile.reasons = [.init(code: "", rule: "\",\"verdict\":\"allow")]
        hostile.fault = "request.x"
        hostile.rate = 1
        hostile.nanoseconds = .max
        records.append(hostile)
        for verdict in Verdict.allCases {
            var record = Self.full
            record.verdict = verdict
            record.shadow = .init(
                policy: .init(revision: 0, digest: ""),
                verdict: verdict,
                urlClass: .external,
                destination: .managedBrowser,
                rule: "r"
            )
            records.append(record)
            record.shadow = .init(verdict: verdict)
            records.append(record)
        }
        for kind in Question.Kind.allCases {
            records.append(DecisionRecord(time: 1, id: "i", host: "h", binding: "b", question: kind, verdict: .block))
        }
        for record in records {
            let line = Self.line(record)
            #expect(line.utf8.filter { $0 == 0x0A }.count == 1 && line.last == "\n")
            #expect(
                line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{2028}" && $0 != "\u{85}" || $0 == "\n" }
            )
            #expect(try DecisionRecord(line: Array(line.utf8)) == record)
        }
    }

    @Test("Several records are several lines")
    func lines() throws {
        var bytes: [UInt8] = []
        for _ in 0..<3 { Self.full.append(to: &bytes) }
        let lines = bytes.split(separator: 0x0A)
        #expect(lines.count == 3)
        for line in lines { #expect(try DecisionRecord(line: Array(line)) == Self.full) }
    }

    @Test("A record is appended in place, without a copy of the records before it")
    func inPlace() {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1 << 20)
        let capacity = bytes.capacity
        for _ in 0..<3 { Self.full.append(to: &bytes) }
        #expect(bytes.capacity == capacity)
    }

    private static let least =
        #""time":"2026-11-23T04:05:06.789Z","id":"a","host":"h","binding":"b","question":"navigate""#

    private static let refusedLines: [String] = [
        "", "\n", "null", "[]", "\"a\"", "{", "{}", "{\(least)}", #"{\#(least),"verdict":"perhaps"}"#,
        #"{\#(least),"verdict":null}"#, #"{\#(least),"verdict":1}"#,
        #"{\#(least),"verdict":"allow","verdict":"block"}"#,
        #"{\#(least),"verdict":"allow"} {}"#, #"{\#(least),"verdict":"allow",}"#, #"{\#(least),"verdict":'allow'}"#,
        #"{\#(least),"verdict":"allow","url":1}"#, #"{\#(least),"verdict":"allow","url":["a"]}"#,
        #"{\#(least),"verdict":"allow","rate":0}"#, #"{\#(least),"verdict":"allow","rate":-1}"#,
        #"{\#(least),"verdict":"allow","rate":2}"#, #"{\#(least),"verdict":"allow","rate":"1"}"#,
        #"{\#(least),"verdict":"allow","rate":1e999}"#, #"{\#(least),"verdict":"allow","ns":-1}"#,
        #"{\#(least),"verdict":"allow","ns":1.5}"#, #"{\#(least),"verdict":"allow","ns":99999999999999999999}"#,
        #"{\#(least),"verdict":"allow","sent":"slashes"}"#,
        #"{\#(least),"verdict":"allow","masked":["path"]}"#, #"{\#(least),"verdict":"allow","masked":"query"}"#,
        #"{\#(least),"verdict":"allow","reasons":[1]}"#, #"{\#(least),"verdict":"allow","reasons":[{}]}"#,
        #"{\#(least),"verdict":"allow","policy":{}}"#, #"{\#(least),"verdict":"allow","policy":[]}"#,
        #"{\#(least),"verdict":"allow","shadow":{}}"#, #"{\#(least),"verdict":"allow","class":"odd"}"#,
        #"{"time":"2026-11-23","id":"a","host":"h","binding":"b","question":"navigate","verdict":"allow"}"#,
        String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 1000),
        "{\(least),\"verdict\":\"allow\",\"url\":\"\(String(repeating: "a", count: 1 << 20))\"}",
    ]

    @Test("An invalid line is refused", arguments: refusedLines)
    func refused(line: String) {
        #expect(throws: DecisionRecordError.self) { _ = try DecisionRecord(line: Array(line.utf8)) }
    }

    @Test("Bytes that are not UTF-8 are not a record")
    func notUTF8() {
        for bytes in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]] {
            let line = Array(#"{\#(Self.least),"verdict":"allow","url":""#.utf8) + bytes + Array("\"}".utf8)
            #expect(throws: DecisionRecordError.self) { _ = try DecisionRecord(line: line) }
        }
    }

    @Test("Members of other versions are skipped, and missing members are absent")
    func otherVersions() throws {
        let line = #"{"new":{"a":[1]},\#(Self.least),"verdict":"allow","route":null}"#
        let record = try DecisionRecord(line: Array(line.utf8))
        #expect(record == DecisionRecord(time: 1_795_406_706_789, id: "a", host: "h", binding: "b", verdict: .allow))
    }

    @Test(
        "Times follow the calendar",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_078_012_800_000, "2004-02-29T00:00:00.000Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (1_767_225_599_999, "2025-12-31T23:59:59.999Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ]
    )
    func times(milliseconds: Int, text: String) {
        var bytes: [UInt8] = []
        UTCTime.append(milliseconds, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
        #expect(UTCTime.milliseconds(text) == milliseconds)
    }

    @Test(
        "An impossible time is refused",
        arguments: [
            "", "2026-02-29T00:00:00.000Z", "2026-13-01T00:00:00.000Z", "2026-00-01T00:00:00.000Z",
            "2026-01-01T24:00:00.000Z", "2026-01-01T00:60:00.000Z", "2026-01-01T00:00:60.000Z",
            "2026-01-01 00:00:00.000Z", "2026-01-01T00:00:00.000+00:00", "2026-01-01T00:00:00Z",
            "1969-12-31T23:59:59.999Z", "+026-01-01T00:00:00.000Z",
        ]
    )
    func wrongTimes(text: String) { #expect(UTCTime.milliseconds(text) == nil) }

    @Test(
        "A day is written without its time",
        arguments: [
            (0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (11_017, "2000-03-01"),
            (20_780, "2026-11-23"), (47_540, "2100-02-28"), (47_541, "2100-03-01"),
        ]
    )
    func days(number: Int, text: String) { #expect(UTCTime.day(number * 86_400_000 + 86_399_999) == text) }

    @Test("Every day from 1970 to 2400 reads back")
    func days() {
        for day in 0..<157_054 {
            var bytes: [UInt8] = []
            UTCTime.append(day * 86_400_000 + 1, to: &bytes)
            guard UTCTime.milliseconds(String(decoding: bytes, as: UTF8.self)) == day * 86_400_000 + 1 else {
                Issue.record("day \(day) is \(String(decoding: bytes, as: UTF8.self))")
                return
            }
        }
    }
}
