import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

/// The settings of Graph documents: each is read, and each invalid value is refused.
@Suite("Settings of Graph files") struct GraphSettingTests {
    /// Mistakes in the first policy of a page, and their findings.
    static let wrongRows: [(entry: String, finding: String)] = [
        (
            #""pinRequired": "true""#,
            "1:38 wrong-type expected `true` or `false`, found the string `true`, at `value[0].pinRequired` | remove the quotes"
        ),
        (
            #""pinRequired": 1"#,
            "1:38 wrong-type expected `true` or `false`, found `1`, at `value[0].pinRequired` | write `true`"
        ),
        (#""pinRequired": []"#, "1:38 wrong-type expected `true` or `false`, found a list, at `value[0].pinRequired`"),
        (
            #""pinRequired": {}"#,
            "1:38 wrong-type expected `true` or `false`, found a mapping, at `value[0].pinRequired`"
        ),
        (
            #""maximumPinRetries": "5""#,
            "1:44 wrong-type expected a whole number, found the string `5`, at `value[0].maximumPinRetries` | remove the quotes"
        ),
        (
            #""maximumPinRetries": 5.0"#,
            "1:44 wrong-type expected a whole number, found `5.0`, at `value[0].maximumPinRetries`"
        ),
        (
            #""maximumPinRetries": 5e0"#,
            "1:44 wrong-type expected a whole number, found `5e0`, at `value[0].maximumPinRetries`"
        ),
        (
            #""maximumPinRetries": -1"#,
            "1:44 out-of-range `-1` is not between 0 and 2147483647, at `value[0].maximumPinRetries`"
        ),
        (
            #""maximumPinRetries": true"#,
            "1:44 wrong-type expected a whole number, found `true`, at `value[0].maximumPinRetries`"
        ),
        (
            #""allowedOutboundClipboardSharingExceptionLength": 65536"#,
            "1:73 out-of-range `65536` is not between 0 and 65535, at `value[0].allowedOutboundClipboardSharingExceptionLength`"
        ),
        (
            #""minimumRequiredOsVersion": 13.7"#,
            "1:51 wrong-type expected a string, found `13.7`, at `value[0].minimumRequiredOsVersion` | put it in quotes"
        ),
        (
            #""displayName": 5"#,
            "1:38 wrong-type expected a string, found `5`, at `value[0].displayName` | put it in quotes"
        ),
        (
            #""description": true"#,
            "1:38 wrong-type expected a string, found `true`, at `value[0].description` | put it in quotes"
        ),
        (
            #""customBrowserProtocol": false"#,
            "1:48 wrong-type expected a string, found `false`, at `value[0].customBrowserProtocol` | put it in quotes"
        ),
        (
            #""managedBrowser": "edge""#,
            "1:41 unknown-value unknown value `edge`, at `value[0].managedBrowser` | write `notConfigured` or `microsoftEdge`"
        ),
        (
            #""notificationRestriction": "Block""#,
            "1:50 unknown-value unknown value `Block`, at `value[0].notificationRestriction` | did you mean `block`?"
        ),
        (
            #""notificationRestriction": 1"#,
            "1:50 wrong-type expected a string, found `1`, at `value[0].notificationRestriction` | put it in quotes"
        ),
        (
            #""genmojiConfigurationState": "unknownFutureValue""#,
            "1:52 unknown-value Graph has a value here that it didn't return, and wrote `unknownFutureValue`, at `value[0].genmojiConfigurationState` | request the policy again with the header `Prefer: include-unknown-enum-members`"
        ),
        (
            #""allowedDataStorageLocations": ["box", "dropbox"]"#,
            "1:62 unknown-value unknown place `dropbox`, at `value[0].allowedDataStorageLocations[1]` | write `oneDriveForBusiness`, `sharePoint`, `box`, `localStorage`, `photoLibrary`, `iManage` or `egnyte`"
        ),
        (
            #""allowedDataStorageLocations": "box""#,
            "1:54 wrong-type expected a list of places, found the string `box`, at `value[0].allowedDataStorageLocations` | write it in brackets"
        ),
        (
            #""allowedDataIngestionLocations": [null]"#,
            "1:57 wrong-type expected a string, found nothing, at `value[0].allowedDataIngestionLocations[0]`"
        ),
        (
            #""exemptedUniversalLinks": [5]"#,
            "1:50 wrong-type expected a string, found `5`, at `value[0].exemptedUniversalLinks[0]` | put it in quotes"
        ),
        (
            #""exemptedAppProtocols": ["tel"]"#,
            "1:48 wrong-type expected an exempted protocol, found the string `tel`, at `value[0].exemptedAppProtocols[0]`"
        ),
        (
            #""exemptedAppProtocols": [{"name": "a"}]"#,
            "1:48 missing-key an exempted protocol needs `value`, at `value[0].exemptedAppProtocols[0]`"
        ),
        (
            #""exemptedAppProtocols": [{"name": "a", "value": 5}]"#,
            "1:71 wrong-type expected a string, found `5`, at `value[0].exemptedAppProtocols[0].value` | put it in quotes"
        ),
        (
            #""periodBeforePinReset": "90 days""#,
            "1:47 invalid-duration `90 days` is not a duration, at `value[0].periodBeforePinReset` | write it in the form of ISO 8601, such as `PT30M` or `P90D`"
        ),
        (
            #""periodBeforePinReset": 90"#,
            "1:47 wrong-type expected a string, found `90`, at `value[0].periodBeforePinReset` | put it in quotes"
        ),
    ]

    @Test("Wrong settings are refused, with their path and place", arguments: wrongRows)
    func wrong(entry: String, finding: String) {
        let result = readGraph("{\"value\": [{\"id\": \"\", \(entry), \"saveAsBlocked\": false}]}")
        #expect(places(result) == [finding])
        #expect(!result.isUsable)
    }

    @Test("All wrong settings are reported at once")
    func several() {
        let text = """
            {
              "@odata.type": "#microsoft.graph.iosManagedAppProtection",
              "pinRequired": "yes",
              "a key": {"pinRequired": 1},
              "minimumPinLength": "6"
            }
            """
        #expect(
            places(readGraph(text)) == [
                "3:18 wrong-type expected `true` or `false`, found the string `yes`, at `pinRequired` | write `true`",
                "5:23 wrong-type expected a whole number, found the string `6`, at `minimumPinLength` | remove the quotes",
            ]
        )
    }

