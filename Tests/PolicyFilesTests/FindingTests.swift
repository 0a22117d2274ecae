import PolicyModel
import Testing

@testable import PolicyFiles

/// Every possible mistake in a document, with its finding: code, underlined text, message and help.
@Suite("Findings") struct FindingTests {
    @Test(
        "Findings about the whole document are complete",
        arguments: [
            ("{}", ["missing-key «{}» a policy document needs `demarc` | begin with `demarc: 1`"]),
            (
                "demarc: 2",
                [
                    "unsupported-version «2» version 2 of the format is not supported | this version of demarc reads `demarc: 1`"
                ]
            ),
            ("demarc: \"1\"", ["wrong-type «\"1\"» expected a whole number, found the string `1` | remove the quotes"]),
            ("demarc: one", ["wrong-type «one» expected a whole number, found `one`"]),
            ("demarc: 0x1", ["wrong-type «0x1» expected a whole number, found `0x1`"]),
            ("demarc: 01", ["wrong-type «01» expected a whole number, found `01`"]),
            (
                "demarc: 99999999999999999999",
                ["out-of-range «99999999999999999999» `99999999999999999999` is not between 0 and 2147483647"]
            ),
            ("demarc:", ["missing-value «demarc» `demarc` has no value | give it one or remove the key"]),
            (
                "demarc-rules: 1",
                [
                    "wrong-type «demarc-rules» this is a rule file, not a policy document | name it under `include` of a rule set"
                ]
            ),
            (
                "demarc-serve: 1\nlisteners: []",
                [
                    "wrong-type «demarc-serve» this is a configuration of the server, not a policy document | check it with `demarc serve --check`"
                ]
            ),
            (
                "demarc: 1\naccountz: []\nacounts: []",
                [
                    "unknown-key «accountz» unknown key `accountz` in a policy document | did you mean `accounts`?",
                    "unknown-key «acounts» unknown key `acounts` in a policy document | it can also have `revision`, `app`, `policies`, `user`, `apps`, `ruleSets`, `views`, `ambiguousURLs`, `appConfigurations`, `mdmUser`, `organizations`",
                ]
            ),
            (
                "demarc: 1\nruleset: {}",
                ["unknown-key «ruleset» unknown key `ruleset` in a policy document | did you mean `ruleSets`?"]
            ),
            (
                "demarc: 1\nzzz: {}",
                [
                    "unknown-key «zzz» unknown key `zzz` in a policy document | it can also have `revision`, `app`, `policies`, `accounts`, `user`, `apps`, `ruleSets`, `views`, `ambiguousURLs`, `appConfigurations`, `mdmUser`, `organizations`"
                ]
            ),
            (
                "demarc: 1\nrevision: -1", ["out-of-range «-1» `-1` is not between 0 and 9007199254740991"]
            ),
            (
                "demarc: 1\nrevision: 9007199254740992",
                ["out-of-range «9007199254740992» `9007199254740992` is not between 0 and 9007199254740991"]
            ),
            (
                "demarc: 1\nrevision: one",
                ["wrong-type «one» expected a whole number, found `one`"]
            ),
            (
                "demarc: 1\nrevision: \"1\"",
                ["wrong-type «\"1\"» expected a whole number, found the string `1` | remove the quotes"]
            ),
            (
                "demarc: 1\nambiguousURLs: rejct",
                ["unknown-value «rejct» unknown value `rejct` | did you mean `reject`?"]
            ),
            (
                "demarc: 1\nambiguousURLs: allow",
                ["unknown-value «allow» unknown value `allow` | write `reject` or `canonicalize`"]
            ),
            (
                "demarc: 1\ndemarc: 1",
                ["duplicate-key «demarc»«demarc» the key `demarc` appears twice | keep one of them"]
            ),
            (
                "demarc: 1\n\"demarc\": 1",
                ["duplicate-key «\"demarc\"»«demarc» the key `demarc` appears twice | keep one of them"]
            ),
        ]
    )
    func document(text: String, expected: [String]) { check(text, gives: expected) }

