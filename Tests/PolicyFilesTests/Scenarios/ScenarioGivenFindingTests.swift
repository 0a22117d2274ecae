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
}
