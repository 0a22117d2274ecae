import PolicyModel
import Testing

@testable import PolicyFiles

/// Every possible mistake in a scenario file outside of requests, with its finding.
@Suite("Findings in scenario files") struct ScenarioFindingTests {
    @Test(
        "Mistakes in the whole file are reported",
        arguments: [
            ("", ["1:1 empty-document «» the file is empty | begin with `demarc-test: 1`"]),
            (
                "# nothing",
                [
                    "1:10 empty-document «» the file contains only comments | begin with `demarc-test: 1`"
                ]
            ),
            ("[]", ["1:1 wrong-type «[]» expected a scenario file, found a list"]),
            (
                "{}",
                [
                    "1:1 missing-key «{}» a scenario file needs `demarc-test` | begin with `demarc-test: 1`",
                    "1:1 missing-key «{}» a scenario file needs `scenarios` | list them under `scenarios:`",
                ]
            ),
            (
                "demarc: 1",
                [
                    "1:1 wrong-type «demarc» this is a policy document, not a scenario file | a scenario file begins with `demarc-test: 1` and names the policy document under `policy`"
                ]
            ),
            (
                "demarc-rules: 1",
                [
                    "1:1 wrong-type «demarc-rules» this is a rule file, not a scenario file | a scenario file begins with `demarc-test: 1` and names the policy document under `policy`"
                ]
            ),
            (
                "{demarc-test: 2, policy: ../policy.yaml, scenarios: [{name: n, when: {open: u}, then: {verdict: allow}}]}",
                [
                    "1:15 unsupported-version «2» version 2 of the format is not supported | this version of demarc reads `demarc-test: 1`"
                ]
            ),
            (
                "{demarc-test: 1, scenarios: [{name: n, when: {open: u}, then: {verdict: allow}}]}",
                [
                    "1:1 missing-key «{demarc-test: 1, scenarios: [{name: n, when: {open: u}, then: {verdict: allow}}]}» it is unclear which policy the scenarios test | add `policy:` with the path of a policy document"
                ]
            ),
            (
                "{demarc-test: 1, policy: ../policy.yaml, scenarios: []}",
                [
                    "1:53 expects-nothing «[]» the file has no scenarios | add one"
                ]
            ),
            (
                "{demarc-test: 1, policy: ../policy.yaml, scenarios: {}}",
                [
                    "1:53 wrong-type «{}» expected a list of scenarios, found a mapping | begin each with `- `"
                ]
            ),
            (
                "{demarc-test: 1, policy: ../policy.yaml, scenario: []}",
                [
                    "1:1 missing-key «{demarc-test: 1, policy: ../policy.yaml, scenario: []}» a scenario file needs `scenarios` | list them under `scenarios:`",
                    "1:42 unknown-key «scenario» unknown key `scenario` in a scenario file | did you mean `scenarios`?",
                ]
            ),
            (
                "demarc-test: 1\npolicy:\nscenarios: [{name: n, when: {open: u}, then: {verdict: allow}}]",
                [
                    "2:1 missing-value «policy» `policy` has no value | give it one or remove the key"
                ]
            ),
            (
                "{demarc-test: 1, scenarios: [], defaults: {given: {mdmEnrolled: yes}}}",
                [
                    "1:29 expects-nothing «[]» the file has no scenarios | add one",
                    "1:65 wrong-type «yes» expected `true` or `false`, found `yes` | write `true`",
                ]
            ),
            (
                "demarc-test: 1\npolicy: ../policy.yaml\nscenarios: [{name: n, when: {open: u}, then: {verdict: allow}}]\n---\n",
                [
                    "4:1 several-documents «---» a second document begins here | a file contains one document; remove `---`"
                ]
            ),
            (
                "demarc-test: 1\npolicy: ../policy.yaml\nscenarios: [{name: n, when: {open: u}, then: {verdict: allow}}]\n...\n%X",
                [
                    "5:1 several-documents «%X» a second document begins here | a file contains one document; remove `...`"
                ]
            ),
        ]
    )
    func file(text: String, expected: [String]) {
        checkScenarios(text, gives: expected)
    }

