import Diagnostics
import PolicyModel
import Testing

@testable import DocumentReading

/// Requests in JSON, bad ones first.
@Suite("Requests in JSON") struct QuestionRequestReaderTests {
    /// Two accounts, of which one is managed, a container with two web views, and an app.
    private static let document = PolicyDocument(
        policies: ["strict": AppProtectionPolicy(name: "strict")],
        accounts: AccountDirectory([
            Account(id: AccountID("3ec2"), userPrincipalName: AccountID("dana@contoso.com"), policy: "strict"),
            Account(id: AccountID("home")),
        ]),
        user: AccountID("3ec2"),
        apps: [AppDeclaration(id: AppID("com.contoso.notes"))],
        views: [
            ViewDeclaration(id: "W", isWebView: false), ViewDeclaration(id: "E", parent: "W"),
            ViewDeclaration(id: "A", parent: "W"),
        ]
    )

    private static var live: LiveNames {
        LiveNames(hasView: { ["E", "A", "popup"].contains($0) }, hasAccount: { document.accounts[$0] != nil })
    }

    /// What reading gives, on one line.
    private static func outcome(_ bytes: [UInt8], limit: Int = 10, isLive: Bool = false) -> String {
        switch QuestionRequestReader(document).read(bytes, limit: limit, live: isLive ? live : nil) {
        case .one(let request): request.question.form().text
        case .batch(let requests): "\(requests.count) requests"
        case .malformed(let findings): "malformed \(findings.map(\.code).joined(separator: ","))"
        case .tooMany(let limit): "more than \(limit)"
        case .stateful(let findings): "stateful \(findings.map(\.code).joined(separator: ","))"
        case .unprocessable(let findings, let field):
            "unprocessable \(findings.map(\.code).joined(separator: ",")) \(field ?? "-")"
        }
    }

    private static let navigation = #"{"when": {"navigate": {"url": "https://a.example/", "view": "E"}}}"#

