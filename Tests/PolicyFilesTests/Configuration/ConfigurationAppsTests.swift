import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("App configurations of other apps") struct ConfigurationAppsTests {
    @Test("Configurations for other apps, and other objects, are skipped with a note")
    func notes() throws {
        let apps = #""apps": [{"mobileAppIdentifier": {"bundleId": "com.example.other"}}]"#
        let file = """
            [{"@odata.type": "#microsoft.graph.targetedManagedAppConfiguration", "customSettings": [], \(apps)},
             {"@odata.type": "#microsoft.graph.iosManagedAppProtection"},
             {"customSettings": [{"name": "k", "value": "v"}]}]
            """
        let result = read(
            "demarc: 1\napp: {id: com.contoso.mail}\nappConfigurations: [{graph: a.json}]",
            files: ["a.json": file]
        )
        #expect(result.document?.appConfigurations.count == 1)
        #expect(result.diagnostics.map(\.severity) == [.note, .note])
    }

    // A configuration can allow something, so it must not reach an app that its list may not contain.
    @Test(
        "A configuration that lists only other apps is skipped, whatever can be read of them",
        arguments: [
            (#"[{"mobileAppIdentifier": {"packageId": "com.contoso.mail"}}]"#, .skipped, .skipped),
            (#"[{"mobileAppIdentifier": {"windowsAppId": "com.contoso.mail"}}]"#, .skipped, .skipped),
            (
                ##"[{"mobileAppIdentifier": {"bundleId": "com.contoso.mail", "@odata.type": "#microsoft.graph.macAppIdentifier"}}]"##,
                .skipped, .skipped
            ),
            (
                ##"[{"@odata.type": "#microsoft.graph.macAppIdentifier", "bundleId": "com.contoso.mail"}]"##, .skipped,
                .skipped
            ),
            (#"["@{bundleId=com.contoso.mail}"]"#, .skippedWithWarning, .skippedWithWarning),
            (#"[{}, []]"#, .skippedWithWarning, .skippedWithWarning),
            (#""System.Object[]""#, .skippedWithWarning, .skippedWithWarning),
            (#"["com.example.other", "@{bundleId=x}"]"#, .skippedWithWarning, .appliesWithWarning),
            (#"["com.example.other"]"#, .skipped, .applies),
            (#"["com.contoso.mail", "@{bundleId=x}"]"#, .appliesWithWarning, .appliesWithWarning),
            (#"[{"mobileAppIdentifier": {"packageId": "x"}}, {"bundleId": "COM.Contoso.mail"}]"#, .applies, .applies),
            // An empty list is for no app, as in device management.
            ("[]", .skipped, .skipped), ("null", .applies, .applies),
        ] as [(String, Reach, Reach)]
    )
    func otherApps(apps: String, known: Reach, unknown: Reach) throws {
        let file = #"{"customSettings": [{"name": "k", "value": "SECRET"}], "apps": \#(apps)}"#
        for (app, expected) in [("app: {id: com.contoso.mail}\n", known), ("", unknown)] {
            let result = read("demarc: 1\n\(app)appConfigurations: [{graph: a.json}]", files: ["a.json": file])
            let document = try #require(result.document, "\(summary(result))")
            #expect(document.appConfigurations.count == (expected.applies ? 1 : 0), "\(app)")
            #expect(result.diagnostics.map(\.severity) == expected.severities, "\(summary(result))")
            let warnings = result.diagnostics.filter { $0.severity == .warning }.map(\.message)
            #expect(!warnings.contains { $0.contains("unmanaged") }, "that is said of policies: \(warnings)")
            ConfigurationReadingTests.expectNoSecret(result)
        }
    }

    @Test(
        "If a configuration lists no app, its group decides which apps it is for",
        arguments: [
            (#""appGroupType": "allMicrosoftApps""#, false, true, true),
            (#""appGroupType": "allCoreMicrosoftApps", "apps": []"#, false, true, true),
            (#""appGroupType": "allMicrosoftApps", "apps": ["com.contoso.mail"]"#, true, false, true),
            (#""appGroupType": "selectedPublicApps""#, true, true, true),
            (#""appGroupType": "selectedPublicApps", "apps": []"#, false, false, false),
            (#""appGroupType": "allApps""#, true, true, true),
            (#""appGroupType": "allApps", "apps": []"#, true, true, true),
            (#""appGroupType": null"#, true, true, true), (#""appGroupType": "allContosoApps""#, false, false, false),
            (#""appGroupType": ["allApps"]"#, false, false, false),
        ] as [(String, Bool, Bool, Bool)]
    )
    func groups(keys: String, other: Bool, microsoft: Bool, unknown: Bool) throws {
        let file = #"{"customSettings": [{"name": "k", "value": "v"}], \#(keys)}"#
        let apps = [
            ("app: {id: com.contoso.mail}\n", other), ("app: {id: com.Microsoft.msedge}\n", microsoft), ("", unknown),
        ]
        for (app, applies) in apps {
            let result = read("demarc: 1\n\(app)appConfigurations: [{graph: a.json}]", files: ["a.json": file])
            let document = try #require(result.document, "\(summary(result))")
            #expect(document.appConfigurations.count == (applies ? 1 : 0), "\(app)")
            #expect(result.diagnostics.map(\.severity) == (applies ? [] : [.note]), "\(summary(result))")
        }
    }

    /// Whether a configuration applies to the app, and what is said of its list of apps.
    enum Reach {
        case applies, appliesWithWarning, skipped, skippedWithWarning

        var applies: Bool { self == .applies || self == .appliesWithWarning }

        /// The severities of the findings. Findings are in the order of the file, so the note at the object is first.
        var severities: [Diagnostic.Severity] {
            switch self {
            case .applies: []
            case .appliesWithWarning: [.warning]
            case .skipped: [.note]
            case .skippedWithWarning: [.note, .warning]
            }
        }
    }

    // MARK: Device management

    private static let reader = "5f1c0000-0000-4000-8000-00000000000a"
    private static let other = "5f1c0000-0000-4000-8000-00000000000b"

    /// Objects of device management, each with one setting and with these keys.
    private static func page(_ keys: [String]) -> String {
        let objects = keys.enumerated().map { index, keys in
            let setting =
                #"{"appConfigKey": "k\#(index)", "appConfigKeyType": "stringType", "appConfigKeyValue": "SECRET"}"#
            return
                ##"{"@odata.type": "#microsoft.graph.iosMobileAppConfiguration", "settings": [\##(setting)]\##(keys)}"##
        }
        return #"{"value": [\#(objects.joined(separator: ", "))]}"#
    }

    private static func targets(_ ids: String...) -> String {
        #", "targetedMobileApps": [\#(ids.map { "\"\($0)\"" }.joined(separator: ", "))]"#
    }

    private static func bundle(_ id: String, as key: String = "bundleId", for ids: String...) -> String {
        #", "\#(key)": "\#(id)"\#(ids.map { targets($0) }.joined())"#
    }

    private static func draft(_ id: String) -> String { #"\#(targets(id)), "isAssigned": false"# }

    private static let contoso = "app: {id: com.contoso.mail}\n"

    @Test(
        "A device management configuration reaches only its own app, and none that it may not be for",
        arguments: [
            // The bundle id decides, in any case of the key and of the id.
            (contoso, "", [bundle("com.microsoft.msedge", for: reader)], []),
            (contoso, "", [bundle("com.microsoft.msedge", as: "bundleID")], []),
            (contoso, "", [bundle("COM.contoso.mail", as: "BundleID"), bundle("com.microsoft.msedge")], ["k0"]),
            (contoso, "", [bundle("com.contoso.mail", for: reader), bundle("x", for: other)], ["k0"]),
            (contoso, "", [bundle("com.contoso.mail", for: reader), targets(reader)], ["k0", "k1"]),
            (contoso, "", [bundle("com.contoso.mail", for: reader), targets(other)], nil),
            (contoso, "", [#", "bundleId": ["com.contoso.mail"]"#], []),
            (contoso, "", [#", "bundleId": null"#], ["k0"]), (contoso, "", [bundle("")], ["k0"]),
            ("", "", [bundle("com.contoso.mail"), bundle("com.contoso.Mail")], ["k0", "k1"]),
            ("", "", [bundle("com.contoso.mail"), bundle("com.microsoft.msedge")], nil),
            // Without it, one app of a file may be this app, but not several.
            (contoso, "", [targets(reader)], ["k0"]), (contoso, "", [targets(reader), ""], nil),
            (contoso, "", [targets(reader), #", "targetedMobileApps": null"#], nil), ("", "", [bundle("a"), ""], nil),
            (contoso, "", [bundle("com.contoso.mail"), ""], ["k0", "k1"]), (contoso, "", ["", ""], ["k0", "k1"]),
            (contoso, "", [targets(reader), targets(reader.uppercased())], ["k0", "k1"]),
            (contoso, "", [targets(reader, other), targets(other, reader)], ["k0", "k1"]),
            (contoso, "", [targets(reader), targets(other)], nil), ("", "", [targets(reader), targets(other)], nil),
            (contoso, "", [targets(reader), targets(reader, other)], nil),
            // An empty list is for no app, whatever else the file has.
            (contoso, "", [targets(), targets()], []), ("", "", [targets()], []),
            (contoso, "", [targets(), targets(reader)], ["k1"]),
            (contoso, "", [bundle("com.contoso.mail") + targets()], []),
            (contoso, "", [#", "targetedMobileApps": """#], []),
            (contoso, "", [#", "targetedMobileApps": "System.Object[]""#], []),
            (contoso, "", [#", "targetedMobileApps": [{}]"#, targets(other)], ["k1"]),
            // The entry selects one.
            (contoso, reader, [targets(reader), targets(other)], ["k0"]),
            (contoso, reader.uppercased(), [targets(other, reader), targets(other), ""], ["k0"]),
            (contoso, reader, [bundle("com.contoso.mail", for: reader), targets(other)], ["k0"]),
            (contoso, reader, [#", "targetedMobileApps": "\#(other) \#(reader)""#], ["k0"]),
            ("", reader, [bundle("com.contoso.mail", for: reader), bundle("x", for: other)], ["k0"]),
            (contoso, reader, [targets(other)], nil), (contoso, reader, [""], nil),
            // What is assigned to no group reaches no device.
            (contoso, "", [#", "isAssigned": false"#], []), (contoso, "", [#", "isAssigned": true"#], ["k0"]),
            (contoso, "", [targets(reader), draft(other)], ["k0"]),
        ] as [(String, String, [String], [String]?)]
    )
    func mobileApps(app: String, selected: String, keys: [String], read expected: [String]?) {
        let entry = selected.isEmpty ? "graph: a.json" : "graph: a.json, mobileApp: \(selected)"
        let result = read(
            "demarc: 1\n\(app)mdmUser: demarc:default\nappConfigurations: [{\(entry)}]",
            files: ["a.json": Self.page(keys)]
        )
        let found = result.document?.appConfigurations.flatMap { $0.settings.map(\.key) }
        #expect(found == expected, "\(summary(result))")
        let notes = result.diagnostics.filter { $0.severity == .note }.count
        if let expected { #expect(notes == keys.count - expected.count, "\(summary(result))") }
        ConfigurationReadingTests.expectNoSecret(result)
    }

    @Test(
        "What selects an app is said at its place",
        arguments: [
            (contoso, "graph: a.json", "missing-key policy.yaml:3:21", "`mobileApp: ID`"),
            ("app: {}\n", "graph: b.json", "missing-key policy.yaml:3:21", "`app: {id: BUNDLE-ID}`"),
            (contoso, "graph: a.json, mobileApp: x", "unknown-name policy.yaml:3:48", "`targetedMobileApps`"),
            (contoso, "graph: a.json, mobileApp: ''", "missing-value policy.yaml:3:48", nil),
            (contoso, "settings: {}, mobileApp: a", "unknown-key policy.yaml:3:36", "remove it"),
        ] as [(String, String, String, String?)]
    )
    func selection(app: String, entry: String, finding: String, help: String?) {
        let files = [
            "a.json": Self.page([Self.targets(Self.reader), Self.targets(Self.other)]),
            "b.json": Self.page([Self.bundle("a"), Self.bundle("b")]),
        ]
        let result = read("demarc: 1\n\(app)appConfigurations: [{\(entry)}]", files: files)
        #expect(result.document == nil)
        let found = result.diagnostics.first { $0.severity == .error }
        #expect(found.map { "\($0.code) \($0.location?.description ?? "")" } == finding, "\(summary(result))")
        if let help { #expect(found?.help?.contains(help) == true, "\(summary(result))") }
        ConfigurationReadingTests.expectNoSecret(result)
    }

    @Test("An app configuration that is assigned to no group is skipped with a note")
    func unassigned() throws {
        let file = #"{"customSettings": [{"name": "k", "value": "v"}], "isAssigned": false}"#
        let result = read("demarc: 1\nappConfigurations: [{graph: a.json}]", files: ["a.json": file])
        let document = try #require(result.document, "\(summary(result))")
        #expect(document.appConfigurations.isEmpty)
        #expect(result.diagnostics.map(\.severity) == [.note])
    }
}
