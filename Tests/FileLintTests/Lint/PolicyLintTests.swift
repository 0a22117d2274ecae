import AppLint
import Diagnostics
import FileLint
import PolicyFiles
import PolicyModel
import Testing

@testable import LintChecks

/// A policy that restricts transfer, so that exemptions have an effect, and shares no clipboard.
private let managed =
    "allowedOutboundDataTransferDestinations: managedApps\nallowedOutboundClipboardSharingLevel: managedApps\n"

@Suite("Contradictory settings of policies") struct PolicyLintTests {
    @Test("The example of each code has that finding, and its correction has none", arguments: PolicyLintCode.allCases)
    func examples(code: PolicyLintCode) {
        let explanation = code.explanation
        #expect(!explanation.title.isEmpty && !explanation.text.isEmpty)
        #expect(codes(of: explanation.example, for: code).contains(code.rawValue))
        if let corrected = explanation.corrected { #expect(codes(of: corrected, for: code) == []) }
    }

    private func codes(of example: String, for code: PolicyLintCode) -> [String] {
        var options = LintOptions()
        if code == .weakerThanBaseline { options.baseline = .enhanced }
        let isJSON = example.hasPrefix("{")
        if example.hasPrefix("demarc: 1\n") { return Linting.lint(["p.yaml": example], options).codes }
        return Linting.lint(isJSON ? ["p.json": example] : ["p.yaml": Linting.document(example)], options).codes
    }

    @Test(
        "Each case is found at its place, and nothing else",
        arguments: [
            (managed, [], ""),
            // Exemptions.
            ("exemptedAppProtocols: [{name: Default, value: 'tel;skype'}]", [], "every new policy has these"),
            ("exemptedAppProtocols: [{name: A, value: 'skype;Contoso'}]", ["DM040 Contoso"], ""),
            ("exemptedUniversalLinks: ['https://maps.apple.com']", [], "every new policy has these"),
            ("exemptedUniversalLinks: ['https://a.example']", ["DM040 https://a.example"], ""),
            ("\(managed)exemptedAppProtocols: [{name: A, value: contoso}]", [], ""),
            ("\(managed)exemptedAppProtocols: [{name: A, value: 'FILE;x'}]", ["DM052 FILE"], ""),
            ("\(managed)exemptedAppProtocols: [{name: A, value: 'httpx;xhttp'}]", [], "only whole schemes"),
            (
                "\(managed)exemptedAppProtocols:\n  - name: http\n    value: http;https;data;javascript",
                ["DM052 https", "DM052 data", "DM052 javascript", "DM052 http"], "in the order of the file"
            ),
            ("exemptedAppProtocols: [{name: 'a, value: contoso', value: '#x;contoso'}]", ["DM040 contoso"], ""),
            // Dialer and messages.
            (
                "\(managed)exemptedAppProtocols: [{name: A, value: telprompt}]\ndialerRestrictionLevel: managedApps",
                ["DM045 telprompt"], ""
            ),
            ("\(managed)exemptedAppProtocols: [{name: A, value: tel}]", [], "any dialer is allowed"),
            ("\(managed)dialerRestrictionLevel: blocked", [], ""),
            (
                "\(managed)exemptedAppProtocols: [{name: A, value: ms-sms}]\nprotectedMessagingRedirectAppType: anyManagedApp",
                ["DM046 ms-sms"], ""
            ),
            ("\(managed)exemptedAppProtocols: [{name: A, value: sms}]", [], "any app is allowed"),
            ("dialerRestrictionLevel: customApp", ["DM049 customApp"], ""),
            ("dialerRestrictionLevel: customApp\ncustomDialerAppProtocol: 'a b'", ["DM049 'a b'"], ""),
            ("dialerRestrictionLevel: customApp\ncustomDialerAppProtocol: a://", [], ""),
            ("dialerRestrictionLevel: customApp\ncustomDialerAppProtocol: JavaScript", ["DM120 JavaScript"], ""),
            ("customDialerAppProtocol: javascript", ["DM050 javascript"], "nothing is sent there"),
            (
                "protectedMessagingRedirectAppType: specificApps\nmessagingRedirectAppUrlScheme: 'data:'",
                ["DM120 'data:'"], ""
            ),
            ("customDialerAppProtocol: a", ["DM050 a"], ""),
            ("protectedMessagingRedirectAppType: specificApps", ["DM049 specificApps"], ""),
            ("messagingRedirectAppUrlScheme: a", ["DM050 a"], ""),
            // Browsers.
            ("customBrowserProtocol: a", ["DM041 a"], ""),
            ("customBrowserProtocol: ''", [], "nothing is set"),
            ("managedBrowserToOpenLinksRequired: true\ncustomBrowserProtocol: a", [], ""),
            ("managedBrowserToOpenLinksRequired: true\ncustomBrowserProtocol: 'a b'", ["DM049 'a b'"], ""),
            ("managedBrowserToOpenLinksRequired: true\ncustomBrowserProtocol: http", ["DM120 http"], ""),
            (
                "managedBrowserToOpenLinksRequired: true\nmanagedBrowser: microsoftEdge\ncustomBrowserProtocol: about",
                ["DM120 about"], ""
            ),
            ("managedBrowser: microsoftEdge", ["DM042 microsoftEdge"], ""),
            ("managedBrowserToOpenLinksRequired: true\nmanagedBrowser: microsoftEdge", [], ""),
            // Storage.
            ("allowedDataStorageLocations: [box]", ["DM043 [box]"], ""),
            ("allowedDataStorageLocations: []", [], ""),
            ("saveAsBlocked: true", ["DM047 true"], ""),
            ("\(managed)saveAsBlocked: true\nallowedDataStorageLocations: [box]", [], ""),
            ("allowedDataIngestionLocations:\n  - camera\n  - box", ["DM044 allowedDataIngestionLocations"], ""),
            ("blockDataIngestionIntoOrganizationDocuments: true", ["DM048 true"], ""),
            // Clipboard.
            ("allowedOutboundDataTransferDestinations: none", ["DM053 none"], "the default is open"),
            (
                "allowedOutboundDataTransferDestinations: managedApps\nallowedOutboundClipboardSharingLevel: allApps",
                ["DM053 allApps"], ""
            ),
            ("allowedOutboundClipboardSharingLevel: allApps", [], "nothing is restricted"),
            ("allowedOutboundClipboardSharingExceptionLength: 5", ["DM054 5"], ""),
            ("\(managed)allowedOutboundClipboardSharingExceptionLength: 5", [], ""),
            // Open-in.
            ("disableProtectionOfManagedOutboundOpenInData: true", ["DM058 true"], ""),
            ("\(managed)filterOpenInToOnlyManagedApps: true", [], ""),
            ("protectInboundDataFromUnknownSources: true", [], ""),
            (
                "allowedInboundDataTransferSources: none\nprotectInboundDataFromUnknownSources: true", ["DM058 true"],
                ""
            ),
        ] as [(String, [String], Comment)]
    )
    func cases(settings: String, expected: [String], why: Comment) {
        let lint = Linting.lint(["p.yaml": Linting.document(settings)])
        #expect(lint.underlinedCodes.sorted() == expected.sorted(), why)
    }

    // A name is for people, and often is or contains a scheme.
    @Test(
        "The scheme of an exemption is found in its value, wherever its name has the same word",
        arguments: [
            (#"[{"name": "tel", "value": "sms"}]"#, nil), (#"[{"name": "sms", "value": "skype;tel"}]"#, 0),
            (#"[{"name": "skype without tel", "value": "skype"}, {"name": "phone", "value": "x-tel;TEL;a"}]"#, 2),
            (#"[{"value": "tel", "name": "tel"}]"#, 0), (#"[{"value":"a;tel","name":"tel, value: tel"}]"#, 0),
            (##"[{"@odata.type": "#tel", "name": "\"value\": \"tel\"", "value": " tel "}]"##, 2),
            ("[{name: tel, value: a}, {name: value, value: tel;b}]", 1),
            (#"[{name: "tel, value: tel", value: tel} ] # value: tel"#, 2),
            ("\n      - name: tel # value: tel\n        value: tel\n", 2),
            ("\n      # value: tel\n      - value: 'b;tel'\n        name: Bob's tel\n", 1),
            ("\n      - name: tel:value:tel\n        value: tel\n", 2),
        ] as [(String, Int?)]
    )
    func exemptedSchemes(list: String, number: Int?) throws {
        let isExport = list.hasPrefix(#"[{""#)
        let text =
            isExport
            ? ##"{"@odata.type": "#microsoft.graph.iosManagedAppProtection", "allowedOutboundDataTransferDestinations": "managedApps", "allowedOutboundClipboardSharingLevel": "managedApps", "dialerRestrictionLevel": "blocked", "exemptedAppProtocols": \##(list)}"##
            : Linting.document("\(managed)dialerRestrictionLevel: blocked\nexemptedAppProtocols: \(list)")
        let path = isExport ? "p.json" : "p.yaml"
        let lint = Linting.lint([path: text])
        guard let number else {
            #expect(!lint.codes.contains("DM045"))
            return
        }
        let finding = try #require(lint.diagnostics.first { $0.code == "DM045" }, "\(lint.diagnostics)")
        let place = try #require(finding.places.first)
        let before = Array(text.utf8)[..<place.start.offset]
        let words = String(decoding: before, as: UTF8.self).lowercased().split(separator: "exemptedappprotocols").last
        #expect(Linting.underlined(finding, lint.sources)?.lowercased() == "tel")
        #expect(words.map { $0.ranges(of: "tel").count } == number, "\(list)")
    }

    @Test(
        "An account without a policy is found if its organization is managed elsewhere",
        arguments: [
            (
                ["{account: dana, organization: contoso, policy: p}", "{account: kim, organization: contoso}"], [],
                ["kim"]
            ),
            (["{account: kim, organization: contoso}"], ["{id: a, managed: true, organization: contoso}"], ["kim"]),
            (
                [
                    "{organization: contoso, account: kim}", "{account: dana, organization: contoso, policy: p}",
                    "{account: alex, organization: contoso}",
                ], [], ["kim", "alex"]
            ),
            (["{account: dana, organization: contoso, policy: p}", "{account: kim, organization: fabrikam}"], [], []),
            (["{account: dana, organization: contoso, policy: p}", "{account: kim}"], [], []),
            (["{account: dana, policy: p}", "{account: kim, organization: contoso}"], [], []),
            (["{account: kim, organization: contoso}"], ["{id: a, managed: true, organization: fabrikam}"], []),
            (["{account: kim, organization: contoso}"], ["{id: a, mdmManaged: true}"], []),
            (["{account: kim, organization: contoso}"], [], []),
        ] as [([String], [String], [String])]
    )
    func accounts(accounts: [String], apps: [String], expected: [String]) {
        let document = """
            demarc: 1
            policies: {p: {printBlocked: true}}
            accounts: [\(accounts.joined(separator: ", "))]
            apps: [\(apps.joined(separator: ", "))]
            user: none
            """
        let lint = Linting.lint(["p.yaml": document])
        #expect(lint.codes == expected.map { _ in "DM121" })
        #expect(lint.diagnostics.map { Linting.underlined($0, lint.sources) } == expected)
    }

    @Test(
        "A required browser without any rule set is found if the document has accounts under the policy",
        arguments: [
            ("policies: {p: {managedBrowserToOpenLinksRequired: true}}", ["true"]),
            ("policies: {p: {managedBrowserToOpenLinksRequired: true}}\nruleSets: {r: {default: external}}", []),
            ("policies: {p: {managedBrowserToOpenLinksRequired: false}}", []),
            ("policies: {p: {managedBrowserToOpenLinksRequired: true}}\naccounts: [{account: a}]", []),
            (
                "policies: {p: {managedBrowserToOpenLinksRequired: true}, q: {}}\naccounts: [{account: a, policy: p}]",
                ["true"]
            ),
        ] as [(String, [String])]
    )
    func browserWithoutRules(document: String, expected: [String]) {
        let lint = Linting.lint(["p.yaml": "demarc: 1\n\(document)\n"])
        let found = lint.diagnostics.filter { $0.code == "DM122" }
        #expect(found.map { Linting.underlined($0, lint.sources) } == expected)
        #expect(found.allSatisfy { $0.severity == .warning })
    }

    @Test("A required browser is no finding in an export, which cannot have rules")
    func browserInExport() {
        let lint = Linting.lint(["p.json": #"{"managedBrowserToOpenLinksRequired": true}"#])
        #expect(!lint.codes.contains("DM122"), "\(lint.codes)")
    }

    @Test(
        "Values are underlined in every notation",
        arguments: [
            ("p.json", #"{"saveAsBlocked" :\#n true, "pinRequired": false}"#, "true"),
            ("p.json", #"{"customBrowserProtocol": "a\"b"}"#, #""a\"b""#),
            ("p.json", #"{"allowedDataStorageLocations": ["box", "egnyte"] }"#, #"["box", "egnyte"]"#),
            (
                "p.plist",
                """
                <plist><dict><key>AppSharingToLevel</key><integer>2</integer>
                <key>FileSharingSaveAsDisabled</key><integer>1</integer></dict></plist>
                """, "<integer>1</integer>"
            ),
            ("p.yaml", "demarc: 1\npolicies: {main: {saveAsBlocked: true, pinRequired: true}}", "true"),
            ("p.yaml", "demarc: 1\npolicies:\n  main:\n    saveAsBlocked: true # for now\n", "true"),
            (
                "p.yaml", "demarc: 1\npolicies:\n  main:\n    allowedDataStorageLocations:\n    - box # for now\n",
                "- box"
            ),
            // An alias has its value in another place, maybe in another policy.
            (
                "p.yaml",
                "demarc: 1\npolicies:\n  other: {description: &a x}\n  main:\n    customBrowserProtocol: *a\n"
                    + "accounts: [{account: a@b.example, policy: main}]\n",
                "customBrowserProtocol"
            ),
        ] as [(String, String, String)]
    )
    func notations(name: String, text: String, underlined: String) {
        let lint = Linting.lint([name: text])
        #expect(lint.diagnostics.count == 1)
        #expect(lint.diagnostics.first.flatMap { Linting.underlined($0, lint.sources) } == underlined)
    }

    @Test(
        "Unknown Graph keys are noted, and those similar to a known key are warnings",
        arguments: [
            ("printBlocke", "DM055"), ("PrintBlocked", "DM055"), ("prnitBlocked", "DM055"), ("printBlok", "DM056"),
            ("somethingNew", "DM056"), ("customBrowserPackageId", nil), ("screenCaptureBlocked", nil),
            ("exemptedAppPackages", nil), ("id", nil), ("apps@odata.context", nil), ("printBlocked", nil),
        ] as [(String, String?)]
    )
    func unknownKeys(key: String, code: String?) {
        let type = ##""@odata.type": "#microsoft.graph.iosManagedAppProtection""##
        let text = "{\(type), \"\(key)\": true, \"contactSyncBlocked\": true}"
        let lint = Linting.lint(["p.json": text])
        #expect(lint.codes == (code.map { [$0] } ?? []))
        if code != nil, let finding = lint.diagnostics.first {
            #expect(Linting.underlined(finding, lint.sources) == "\"\(key)\"")
            #expect(finding.fix == nil, "what was meant is a guess")
        }
    }

    @Test(
        "URLs blocked by a missing scheme are reported, and those that an exemption still opens",
        arguments: [
            ("dialerRestrictionLevel: customApp", "all phone numbers are blocked"),
            (
                "\(managed)dialerRestrictionLevel: customApp\nexemptedAppProtocols: [{name: A, value: tel}]",
                "phone numbers with `telprompt` are blocked, while `tel` is exempt and opens any app"
            ),
            (
                "\(managed)dialerRestrictionLevel: customApp\nexemptedAppProtocols: [{name: A, value: telprompt;tel}]",
                "no phone numbers are redirected: `tel` and `telprompt` are exempt and open any app"
            ),
            (
                "dialerRestrictionLevel: customApp\nexemptedAppProtocols: [{name: A, value: tel}]",
                "all phone numbers are blocked"
            ),
            (
                "\(managed)protectedMessagingRedirectAppType: specificApps\nmessagingRedirectAppUrlScheme: a b\n"
                    + "exemptedAppProtocols: [{name: A, value: sms;ms-sms}]",
                "messages with `imessage` are blocked, while `sms` and `ms-sms` are exempt and open any app"
            ),
            (
                "\(managed)dialerRestrictionLevel: customApp\ncustomDialerAppProtocol: data\n"
                    + "exemptedAppProtocols: [{name: A, value: tel}]",
                "phone numbers with `telprompt` are blocked, while `tel` is exempt and opens any app"
            ),
        ]
    )
    func blocked(settings: String, sentence: String) throws {
        let lint = Linting.lint(["p.yaml": Linting.document(settings)])
        let finding = try #require(lint.diagnostics.first { ["DM049", "DM120"].contains($0.code) })
        #expect(finding.message.hasSuffix(sentence), "\(finding.message)")
    }

    @Test(
        "Durations as services write them are read, including fractions",
        arguments: [("PT35.0018757S", []), ("P0DT0H35M0.5S", []), ("-PT35.0018757S", ["out-of-range"])]
    )
    func durations(text: String, codes: [String]) {
        let policy = "{\"pinRequired\": true, \"periodOfflineBeforeWipeIsEnforced\": \"\(text)\"}"
        #expect(Linting.lint(["p.json": policy]).codes == codes)
    }

    @Test("Every policy of a document and of a Graph page is checked") func severalPolicies() {
        let inline =
            "demarc: 1\npolicies:\n  a: {saveAsBlocked: true}\n  b: {customBrowserProtocol: x}\n"
            + "accounts: [{account: a@b.example, policy: a}]\n"
        #expect(Linting.lint(["p.yaml": inline]).codes == ["DM047", "DM041"])
        let page =
            #"{"value": [{"displayName": "A", "saveAsBlocked": true}, {"displayName": "A", "saveAsBlocked": true}]}"#
        #expect(Linting.lint(["p.json": page]).codes == ["DM047", "DM047"])
    }
}
