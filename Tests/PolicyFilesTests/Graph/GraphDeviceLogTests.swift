import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

/// Settings in a device's log, with other names and other numbers than Graph's.
@Suite("Settings of device logs") struct GraphDeviceLogTests {
    /// Every number with a meaning, and the equivalent value in a document.
    static let numbers: [Number] = levels + switchNumbers + features + locations

    /// A number in a log, and the equivalent value of a setting.
    typealias Number = (name: String, number: Int, setting: String, value: String)

    private static let levels: [Number] = [
        ("AppSharingToLevel", 0, "allowedOutboundDataTransferDestinations", "none"),
        ("AppSharingToLevel", 1, "allowedOutboundDataTransferDestinations", "managedApps"),
        ("AppSharingToLevel", 2, "allowedOutboundDataTransferDestinations", "allApps"),
        ("AppSharingFromLevel", 0, "allowedInboundDataTransferSources", "none"),
        ("AppSharingFromLevel", 1, "allowedInboundDataTransferSources", "managedApps"),
        ("AppSharingFromLevel", 2, "allowedInboundDataTransferSources", "allApps"),
        ("ClipboardSharingLevel", 0, "allowedOutboundClipboardSharingLevel", "blocked"),
        ("ClipboardSharingLevel", 1, "allowedOutboundClipboardSharingLevel", "managedApps"),
        ("ClipboardSharingLevel", 2, "allowedOutboundClipboardSharingLevel", "managedAppsWithPasteIn"),
        ("ClipboardSharingLevel", 3, "allowedOutboundClipboardSharingLevel", "allApps"),
        ("ClipboardCharacterLengthException", 0, "allowedOutboundClipboardSharingExceptionLength", "0"),
        ("ClipboardCharacterLengthException", 65_535, "allowedOutboundClipboardSharingExceptionLength", "65535"),
        ("NotificationRestriction", 0, "notificationRestriction", "allow"),
        ("NotificationRestriction", 1, "notificationRestriction", "blockOrganizationalData"),
        ("NotificationRestriction", 2, "notificationRestriction", "block"),
        ("DialerRestrictionLevel", 0, "dialerRestrictionLevel", "blocked"),
        ("DialerRestrictionLevel", 1, "dialerRestrictionLevel", "customApp"),
        ("DialerRestrictionLevel", 3, "dialerRestrictionLevel", "allApps"),
    ]

    private static var switchNumbers: [Number] {
        var numbers: [Number] = []
        for (name, setting) in switches { numbers += [(name, 0, setting, "false"), (name, 1, setting, "true")] }
        return numbers
    }

    private static var features: [Number] {
        var numbers: [Number] = []
        for feature in ["Genmoji", "ScreenCapture", "WritingTools"] {
            let setting: String = feature.prefix(1).lowercased() + feature.dropFirst() + "ConfigurationState"
            numbers += [
                ("\(feature)ConfigurationState", 0, setting, "notBlocked"),
                ("\(feature)ConfigurationState", 1, setting, "blocked"),
            ]
        }
        return numbers
    }

    private static var locations: [Number] {
        var numbers: [Number] = []
        for number in 0...255 where number & ~167 == 0 {
            numbers.append(("ManagedLocations", number, "allowedDataStorageLocations", storage(number)))
        }
        for number in 0...31 {
            numbers.append(("OpenDataFromManagedLocations", number, "allowedDataIngestionLocations", ingestion(number)))
        }
        return numbers
    }

    static let switches: [(name: String, setting: String)] = [
        ("FileSharingSaveAsDisabled", "saveAsBlocked"),
        ("OpenDataIntoOrgDocumentsBlocked", "blockDataIngestionIntoOrganizationDocuments"),
        ("ManagedBrowserRequired", "managedBrowserToOpenLinksRequired"), ("PrintingBlocked", "printBlocked"),
        ("ContactSyncDisabled", "contactSyncBlocked"), ("DataBackupDisabled", "dataBackupBlocked"),
        ("ThirdPartyKeyboardsBlocked", "thirdPartyKeyboardsBlocked"),
        ("EnableOpenInFilter", "filterOpenInToOnlyManagedApps"),
    ]

    static func storage(_ number: Int) -> String {
        let places = [
            (1, "oneDriveForBusiness"), (2, "sharePoint"), (4, "box"), (32, "localStorage"), (128, "photoLibrary"),
        ]
        return "[" + places.filter { number / $0.0 % 2 == 1 }.map(\.1).joined(separator: ", ") + "]"
    }

    static func ingestion(_ number: Int) -> String {
        let places = [
            (1, "oneDriveForBusiness"), (2, "sharePoint"), (4, "camera"), (8, "localStorage"), (16, "photoLibrary"),
        ]
        return "[" + places.filter { number / $0.0 % 2 == 1 }.map(\.1).joined(separator: ", ") + "]"
    }

    @Test("Numbers have their meaning in logs")
    func numbers() throws {
        for row in Self.numbers {
            let result = readGraph("{\n \"\(row.name)\": \(row.number)}")
            var policy = try #require(result.document?.policies["p"], "\(row) \(places(result))")
            let inline = read("demarc: 1\npolicies: {p: {\(row.setting): \(row.value)}}\n")
            var expected = try #require(inline.document?.policies["p"], "\(row)")
            let setting = try #require(PolicySetting(rawValue: row.setting))
            #expect(policy.location(of: setting)?.description == "g.json:2:2")
            policy.setLocation(of: setting, to: nil)
            expected.setLocation(of: setting, to: nil)
            #expect(policy == expected, "\(row)")
        }
        let names = Set(Self.numbers.map(\.name))
        #expect(names.count == 19)
    }

