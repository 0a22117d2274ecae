import PolicyModel
import Testing
import URLMatching

@testable import PolicyFiles

@Suite("Patterns in policy documents") struct PatternFindingTests {
    @Test(
        "Each mistake in a pattern is underlined",
        arguments: [
            ("''", ["empty «''» the pattern is empty"]), ("[]", ["missing-value «[]» `pattern` has no value"]),
            (
                "contoso.com/*",
                [
                    "invalid-pattern «contoso.com/*» the pattern `contoso.com/*` has no scheme | write `https://contoso.com/*`, or `*://` for any scheme"
                ]
            ),
            (
                "'https://contoso.com/{a'",
                ["invalid-pattern «{» `{` is not closed | write `\\{` for a brace"]
            ),
            (
                "'https://contoso.com/(\\m)'",
                ["invalid-regex «\\m» `\\m` is not a regular expression: `\\m` has no meaning"]
            ),
            (
                "{}",
                [
                    "missing-value «{}» the pattern names no component, and would match every URL | add one of `protocol`, `username`, `password`, `hostname`, `port`, `pathname`, `search` or `hash`"
                ]
            ),
            (
                "{host: x}",
                [
                    "unknown-key «host» unknown key `host` in a pattern | it can have `protocol`, `username`, `password`, `hostname`, `port`, `pathname`, `search`, `hash`, `baseURL`, `ignoreCase`"
                ]
            ),
            ("{pathname: [x]}", ["wrong-type «[x]» expected a string, found a list"]),
            (
                "{hostname: contoso.com, pathname: '/a/:'}",
                ["invalid-pattern «:» `:` has no name after it | write `\\:` for a colon"]
            ),
            (
                "{pathname: /a, ignoreCase: yes}",
                ["wrong-type «yes» expected `true` or `false`, found `yes` | write `true`"]
            ),
            (
                "{baseURL: contoso.com}",
                ["invalid-url «{baseURL: contoso.com}» the base URL `contoso.com` is not a URL"]
            ),
            (
                "[{hostname: a.example}, {username: dana}]",
                ["has-credentials «dana» the pattern has credentials, which rules never see | write it without them"]
            ),
        ]
    )
    func findings(value: String, expected: [String]) {
        check(
            "demarc: 1\nruleSets: {s: {default: internal, rules: [{id: a, class: internal, pattern: \(value)}]}}",
            gives: expected
        )
    }
}
