import Diagnostics
import PolicyModel
import TestSupport
import Testing

@testable import PolicyFiles

/// Graph files made to break their reader. Each costs no more than its bytes.
@Suite("Hostile Graph files") struct GraphHostileTests {
    @Test("A file that is too deep is refused, and one at the limit is read")
    func depth() {
        func nested(_ levels: Int, _ open: String, _ close: String) -> String {
            "{\"saveAsBlocked\": true, \"x\": " + String(repeating: open, count: levels) + "1"
                + String(repeating: close, count: levels) + "}"
        }
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            #expect(readGraph(nested(63, open, close)).isUsable)
            let expected = ["1:\(30 + 63 * open.count) nested-too-deeply values are nested more than 64 levels deep"]
            #expect(places(readGraph(nested(64, open, close))) == expected)
            #expect(places(readGraph(nested(100_000, open, close))) == expected)
        }
        let open = String(repeating: "[", count: 1_000_000)
        #expect(readGraph(open).diagnostics.map(\.code) == ["nested-too-deeply"])
    }

    @Test("A file with too many values is refused")
    func values() {
        var bounds = ReadingBounds()
        bounds.nodes = 1_000
        let few = "{\"saveAsBlocked\": true, \"x\": [" + String(repeating: "1,", count: 300) + "1]}"
        #expect(readGraph(Array(few.utf8), bounds: bounds).isUsable)
        let many = "{\"saveAsBlocked\": true, \"x\": [" + String(repeating: "1,", count: 2_000) + "1]}"
        #expect(readGraph(Array(many.utf8), bounds: bounds).diagnostics.map(\.code) == ["too-many-values"])
        // The document has been charged for its own values; the rest of a file's allowance goes to the next file.
        let keys = "{\"saveAsBlocked\": true" + (0..<600).map { ", \"k\($0)\": 1" }.joined() + "}"
        #expect(readGraph(Array(keys.utf8), bounds: bounds).diagnostics.map(\.code) == ["too-many-values"])
    }

    @Test("A file that is too large is refused")
    func size() {
        var bounds = ReadingBounds()
        bounds.documentBytes = 1_000
        let text = "{\"saveAsBlocked\": true, \"x\": \"\(String(repeating: "a", count: 1_000))\"}"
        let result = readGraph(Array(text.utf8), bounds: bounds)
        #expect(places(result) == ["policy.yaml:2:23 file-too-large `g.json` is larger than 1000 bytes"])
    }

    @Test("A file with one long text is read, and the text is quoted in part")
    func longText() throws {
        let long = String(repeating: "a", count: 1 << 20)
        let policy = readGraph("{\"saveAsBlocked\": true, \"\(long)\": \"\(long)\"}").document?.policies["p"]
        #expect(policy?.unknownSettings.first?.name.utf8.count == 1 << 20)
        let result = readGraph("{\"notificationRestriction\": \"\(long)\"}")
        let finding = try #require(result.diagnostics.first)
        #expect(finding.code == "unknown-value" && finding.message.utf8.count < 200)
    }

    @Test("A file with ten thousand mistakes shows a thousand of them")
    func mistakes() {
        let places = Array(repeating: "5", count: 10_000).joined(separator: ",")
        let result = readGraph("{\"allowedDataStorageLocations\": [\(places)]}")
        #expect(result.diagnostics.count == 1_001)
        #expect(result.diagnostics.last?.message == "9000 more findings are not shown")
        #expect(result.diagnostics[999].message.hasSuffix("at `allowedDataStorageLocations[999]`"))
    }

    @Test("A long key above many mistakes is not read repeatedly")
    func longKey() {
        let key = String(repeating: "k", count: 1 << 20)
        let places = Array(repeating: "5", count: 20_000).joined(separator: ",")
        func time(key: String, places: String, findings: Int) -> Duration {
            let text = "{\"\(key)\": {\"allowedDataStorageLocations\": [\(places)]}}"
            return Growth.time {
                let result = readGraph(text)
                #expect(result.diagnostics.count == findings)
                #expect(result.diagnostics.allSatisfy { $0.message.utf8.count < 300 })
            }
        }
        // Each alone and both together: the costs are added, not multiplied.
        var (forKey, forPlaces, forBoth) = (Duration.seconds(3600), Duration.seconds(3600), Duration.seconds(3600))
        for _ in 0..<3 {
            forKey = min(forKey, time(key: key, places: "5", findings: 1))
            forPlaces = min(forPlaces, time(key: "k", places: places, findings: 1_001))
            forBoth = min(forBoth, time(key: key, places: places, findings: 1_001))
        }
        #expect(forBoth < (forKey + forPlaces) * 3)
        #expect(forBoth < .seconds(60))
    }

    @Test("Looking through many policies is charged for each entry")
    func manyPolicies() {
        var bounds = ReadingBounds()
        bounds.nodes = 20_000
        let policies = (0..<1_000).map { "{\"displayName\": \"P\($0)\", \"pinRequired\": true}" }
        let document =
            "demarc: 1\npolicies:\n"
            + (0..<100).map { "  p\($0): {graph: {file: g.json, displayName: P\($0)}}\n" }.joined()
        let result = read(
            document + "accounts: []\n",
            files: ["g.json": "[" + policies.joined(separator: ",") + "]"],
            bounds: bounds
        )
        #expect(Set(result.diagnostics.map(\.code)) == ["too-many-values"])
    }

    @Test("A file truncated anywhere is refused, with a place inside it")
    func truncated() {
        let text = #"{"value": [{"displayName": "é\u00e9\ud83d\ude00", "pinRequired": true, "n": [-1.5e+3, null]}]}"#
        let bytes = Array(text.utf8)
        #expect(readGraph(bytes).isUsable)
        for count in bytes.indices {
            let result = readGraph(Array(bytes[..<count]))
            #expect(!result.isUsable && result.diagnostics.count == 1, "\(count)")
            for place in result.diagnostics.flatMap(\.places) {
                #expect(place.path == "g.json" && place.end.offset <= count, "\(count) \(place)")
            }
        }
    }

    @Test("Control characters of a key are escaped in messages")
    func keys() {
        let result = readGraph(#"{"\n\u001b[31m x": {"v]\"": {"pinRequired": "\u0000"}}}"#)
        #expect(
            places(result) == [
                "1:45 wrong-type expected `true` or `false`, found the string `\0`, at `[\"  [31m x\"][\"v]\"\"].pinRequired`"
            ]
        )
    }
}