    @Test(
        "Findings about `app` are complete",
        arguments: [
            ("[]", ["wrong-type «[]» expected `app`, found a list"]),
            ("{multiIdentity: yes}", ["wrong-type «yes» expected `true` or `false`, found `yes` | write `true`"]),
            ("{multiIdentity: Off}", ["wrong-type «Off» expected `true` or `false`, found `Off` | write `false`"]),
            ("{multiIdentity: True}", ["wrong-type «True» expected `true` or `false`, found `True` | write `true`"]),
            (
                "{multiIdentity: 'true'}",
                ["wrong-type «'true'» expected `true` or `false`, found the string `true` | remove the quotes"]
            ),
            ("{multiIdentity: 1}", ["wrong-type «1» expected `true` or `false`, found `1` | write `true`"]),
            ("{multiIdentity: maybe}", ["wrong-type «maybe» expected `true` or `false`, found `maybe`"]),
            ("{multiIdentity: [true]}", ["wrong-type «[true]» expected `true` or `false`, found a list"]),
            (
                "{multiIdenity: true}",
                ["unknown-key «multiIdenity» unknown key `multiIdenity` in `app` | did you mean `multiIdentity`?"]
            ),
            (
                "{MultiIdentity: true}",
                ["unknown-key «MultiIdentity» unknown key `MultiIdentity` in `app` | did you mean `multiIdentity`?"]
            ),
            (
                "{multiIdentity: true, multiIdenity: true}",
                ["unknown-key «multiIdenity» unknown key `multiIdenity` in `app`"]
            ),
            (
                "{infoPlist: Info.plist}",
                ["file-not-found «Info.plist» there is no file `Info.plist`"]
            ),
            (
                "{queriesSchemes: https}",
                [
                    "wrong-type «https» expected a list of schemes, found `https` | write it in brackets, or begin each with `- `"
                ]
            ),
            ("{queriesSchemes: ['tel:']}", ["invalid-scheme «'tel:'» `tel:` is not a URL scheme | write `tel`"]),
            (
                "{queriesSchemes: [1a]}",
                ["invalid-scheme «1a» `1a` is not a URL scheme | letters, digits, `+`, `-` and `.`, a letter first"]
            ),
            (
                "{linkedOn: '27'}",
                [
                    "unknown-value «'27'» unknown system release `27` | write `ios` and its major version, such as `ios26`"
                ]
            ),
            (
                "{linkedOn: ios-1}",
                [
                    "unknown-value «ios-1» unknown system release `ios-1` | write `ios` and its major version, such as `ios26`"
                ]
            ),
            (
                "{accentColor: '#12345'}",
                ["invalid-color «'#12345'» `#12345` is not a color | write `#RRGGBB` in hexadecimal digits, in quotes"]
            ),
            (
                "{maxFileProtectionLevel: NSFileProtectionComplet}",
                [
                    "unknown-value «NSFileProtectionComplet» unknown value `NSFileProtectionComplet` | did you mean `NSFileProtectionComplete`?"
                ]
            ),
            ("{splashDuration: -1}", ["wrong-type «-1» expected a number that is not negative, found `-1`"]),
            ("{splashDuration: .inf}", ["wrong-type «.inf» expected a number that is not negative, found `.inf`"]),
            ("{appConfig: [a]}", ["wrong-type «[a]» expected keys with values, found a list"]),
            ("{appConfig: {a: [b]}}", ["wrong-type «[b]» expected a string, found a list"]),
            ("{id: {}}", ["wrong-type «{}» expected a string, found a mapping"]),
            (
                "{id: \"a\\u0007\"}",
                [
                    "control-character «\"a\\u0007\"» the text contains a control character | write it on one line, without escapes"
                ]
            ),
            (
                "{id: \"a\tb\"}",
                ["control-character «\"a\tb\"» the text contains a tab | replace the tab with a space"]
            ),
            (
                "{id: \"a\\tb\\n\"}",
                [
                    "control-character «\"a\\tb\\n\"» the text contains a control character | write it on one line, without escapes"
                ]
            ),
        ]
    )
    func app(text: String, expected: [String]) { check("demarc: 1\napp: \(text)", gives: expected) }

