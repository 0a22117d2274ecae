import Foundation
import PolicyModel
import TestSupport
import Testing

@testable import PolicyFiles

@Suite("Reading registrations of managed apps") struct RegistrationStreamTests {
    private typealias Entry = ManagedAppRegistrationEntry

    /// Reads a stream that arrives in pieces of this size.
    private static func read(_ bytes: [UInt8], in size: Int = 1 << 20) -> [Entry] {
        var stream = ManagedAppRegistrationStream()
        var entries: [Entry] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            entries += stream.read(Array(bytes[start..<min(start + size, bytes.count)]).span)
        }
        return entries + stream.finish()
    }

    private static func read(_ text: String) -> [Entry] { read(Array(text.utf8)) }

    private static func words(_ entries: [Entry]) -> [String] {
        entries.map { entry in
            switch entry.content {
            case .registration(let registration): registration.id ?? "registration"
            case .otherPlatform(let type): "other \(type)"
            case .pageWithNext: "next"
            case .problem(let code, _): "\(code) \(entry.line):\(entry.column)"
            }
        }
    }

    @Test(
        "An invalid registration is a problem at its place, and the others are read",
        arguments: [
            ("", []), (" \n\t", []), ("\u{FEFF}{\"id\": \"a\"}", ["a"]),
            ("{}", ["missing-key 1:1"]), ("[]", []), ("[5]", ["wrong-type 1:2"]),
            ("[null, 1]", ["wrong-type 1:2", "wrong-type 1:8"]),
            ("[[]]", ["wrong-type 1:2"]), ("hello\n{\"id\": \"a\"}", ["invalid-json 1:1", "a"]),
            ("\"text\" {\"id\": \"a\"}", ["wrong-type 1:1", "a"]),
            ("{\"id\": 1}", ["wrong-type 1:8"]), ("{\"platformVersion\": 17.4}", ["wrong-type 1:21"]),
            ("{\"id\": \"a\", \"flaggedReasons\": \"none\"}", ["wrong-type 1:31"]),
            ("{\"id\": \"a\", \"flaggedReasons\": [1]}", ["wrong-type 1:31"]),
            ("{\"id\": \"a\", \"appIdentifier\": \"b\"}", ["wrong-type 1:30"]),
            ("{\"id\": \"a\", \"id\": \"b\"}", ["duplicate-key 1:13"]),
            ("{\"id\": \"a\",}", ["invalid-json 1:11"]), ("{\"id\": \"a\"", ["invalid-json 1:1"]),
            ("{\"id\": \"a", ["invalid-json 1:8"]),
            ("{\"id\": \"a\"}\n{\"id\":\n{\"id\": \"c\"}", ["a", "invalid-json 2:1", "c"]),
            ("{\"id\": \"a\n{\"id\": \"b\"}", ["invalid-json 1:8", "b"]),
            ("[{\"id\": \"a\"} {\"id\": \"b\"}]", ["a", "invalid-json 1:14", "b"]),
            ("[,{\"id\": \"a\"}]", ["invalid-json 1:2", "a"]), ("[{\"id\": \"a\"},]", ["a", "invalid-json 1:14"]),
            ("[{\"id\": \"a\"}", ["a", "invalid-json 1:13"]), ("[{\"id\": \"a\"}]]", ["a", "invalid-json 1:14"]),
            ("{\"id\": \"a\"}}", ["a", "invalid-json 1:12"]),
            ("{\"value\": [{\"id\": \"a\"}", ["a", "invalid-json 1:23"]),
            ("{\"value\": [{\"id\": \"a\"}]", ["a", "invalid-json 1:1"]),
            ("{\"value\": [{\"id\": \"a\"}], \"x\"}", ["a", "invalid-json 1:1"]),
            ("{\"value\": 5}", ["missing-key 1:1"]), ("{\"value\": []}", []),
            ("{\"value\": {}}", ["missing-key 1:11"]), ("{\"value\": {\"id\": 1}}", ["wrong-type 1:18"]),
            ("{\"value\": {\"value\": {\"id\": \"a\"}}}", ["missing-key 1:11"]),
            ("{\"value\": {\"id\": \"a\"}", ["invalid-json 1:1"]),
            (
                "{\"@odata.context\": \"c\", \"value\": {\"id\": \"a\"}}\n{\"id\": \"b\", \"value\": {\"id\": \"c\"}}",
                ["a", "b"]
            ),
            (
                "{\"value\": {\"@odata.type\": \"#microsoft.graph.androidManagedAppRegistration\"}}",
                ["other androidManagedAppRegistration"]
            ),
            ("{\"id\": \"\u{1}\"}", ["control-character 1:9"]),
        ] as [(String, [String])]
    )
    func bad(text: String, expected: [String]) {
        let entries = Self.read(text)
        #expect(Self.words(entries) == expected, "\(entries)")
        // Any split of the bytes gives the same result.
        for size in 1...5 { #expect(Self.read(Array(text.utf8), in: size) == entries) }
    }

    @Test("Invalid UTF-8, UTF-16, and input that is too long or too deep are problems")
    func hostile() {
        #expect(Self.words(Self.read(Array("{\"id\": \"".utf8) + [0xFF] + Array("\"}".utf8))) == ["not-utf-8 1:9"])
        #expect(Self.words(Self.read([0xFF, 0xFE] + Array("{\0}\0".utf8))) == ["is-utf-16 1:1"])
        // Bytes that begin like a byte order mark are not skipped.
        #expect(Self.words(Self.read([0xEF] + Array("{\"id\": \"a\"}".utf8))) == ["not-utf-8 1:1"])
        #expect(Self.words(Self.read([0x22, 0xBB, 0x22])) == ["not-utf-8 1:2"])
        #expect(Self.words(Self.read([0xEF, 0xBB])) == ["not-utf-8 1:1"])
        let limit = ManagedAppRegistrationStream.byteLimit
        let long = "{\"id\": \"\(String(repeating: "a", count: limit - 10))\"}"
        #expect(Self.read(long).count == 1 && Self.words(Self.read(long)).first?.utf8.count == limit - 10)
        #expect(Self.words(Self.read("[{\"id\": \"\(long)\"}, {\"id\": \"b\"}]")).last == "b")
        let tooLong = "{\"id\": \"\(String(repeating: "a", count: limit - 9))\"}\n{\"id\": \"b\"}"
        #expect(Self.words(Self.read(tooLong)) == ["file-too-large 1:1", "b"])
        let deep =
            "{\"id\": \"a\", \"x\": \(String(repeating: "[", count: 10_000))\(String(repeating: "]", count: 10_000))}"
        #expect(Self.words(Self.read(deep)).map { $0.prefix(19) } == ["nested-too-deeply 1"])
        #expect(Self.read(String(repeating: "[", count: 100_000)).count == 2)
    }

    @Test("Facts in a registration are known, those it cannot contain are inapplicable, and the rest is missing")
    func facts() throws {
        let text = #"""
            {"@odata.type": "#microsoft.graph.iosManagedAppRegistration", "id": "T_1", "userId": "AB-12",
             "platformVersion": "17.4", "applicationVersion": "2.1b", "managementSdkVersion": null,
             "flaggedReasons": ["none"], "lastSyncDateTime": "2026-11-23T08:00:00.1234567Z", "deviceName": "Kim's phone",
             "appIdentifier": {"@odata.type": "#microsoft.graph.iosMobileAppIdentifier", "bundleId": "com.contoso.mail"}}
            """#
        let entry = try #require(Self.read(text).first)
        guard case .registration(let registration) = entry.content else {
            Issue.record("\(entry)")
            return
        }
        #expect(registration.id == "T_1" && registration.account == AccountID("ab-12"))
        #expect(registration.app == "com.contoso.mail")
        #expect(registration.device.osVersion.value?.text == "17.4")
        #expect(registration.device.appVersion == .unreadable && registration.device.sdkVersion == .missing)
        #expect(registration.device.model == .missing && registration.device.isJailbroken == .known(false))
        #expect(registration.access.lastCheckIn.value?.description == "2026-11-23T08:00:00Z")
        let others = LaunchFact.allCases.filter { !ManagedAppRegistration.facts.contains($0) }
        #expect(others.count == 14)
        for fact in others {
            #expect((fact.isOfAccess ? registration.access[fact] : registration.device[fact]) == .inapplicable)
        }
    }

    @Test(
        "A device is jailbroken if a flag reports it, and unreadable if the only flag is unknown",
        arguments: [
            ("[]", .known(false)), ("[\"none\"]", .known(false)), ("[\"rootedDevice\"]", .known(true)),
            ("[\"unknownFutureValue\", \"rootedDevice\"]", .known(true)),
            ("[\"unknownFutureValue\"]", .unreadable), ("null", .missing),
        ] as [(String, Fact<Bool>)]
    )
    func flags(flags: String, expected: Fact<Bool>) throws {
        let entry = try #require(Self.read("{\"id\": \"a\", \"flaggedReasons\": \(flags)}").first)
        guard case .registration(let registration) = entry.content else {
            Issue.record("\(entry)")
            return
        }
        #expect(registration.device.isJailbroken == expected)
    }

    @Test("A link to a next page, and registrations of other platforms, are reported")
    func pages() {
        let text = #"""
            {"@odata.context": "c", "@odata.count": 2, "value": [
              {"@odata.type": "#microsoft.graph.androidManagedAppRegistration", "id": "a"}, {"id": "b"}
            ], "@odata.nextLink": "https://graph.example/next"}
            {"value": [{"id": "c", "value": [1, {"value": []}]}], "@odata.nextLink": null}
            """#
        #expect(Self.words(Self.read(text)) == ["other androidManagedAppRegistration", "b", "next", "c"])
    }

    /// Foundation writes the input, independently of the reader.
    @Test("Registrations are equal in every form, with any white space, however they arrive", arguments: 0..<40)
    func forms(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let objects = random.some(0...12) { random -> [String: Any] in
            var object: [String: Any] = [
                "id": random.text(of: ["a", "é", "\"", "\\", "[", "}", "\u{1F600}", "\n"], upTo: 9)
            ]
            if random.once(in: 2) {
                object["platformVersion"] = "\(random.number(in: 12...18)).\(random.number(in: 0...9))"
            }
            if random.once(in: 2) { object["flaggedReasons"] = random.once(in: 2) ? ["rootedDevice"] : [] }
            if random.once(in: 3) { object["appIdentifier"] = ["bundleId": "com.a", "value": [["value": [1, "]"]]]] }
            if random.once(in: 4) { object["value"] = "[" }
            return object
        }
        let expected = objects.map { $0["id"] as? String ?? "" }
        func text(_ value: Any, _ options: JSONSerialization.WritingOptions = [.sortedKeys]) throws -> String {
            String(decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
        }
        var forms = [
            try text(["value": objects, "@odata.context": "x"]), try text(["value": objects, "z": ["value": [1]]]),
            try text(["value": objects], [.prettyPrinted]), try text(objects), try text(objects, [.prettyPrinted]),
            try objects.map { try text($0) }.joined(separator: "\r\n"),
            try objects.map { try text($0, [.prettyPrinted]) }.joined(separator: "\n"),
            try text(objects.map { ["value": [$0]] }), try text(objects.map { ["value": $0] }),
            try objects.map { try text(["value": $0, "@odata.context": "x"]) }.joined(separator: "\n"),
        ]
        if let first = objects.first { forms.append(try text([first]) + "\n" + (try text(Array(objects.dropFirst())))) }
        for form in forms {
            let entries = Self.read(Array(form.utf8), in: random.number(in: 1...64))
            #expect(Self.words(entries) == expected, "\(form)")
        }
    }

    @Test("Mutated bytes give the same entries however they arrive, and never silence")
    func changed() {
        var random = SplitMix(seed: 7)
        let base = Array(
            #"{"@odata.context":"x","value":[{"id":"a","flaggedReasons":["none"]},{"id":"b\n"}],"n":[1]}"#.utf8
        )
        for _ in 0..<3_000 {
            var bytes = base
            for _ in 0..<random.number(in: 1...4) {
                let place = random.number(in: 0...(bytes.count - 1))
                let byte = random.one(of: Array("{}[]\",:\\\n ax".utf8))
                if random.once(in: 2) { bytes[place] = byte } else { bytes.remove(at: place) }
            }
            let whole = Self.read(bytes)
            #expect(!whole.isEmpty)
            #expect(Self.read(bytes, in: random.number(in: 1...7)) == whole)
            // Bytes that Foundation cannot read are not accepted silently.
            if (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) == nil {
                let isTold = whole.contains { if case .problem = $0.content { true } else { false } }
                #expect(isTold || bytes.contains(0x0A), "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }
}