    @Test(
        "Mistakes in `defaults` are reported",
        arguments: [
            ("[]", ["3:11 wrong-type «[]» expected `defaults`, found a list"]),
            ("{}", []),
            ("{user: x}", ["3:12 unknown-key «user» unknown key `user` in `defaults` | it can have `given`"]),
            (
                "{given: {user: x}}",
                [
                    "3:26 unknown-name «x» there is no account `x` | write `3ec2`, `dana@contoso.com` or `dana@example.net`"
                ]
            ),
            (
                "{given: {views: {A: {parent: Z}}}}",
                [
                    "3:40 unknown-name «Z» there is no view `Z` | write `W`, `A` or `E`"
                ]
            ),
        ]
    )
    func defaults(text: String, expected: [String]) {
        checkScenarios(scenarioFile(Self.scenario, defaults: text), gives: expected)
    }

    @Test(
        "Mistakes in `policy` are reported",
        arguments: [
            ("nope.yaml", ["2:9 file-not-found «nope.yaml» there is no file `t/nope.yaml`"]),
            ("[a]", ["2:9 wrong-type «[a]» expected a string, found a list"]),
            ("{}", ["2:9 missing-value «{}» `policy` is empty | give it `file` or `policies`"]),
            ("{fil: a}", ["2:10 unknown-key «fil» unknown key `fil` in `policy` | did you mean `file`?"]),
            ("..", ["2:9 file-not-found «..» there is no file `t/..`"]),
            ("''", ["2:9 missing-value «''» the text is empty"]),
            (
                "{policies: {level2: {printBlocked: false}}}",
                [
                    "1:1 missing-key «demarc-test: 1\npolicy: {policies: {level2: {printBlocked: false}}}\nscenarios:\n- {name: n, when: {open: u}, then: {verdict: allow}}» it is unclear which policy the scenarios test | add `policy:` with the path of a policy document"
                ]
            ),
            (
                "{file: ../policy.yaml, policies: {level3: {printBlocked: false}}}",
                [
                    "2:43 unknown-name «level3» there is no policy `level3` | did you mean `level2`?"
                ]
            ),
            (
                "{file: ../policy.yaml, policies: {level2: {printBlockd: false}}}",
                [
                    "2:52 unknown-key «printBlockd» unknown key `printBlockd` in a patch of a policy | did you mean `printBlocked`?"
                ]
            ),
            (
                "{file: ../policy.yaml, policies: {level2: {printBlocked: no}}}",
                [
                    "2:66 wrong-type «no» expected `true` or `false`, found `no` | write `false`"
                ]
            ),
            (
                "{file: ../policy.yaml, policies: {level2: {printBlocked: null}}}",
                [
                    "2:52 missing-value «printBlocked» `printBlocked` has no value | give it one or remove the key"
                ]
            ),
            (
                "{file: ../policy.yaml, policies: [level2]}",
                [
                    "2:42 wrong-type «[level2]» expected policies by name, found a list"
                ]
            ),
            (
                "{file: ../policy.yaml, policies: {level2: []}}",
                [
                    "2:51 wrong-type «[]» expected a patch of a policy, found a list"
                ]
            ),
            (
                "{file: ../policy.yaml, policies: {level2: {allowedOutboundClipboardSharingLevel: blockd}}}",
                [
                    "2:90 unknown-value «blockd» unknown value `blockd` | did you mean `blocked`?"
                ]
            ),
            (
                "s.yaml",
                [
                    "1:1 wrong-type «demarc-test» this is a scenario file, not a policy document | it names its policy itself; run it with `demarc test`"
                ]
            ),
            (
                "../rules.yaml",
                [
                    "t/../rules.yaml:1:1 wrong-type «demarc-rules» this is a rule file, not a policy document | name it under `include` of a rule set"
                ]
            ),
            (
                "../bad.yaml",
                [
                    "t/../bad.yaml:2:8 wrong-type «3» expected a list of views, found `3` | write it in brackets, or begin each with `- `",
                    "t/../bad.yaml:3:7 unknown-name «3» there is no account `3` | write `demarc:default`",
                ]
            ),
            (
                "../outside.yaml",
                [
                    "t/../outside.yaml:2:45 outside-folder «/etc/x.yaml» `/etc/x.yaml` is an absolute path | write a path relative to this file, or use --allow-outside"
                ]
            ),
            (
                "../two.yaml",
                [
                    "4:4 several-managed-accounts «name» the policy has several managed accounts and no `user`: it is unclear who acts | add `user` to `given` with `a`, `b` or `none`"
                ]
            ),
        ]
    )
    func policy(text: String, expected: [String]) {
        checkScenarios(scenarioFile(Self.scenario, policy: text), files: Self.files, gives: expected)
    }

