import PolicyModel
import Testing

@testable import PolicyFiles

/// Every possible mistake in `given`, with its finding.
@Suite("Findings in given situations") struct ScenarioGivenFindingTests {
    @Test(
        "Mistakes in `given` are reported",
        arguments: [
            ("[]", ["4:20 wrong-type «[]» expected `given`, found a list"]),
            ("{usr: x}", ["4:21 unknown-key «usr» unknown key `usr` in `given` | did you mean `user`?"]),
            ("{user: []}", ["4:27 missing-value «[]» no account is named | write `none` for no account"]),
            (
                "{user: [none, dana@contoso.com]}",
                [
                    "4:28 unknown-value «none» `none` means no account and cannot be combined with other values | remove it, or write `none` instead of the list"
                ]
            ),
            (
                "{user: [3ec2, DANA@contoso.com]}",
                [
                    "4:34 duplicate-name «DANA@contoso.com»«3ec2» the account `3ec2` is named twice | keep one of them"
                ]
            ),
            ("{user: {a: b}}", ["4:27 wrong-type «{a: b}» expected a string, found a mapping"]),
            ("{user: null}", ["4:21 missing-value «user» `user` has no value | give it one or remove the key"]),
            (
                "{process: who, task: 3}",
                [
                    "4:30 unknown-name «who» there is no account `who` | write `3ec2`, `dana@contoso.com` or `dana@example.net`",
                    "4:41 unknown-name «3» there is no account `3` | write `3ec2`, `dana@contoso.com` or `dana@example.net`",
                ]
            ),
            ("{app: ''}", ["4:26 missing-value «''» the text is empty"]),
            (
                "{app: com.me, installed: [com.me, com.contoso.app, com.contoso.scanner, com.y]}",
                [
                    "4:92 unknown-name «com.y» there is no app `com.y` | write `com.contoso.scanner` or `com.contoso.app`"
                ]
            ),
            (
                "{installed: x}",
                [
                    "4:32 wrong-type «x» expected a list of app ids, found `x` | write it in brackets, or begin each with `- `"
                ]
            ),
            ("{mdmEnrolled: 1}", ["4:34 wrong-type «1» expected `true` or `false`, found `1` | write `true`"]),
            (
                "{views: []}",
                [
                    "4:28 wrong-type «[]» expected views by id, found a list | write `views: {id: {policy: unmanaged}}`"
                ]
            ),
            ("{views: {A: x}}", ["4:32 wrong-type «x» expected a view, found `x`"]),
            (
                "{views: {A: {polcy: unset}}}",
                [
                    "4:33 unknown-key «polcy» unknown key `polcy` in a view | did you mean `policy`?"
                ]
            ),
            (
                "{views: {A: {policy: unst, parent: '', document: x, page: managed}}}",
                [
                    "4:41 unknown-value «unst» unknown web-view policy `unst` | did you mean `unset`?",
                    "4:55 missing-value «''» the text is empty",
                    "4:69 invalid-url «x» `x` is not a URL | write it with its scheme, such as `https://docs.example/42`",
                    "4:78 unknown-value «managed» unknown page `managed` | write `external` or `internal`",
                ]
            ),
            (
                "{views: {X: {parent: A}}}",
                [
                    "4:41 web-view-with-children «A» `A` is a web view, and a web view cannot contain other views | name a view that the policy declares with `webView: false`"
                ]
            ),
            (
                "{views: {X: {parent: Y}}}",
                [
                    "4:41 unknown-name «Y» there is no view `Y` | write `W`, `A`, `E` or `X`"
                ]
            ),
            (
                "{views: {X: {parent: Y}, Y: {parent: X}}}",
                [
                    "4:28 cycle «{X: {parent: Y}, Y: {parent: X}}» the views contain one another in a cycle: `X` in `Y` in `X` | remove one `parent`"
                ]
            ),
            (
                "{views: {X: {parent: X}}}",
                [
                    "4:28 cycle «{X: {parent: X}}» the views contain one another in a cycle: `X` in `X` | remove one `parent`"
                ]
            ),
            (
                "{views: {X: {opener: Y}}}",
                ["4:41 unknown-name «Y» there is no view `Y` | write `W`, `A`, `E` or `X`"]
            ),
            (
                "{views: {X: {opener: E, page: external}}}",
                ["4:44 unknown-key «page» a view with an `opener` shows its opener's page | remove one of them"]
            ),
            (
                "{views: {X: {page: {loadedFor: who}}}}",
                [
                    "4:51 unknown-name «who» there is no account `who` | write `3ec2`, `dana@contoso.com` or `dana@example.net`"
                ]
            ),
            (
                "{views: {X: {parent: W, window: w}}}",
                [
                    "4:44 unknown-key «window» `X` is in the window of the view that holds it | set `window` on the outermost view"
                ]
            ),
            ("{views: {'': {}}}", ["4:29 missing-value «''» the id of the view is empty"]),
            (
                "{views: {native: {}, 'app:x': {}}}",
                [
                    "4:29 unknown-value «native» `native` means the app's own interface and cannot be a view's id | give the view another id",
                    "4:41 unknown-value «'app:x'» `app:x` means another app and cannot be a view's id | give the view another id",
                ]
            ),
            (
                "{views: {W: {parent: E}}}",
                [
                    "4:28 cycle «{W: {parent: E}}» the views contain one another in a cycle: `W` in `E` in `W` | remove one `parent`",
                    "4:41 web-view-with-children «E» `E` is a web view, and a web view cannot contain other views | name a view that the policy declares with `webView: false`",
                ]
            ),
        ]
    )
    func given(text: String, expected: [String]) {
        checkScenarios(
            scenarioFile("{name: n, given: \(text), when: {open: u}, then: {verdict: allow}}"),
            apps: [AppDeclaration(id: "com.contoso.scanner")],
            gives: expected
        )
    }