    @Test(
        "Control characters in names of policies and rule sets are errors",
        arguments: [
            ("policies: {\"a\\u0007\": {}}", "«\"a\\u0007\"»"),
            ("policies: {\"a\\nb\": {}}", "«\"a\\nb\"»"),
            ("ruleSets: {\"a\\u0085\": {default: internal}}", "«\"a\\u0085\"»"),
        ]
    )
    func names(section: String, place: String) {
        let finding = "control-character \(place) the name contains a control character"
        check("demarc: 1\nuser: none\n\(section)", gives: [finding + " | write it on one line, without escapes"])
    }

    @Test(
        "Schemes that web views cannot handle themselves are errors",
        arguments: [
            "http", "https", "file", "data", "javascript", "HTTPS",
        ]
    )
    func schemesNeverHandled(scheme: String) throws {
        let text = "demarc: 1\napp: {webViewHandledURLSchemes: [\(scheme), contoso]}"
        check(
            text,
            gives: [
                "scheme-never-handled «\(scheme)» `\(scheme)` is ignored here | "
                    + "an app that handled it itself would switch off the protection of its web views; remove it"
            ]
        )
        #expect(read(text).document == nil)
    }

    @Test(
        "Findings about policies are complete",
        arguments: [
            ("[]", ["wrong-type «[]» expected policies by name, found a list"]),
            ("{a: 1}", ["wrong-type «1» expected a policy, found `1`"]),
            ("{a: }", ["wrong-type «» expected a policy, found nothing | write its keys below it, indented"]),
            (
                "{a: {printBlokced: true}}",
                ["unknown-key «printBlokced» unknown key `printBlokced` in a policy | did you mean `printBlocked`?"]
            ),
            (
                "{a: {graph: x.json}}",
                ["file-not-found «x.json» there is no file `x.json`"]
            ),
            ("{a: {printBlocked: blocked}}", ["wrong-type «blocked» expected `true` or `false`, found `blocked`"]),
            (
                "{a: {notificationRestriction: blocked}}",
                ["unknown-value «blocked» unknown value `blocked` | did you mean `block`?"]
            ),
            (
                "{a: {dialerRestrictionLevel: unblocked}}",
                [
                    "unknown-value «unblocked» unknown value `unblocked` | write `allApps`, `managedApps`, `customApp` or `blocked`"
                ]
            ),
            (
                "{a: {managedBrowser: edge}}",
                ["unknown-value «edge» unknown value `edge` | write `notConfigured` or `microsoftEdge`"]
            ),
            (
                "{a: {allowedDataStorageLocations: box}}",
                [
                    "wrong-type «box» expected a list of places, found `box` | write it in brackets, or begin each with `- `"
                ]
            ),
            (
                "{a: {allowedDataStorageLocations: [camera]}}",
                [
                    "unknown-value «camera» unknown place `camera` | write `oneDriveForBusiness`, `sharePoint`, `box`, `localStorage`, `photoLibrary`, `iManage` or `egnyte`"
                ]
            ),
            (
                "{a: {allowedOutboundClipboardSharingExceptionLength: 65536}}",
                ["out-of-range «65536» `65536` is not between 0 and 65535"]
            ),
            (
                "{a: {periodOfflineBeforeWipeIsEnforced: 90}}",
                [
                    "invalid-duration «90» `90` is not a duration | write it in the form of ISO 8601, such as `PT30M` or `P90D`"
                ]
            ),
            (
                "{a: {periodOfflineBeforeWipeIsEnforced: -P10675199DT2H48M5.4775808S}}",
                [
                    "warning out-of-range «-P10675199DT2H48M5.4775808S» `-P10675199DT2H48M5.4775808S` is negative and is read as zero | write `PT0S`, or the intended time"
                ]
            ),
            (
                "{a: {periodOfflineBeforeWipeIsEnforced: -P}}",
                [
                    "invalid-duration «-P» `-P` is not a duration | write it in the form of ISO 8601, such as `PT30M` or `P90D`"
                ]
            ),
            ("{a: {exemptedAppProtocols: [tel]}}", ["wrong-type «tel» expected an exempted protocol, found `tel`"]),
            (
                "{a: {exemptedAppProtocols: [{name: x}]}}",
                ["missing-key «{name: x}» an exempted protocol needs `value`"]
            ),
            ("{a: {exemptedAppProtocols: [{name: null, value: tel}]}}", []),
            (
                "{a: {exemptedAppProtocols: [{name: x, value: null}]}}",
                ["missing-key «{name: x, value: null}» an exempted protocol needs `value`"]
            ),
            (
                "{a: {minimumRequiredOsVersion: ''}}",
                [
                    "invalid-version «''» the version is empty | write one to four numbers with dots between them, such as `17.4.1`"
                ]
            ),
            (
                "{a: {}, b: {}}",
                [
                    "ambiguous-default «policies» several policies and no accounts: it is unclear which policy is in force | add `accounts` and give each its `policy`"
                ]
            ),
        ]
    )
    func policies(text: String, expected: [String]) { check("demarc: 1\npolicies: \(text)", gives: expected) }