    @Test("Every other number is refused")
    func otherNumbers() {
        var count = 0
        for name in Set(Self.numbers.map(\.name)) {
            let known = Set(Self.numbers.filter { $0.name == name }.map(\.number))
            for number in Array(-2...300) + [1 << 20, 1 << 31, -(1 << 40), 1 << 62] where !known.contains(number) {
                // Any number of characters is valid.
                if name == "ClipboardCharacterLengthException", (0...65_535).contains(number) { continue }
                let result = readGraph("{\"\(name)\": \(number)}")
                #expect(!result.isUsable, "\(name) \(number)")
                #expect(
                    ["unknown-value", "out-of-range"].contains(result.diagnostics.first?.code),
                    "\(name) \(number)"
                )
                #expect(result.diagnostics.first?.message.hasSuffix("at `\(name)`") == true)
                count += 1
            }
        }
        #expect(count > 4_000)
    }

    static let wrongRows: [(text: String, finding: String)] = [
        (
            #"{"DialerRestrictionLevel": 2}"#,
            "1:28 unknown-value the number 2 has no meaning here, at `DialerRestrictionLevel` | logs have 0 (blocked), 1 (customApp), 3 (allApps)"
        ),
        (
            #"{"AppSharingToLevel": 3}"#,
            "1:23 unknown-value the number 3 has no meaning here, at `AppSharingToLevel` | logs have 0 (none), 1 (managedApps), 2 (allApps)"
        ),
        (
            #"[{"ManagedLocations": 8}]"#,
            "1:23 unknown-value the number 8 has no meaning here, at `[0].ManagedLocations` | it is a sum of 1 (oneDriveForBusiness), 2 (sharePoint), 4 (box), 32 (localStorage), 128 (photoLibrary)"
        ),
        (
            #"{"PrintingBlocked": true}"#,
            "1:21 wrong-type expected a whole number, found `true`, at `PrintingBlocked`"
        ),
        (
            #"{"PrintingBlocked": "1"}"#,
            "1:21 wrong-type expected a whole number, found the string `1`, at `PrintingBlocked` | remove the quotes"
        ),
        (
            #"{"ClipboardSharingLevel": "blocked"}"#,
            "1:27 wrong-type expected a whole number, found the string `blocked`, at `ClipboardSharingLevel`"
        ),
        (
            #"{"UnmanagedBrowserProtocol": 1}"#,
            "1:30 wrong-type expected a string, found `1`, at `UnmanagedBrowserProtocol` | put it in quotes"
        ),
        (
            #"{"ProtocolExclusions": [1]}"#,
            "1:25 wrong-type expected a string, found `1`, at `ProtocolExclusions[0]` | put it in quotes"
        ),
        (
            #"{"AppSharingToLevel": 1, "saveAsBlocked": true}"#,
            "1:2 mixed-forms `AppSharingToLevel` is a name from device logs, among settings with names from Graph, at `AppSharingToLevel` | keep the settings of a log in a separate file"
        ),
        (
            ##"{"@odata.type": "#microsoft.graph.iosManagedAppProtection", "pinRequired": true, "PrintingBlocked": 1}"##,
            "1:82 mixed-forms `PrintingBlocked` is a name from device logs, among settings with names from Graph, at `PrintingBlocked` | keep the settings of a log in a separate file"
        ),
    ]

    @Test("Wrong settings are refused, with their path and place", arguments: wrongRows)
    func wrong(text: String, finding: String) {
        let result = readGraph(text)
        #expect(places(result) == [finding])
        #expect(!result.isUsable)
    }

    @Test("Texts and lists are read, and the rest is kept by name")
    func texts() throws {
        let text = """
            {"IntuneIdentityUPN": "dana@contoso.example", "displayName": "A log", "SplashDuration": 1, "AppSharingToLevel": null,
             "UnmanagedBrowserProtocol": "acme-browser://", "SpecificDialerProtocol": "",
             "ProtocolExclusions": "tel; skype ;;", "UniversalLinkExclusions": ["http://a.example/*", "http://b.example/*"],
             "ManagedUniversalLinks": "http://c.example/*;http://d.example/*"}
            """
        let policy = try #require(readGraph(text).document?.policies["p"], "\(places(readGraph(text)))")
        #expect(policy.displayName == "A log")
        #expect(policy.allowedOutboundDataTransferDestinations == .allApps)
        #expect(policy.customBrowserProtocol?.scheme == "acme-browser")
        #expect(policy.customDialerAppProtocol == nil)
        #expect(policy.exemptedAppProtocols.flatMap(\.schemes) == ["tel", "skype"])
        #expect(policy.exemptedUniversalLinks == ["http://a.example/*", "http://b.example/*"])
        #expect(policy.managedUniversalLinks == ["http://c.example/*", "http://d.example/*"])
        #expect(policy.unknownSettings.map(\.name) == ["IntuneIdentityUPN", "SplashDuration"])
        let list = try #require(readGraph(#"{"ProtocolExclusions": ["tel", "skype"]}"#).document?.policies["p"])
        #expect(list.exemptedAppProtocols.flatMap(\.schemes) == ["tel", "skype"])
    }
}
