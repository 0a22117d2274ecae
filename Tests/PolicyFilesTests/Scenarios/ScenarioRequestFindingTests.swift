import PolicyModel
import Testing

@testable import PolicyFiles

/// Every possible mistake in `when`, with its finding.
@Suite("Findings in requests") struct ScenarioRequestFindingTests {
    @Test(
        "Mistakes in `when` are reported",
        arguments: [
            ("{}", ["4:19 missing-key «{}» `when` contains no question | write one request, such as `navigate`"]),
            ("[]", ["4:19 wrong-type «[]» expected a request, found a list"]),
            ("x", ["4:19 wrong-type «x» expected a request, found `x`"]),
            (
                "{navigat: {url: u}}",
                [
                    "4:20 unknown-key «navigat» unknown key `navigat` in a request | did you mean `navigate`?"
                ]
            ),
            (
                "{open: {url: u}, copy: {from: A}}",
                [
                    "4:36 several-requests «copy»«open» `when` takes exactly one question | write a scenario for each, or put them into `steps` in order"
                ]
            ),
            ("{open: null}", ["4:20 missing-value «open» `open` has no value | give it one or remove the key"]),
            (
                "{navigate: {url: u}}",
                [
                    "4:30 ambiguous-default «{url: u}» several web views: it is unclear which one navigates | add `view` with `A` or `E`"
                ]
            ),
            (
                "{navigate: {view: Z, url: u}}",
                [
                    "4:37 unknown-name «Z» there is no view `Z` | write `A` or `E`"
                ]
            ),
            ("{navigate: {view: A}}", ["4:30 missing-key «{view: A}» `navigate` needs `url`"]),
            (
                "{navigate: {view: A, url: null}}",
                [
                    "4:40 missing-value «url» `url` has no value | give it one or remove the key"
                ]
            ),
            ("{navigate: {view: A, url: [a]}}", ["4:45 wrong-type «[a]» expected a string, found a list"]),
            (
                "{navigate: {view: A, url: u, frame: tp, answer: extern}}",
                [
                    "4:55 unknown-value «tp» unknown frame `tp` | did you mean `top`?",
                    "4:67 unknown-value «extern» unknown answer `extern` | did you mean `external`?",
                ]
            ),
            (
                "{open: {url: u, knownManagedApp: yes}}",
                [
                    "4:52 wrong-type «yes» expected `true` or `false`, found `yes` | write `true`"
                ]
            ),
            ("{open: {}}", ["4:26 missing-key «{}» `open` needs `url`"]),
            ("{canOpen: {}}", ["4:29 missing-key «{}» `canOpen` needs `url`"]),
            (
                "{universalLink: {url: u, frame: top}}",
                [
                    "4:44 unknown-key «frame» unknown key `frame` in `universalLink`"
                ]
            ),
            ("{copy: {}}", ["4:26 missing-key «{}» `copy` needs `from`"]),
            (
                "{copy: {from: a, characters: -1, type: txt}}",
                [
                    "4:33 unknown-name «a» there is no view `a` | did you mean `A`?",
                    "4:48 out-of-range «-1» `-1` is not between 0 and 2147483647",
                    "4:58 unknown-value «txt» unknown type `txt` | did you mean `text`?",
                ]
            ),
            (
                "{copy: {from: pasteboard}}",
                [
                    "4:33 unknown-value «pasteboard» `pasteboard` is not allowed here | only `from` of `paste` takes it"
                ]
            ),
            ("{copy: {from: 'account:'}}", []),
            (
                "{copy: {from: 'account:who'}}",
                [
                    "4:33 unknown-name «'account:who'» there is no account `account:who` | write `account:3ec2`, `account:dana@contoso.com` or `account:dana@example.net`"
                ]
            ),
            (
                "{copy: {from: 'app:'}}",
                [
                    "4:33 missing-value «'app:'» no app is named | write its id after `app:`"
                ]
            ),
            // An unknown app is unmanaged, which is worth a test.
            ("{copy: {from: 'app:com.x'}}", []),
            (
                "{paste: {from: nativ, into: pasteboard}}",
                [
                    "4:34 unknown-name «nativ» there is no view `nativ` | did you mean `native`?",
                    "4:47 unknown-value «pasteboard» `pasteboard` is not allowed here | only `from` of `paste` takes it",
                ]
            ),
            (
                "{paste: {from: pasteboard, into: A}}",
                [
                    "4:34 nothing-copied «pasteboard» no step before this one copies anything | add a step with `copy`, or name the place that the item comes from"
                ]
            ),
            (
                "{paste: {from: Z, characters: 1.5}}",
                [
                    "4:27 missing-key «{from: Z, characters: 1.5}» `paste` needs `into`",
                    "4:34 unknown-name «Z» there is no view `Z` | a place is the id of a view, `{view: ID, frame: external}`, `native`, `pasteboard`, `account:` with an account, or `app:` with the id of an app",
                    "4:49 wrong-type «1.5» expected a whole number, found `1.5`",
                ]
            ),
            (
                "{upload: {from: native, into: native}}",
                [
                    "4:49 unknown-name «native» there is no view `native` | write `W`, `A` or `E`"
                ]
            ),
            (
                "{paste: {from: native, into: 'frame:E'}}",
                [
                    "4:48 unknown-name «'frame:E'» there is no view `frame:E` | write `{view: E, frame: external}` for a frame"
                ]
            ),
            (
                "{upload: {from: native, into: 'frame:'}}",
                [
                    "4:49 unknown-name «'frame:'» there is no view `frame:` | write `{view: ID, frame: external}` for a frame"
                ]
            ),
            (
                "{send: {from: 'frame:E', to: com.x}}",
                [
                    "4:33 unknown-name «'frame:E'» there is no view `frame:E` | write `{view: E, frame: external}` for a frame"
                ]
            ),
            (
                "{copy: {from: {view: E, frame: top}}}",
                ["4:50 unknown-value «top» unknown frame `top` | write `external`"]
            ),
            (
                "{save: {owner: 3ec2, from: A, to: box}}",
                ["4:40 unknown-key «from» `owner` and `from` both specify whose data it is | remove one of them"]
            ),
            (
                "{navigate: {view: A, url: u, frame: sub, sameDocument: true}}",
                [
                    "4:60 unknown-key «sameDocument» only a page itself can stay the same document | remove `sameDocument`, or `frame`"
                ]
            ),
            (
                "{upload: {}}",
                [
                    "4:28 missing-key «{}» `upload` needs `from`",
                    "4:28 missing-key «{}» `upload` needs `into`",
                ]
            ),
            (
                "{save: {owner: who, to: box, account: dan@contoso.com}}",
                [
                    "4:34 unknown-name «who» there is no account `who` | write `3ec2`, `dana@contoso.com` or `dana@example.net`",
                    "4:57 unknown-name «dan@contoso.com» there is no account `dan@contoso.com` | did you mean `dana@contoso.com`?",
                ]
            ),
            (
                "{save: {to: camera}}",
                [
                    "4:31 unknown-value «camera» unknown location `camera` | write `oneDriveForBusiness`, `sharePoint`, `box`, `localStorage`, `photoLibrary`, `iManage`, `egnyte`, `dropbox`, `googleDrive`, `accountDocument` or `other`"
                ]
            ),
            (
                "{save: {owner: null}}",
                [
                    "4:26 missing-key «{owner: null}» `save` needs `to`",
                    "4:27 missing-value «owner» `owner` has no value | give it one or remove the key",
                ]
            ),
            (
                "{openFrom: {receiver: who, from: boxx}}",
                [
                    "4:41 unknown-name «who» there is no account `who` | write `3ec2`, `dana@contoso.com` or `dana@example.net`",
                    "4:52 unknown-value «boxx» unknown location `boxx` | did you mean `box`?",
                ]
            ),
            (
                "{send: {to: com.x, via: driect}}",
                [
                    "4:43 unknown-value «driect» unknown way to send `driect` | did you mean `direct`?"
                ]
            ),
            (
                "{send: {from: who}}",
                [
                    "4:26 missing-key «{from: who}» `send` needs `to`",
                    "4:33 unknown-name «who» there is no account `who` | write `3ec2`, `dana@contoso.com` or `dana@example.net`",
                ]
            ),
            (
                "{receive: {into: who, from: com.contoso.scaner}}",
                [
                    "4:36 unknown-name «who» there is no account `who` | write `3ec2`, `dana@contoso.com` or `dana@example.net`",
                    "4:47 warning unknown-name «com.contoso.scaner» the document has no app `com.contoso.scaner`, so it counts as unmanaged | did you mean `com.contoso.scanner`?",
                ]
            ),
            ("{receive: {}}", ["4:29 missing-key «{}» `receive` needs `from`"]),
            ("{setting: prnt}", ["4:29 unknown-value «prnt» unknown setting `prnt` | did you mean `print`?"]),
            ("{setting: {}}", ["4:29 missing-key «{}» `setting` needs `name`"]),
            ("{signIn: {}}", ["4:28 missing-key «{}» `signIn` needs `account`"]),
            (
                "{signIn: who}",
                [
                    "4:28 unknown-name «who» there is no account `who` | write `3ec2`, `dana@contoso.com` or `dana@example.net`"
                ]
            ),
            (
                "{signOut: {account: who}}",
                [
                    "4:39 unknown-name «who» there is no account `who` | write `3ec2`, `dana@contoso.com` or `dana@example.net`"
                ]
            ),
            (
                "{switchIdentity: {level: u, window: w}}",
                [
                    "4:36 missing-key «{level: u, window: w}» `switchIdentity` needs `to`",
                    "4:44 unknown-value «u» unknown level `u` | did you mean `ui`?",
                ]
            ),
            (
                "{switchIdentity: {to: none, level: task, window: w}}",
                [
                    "4:60 unknown-key «window» only the level `ui` has windows | remove `window`, or write `level: ui`"
                ]
            ),
            (
                "{copy: {from: 'account:dan@contoso.com'}}",
                [
                    "4:33 unknown-name «'account:dan@contoso.com'» there is no account `account:dan@contoso.com` | did you mean `account:dana@contoso.com`?"
                ]
            ),
            (
                "{copy: {from: 'app:com.contoso.scaner'}}",
                [
                    "4:33 warning unknown-name «'app:com.contoso.scaner'» the document has no app `com.contoso.scaner`, so it counts as unmanaged | did you mean `com.contoso.scanner`?"
                ]
            ),
        ]
    )
    func request(text: String, expected: [String]) {
        checkScenarios(scenarioFile(asking: text), apps: [AppDeclaration(id: "com.contoso.scanner")], gives: expected)
    }