    @Test(
        "Malformed JSON is refused with its code",
        arguments: [
            ("", "empty-document", "nothing"), (" \n", "empty-document", "nothing but space"),
            ("{", "invalid-json", "cut off at once"), (#"{"when": "#, "invalid-json", "cut off behind a colon"),
            (#"{"when": {"navigate": "https://a"#, "invalid-json", "cut off inside a text"),
            (navigation + "}", "invalid-json", "a bracket too many"),
            (navigation + navigation, "invalid-json", "two requests"),
            (#"{'when': {}}"#, "invalid-json", "other quotes"), (#"{"when": {},}"#, "invalid-json", "a comma too many"),
            (#"{"a": NaN}"#, "invalid-json", "no number"), (#"{"a": 01}"#, "invalid-json", "a number with a zero"),
            (#"{"a": "\ud800"}"#, "invalid-json", "half of a character"), ("when: {}", "invalid-json", "YAML"),
            ("{\"a\": \"\u{0}\"}", "control-character", "a NUL in a text"),
            ("\u{0}{}", "invalid-json", "a NUL before it"), ("{}\u{0}", "invalid-json", "a NUL behind it"),
            (String(repeating: "[", count: 65) + String(repeating: "]", count: 65), "nested-too-deeply", "65 levels"),
            (String(repeating: "[", count: 1 << 20), "nested-too-deeply", "a mebibyte of brackets"),
            (String(repeating: #"{"a":"#, count: 100_000), "nested-too-deeply", "objects in objects"),
        ]
    )
    func malformed(text: String, code: String, why: Comment) {
        #expect(Self.outcome(Array(text.utf8)) == "malformed \(code)", why)
        #expect(Self.outcome(Array(text.utf8), isLive: true) == "malformed \(code)", why)
    }

    @Test(
        "Bytes that are not UTF-8 are refused with their code",
        arguments: [
            ([0xFF], "a byte of no text"),
            (Array(#"{"a": ""#.utf8) + [0xC3] + Array(#""}"#.utf8), "half of a character"),
            (Array(#"{"a": ""#.utf8) + [0xED, 0xA0, 0x80] + Array(#""}"#.utf8), "half of a pair"),
            ([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], "UTF-16"),
        ] as [([UInt8], Comment)]
    )
    func notUTF8(bytes: [UInt8], why: Comment) { #expect(Self.outcome(bytes) == "malformed not-utf-8", why) }

    @Test("Too many values are refused quickly")
    func tooManyValues() {
        let text = #"{"ref": ["# + String(repeating: "0,", count: 1_000_001) + "0]}"
        #expect(Self.outcome(Array(text.utf8)) == "malformed too-many-values")
    }

    @Test(
        "JSON that is not a request is refused, with the wrong field",
        arguments: [
            ("[]", "wrong-type -"), ("7", "wrong-type -"), ("null", "wrong-type -"), ("{}", "missing-key -"),
            (#"{"when": null}"#, "missing-key -"), (#"{"when": []}"#, "wrong-type when"),
            (#"{"when": {}}"#, "missing-key when"), (#"{"when": {"fly": {}}}"#, "unknown-key when.fly"),
            (#"{"when": {"navigate": {"url": "a", "view": "E"}, "open": {"url": "b"}}}"#, "several-requests when.open"),
            (#"{"when": {"navigate": {"url": "a", "url": "b", "view": "E"}}}"#, "duplicate-key when.navigate"),
            (#"{"when": {"navigate": {"url": 7, "view": "E", "frame": 7}}}"#, "wrong-type when.navigate.frame"),
            (#"{"when": {"navigate": {"url": ["a"], "view": "E"}}}"#, "wrong-type when.navigate.url"),
            (#"{"when": {"navigate": {"view": "E"}}}"#, "missing-key when.navigate"),
            (
                #"{"when": {"navigate": {"url": "a", "view": "E", "sameDocument": "true"}}}"#,
                "wrong-type when.navigate.sameDocument"
            ),
            (#"{"when": {"navigate": {"url": "a", "view": "E", "frame": "up"}}}"#, "unknown-value when.navigate.frame"),
            (#"{"when": {"navigate": {"url": "a", "view": "E\u0000"}}}"#, "control-character when.navigate.view"),
            (#"{"when": {"connection": {"host": "a", "port": 0, "view": "E"}}}"#, "out-of-range when.connection.port"),
            (#"{"when": {"connection": {"host": "a", "port": 1e3, "view": "E"}}}"#, "wrong-type when.connection.port"),
            (#"{"when": {"copy": {"from": "E", "characters": -1}}}"#, "out-of-range when.copy.characters"),
            (
                #"{"when": {"copy": {"from": "E", "characters": 99999999999999999999}}}"#,
                "out-of-range when.copy.characters"
            ),
            (#"{"when": {"pin": {"candidate": "‹scrubbed›"}}}"#, "unknown-value when.pin.candidate"),
            (#"{"when": {"send": "com.example.app"}}"#, "wrong-type when.send"),
            (#"{"wen": {}, "when": {"setting": "print"}}"#, "unknown-key wen"),
            (#"{"user": 7, "when": {"setting": "print"}}"#, "wrong-type user"),
            (#"{"user": "", "when": {"setting": "print"}}"#, "missing-value user"),
            (#"{"given": {"user": ""}, "when": {"setting": "print"}}"#, "missing-value given.user"),
            (#"{"given": {"process": ""}, "when": {"setting": "print"}}"#, "missing-value given.process"),
            (#"{"when": {"send": {"from": "account:", "to": "com.a"}}}"#, "missing-value when.send.from"),
            (#"{"when": {"appSharing": {"account": ""}}}"#, "missing-value when.appSharing.account"),
            (#"{"given": 7, "when": {"setting": "print"}}"#, "wrong-type given"),
            (#"{"requests": {}}"#, "wrong-type requests"), (#"{"requests": [], "ref": 1}"#, "unknown-key ref"),
            (
                #"{"requests": [{"when": {"setting": "print"}}, {"when": {"setting": "fly"}}]}"#,
                "unknown-value requests[1].when.setting"
            ),
        ]
    )
    func unprocessable(text: String, expected: String) {
        #expect(Self.outcome(Array(text.utf8)) == "unprocessable \(expected)")
        #expect(Self.outcome(Array(text.utf8), isLive: true) == "unprocessable \(expected)")
    }

    @Test("Names are checked against the policy, except for a live engine")
    func names() {
        let texts = [
            #"{"when": {"navigate": {"url": "a", "view": "popup"}}}"#,
            #"{"when": {"navigate": {"url": "a"}}}"#,
            #"{"user": "kim", "when": {"setting": "print"}}"#,
        ]
        #expect(
            texts.map { Self.outcome(Array($0.utf8)) } == [
                "unprocessable unknown-name when.navigate.view", "unprocessable ambiguous-default when.navigate",
                "unprocessable unknown-name user",
            ]
        )
        #expect(
            texts.map { Self.outcome(Array($0.utf8), isLive: true) } == [
                #"{"navigate":{"view":"popup","url":"a","frame":"top"}}"#, #"{"navigate":{"url":"a","frame":"top"}}"#,
                #"{"setting":{"name":"print"}}"#,
            ]
        )
    }

    @Test("An owner is an account or a view, whichever the engine has")
    func owners() {
        let text = { (name: String) in Array(#"{"when": {"send": {"from": "\#(name)", "to": "com.example.app"}}}"#.utf8)
        }
        for name in ["E", "dana@contoso.com", "native", "none"] {
            #expect(Self.outcome(text(name)) == Self.outcome(text(name), isLive: true), "\(name)")
        }
        #expect(Self.outcome(text("popup")).hasPrefix("unprocessable"))
        guard
            case .one(let request) = QuestionRequestReader(Self.document).read(text("popup"), limit: 1, live: Self.live)
        else {
            Issue.record("refused")
            return
        }
        #expect(request.question == .send(to: AppID("com.example.app"), ownedBy: .place(.view("popup"))))
    }

    @Test(
        "A question that changes the engine needs a live engine, and is not allowed in a batch",
        arguments: [
            #"{"when": {"signIn": "home"}}"#, #"{"when": {"signOut": "home"}}"#,
            #"{"when": {"switchIdentity": "home"}}"#,
        ]
    )
    func stateful(text: String) {
        let refused = "stateful question.stateful"
        #expect(Self.outcome(Array(text.utf8)) == refused)
        #expect(!Self.outcome(Array(text.utf8), isLive: true).hasPrefix("stateful"))
        let batch = #"{"requests": [\#(text)]}"#
        #expect(Self.outcome(Array(batch.utf8), isLive: true) == refused)
        let given = #"{"given": {"user": "none"}, "# + text.dropFirst()
        #expect(Self.outcome(Array(given.utf8), isLive: true) == refused)
    }

    @Test("A batch has at most the allowed number of requests")
    func batches() {
        let batch = { (count: Int) in
            let requests = Array(repeating: Self.navigation, count: count).joined(separator: ",")
            return Array(#"{"requests": [\#(requests)]}"#.utf8)
        }
        #expect(Self.outcome(batch(0)) == "0 requests")
        #expect(Self.outcome(batch(10)) == "10 requests")
        #expect(Self.outcome(batch(11)) == "more than 10")
    }

    @Test("A window needs a live engine, and belongs to the given situation if there is one")
    func windows() throws {
        let text = #"{"window": "left", "when": {"setting": "print"}}"#
        #expect(Self.outcome(Array(text.utf8)) == "unprocessable unknown-key window")
        let read = { (text: String) -> QuestionRequest? in
            let result = QuestionRequestReader(Self.document).read(Array(text.utf8), limit: 1, live: Self.live)
            guard case .one(let request) = result else { return nil }
            return request
        }
        #expect(try #require(read(text)).window == WindowID("left"))
        let given = try #require(read(#"{"window": "left", "given": {}, "when": {"setting": "print"}}"#))
        #expect(given.window == nil)
        #expect(given.given?.window == WindowID("left"))
        #expect(read(#"{"window": "left", "given": {"window": "right"}, "when": {"setting": "print"}}"#) == nil)
        #expect(read(#"{"user": "home", "given": {"user": "none"}, "when": {"setting": "print"}}"#) == nil)
    }
}
