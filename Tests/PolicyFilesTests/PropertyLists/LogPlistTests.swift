import Diagnostics
import Foundation
import PolicyModel
import TestSupport
import Testing

@testable import PolicyFiles

/// The settings of a device's log as a property list, with the same meaning as in JSON.
@Suite("Device logs as property lists") struct LogPlistTests {
    static let refusedRows: [(what: String, bytes: [UInt8], findings: [String])] = [
        (
            "an unknown number",
            Array(logPlist("<key>AppSharingToLevel</key>\n  <integer>3</integer>").utf8),
            [
                "5:3 unknown-value the number 3 has no meaning here, at `AppSharingToLevel` | logs have 0 (none), 1 (managedApps), 2 (allApps)"
            ]
        ),
        (
            "the same in UTF-16",
            utf16(logPlist("<key>AppSharingToLevel</key>\n  <integer>3</integer>"), isBigEndian: false),
            [
                "5:3 unknown-value the number 3 has no meaning here, at `AppSharingToLevel` | logs have 0 (none), 1 (managedApps), 2 (allApps)"
            ]
        ),
        (
            "a number as a text",
            Array(logPlist("<key>PrintingBlocked</key><string>1</string>").utf8),
            [
                "4:27 wrong-type expected a whole number, found the string `1`, at `PrintingBlocked` | write it as `<integer>`"
            ]
        ),
        (
            "other types than a whole number",
            Array(
                logPlist(
                    """
                    <key>PrintingBlocked</key><true/>
                    <key>ContactSyncDisabled</key><real>1</real>
                    <key>DataBackupDisabled</key><date>2026-11-21T19:00:00Z</date>
                    <key>EnableOpenInFilter</key><data>AA==</data>
                    <key>ManagedLocations</key><array><integer>1</integer></array>
                    <key>ManagedBrowserRequired</key><integer>18446744073709551615</integer>
                    """
                ).utf8
            ),
            [
                "4:27 wrong-type expected a whole number, found `true`, at `PrintingBlocked`",
                "5:31 wrong-type expected a whole number, found `1.0`, at `ContactSyncDisabled`",
                "6:30 wrong-type expected a whole number, found `<date>`, at `DataBackupDisabled`",
                "7:30 wrong-type expected a whole number, found `<data>`, at `EnableOpenInFilter`",
                "8:28 wrong-type expected a whole number, found a list, at `ManagedLocations`",
                "9:34 out-of-range `18446744073709551615` is not between -2147483648 and 2147483647, at `ManagedBrowserRequired`",
            ]
        ),
        (
            "numbers as texts",
            Array(
                logPlist(
                    """
                    <key>UnmanagedBrowserProtocol</key><integer>1</integer>
                    <key>ProtocolExclusions</key><array><integer>1</integer></array>
                    <key>ManagedUniversalLinks</key><dict/>
                    """
                ).utf8
            ),
            [
                "4:36 wrong-type expected a string, found `1`, at `UnmanagedBrowserProtocol` | write it as `<string>`",
                "5:37 wrong-type expected a string, found `1`, at `ProtocolExclusions[0]` | write it as `<string>`",
                "6:33 wrong-type expected a string, found a mapping, at `ManagedUniversalLinks`",
            ]
        ),
        (
            "a key twice",
            Array(logPlist("<key>PrintingBlocked</key><integer>0</integer><key>PrintingBlocked</key><true/>").utf8),
            ["4:47 duplicate-key the key `PrintingBlocked` appears twice | keep one of them"]
        ),
        (
            "names of Graph beside those of logs",
            Array(logPlist("<key>saveAsBlocked</key><true/>\n<key>PrintingBlocked</key><integer>1</integer>").utf8),
            [
                "5:1 mixed-forms `PrintingBlocked` is a name from device logs, among settings with names from Graph, at `PrintingBlocked` | keep the settings of a log in a separate file"
            ]
        ),
        (
            "names of Graph",
            Array(logPlist("<key>displayName</key><string>A</string>\n<key>saveAsBlocked</key><true/>").utf8),
            [
                "5:1 no-policy a policy with the names of Graph is read from JSON only; a property list is the log of a device, at `saveAsBlocked` | use the JSON that Graph returns"
            ]
        ),
        (
            "an Info.plist",
            Array(logPlist("<key>CFBundleIdentifier</key><string>a.b</string>").utf8),
            [
                "3:22 no-policy this is an Info.plist; the property list contains no settings of a device log | name it under `app`: `app: {infoPlist: PATH}`"
            ]
        ),
        (
            "entitlements",
            Array(logPlist("<key>keychain-access-groups</key><array/>").utf8),
            [
                "3:22 no-policy these are the entitlements of an app; the property list contains no settings of a device log"
            ]
        ),
        (
            "a configuration profile",
            Array(logPlist("<key>PayloadType</key><string>Configuration</string>").utf8),
            ["3:22 no-policy this is a configuration profile; the property list contains no settings of a device log"]
        ),
        (
            "an archive of objects",
            binaryPlist([("$archiver", .text("NSKeyedArchiver"))]),
            [
                "1:9 no-policy this is an archive of objects; the property list contains no settings of a device log | write the settings themselves, as a dictionary"
            ]
        ),
        (
            "a property list of nothing in particular", Array(logPlist("<key>a</key><true/>").utf8),
            [
                "3:22 no-policy the property list contains no settings of a device log | their names are like `AppSharingToLevel`"
            ]
        ),
        (
            "the old form", Array("{\n  AppSharingToLevel = 1;\n}\n".utf8),
            [
                "1:1 old-style-property-list this is a property list in the old form, with braces, which is not read | convert it: `plutil -convert xml1`"
            ]
        ),
        (
            "the old form with quotes, in UTF-16", utf16("{ \"AppSharing\\\"ToLevel\" = 1; }", isBigEndian: true),
            [
                "1:1 old-style-property-list this is a property list in the old form, with braces, which is not read | convert it: `plutil -convert xml1`"
            ]
        ),
        (
            "a file that is cut off", Array("<?xml version=\"1.0\"?>\n<!-- a log -->\n<plist><dict><key>A</key>".utf8),
            ["3:26 truncated-file the file ends before `</dict>` | the rest of the file is missing"]
        ),
        (
            "another binary version", Array("bplist15".utf8),
            ["1:1 invalid-binary a binary property list of another version than `00` cannot be read"]
        ),
        (
            "equal wrong values of a binary one, which are written once",
            binaryPlist([("PrintingBlocked", .text("YES")), ("ContactSyncDisabled", .text("YES"))]),
            [
                "1:14 wrong-type expected a whole number, found the string `YES`, at `PrintingBlocked`",
                "1:32 wrong-type expected a whole number, found the string `YES`, at `ContactSyncDisabled`",
            ]
        ),
    ]