    @Test(
        "Mistakes in a scenario are reported",
        arguments: [
            ("x", ["4:3 wrong-type «x» expected a scenario, found `x`"]),
            (
                "{}",
                [
                    "4:3 missing-key «{}» a scenario needs `name`",
                    "4:3 missing-key «{}» a scenario needs `then` | specify the expected answer; a test that expects nothing cannot fail",
                    "4:3 missing-key «{}» a scenario needs `when` | specify what is asked",
                ]
            ),
            (
                "{name: n}",
                [
                    "4:3 missing-key «{name: n}» a scenario needs `then` | specify the expected answer; a test that expects nothing cannot fail",
                    "4:3 missing-key «{name: n}» a scenario needs `when` | specify what is asked",
                ]
            ),
            (
                "{name: n, when: {open: u}}",
                [
                    "4:3 missing-key «{name: n, when: {open: u}}» a scenario needs `then` | specify the expected answer; a test that expects nothing cannot fail"
                ]
            ),
            (
                "{name: n, when: {open: u}, then: {}}",
                [
                    "4:36 expects-nothing «{}» `then` expects nothing, and a test that expects nothing cannot fail | add at least the `verdict`"
                ]
            ),
            (
                "{name: n, when: {open: u}, then: null}",
                [
                    "4:30 missing-value «then» `then` has no value | give it one or remove the key"
                ]
            ),
            (
                "{name: '', when: {open: u}, then: {verdict: allow}}",
                [
                    "4:10 missing-value «''» the text is empty"
                ]
            ),
            (
                "{name: \"a\tb\", when: {open: u}, then: {verdict: allow}}",
                [
                    "4:10 control-character «\"a\tb\"» the text contains a tab | replace the tab with a space"
                ]
            ),
            (
                "{name: [n], when: {open: u}, then: {verdict: allow}}",
                [
                    "4:10 wrong-type «[n]» expected a string, found a list"
                ]
            ),
            (
                "{nam: n, when: {open: u}, then: {verdict: allow}}",
                [
                    "4:3 missing-key «{nam: n, when: {open: u}, then: {verdict: allow}}» a scenario needs `name`",
                    "4:4 unknown-key «nam» unknown key `nam` in a scenario | did you mean `name`?",
                ]
            ),
            // A key that is there already is not the one that was meant.
            (
                "{name: n, when: {open: u}, hen: {verdict: allow}}",
                [
                    "4:3 missing-key «{name: n, when: {open: u}, hen: {verdict: allow}}» a scenario needs `then` | specify the expected answer; a test that expects nothing cannot fail",
                    "4:30 unknown-key «hen» unknown key `hen` in a scenario | did you mean `then`?",
                ]
            ),
            (
                "{name: n, steps: [], given: {}}",
                [
                    "4:20 expects-nothing «[]» the scenario has no step | add one"
                ]
            ),
            (
                "{name: n, steps: {}}",
                [
                    "4:20 wrong-type «{}» expected a list of steps, found a mapping | begin each with `- `"
                ]
            ),
            (
                "{name: n, steps: [{when: {open: u}}]}",
                [
                    "4:21 missing-key «{when: {open: u}}» a step needs `then` | specify the expected answer; a test that expects nothing cannot fail"
                ]
            ),
            (
                "{name: n, when: {open: u}, steps: [{when: {open: u}, then: {verdict: allow}}]}",
                [
                    "4:13 unknown-key «when» a scenario with `steps` has its `when` in the steps | put it into a step, or remove `steps`"
                ]
            ),
            (
                "{name: n, then: {verdict: allow}, steps: [{when: {open: u}, then: {verdict: allow}}]}",
                [
                    "4:13 unknown-key «then» a scenario with `steps` has its `then` in the steps | put it into a step, or remove `steps`"
                ]
            ),
            (
                "{name: n, steps: [{name: x, when: {open: u}, then: {verdict: allow}}]}",
                [
                    "4:22 unknown-key «name» unknown key `name` in a step | it can also have `given`"
                ]
            ),
            (
                "{name: n, steps: [x, {}]}",
                [
                    "4:21 wrong-type «x» expected a step, found `x`",
                    "4:24 missing-key «{}» a step needs `then` | specify the expected answer; a test that expects nothing cannot fail",
                    "4:24 missing-key «{}» a step needs `when` | specify what is asked",
                ]
            ),
            (
                "{name: n, policy: {policies: {levl2: {}}}, when: {open: u}, then: {verdict: allow}}",
                [
                    "4:33 unknown-name «levl2» there is no policy `levl2` | did you mean `level2`?"
                ]
            ),
            (
                "{name: n, policy: ../nope.yaml, when: {open: u}, then: {verdict: allow}}",
                [
                    "4:21 file-not-found «../nope.yaml» there is no file `t/../nope.yaml`"
                ]
            ),
            (
                "{name: n, policy: ../two.yaml, when: {open: u}, then: {verdict: allow}}",
                [
                    "4:4 several-managed-accounts «name» the policy has several managed accounts and no `user`: it is unclear who acts | add `user` to `given` with `a`, `b` or `none`"
                ]
            ),
            (
                "{name: n, policy: ../two.yaml, steps: [{when: {open: u}, then: {verdict: allow}}, {given: {user: a}, when: {open: u}, then: {verdict: allow}}]}",
                [
                    "4:4 several-managed-accounts «name» the policy has several managed accounts and no `user`: it is unclear who acts | add `user` to `given` with `a`, `b` or `none`"
                ]
            ),
            (
                "{name: n, steps: [{when: {paste: {from: pasteboard, into: A}}, then: {verdict: allow}}, {when: {copy: {from: A}}, then: {verdict: plain}}]}",
                [
                    "4:43 nothing-copied «pasteboard» no step before this one copies anything | add a step with `copy`, or name the place that the item comes from"
                ]
            ),
            (
                "{name: n, when: {open: u}, then: {verdict: allow}}\n- {name: n, when: {open: u}, then: {verdict: allow}}",
                [
                    "5:10 warning duplicate-name «n»«n» there are two scenarios `n` | give each a name of its own"
                ]
            ),
        ]
    )
    func scenario(text: String, expected: [String]) {
        checkScenarios(scenarioFile(text), files: Self.files, gives: expected)
    }

    private static let files = [
        "t/s.yaml": "demarc-test: 1",
        "bad.yaml": "demarc: 1\nviews: 3\nuser: 3",
        "outside.yaml": "demarc: 1\nruleSets: {s: {default: internal, include: [/etc/x.yaml]}}",
        "two.yaml": """
        demarc: 1
        app: {multiManagedIdentities: true}
        policies: {p: {}}
        accounts: [{account: a, policy: p}, {account: b, policy: p}]
        """,
        "rules.yaml": "demarc-rules: 1",
    ]

    private static let scenario = "{name: n, when: {open: u}, then: {verdict: allow}}"
}