    @Test(
        "Findings about accounts are complete",
        arguments: [
            ("accounts: {}", ["wrong-type «{}» expected a list of accounts, found a mapping | begin each with `- `"]),
            ("accounts: [a]", ["wrong-type «a» expected an account, found `a`"]),
            ("accounts: [{upn: a}]", ["missing-key «{upn: a}» an account needs `account`"]),
            ("accounts: [{account: ''}]", ["missing-value «''» the text is empty"]),
            (
                "accounts: [{account: none}]",
                ["unknown-value «none» `none` means no account and cannot be an account's id"]
            ),
            (
                "accounts: [{account: a, upn: Unset}]",
                ["unknown-value «Unset» `unset` means a level without an identity and cannot be an account's id"]
            ),
            ("accounts: [{account: a}, {account: A}]", ["duplicate-name «A»«a» there are two accounts `A`"]),
            ("accounts: [{account: a, upn: b}, {account: b}]", ["duplicate-name «b»«b» there are two accounts `b`"]),
            (
                "accounts: [{account: a, policy: lvel}]",
                ["unknown-name «lvel» there is no policy `lvel` | did you mean `level`?"]
            ),
            (
                "accounts: [{account: a, policy: other}]",
                ["unknown-name «other» there is no policy `other` | write `level`"]
            ),
            (
                "accounts: [{account: a, polcy: level}]",
                ["unknown-key «polcy» unknown key `polcy` in an account | did you mean `policy`?"]
            ),
            ("accounts: [{account: a}]\nuser: b", ["unknown-name «b» there is no account `b` | write `a`"]),
            (
                "user: dana@contoso.com",
                ["unknown-name «dana@contoso.com» there is no account `dana@contoso.com` | write `demarc:default`"]
            ),
            (
                "accounts: [{account: a, policy: level}, {account: b, policy: level}]\nuser: a",
                [
                    "second-managed-account «{account: b, policy: level}»«{account: a, policy: level}» a second managed account needs an app that can hold several | set `multiManagedIdentities: true` under `app`, or remove the account's `policy`"
                ]
            ),
            (
                "accounts: [{account: a, policy: level}, {account: b, policy: level}]\napp: {multiManagedIdentities: true}",
                [
                    "several-managed-accounts «accounts» several managed accounts and no `user`: it is unclear who acts | add `user:` with `a` or `b`, or `none`"
                ]
            ),
        ]
    )
    func accounts(text: String, expected: [String]) {
        check("demarc: 1\npolicies: {level: {}}\n\(text)", gives: expected)
    }