    // MARK: Warnings

    private static let views = ["policy.yaml": "demarc: 1\nviews: [{id: editor}, {id: tab1}]"]

    private static let unnamed =
        "nothing names the one that is added | name it in a request, `parent` or `opener`, or remove it"

    @Test(
        "A probable misspelling that changes what is tested is a warning",
        arguments: [
            (
                "{views: {edtor: {page: external}}}", "editor",
                [
                    "4:29 warning unknown-name «edtor» the policy has no view `edtor`, so one is added | did you mean `editor`?"
                ]
            ),
            (
                "{views: {edtor: {page: external}}}", "edtor",
                [
                    "4:29 warning unknown-name «edtor» the policy has no view `edtor`, so one is added | did you mean `editor`?"
                ]
            ),
            (
                "{views: {Editor: {}}}", "editor",
                [
                    "4:29 warning unknown-name «Editor» the policy has no view `Editor`, so one is added | did you mean `editor`?"
                ]
            ),
            ("{views: {editor: {page: external}}}", "tab1", []),
            ("{views: {tab2: {}}}", "tab2", []),
            (
                "{views: {tab2: {}}}", "editor",
                ["4:29 warning unknown-name «tab2» the policy has no view `tab2`, and \(unnamed)"]
            ),
            ("{views: {popup: {opener: editor}}}", "popup", []),
            (
                "{views: {popup: {opener: editor}}}", "tab1",
                ["4:29 warning unknown-name «popup» the policy has no view `popup`, and \(unnamed)"]
            ),
            ("{views: {popup: {}, late: {opener: popup}}}", "late", []),
            ("{views: {pane: {}, late: {parent: pane}}}", "{view: late, frame: external}", []),
            ("{views: {popup: {opener: late}, late: {opener: popup}}}", "late", []),
            (
                "{views: {popup: {opener: late}, late: {opener: popup}}}", "editor",
                [
                    "4:29 warning unknown-name «popup» the policy has no view `popup`, and \(unnamed)",
                    "4:52 warning unknown-name «late» the policy has no view `late`, and \(unnamed)",
                ]
            ),
            ("{views: {popup: {}, editor: {opener: popup}}}", "tab1", []),
            (
                "{installed: [com.microsoft.msedgee]}", "editor",
                [
                    "4:33 warning unknown-name «com.microsoft.msedgee» `com.microsoft.msedgee` is not the managed browser, the only app that matters if the policy has no `apps` | did you mean `com.microsoft.msedge`?"
                ]
            ),
            ("{installed: [com.Microsoft.MSEdge, com.contoso.app]}", "editor", []),
            ("{app: com.microsoft.msedgex, installed: [com.microsoft.msedgex]}", "editor", []),
        ] as [(String, String, [String])]
    )
    func misspelling(given: String, place: String, expected: [String]) {
        checkScenarios(
            scenarioFile("{name: n, given: \(given), when: {copy: {from: \(place)}}, then: {verdict: plain}}"),
            files: Self.views,
            gives: expected
        )
    }

    @Test("A view may be named in another step or by another value of a matrix, and `defaults` may add it for others")
    func namedElsewhere() {
        func check(_ scenario: String, defaults: String? = nil, gives expected: [String]) {
            checkScenarios(scenarioFile(scenario, defaults: defaults), files: Self.views, gives: expected)
        }
        func ask(_ place: String) -> String { "when: {copy: {from: \(place)}}, then: {verdict: plain}" }
        check("{name: n, steps: [{given: {views: {popup: {}}}, \(ask("editor"))}, {\(ask("popup"))}]}", gives: [])
        check("{name: n, matrix: {v: [editor, popup]}, given: {views: {popup: {}}}, \(ask("'${v}'"))}", gives: [])
        check(
            "{name: n, matrix: {v: [editor, tab1]}, given: {views: {popup: {}}}, \(ask("'${v}'"))}",
            gives: ["4:58 warning unknown-name «popup» the policy has no view `popup`, and \(Self.unnamed)"]
        )
        check("{name: n, \(ask("editor"))}", defaults: "{given: {views: {popup: {}}}}", gives: [])
        check(
            "{name: n, \(ask("editor"))}",
            defaults: "{given: {views: {edtor: {}}}}",
            gives: [
                "3:28 warning unknown-name «edtor» the policy has no view `edtor`, so one is added | did you mean `editor`?"
            ]
        )
    }
}