    @Test("Each setting is read into its property, with its place", arguments: PolicySetting.allCases)
    func each(setting: PolicySetting) throws {
        let type = "\"@odata.type\": \"#microsoft.graph.iosManagedAppProtection\""
        // Graph requires the type of an exempted protocol.
        let written = SettingsTests.value(of: setting)
            .replacing("{\"name\"", with: ##"{"@odata.type": "#microsoft.graph.keyValuePair", "name""##)
        // Labels alone are no policy.
        let more: PolicySetting? = GraphKeys.labels.contains(setting.name) ? .saveAsBlocked : nil
        let rest = more.map { ",\n  \"\($0.name)\": true" } ?? ""
        let result = readGraph("{\(type),\n  \"\(setting.name)\": \(written)\(rest)}")
        let policy = try #require(result.document?.policies["p"], "\(summary(result))")
        #expect(policy.location(of: setting)?.description == "g.json:2:3")
        var unset = policy
        unset.setLocation(of: setting, to: nil)
        #expect(unset != AppProtectionPolicy(name: "p"), "the value must show")
        for other in PolicySetting.allCases where other != setting && other != more {
            #expect(policy.location(of: other) == nil)
        }
        // A document with the inline setting has the same value.
        let lines = more.map { "    \($0.name): true\n" } ?? ""
        let inline = read(
            "demarc: 1\npolicies:\n  p:\n    \(setting.name): \(SettingsTests.value(of: setting))\n\(lines)"
        )
        var same = try #require(inline.document?.policies["p"])
        same.setLocation(of: setting, to: nil)
        if let more {
            unset.setLocation(of: more, to: nil)
            same.setLocation(of: more, to: nil)
        }
        #expect(unset == same)
    }

    @Test("A null setting is not set", arguments: PolicySetting.allCases)
    func null(setting: PolicySetting) throws {
        let type = "\"@odata.type\": \"microsoft.graph.iosManagedAppProtection\""
        let other: PolicySetting = setting == .printBlocked ? .contactSyncBlocked : .printBlocked
        let text = "{\(type), \"\(other.name)\": false, \"\(setting.name)\": null}"
        var policy = try #require(readGraph(text).document?.policies["p"])
        policy.setLocation(of: other, to: nil)
        #expect(policy == AppProtectionPolicy(name: "p"))
    }

    @Test(
        "An empty version is not set",
        arguments: PolicySetting.allCases.filter { if case .version = $0.row.kind { true } else { false } }
    )
    func emptyVersion(setting: PolicySetting) throws {
        let result = readGraph("{\"printBlocked\": true, \"\(setting.name)\": \"\"}")
        let policy = try #require(result.document?.policies["p"])
        #expect(policy[setting] == nil && policy.printBlocked)
    }

    @Test("Unknown settings are kept by name and place, but Graph's other properties are not")
    func unknown() throws {
        let text = """
            {"@odata.context": "https://graph.microsoft.com/beta/$metadata#deviceAppManagement/iosManagedAppProtections/$entity",
             "id": "T_1", "version": "\\"1\\"", "createdDateTime": "2024-01-01T00:00:00Z", "isAssigned": true,
             "apps@odata.context": "x", "apps": [{"id": "a"}], "#microsoft.graph.assign": {},
             "pinRequred": true, "saveAsBlocked": true,
             "settingOf2030": {"pinRequired": [1, 2]}}
            """
        let policy = try #require(readGraph(text).document?.policies["p"])
        #expect(policy.saveAsBlocked && !policy.accessRequirements.pinRequired)
        #expect(policy.unknownSettings.map(\.name) == ["pinRequred", "settingOf2030"])
        #expect(policy.unknownSettings.map(\.location.description) == ["g.json:4:2", "g.json:5:2"])
    }

    @Test("Inline settings override those of the file, unless they are null or missing")
    func inline() throws {
        let text =
            #"{"saveAsBlocked": true, "printBlocked": true, "customBrowserProtocol": "acme", "displayName": "A"}"#
        let entry =
            "{printBlocked: false, graph: g.json, customBrowserProtocol: '', saveAsBlocked: null, displayName: B}"
        let policy = try #require(readGraph(text, entry: entry).document?.policies["p"])
        #expect(policy.saveAsBlocked)
        #expect(policy.location(of: .saveAsBlocked)?.description == "g.json:1:2")
        #expect(!policy.printBlocked)
        #expect(policy.location(of: .printBlocked)?.description == "policy.yaml:2:16")
        #expect(policy.customBrowserProtocol == nil, "an empty scheme takes the file's away")
        #expect(policy.displayName == "B")
    }
}