    @Test(
        "Findings about views are complete",
        arguments: [
            ("{id: A}", ["wrong-type «{id: A}» expected a list of views, found a mapping | begin each with `- `"]),
            ("[A]", ["wrong-type «A» expected a view, found `A`"]),
            ("[{webView: true}]", ["missing-key «{webView: true}» a view needs `id`"]),
            (
                "[{id: native}, {id: pasteboard}]",
                [
                    "unknown-value «native» `native` means the app's own interface and cannot be a view's id | give the view another id",
                    "unknown-value «pasteboard» `pasteboard` means what was copied last and cannot be a view's id | give the view another id",
                ]
            ),
            (
                "[{id: 'account:a', children: [{id: 'app:'}, {id: 'frame:A'}]}]",
                [
                    "unknown-value «'account:a'» `account:a` means the data of an account and cannot be a view's id | give the view another id",
                    "unknown-value «'app:'» `app:` means another app and cannot be a view's id | give the view another id",
                    "unknown-value «'frame:A'» `frame:A` means an external frame of a view and cannot be a view's id | give the view another id",
                ]
            ),
            ("[{id: Native}, {id: native2}, {id: app}, {id: 'view:app:x'}]", []),
            ("[{id: A}, {id: A}]", ["duplicate-name «A»«A» there are two views `A` | give one of them another id"]),
            (
                "[{id: A, policy: curentIdentity}]",
                [
                    "unknown-value «curentIdentity» unknown web-view policy `curentIdentity` | did you mean `currentIdentity`?"
                ]
            ),
            (
                "[{id: A, policy: managed}]",
                [
                    "unknown-value «managed» unknown web-view policy `managed` | write `unset`, `unmanaged`, `currentIdentity` or `currentIdentityBlockUpload`"
                ]
            ),
            (
                "[{id: A, isExternalURL: corp}]",
                ["unknown-name «corp» there is no rule set `corp` | write `corporate`"]
            ),
            (
                "[{id: A, document: docs/42}]",
                [
                    "invalid-url «docs/42» `docs/42` is not a URL | write it with its scheme, such as `https://docs.example/42`"
                ]
            ),
            (
                "[{id: A, parent: B}]",
                ["unknown-name «B» there is no view `B` | remove `parent`, because no other view can contain this one"]
            ),
            (
                "[{id: main, parent: mian}, {id: side, parent: main}]",
                [
                    "unknown-name «mian» there is no view `mian` | remove `parent`, because no other view can contain this one"
                ]
            ),
            (
                "[{id: B, parent: B2}, {id: B1, parent: B}, {id: C}]",
                ["unknown-name «B2» there is no view `B2` | write `C`"]
            ),
            ("[{id: A1, parent: A2}, {id: B}]", ["unknown-name «A2» there is no view `A2` | write `B`"]),
            (
                "[{id: A, parent: A}]",
                ["cycle «A» the views contain one another in a cycle: `A` in `A` | remove one `parent`"]
            ),
            (
                "[{id: A, parent: C}, {id: B, parent: A}, {id: C, parent: B}, {id: D, parent: A}]",
                ["cycle «A» the views contain one another in a cycle: `A` in `C` in `B` in `A` | remove one `parent`"]
            ),
            (
                "[{id: A, webView: true, children: [{id: B}]}]",
                [
                    "web-view-with-children «A» a web view cannot contain other views | write `webView: false`, or move its children"
                ]
            ),
            (
                "[{id: A, webView: true}, {id: B, parent: A}]",
                [
                    "web-view-with-children «A» a web view cannot contain other views | write `webView: false`, or move its children"
                ]
            ),
            (
                "[{id: A, isExternalURL: corporate, children: [{id: B}]}]",
                [
                    "external-on-container «isExternalURL» `isExternalURL` concerns web views, and this view is not one | move it to the web views inside"
                ]
            ),
            (
                "[{id: A, webView: false, isExternalURL: corporate}]",
                [
                    "external-on-container «isExternalURL» `isExternalURL` concerns web views, and this view is not one | move it to the web views inside"
                ]
            ),
            (
                "[{id: A, children: [{id: B, parent: A}]}]",
                ["unknown-key «parent» a view inside `children` has its parent already | remove `parent`"]
            ),
        ]
    )
    func views(text: String, expected: [String]) {
        check("demarc: 1\nruleSets: {corporate: {default: internal}}\nviews: \(text)", gives: expected)
    }

    @Test("Several mistakes are reported together, in the order of the file")
    func together() {
        check(
            """
            demarc: 1
            app:
              multiIdentity: yes
            viewz: []
            ruleSets:
              corporate:
                default: extrenal
                rules:
                  - id: a
                    class: internal
                    domain: [contoso.com, "*.contoso.com"]
            """,
            gives: [
                "wrong-type «yes» expected `true` or `false`, found `yes` | write `true`",
                "unknown-key «viewz» unknown key `viewz` in a policy document | did you mean `views`?",
                "unknown-value «extrenal» unknown class `extrenal` | did you mean `external`?",
                "wildcard «*.» `*.` has no meaning in the domain `*.contoso.com` | write `contoso.com`, which covers its subdomains",
            ]
        )
    }
}
