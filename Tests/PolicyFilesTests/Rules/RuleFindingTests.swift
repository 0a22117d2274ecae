import Testing

@testable import PolicyFiles

@Suite("Findings about rules") struct RuleFindingTests {
    @Test(
        "Mistakes in a rule are reported",
        arguments: [
            (
                "{id: a, class: internal}",
                [
                    "rule-without-matcher «{id: a, class: internal}» the rule names no URLs | add one of `url`, `host`, `domain`, `scheme`, `pattern`, `edge`, `chrome`, `regex`, `address`, `site` or `list`"
                ]
            ),
            (
                "{class: internal, host: a.example}",
                [
                    "missing-key «{class: internal, host: a.example}» a rule needs `id` | reasons name the rule that decided by its id"
                ]
            ),
            (
                "{id: a, host: a.example}",
                [
                    "missing-key «{id: a, host: a.example}» a rule needs `class` | specify the class of the rule's URLs: `internal`, `external` or `blocked`"
                ]
            ),
            (
                "{id: a, class: allow, host: a.example}",
                ["unknown-value «allow» unknown class `allow` | write `internal`, `external` or `blocked`"]
            ),
            (
                "{id: a, class: internal, hots: a.example}",
                ["unknown-key «hots» unknown key `hots` in a rule | did you mean `host`?"]
            ),
            (
                "{id: a, action: internal, domain: a.example}",
                [
                    "missing-key «{id: a, action: internal, domain: a.example}» a rule needs `class` | specify the class of the rule's URLs: `internal`, `external` or `blocked`",
                    "unknown-key «action» unknown key `action` in a rule | a rule has a `class`: `internal`, `external` or `blocked`",
                ]
            ),
            (
                "{id: a, class: internal, host: a.example, unless: {pathPrefix: /open}}",
                [
                    "unknown-key «pathPrefix» unknown key `pathPrefix` in `unless` | `edge` or `pattern` can say it, such as `edge: 'https://contoso.com:8443/teams/*'`"
                ]
            ),
            ("{id: a, class: internal, host: []}", ["missing-value «[]» `host` has no value"]),
            (
                "{id: a, class: internal, host: }",
                ["missing-value «host» `host` has no value | give it one or remove the key"]
            ),
            ("{id: a, class: internal, host: {x: y}}", ["wrong-type «{x: y}» expected a string, found a mapping"]),
            ("{id: a, class: internal, host: [[x]]}", ["wrong-type «[x]» expected a string, found a list"]),
            (
                "{id: a, class: internal, chrome: 'https://*.example.com/'}",
                [
                    "wildcard-label «*» `*` has no meaning in the host of `https://*.example.com/` | write `example.com`, which covers its subdomains"
                ]
            ),
            (
                "{id: a, class: external, host: [x], unless: {chrome: 'a.example?v=1&v=2'}}, {id: b, class: internal, chrome: [b.example, 'a.example?v=1&v=2']}",
                [
                    "invalid-query «v=1&v=2» browsers compare only the first value of a key on an allow list, and the query `v=1&v=2` has another | keep one value, and write a filter of its own for each of the others"
                ]
            ),
            (
                "{id: a, class: internal, site: same-page}",
                [
                    "invalid-site «same-page» `same-page` is not a relation to the view's document | write `same-document`, `same-origin` or `same-site`"
                ]
            ),
            (
                "{id: a, class: internal, host: a.example, priority: high}",
                ["wrong-type «high» expected a whole number, found `high`"]
            ),
            (
                "{id: a, class: internal, host: a.example, priority: 2000000}",
                ["out-of-range «2000000» `2000000` is not between -1000000 and 1000000"]
            ),
            (
                "{id: a, class: internal, host: a.example, unless: {}}",
                [
                    "rule-without-matcher «{}» `unless` names no URLs | add one of `url`, `host`, `domain`, `scheme`, `pattern`, `edge`, `chrome`, `regex`, `address`, `site` or `list`, or remove it"
                ]
            ),
            (
                "{id: a, class: internal, host: a.example, unless: }",
                ["missing-value «unless» `unless` has no value | give it one or remove the key"]
            ),
            (
                "{id: a, class: internal, host: a.example, unless: {priority: 1}}",
                [
                    "unknown-key «priority» unknown key `priority` in `unless` | it can have `url`, `host`, `domain`, `scheme`, `pattern`, `edge`, `chrome`, `regex`, `address`, `site`, `list`"
                ]
            ),
            (
                "{id: a, class: internal, host: a.example, because: [x]}",
                ["wrong-type «[x]» expected a string, found a list"]
            ),
            (
                "{id: a, class: internal, regex: 'a('}",
                ["invalid-regex «(» `a(` is not a regular expression: missing closing parenthesis"]
            ),
            (
                "{id: a, class: internal, domain: 'x y'}",
                ["space « » there is a space in `x y` | write one domain as one value"]
            ),
            (
                "{id: a, class: internal, scheme: 'https:'}",
                ["invalid-scheme «:» `https:` is more than a scheme | write `https`"]
            ),
        ]
    )
    func rule(text: String, expected: [String]) {
        check("demarc: 1\nruleSets: {s: {default: internal, rules: [\(text)]}}", gives: expected)
    }

    @Test(
        "Mistakes in a rule set are reported",
        arguments: [
            ("[]", ["wrong-type «[]» expected rule sets by name, found a list"]),
            ("{s: []}", ["wrong-type «[]» expected a rule set, found a list"]),
            (
                "{s: {}}",
                [
                    "missing-key «{}» a rule set needs `default` | specify the class of URLs that no rule matches: `internal`, `external` or `blocked`"
                ]
            ),
            (
                "{s: {default: internal, subresources: deny}}",
                ["unknown-value «deny» unknown value `deny` | write `allow` or `block`"]
            ),
            (
                "{s: {default: internal, transitions: none}}",
                [
                    "wrong-type «none» expected a list of transitions, found `none` | write it in brackets, or begin each with `- `"
                ]
            ),
            (
                "{s: {default: internal, transitions: [window]}}",
                ["unknown-value «window» unknown transition `window` | write `personalAccount` or `privateWindow`"]
            ),
            (
                "{s: {default: internal, rules: {id: a}}}",
                ["wrong-type «{id: a}» expected a list of rules, found a mapping | begin each with `- `"]
            ),
            (
                "{s: {default: internal, rules: [{id: a, class: internal, host: x.example}, {id: a, class: blocked, host: y.example}]}}",
                ["duplicate-name «a»«a» there are two rules `a` in one rule set | give one of them another id"]
            ),
            (
                "{s: {default: internal}, t: {default: internal}}",
                [
                    "ambiguous-default «ruleSets» several rule sets and no views: it is unclear which rule set applies | add `views`, or call one of them `default`"
                ]
            ),
        ]
    )
    func ruleSet(text: String, expected: [String]) { check("demarc: 1\nruleSets: \(text)", gives: expected) }
}
