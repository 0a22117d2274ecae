import PolicyModel
import Testing

@testable import PolicyFiles

/// Every possible mistake in a matrix and its variables, with its finding.
@Suite("Findings in matrices") struct ScenarioMatrixFindingTests {
    @Test(
        "Mistakes in `matrix` and its variables are reported",
        arguments: [
            (
                "{name: n, when: {open: u}, then: {verdict: allow}, matrix: {}}",
                [
                    "4:62 missing-value «{}» the matrix has no variable | add one, or remove the key"
                ]
            ),
            (
                "{name: n, when: {open: u}, then: {verdict: allow}, matrix: []}",
                [
                    "4:62 wrong-type «[]» expected variables with lists of values, found a list | write `matrix: {name: [one, other]}`"
                ]
            ),
            (
                "{name: n, when: {open: u}, then: {verdict: allow}, matrix: {1a: [1]}}",
                [
                    "4:63 wrong-type «1a» `1a` cannot be the name of a variable | a name has letters, digits, `_` and `-`, and begins with a letter"
                ]
            ),
            (
                "{name: n, when: {open: u}, then: {verdict: allow}, matrix: {'a b': [1], c: [1]}}",
                [
                    "4:63 wrong-type «'a b'» `a b` cannot be the name of a variable | a name has letters, digits, `_` and `-`, and begins with a letter"
                ]
            ),
            (
                "{name: n, when: {open: u}, then: {verdict: allow}, matrix: {a: []}}",
                [
                    "4:66 expects-nothing «[]» `a` has no value, so the scenario is never run | give it one"
                ]
            ),
            (
                "{name: n, when: {open: u}, then: {verdict: allow}, matrix: {a: 1}}",
                [
                    "4:66 wrong-type «1» expected a list of values, found `1` | write it in brackets, or begin each with `- `"
                ]
            ),
            (
                "{name: n, when: {open: u}, then: {verdict: allow}, matrix: {a: [1, 2]}}",
                [
                    "4:63 warning unused-variable «a» nothing in the scenario depends on `a` | write `${a}` where its value belongs, or remove it"
                ]
            ),
            (
                "{name: 'n ${levl}', when: {open: u}, then: {verdict: allow}, matrix: {level: [1, 2]}}",
                [
                    "4:10 unknown-variable «'n ${levl}'» there is no variable `levl` | did you mean `${level}`?",
                    "4:73 warning unused-variable «level» nothing in the scenario depends on `level` | write `${level}` where its value belongs, or remove it",
                ]
            ),
            (
                "{name: 'n ${a}', when: {open: u}, then: {verdict: allow}}",
                [
                    "4:10 unknown-variable «'n ${a}'» there is no variable `a` | give it values under `matrix`; in a string, write `$${` for `${`"
                ]
            ),
            (
                "{name: n, when: {open: 'x${a}'}, then: {verdict: allow}, matrix: {a: [[1]]}}",
                [
                    "4:26 wrong-type «'x${a}'»«[1]» `${a}` is inside a longer string, and is a list | only a string that is just the variable can become a list or a mapping"
                ]
            ),
            (
                "{name: n, when: {'${a}': u}, then: {verdict: allow}, matrix: {a: [open, [1], canOpn]}}",
                [
                    "4:19 missing-key «{'${a}': u}» `when` contains no question | write one request, such as `navigate`",
                    "4:20 key-not-text «'${a}'» a key is a string, and `${a}` stands for a list",
                    "4:80 unknown-key «canOpn» unknown key `canOpn` in a request | did you mean `canOpen`?",
                ]
            ),
            (
                "{name: n, when: {open: u}, then: {verdict: '${v}'}, matrix: {v: [allow, blok]}}",
                [
                    "4:75 unknown-value «blok» unknown verdict `blok` | did you mean `block`?"
                ]
            ),
            (
                "{name: n, when: {open: u}, then: {verdict: 'a${v}'}, matrix: {v: [llow, llwo]}}",
                [
                    "4:46 unknown-value «'a${v}'» unknown verdict `allwo` | did you mean `allow`?"
                ]
            ),
            (
                "{name: n, when: {open: u}, then: {verdict: allow, '${k}': block}, matrix: {k: [verdict]}}",
                [
                    "4:82 duplicate-key «verdict»«verdict» the key `verdict` appears twice | keep one of them"
                ]
            ),
            (
                "{name: n, matrix: {p: [page, rule]}, when: {paste: {from: A, into: A}}, then: {'${p}': null}}",
                [
                    "4:26 unknown-key «page» the answer to `paste` never has `page` | expect `verdict` or `reason`",
                    "4:32 unknown-key «rule» the answer to `paste` never has `rule` | expect `verdict` or `reason`",
                ]
            ),
            (
                "{name: n, when: {open: ${v}}, then: {verdict: allow}, matrix: {v: [verdict]}}",
                [
                    "4:27 invalid-yaml «{»«{» did not find expected ',' or '}' while parsing a flow mapping | between brackets, a string that contains `{` needs quotes"
                ]
            ),
            (
                "{name: n, when: {open: '${v}'}, then: {verdict: allow}, matrix: {v: [x, x]}}",
                [
                    "4:10 warning duplicate-name «n» there are two scenarios `n [v=x]` | give each a name of its own"
                ]
            ),
            (
                "{name: n, when: {open: '${v}'}, then: {verdict: allow}, matrix: {v: [x, null, {a: b}]}}",
                [
                    "4:20 missing-value «open» `open` has no value | give it one or remove the key",
                    "4:81 missing-key «{a: b}» `open` needs `url`",
                    "4:82 unknown-key «a» unknown key `a` in `open` | it can have `url`, `knownManagedApp`",
                ]
            ),
        ]
    )
    func matrix(text: String, expected: [String]) {
        checkScenarios(scenarioFile(text), gives: expected)
    }
}
