import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("Reading app configurations") struct ConfigurationReadingTests {
    @Test("A document of each form is read with its channel, types and places")
    func forms() throws {
        let plist = logPlist("<key>s</key><string>a</string><key>b</key><true/><key>n</key><integer>-7</integer>")
        let files = [
            "mam.json": Self.page(
                #"{"@odata.type": "microsoft.graph.targetedManagedAppConfiguration", "customSettings": [{"name": "k", "value": "{{t}}"}]}"#
            ),
            "mdm.json": #"""
            {"@odata.type": "#microsoft.graph.iosMobileAppConfiguration", "settings": [
              {"appConfigKey": "s", "appConfigKeyType": "stringType", "appConfigKeyValue": "{{mail}}"},
              {"appConfigKey": "i", "appConfigKeyType": "integerType", "appConfigKeyValue": "-12"},
              {"appConfigKey": "r", "appConfigKeyType": "realType", "appConfigKeyValue": "2.5"},
              {"appConfigKey": "b", "appConfigKeyType": "booleanType", "appConfigKeyValue": "True"},
              {"appConfigKey": "t", "appConfigKeyType": "tokenType", "appConfigKeyValue": "x"}
            ]}
            """#,
            "encoded.json": Self.encoded(plist),
            "one.json": #"{"@odata.context": "c", "value": {"customSettings": [{"name": "k", "value": "v"}]}}"#,
            "fragment.json": Self.encoded("<dict>\n  <key>s</key>\n  <string>{{mail}}</string>\n</dict>"),
            "wrapped.json": Self.encoded("<plist><array><dict><key>b</key><false/></dict></array></plist>"),
            "list.plist": plist,
            "fragment.plist": "<dict>\n  <key>s</key>\n  <string>{{mail}}</string>\n</dict>",
            "log.json": #"{"ApplicationConfiguration": [{"__IsDefault": true, "k": "v", "n": 1}, {"k": "w"}]}"#,
            "pairs.json": #"{"ApplicationConfiguration": \#(Self.pairs)}"#,
            "logs.json": #"""
            [{"ApplicationConfiguration": [{"Value": "x", "Name": "k"}]}, {"other": 1},
             {"ApplicationConfiguration": [{"Name": "__IsDefault", "Value": "true"}, {"Name": "k", "Value": "y"}]}]
            """#,
            "pairs.plist": Self.pairsInPropertyList,
        ]
        let result = read(
            """
            demarc: 1
            mdmUser: demarc:default
            appConfigurations:
              - {graph: mam.json}
              - {graph: one.json}
              - {graph: mdm.json}
              - {graph: encoded.json}
              - {graph: fragment.json}
              - {graph: wrapped.json}
              - {plist: fragment.plist, channel: mdm}
              - {plist: list.plist, channel: mdm}
              - {graph: log.json}
              - {graph: pairs.json}
              - {plist: pairs.json, channel: mdm}
              - {graph: logs.json}
              - {plist: pairs.plist}
              - {settings: {b: true, n: 5}}
              - {channel: mdm, default: true, settings: {b: true, n: 5, s: "true", w: word}}
            """,
            files: files
        )
        let document = try #require(result.document, "\(summary(result))")
        let read = document.appConfigurations.map { configuration in
            "\(configuration.channel)\(configuration.isDefault ? " default" : "") "
                + configuration.settings.map { "\($0.key)=\(Self.words($0.value))" }.joined(separator: " ")
        }
        #expect(
            read == [
                "mam k='{{t}}'",
                "mam k='v'",
                "mdm s={{mail}} i=-12.0 r=2.5 b=true t=x",
                "mdm s='a' b=true n=-7.0",
                "mdm s={{mail}}",
                "mdm b=false",
                "mdm s={{mail}}",
                "mdm s='a' b=true n=-7.0",
                "mam default k='v' n=1.0",
                "mam k='w'",
                "mam a.b='{{t}}' n=false",
                "mdm a.b={{t}} n=false",
                "mam k='x'",
                "mam default k='y'",
                "mam k='v'",
                "mam b='true' n='5'",
                "mdm default b=true n=5.0 s='true' w='word'",
            ]
        )
        #expect(document.appConfigurations[2].settings[1].location?.description == "mdm.json:3:20")
        #expect(document.appConfigurations[0].accounts == nil)
    }

    /// A configuration in the form of a device log.
    private static let pairs = #"[{"Name": "a.b", "Value": "{{t}}"}, {"Name": "n", "Value": false}]"#
    private static let pairsInPropertyList = """
        <plist><dict><key>ApplicationConfiguration</key>
        <array><dict><key>Name</key><string>k</string><key>Value</key><string>v</string></dict></array></dict></plist>
        """

    private static func words(_ value: AppConfigurationValue) -> String {
        switch value {
        case .string(let text): "'\(text)'"
        case .boolean(let value): "\(value)"
        case .number(let value): "\(value)"
        case .token(let text): text
        }
    }

    private static func page(_ object: String) -> String { #"{"value": [\#(object)]}"# }

    private static func encoded(_ plist: String) -> String {
        #"{"@odata.type": "microsoft.graph.iosMobileAppConfiguration", "encodedSettingXml": "\#(base64(Array(plist.utf8)))"}"#
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 { text.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : "=") }
        }
        return text
    }

    @Test(
        "A mistake is an error at its place",
        arguments: [
            ("appConfigurations: {}", "wrong-type policy.yaml:2:20"),
            ("appConfigurations: [{}]", "missing-key policy.yaml:2:21"),
            ("appConfigurations: [{settings: {}, graph: a.json}]", "unknown-key policy.yaml:2:22"),
            ("appConfigurations: [{settings: [SECRET]}]", "wrong-type policy.yaml:2:32"),
            ("appConfigurations: [{settings: {k: [SECRET]}}]", "wrong-type policy.yaml:2:33"),
            ("appConfigurations: [{settings: {k: {SECRET: 1}}}]", "wrong-type policy.yaml:2:33"),
            ("appConfigurations: [{settings: {k: null}}]", "wrong-type policy.yaml:2:33"),
            ("appConfigurations: [{settings: {'': SECRET}}]", "missing-value policy.yaml:2:33"),
            ("appConfigurations: [{settings: {__IsDefault: SECRET}}]", "wrong-type policy.yaml:2:33"),
            ("appConfigurations: [{channel: push, settings: {}}]", "unknown-value policy.yaml:2:31"),
            ("appConfigurations: [{accounts: [stranger], settings: {}}]", "unknown-name policy.yaml:2:33"),
            ("appConfigurations: [{default: 1, settings: {}}]", "wrong-type policy.yaml:2:31"),
            ("appConfigurations: [{graph: none.json}]", "file-not-found policy.yaml:2:29"),
            ("mdmUser: stranger", "unknown-name policy.yaml:2:10"),
            (
                "appConfigurations: [{channel: mdm, settings: {n: 90071992547409931}}]",
                "wrong-type policy.yaml:2:47"
            ),
            (
                "appConfigurations: [{channel: mdm, settings: {n: 9007199254740993}}]",
                "wrong-type policy.yaml:2:47"
            ),
            (
                "appConfigurations: [{channel: mdm, settings: {n: -9007199254740993}}]",
                "wrong-type policy.yaml:2:47"
            ),
            (
                "appConfigurations: [{channel: mdm, settings: {n: 99999999999999999999}}]",
                "wrong-type policy.yaml:2:47"
            ),
            (
                "appConfigurations: [{channel: mdm, settings: {n: 9007199254740993.0}}]",
                "wrong-type policy.yaml:2:47"
            ),
            (
                "appConfigurations: [{channel: mdm, settings: {n: -9007199254740993e0}}]",
                "wrong-type policy.yaml:2:47"
            ),
        ]
    )
    func mistakes(text: String, finding: String) {
        let result = read("demarc: 1\n" + text)
        #expect(result.document == nil)
        let found = result.diagnostics.first { $0.severity == .error }
        #expect(found.map { "\($0.code) \($0.location?.description ?? "")" } == finding)
        Self.expectNoSecret(result)
    }

    @Test(
        "A Graph file with a mistake is refused, and no report shows its values",
        arguments: [
            ("", "empty"), ("{", "invalid-json"), ("[]", "no-policy"), ("{}", "no-policy"), ("5", "no-policy"),
            (#"{"value": []}"#, "no-policy"), (#"{"value": {}}"#, "no-policy"), (#"{"value": "SECRET"}"#, "no-policy"),
            (#"{"value": {"customSettings": ["SECRET"]}}"#, "wrong-type"),
            (#"{"value": {"value": {"customSettings": []}}}"#, "no-policy"),
            (#"{"@odata.type": "microsoft.graph.windowsManagedAppConfiguration"}"#, "no-policy"),
            (#"{"customSettings": {"SECRET": 1}}"#, "wrong-type"),
            (#"{"customSettings": ["SECRET"]}"#, "wrong-type"),
            (#"{"customSettings": [{"value": "SECRET"}]}"#, "missing-key"),
            (#"{"customSettings": [{"name": "k"}]}"#, "missing-key"),
            (#"{"customSettings": [{"name": "k", "value": null}]}"#, "missing-key"),
            (#"{"customSettings": [{"name": "k", "value": 5}]}"#, "wrong-type"),
            (#"{"customSettings": [{"name": "k", "value": ["SECRET"]}]}"#, "wrong-type"),
            (#"{"customSettings": [{"name": "k", "value": "a"}, {"name": "k", "value": "SECRET"}]}"#, "duplicate-key"),
            (
                #"{"ApplicationConfiguration": [{"Name": "k", "Value": "a"}, {"Name": "k", "Value": "SECRET"}]}"#,
                "duplicate-key"
            ),
            (
                #"{"settings": [{"appConfigKey": "k", "appConfigKeyType": "x", "appConfigKeyValue": "SECRET"}]}"#,
                "unknown-value"
            ),
            (
                #"{"settings": [{"appConfigKey": "k", "appConfigKeyType": "integerType", "appConfigKeyValue": "SECRET"}]}"#,
                "wrong-type"
            ),
            (
                #"{"settings": [{"appConfigKey": "k", "appConfigKeyType": "integerType", "appConfigKeyValue": "9007199254740993"}]}"#,
                "wrong-type"
            ),
            (
                #"{"settings": [{"appConfigKey": "k", "appConfigKeyType": "realType", "appConfigKeyValue": "1e999"}]}"#,
                "wrong-type"
            ),
            (
                #"{"settings": [{"appConfigKey": "k", "appConfigKeyType": "realType", "appConfigKeyValue": "9007199254740993.0"}]}"#,
                "wrong-type"
            ),
            (encoded("<dict><key>k</key><real>9007199254740993</real></dict>"), "wrong-type"),
            (
                #"{"settings": [{"appConfigKey": "k", "appConfigKeyType": "booleanType", "appConfigKeyValue": "SECRET"}]}"#,
                "wrong-type"
            ),
            (#"{"encodedSettingXml": 5}"#, "wrong-type"),
            (#"{"encodedSettingXml": "SECRET!"}"#, "wrong-type"),
            (#"{"encodedSettingXml": "U0VDUkVU"}"#, "not-a-property-list"),
            (#"{"encodedSettingXml": "\#(base64(Array("<plist><array/></plist>".utf8)))"}"#, "wrong-type"),
            (encoded("<plist><array><dict/><dict/></array></plist>"), "wrong-type"),
            (encoded("<array><dict/></array>"), "not-a-property-list"),
            (encoded("<dict><key>k</key><string>SECRET</string></dict><dict/>"), "trailing-content"),
            (encoded("<dict><key>k</key><string>SECRET</dict>"), "truncated-file"),
            (
                #"{"encodedSettingXml": "\#(base64(Array("<plist><dict><key>k</key><array><string>SECRET</string></array></dict></plist>".utf8)))"}"#,
                "wrong-type"
            ),
            (
                #"{"encodedSettingXml": "\#(base64(Array("<plist><dict><key>k</key><string>&SECRET;</string></dict></plist>".utf8)))"}"#,
                nil
            ),
            (
                #"{"encodedSettingXml": "\#(base64(Array(("<plist>" + String(repeating: "<array>", count: 500)).utf8)))"}"#,
                nil
            ),
            (#"{"encodedSettingXml": "\#(base64(Array("bplist00SECRET".utf8)))"}"#, nil),
        ] as [(String, String?)]
    )
    func graphMistakes(file: String, code: String?) {
        let result = read("demarc: 1\nappConfigurations: [{graph: a.json}]", files: ["a.json": file])
        #expect(result.document == nil)
        let errors = result.diagnostics.filter { $0.severity == .error }
        #expect(!errors.isEmpty)
        if let code, code != "empty" { #expect(errors.map(\.code).contains(code), "\(errors.map(\.code))") }
        Self.expectNoSecret(result)
    }

    @Test("A binary property list that contains itself is an error")
    func cyclic() {
        // One dictionary whose only value is the dictionary itself.
        var bytes = Array("bplist00".utf8) + [0xD1, 1, 0, 0x51, 0x6B]
        bytes += [8, 11] + [0, 0, 0, 0, 0, 0, 1, 1] + Self.number(2) + Self.number(0) + Self.number(13)
        let file = #"{"encodedSettingXml": "\#(Self.base64(bytes))"}"#
        let result = read("demarc: 1\nappConfigurations: [{graph: a.json}]", files: ["a.json": file])
        #expect(result.document == nil)
    }

    private static func number(_ value: UInt8) -> [UInt8] { [0, 0, 0, 0, 0, 0, 0, value] }

    @Test("Exports in UTF-16 are read like those in UTF-8")
    func encodings() throws {
        let text = #"{"customSettings": [{"name": "k", "value": "é"}]}"#
        for bytes in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + text.utf8, utf16(text, isBigEndian: true)] {
            let policy = Array("demarc: 1\nappConfigurations: [{graph: a.json}]".utf8)
            let files = MemoryFiles(["policy.yaml": policy, "a.json": bytes])
            let document = try #require(PolicyDocumentReader(files: files).load(path: "policy.yaml").document)
            #expect(document.appConfigurations.first?.value("k") == .string("é"))
        }
    }

    @Test(
        "Exceeding a limit is an error",
        arguments: [
            (1_001, 1, 1, "tooMany"), (1, 10_001, 1, "tooMany"), (1, 1, 64 << 10 + 1, "outOfRange"),
            (300, 1, 60 << 10, "tooMany"),
        ]
    )
    func limits(documents: Int, keys: Int, value: Int, code: String) {
        let settings = (0..<keys).map { #"{"name": "k\#($0)", "value": "\#(String(repeating: "x", count: value))"}"# }
        let file = #"{"customSettings": [\#(settings.joined(separator: ","))]}"#
        let entries = String(repeating: "\n  - {graph: a.json}", count: documents)
        let result = read("demarc: 1\nappConfigurations:" + entries, files: ["a.json": file])
        #expect(result.document == nil)
        let codes = Set(result.diagnostics.filter { $0.severity == .error }.map(\.code))
        let expected = code == "tooMany" ? ["too-many-values", "file-too-large"] : ["out-of-range"]
        #expect(!codes.isDisjoint(with: expected), "\(codes)")
    }

    @Test(
        "A device management configuration without a user applies to nobody, with a warning",
        arguments: [
            ("k: v", true), ("IntuneMAMUPN: stranger", true), ("IntuneMAMUPN: '{{userprincipalname}}'", true),
            ("IntuneMAMUPN: demarc:default", false), ("IntuneMAMOID: DEMARC:DEFAULT", false),
            ("IntuneMAMOID: stranger, IntuneMAMUPN: other", true),
            ("IntuneMAMOID: stranger, IntuneMAMUPN: demarc:default", false),
            ("IntuneMAMOID: '{{userid}}', IntuneMAMUPN: demarc:default", false),
            ("IntuneMAMOID: '', IntuneMAMUPN: demarc:default", false),
        ]
    )
    func deviceUser(settings: String, warns: Bool) throws {
        let result = read("demarc: 1\nappConfigurations: [{channel: mdm, settings: {\(settings)}}]")
        let document = try #require(result.document)
        #expect(result.diagnostics.map(\.severity) == (warns ? [.warning] : []))
        #expect(document.appConfigurationViews().map(\.fullData.count) == [warns ? 0 : 1])
    }

    /// No message and no quoted line contains a value.
    static func expectNoSecret(_ result: PolicyLoadResult) {
        let text = TextReport(sources: result.sources).text(result.diagnostics)
        #expect(!text.contains("SECRET"), "\(text)")
    }
}