    @Test("Mistakes are refused, with their place", arguments: refusedRows)
    func refused(what: String, bytes: [UInt8], findings: [String]) {
        let result = readGraph(bytes)
        #expect(places(result) == findings, "\(what)")
        #expect(!result.isUsable, "\(what)")
        #expect(result.diagnostics.allSatisfy { $0.fix == nil }, "\(what)")
    }

    @Test("Every number gives the same value as in JSON", arguments: ["xml", "utf16", "binary"])
    func numbers(form: String) throws {
        for row in GraphDeviceLogTests.numbers {
            guard form != "binary" || row.number < 256 else { continue }
            let text = logPlist("<key>\(row.name)</key><integer>\(row.number)</integer>")
            let bytes =
                switch form {
                case "xml": Array(text.utf8)
                case "utf16": utf16(text.replacing("UTF-8", with: "UTF-16"), isBigEndian: row.number % 2 == 0)
                default: binaryPlist([(row.name, .number(UInt8(row.number)))])
                }
            let result = readGraph(bytes)
            var policy = try #require(result.document?.policies["p"], "\(row) \(places(result))")
            let json = readGraph("{\"\(row.name)\": \(row.number)}")
            var expected = try #require(json.document?.policies["p"], "\(row)")
            let setting = try #require(PolicySetting(rawValue: row.setting))
            if form != "binary" { #expect(policy.location(of: setting)?.description == "g.json:4:1") }
            #expect(policy.location(of: setting) != nil, "\(row)")
            policy.setLocation(of: setting, to: nil)
            expected.setLocation(of: setting, to: nil)
            #expect(policy == expected, "\(row)")
            #expect(result.diagnostics.isEmpty, "\(row)")
        }
    }

    @Test("Every number that JSON refuses is refused, with the same message")
    func otherNumbers() {
        var count = 0
        for name in Set(GraphDeviceLogTests.numbers.map(\.name)) {
            let known = Set(GraphDeviceLogTests.numbers.filter { $0.name == name }.map(\.number))
            for number in Array(-2...40) + [64, 256, 65_536, 1 << 31, -(1 << 40)] where !known.contains(number) {
                if name == "ClipboardCharacterLengthException", (0...65_535).contains(number) { continue }
                let list = readGraph(logPlist("<key>\(name)</key><integer>\(number)</integer>"))
                let json = readGraph("{\"\(name)\": \(number)}")
                #expect(!list.isUsable, "\(name) \(number)")
                #expect(list.diagnostics.map(\.code) == json.diagnostics.map(\.code), "\(name) \(number)")
                #expect(list.diagnostics.map(\.message) == json.diagnostics.map(\.message), "\(name) \(number)")
                count += 1
            }
        }
        #expect(count > 400)
    }

    @Test("Texts, lists and other names are read at any depth")
    func texts() throws {
        let log = """
            <key>displayName</key><string>B</string>
            <key>UnmanagedBrowserProtocol</key><string>acme-browser://</string>
            <key>ProtocolExclusions</key><array><string>tel</string><string>skype</string></array>
            <key>UniversalLinkExclusions</key><array><string>*bad*</string><string>http://a.example/*</string></array>
            <key>ManagedUniversalLinks</key><string>http://c.example/*;http://d.example/*</string>
            <key>LastCheckin</key><date>2026-11-21T19:00:00Z</date>
            """
        let text = logPlist(
            "<key>policies</key><array><dict><key>PrintingBlocked</key><integer>1</integer></dict><dict>\n\(log)\n</dict></array>"
        )
        let result = readGraph(text, entry: "{graph: {file: g.json, displayName: B}}")
        let policy = try #require(result.document?.policies["p"], "\(places(result))")
        #expect(policy.customBrowserProtocol?.scheme == "acme-browser")
        #expect(policy.exemptedAppProtocols.flatMap(\.schemes) == ["tel", "skype"])
        #expect(policy.exemptedUniversalLinks == ["*bad*", "http://a.example/*"])
        #expect(policy.managedUniversalLinks == ["http://c.example/*", "http://d.example/*"])
        #expect(!policy.printBlocked)
        #expect(policy.unknownSettings.map(\.name) == ["LastCheckin"])
        #expect(
            places(result) == [
                "8:42 warning wildcard-label `*bad*` has a `*` in its last label, so the entry matches nothing, at `policies[1].UniversalLinkExclusions[0]` | name a domain, as in `*.contoso.com`"
            ]
        )
        let several = readGraph(text)
        #expect(several.diagnostics.map(\.code) == ["several-policies"])
    }