    @Test(
        "Mistakes in launches are reported",
        arguments: [
            (
                "{launch: {device: {osVersoin: 17}}}",
                [
                    "4:38 unknown-key «osVersoin» unknown key `osVersoin` in what is known of a device | did you mean `osVersion`?"
                ]
            ),
            (
                "{launch: {device: {hasPasscode: often}}}",
                ["4:51 wrong-type «often» expected `true` or `false`, found `often`"]
            ),
            (
                "{launch: {device: {biometry: nose}}}",
                ["4:48 unknown-value «nose» unknown value `nose` | did you mean `none`?"]
            ),
            (
                "{launch: {device: {threats: high}}}",
                [
                    "4:47 wrong-type «high» expected levels by service name, found `high` | write `threats: {defender: low}`"
                ]
            ),
            (
                "{launch: {device: {model: a, inapplicable: [model]}}}",
                [
                    "4:63 duplicate-key «model»«model» `model` has a known value, so it cannot be inapplicable too | remove one of them"
                ]
            ),
            (
                "{launch: {device: {inapplicable: [lastPIN]}}}",
                [
                    "4:53 unknown-value «lastPIN» unknown fact `lastPIN` | write `osVersion`, `appVersion`, `sdkVersion`, `model`, `isJailbroken`, `threats`, `hasPasscode`, `biometry`, `biometryChanged`, `mdmEnrolled`, `isOnline`, `clockStatus` or `clockedOutSince`"
                ]
            ),
            (
                "{launch: {access: {pinFailures: -1}}}",
                ["4:51 out-of-range «-1» `-1` is not between 0 and 2147483647"]
            ),
            (
                "{launch: {at: noon}}",
                [
                    "4:33 invalid-instant «noon» `noon` is not a date and time | write it in the form of RFC 3339, such as `2026-11-23T12:00:00Z`"
                ]
            ),
            ("{unlock: {}}", ["4:28 missing-key «{}» `unlock` needs `by`"]),
            (
                "{unlock: charm}",
                [
                    "4:28 unknown-value «charm» unknown way to unlock `charm` | write `pin`, `biometric`, `credentials`, `setPIN`, `resetPIN` or `signIn`"
                ]
            ),
            (
                "{unlock: [pin, charm]}",
                [
                    "4:34 unknown-value «charm» unknown way to unlock `charm` | write `pin`, `biometric`, `credentials`, `setPIN`, `resetPIN` or `signIn`"
                ]
            ),
            (
                "{pin: ‹scrubbed›}",
                [
                    "4:25 unknown-value «‹scrubbed›» `‹scrubbed›` is written in place of a PIN, and is not one | write the PIN itself"
                ]
            ),
            (
                "{pin: [1]}",
                [
                    "4:25 wrong-type «[1]» expected a value or the keys of `pin`, found a list | write `{candidate: …}`"
                ]
            ),
            ("{copy: E}", ["4:26 wrong-type «E» expected the keys of `copy`, found `E` | write `{from: …}`"]),
            (
                "{wait: soon}",
                [
                    "4:26 invalid-duration «soon» `soon` is not a duration | write it in the form of ISO 8601, such as `PT30M` or `P90D`"
                ]
            ),
        ]
    )
    func launch(text: String, expected: [String]) { checkScenarios(scenarioFile(asking: text), gives: expected) }
}
