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
                "'localhost:3000'",
                [
                    "invalid-pattern «'localhost:3000'» the pattern `localhost:3000` has no scheme | write `https://localhost:3000`, or `*://` for any scheme"
                ]
            ),
            (
                "'/a/*'",
                [
                    "invalid-pattern «'/a/*'» the pattern `/a/*` has no scheme | write a scheme and a host before it, such as `https://contoso.com`, or a mapping for any host"
                ]
            ),
            (
                "'//contoso.com/*'",
                [
                    "invalid-pattern «'//contoso.com/*'» the pattern `//contoso.com/*` has no scheme | write `https://contoso.com/*`"
                ]
            ),
            (
                "'https:contoso.com'",
                [
                    "invalid-pattern «'https:contoso.com'» the pattern `https:contoso.com` has no scheme | write `https://contoso.com`"
                ]
            ),
            (
                "'https:///a/*'",
                [
                    "invalid-pattern «'https:///a/*'» a URL with the scheme `https` has a host | name the host, or write `*` for every host"
                ]
            ),
            (
                "{protocol: 'https://'}",
                ["invalid-pattern «'https://'» `https://` is not a scheme | write `https`"]
            ),
            (
                "{hostname: 'https://contoso.com:8080/a'}",
                [
                    "has-scheme «'https://contoso.com:8080/a'» the host `https://contoso.com:8080/a` begins with a scheme | write `contoso.com`, and the scheme as `protocol`"
                ]
            ),
            (
                "{hostname: 'contoso.com:8080'}",
                [
                    "has-port «'contoso.com:8080'» the host `contoso.com:8080` is followed by a port | write `contoso.com`, and the port as `port`"
                ]
            ),
            (
                "{hostname: contoso.com/a}",
                [
                    "has-path «contoso.com/a» the host `contoso.com/a` is followed by a path | write `contoso.com`, and the path as `pathname`"
                ]
            ),
            (
                "{hostname: 10.0.0.0/8}",
                [
                    "has-path «10.0.0.0/8» the host `10.0.0.0/8` is a block of addresses | use the key `address`, as in `address: 10.0.0.0/8`"
                ]
            ),
            (
                "{hostname: contoso.com, port: '80,443'}",
                [
                    "invalid-pattern «'80,443'» the port `80,443` would be read as `80` | write one port, or a group such as `(8080|8443)`, in which the scheme's own port is empty, as in `(|8443)`"
                ]
            ),
            (
                "{hostname: contoso.com, port: '8080,*'}",
                [
                    "invalid-pattern «'8080,*'» the port `8080,*` would be read only in part | write one port, or a group such as `(8080|8443)`, in which the scheme's own port is empty, as in `(|8443)`"
                ]
            ),
            (
                "{hostname: '(www|m).contoso.com/docs'}",
                [
                    "has-path «'(www|m).contoso.com/docs'» the host `(www|m).contoso.com/docs` is followed by a path | write `(www|m).contoso.com`, and the path as `pathname`"
                ]
            ),
            (
                "{hostname: 'contoso.com{/docs}?'}",
                [
                    "has-path «'contoso.com{/docs}?'» the host `contoso.com{/docs}?` is followed by a path | write the host alone, and the path as `pathname`"
                ]
            ),
            (
                "{hostname: 192.168/16}",
                [
                    "has-path «192.168/16» the host `192.168/16` is a block of addresses | use the key `address`, as in `address: 192.168.0.0/16`"
                ]
            ),
            (
                "{hostname: 10.0.0.0/255.0.0.0}",
                [
                    "has-path «10.0.0.0/255.0.0.0» the host `10.0.0.0/255.0.0.0` is a block of addresses | use the key `address` for a block of addresses, such as `address: 10.0.0.0/8`"
                ]
            ),
            (
                "'https//contoso.com/*'",
                [
                    "invalid-pattern «'https//contoso.com/*'» the pattern `https//contoso.com/*` has no scheme | write `https://contoso.com/*`"
                ]
            ),
            (
                "'myapp:open/*'",
                [
                    "invalid-pattern «'myapp:open/*'» the pattern `myapp:open/*` has no scheme | write `myapp\\:open/*`, because a `:` before a letter begins a group"
                ]
            ),
            (
                "'com.contoso.two:open/*'",
                [
                    "invalid-pattern «'com.contoso.two:open/*'» the pattern `com.contoso.two:open/*` has no scheme | write `https://` before a host and `/` before a path, or `\\:` behind the scheme of an app"
                ]
            ),
            (
                "'*:8080/*'",
                [
                    "invalid-pattern «'*:8080/*'» the pattern `*:8080/*` has a port and no host | write a host before the port, such as the `*` of `*://*:8080/*`"
                ]
            ),
            (
                "'contoso.com:*/*'",
                [
                    "invalid-pattern «'contoso.com:*/*'» the pattern `contoso.com:*/*` has no scheme | write `https://contoso.com:*/*`, or `*://` for any scheme"
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