    @Test("The document's bounds apply")
    func bounds() {
        var bounds = ReadingBounds()
        bounds.nodes = 40
        let entries = (0..<40).map { "<key>k\($0)</key><true/>" }.joined()
        let result = readGraph(Array(logPlist(entries).utf8), bounds: bounds)
        #expect(result.diagnostics.map(\.code) == ["too-many-values"])
    }
}

@Suite(
    "Published property lists",
    .enabled(if: !PublishedPropertyLists.names.isEmpty, "\(PublishedData.howToGet)")
)
struct LogPlistCorpusTests {
    @Test("They are not logs, and are refused with their actual kind", arguments: PublishedPropertyLists.names)
    func file(name: String) throws {
        let bytes = try PublishedPropertyLists.bytes(name)
        let result = readGraph(bytes)
        #expect(!result.isUsable)
        let finding = try #require(result.diagnostics.first)
        guard finding.code == "no-policy" else {
            // Some published files are not property lists at all, for which an Info.plist is refused with the same
            // message.
            let plist = read(
                "demarc: 1\napp: {infoPlist: g.json}\n",
                files: ["g.json": String(decoding: bytes, as: UTF8.self)]
            )
            #expect(places(plist) == places(result))
            return
        }
        let isEntitlements = PublishedPropertyLists.isEntitlements(name)
        let what = isEntitlements ? "these are the entitlements of an app; " : "this is an Info.plist; "
        #expect(finding.message.hasPrefix(what), "\(finding.message)")
    }
}
