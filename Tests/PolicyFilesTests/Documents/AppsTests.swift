import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("Apps of a policy document") struct AppsTests {
    /// Checks the findings in the apps of a document with two policies.
    private func check(apps: String, gives expected: [String]) {
        PolicyFilesTests.check(
            """
            demarc: 1
            policies: {level2: {}, strict: {}}
            accounts: [{account: dana, policy: level2}]
            apps: \(apps)
            """,
            gives: expected
        )
    }

    // MARK: Bad input

    @Test(
        "Anything but a list of apps is refused",
        arguments: [
            ("{id: a}", ["wrong-type «{id: a}» expected a list of apps, found a mapping | begin each with `- `"]),
            (
                "com.contoso.scanner",
                [
                    "wrong-type «com.contoso.scanner» expected a list of apps, found `com.contoso.scanner` | write it in brackets, or begin each with `- `"
                ]
            ),
            ("", ["missing-value «apps» `apps` has no value | give it one or remove the key"]),
            (
                "[com.contoso.scanner]",
                ["wrong-type «com.contoso.scanner» expected an app, found `com.contoso.scanner`"]
            ),
        ]
    )
    func notAList(apps: String, expected: [String]) { check(apps: apps, gives: expected) }

    @Test(
        "Every app has its own id",
        arguments: [
            ("[{}]", ["missing-key «{}» an app needs `id`"]),
            ("[{id: }]", ["missing-value «id» `id` has no value | give it one or remove the key"]),
            ("[{id: ''}]", ["missing-value «''» the text is empty"]),
            ("[{id: [a]}]", ["wrong-type «[a]» expected a string, found a list"]),
            (
                "[{id: a}, {id: b}, {id: a}]",
                ["duplicate-name «a»«a» there are two apps `a` | write one app with the schemes and links of both"]
            ),
            (
                "[{id: com.contoso.Mail}, {id: com.contoso.mail}]",
                [
                    "duplicate-name «com.contoso.mail»«com.contoso.Mail» there are two apps `com.contoso.mail` | write one app with the schemes and links of both"
                ]
            ),
            // Its other mistakes are found as well.
            (
                "[{managed: yes}]",
                [
                    "missing-key «{managed: yes}» an app needs `id`",
                    "wrong-type «yes» expected `true` or `false`, found `yes` | write `true`",
                ]
            ),
        ]
    )
    func ids(apps: String, expected: [String]) { check(apps: apps, gives: expected) }

    @Test(
        "Organization and policy belong to managed apps",
        arguments: [
            (
                "[{id: a, organization: contoso}]",
                [
                    "not-managed «organization» an app that is not managed has no `organization` | add `managed: true`, or remove it"
                ]
            ),
            (
                "[{id: a, managed: false, policy: level2}]",
                [
                    "not-managed «policy» an app that is not managed has no `policy` | remove it, or write `managed: true`"
                ]
            ),
            (
                "[{id: a, mdmManaged: true, policy: level2, organization: contoso}]",
                [
                    "not-managed «policy» an app that is not managed has no `policy` | add `managed: true`, or remove it",
                    "not-managed «organization» an app that is not managed has no `organization` | add `managed: true`, or remove it",
                ]
            ),
            // The intended value is unknown, so nothing follows from it.
            (
                "[{id: a, managed: 1, organization: contoso}]",
                ["wrong-type «1» expected `true` or `false`, found `1` | write `true`"]
            ),
        ]
    )
    func unmanaged(apps: String, expected: [String]) { check(apps: apps, gives: expected) }

    @Test(
        "Invalid values of an app are reported",
        arguments: [
            (
                "[{id: a, managed: true, policy: level3}]",
                ["unknown-name «level3» there is no policy `level3` | did you mean `level2`?"]
            ),
            ("[{id: a, managed: true, organization: ''}]", ["missing-value «''» the text is empty"]),
            (
                "[{id: a, mdmManaged: 'true'}]",
                ["wrong-type «'true'» expected `true` or `false`, found the string `true` | remove the quotes"]
            ),
            (
                "[{id: a, shemes: []}]",
                ["unknown-key «shemes» unknown key `shemes` in an app | did you mean `schemes`?"]
            ),
            (
                "[{id: a, schemes: contoso}]",
                [
                    "wrong-type «contoso» expected a list of schemes, found `contoso` | write it in brackets, or begin each with `- `"
                ]
            ),
            (
                "[{id: a, schemes: [contoso://]}]",
                ["invalid-scheme «contoso://» `contoso://` is not a URL scheme | write `contoso`"]
            ),
            (
                "[{id: a, schemes: ['9', 'a b', 'x:']}]",
                [
                    "invalid-scheme «'9'» `9` is not a URL scheme | letters, digits, `+`, `-` and `.`, a letter first",
                    "invalid-scheme «'a b'» `a b` is not a URL scheme | letters, digits, `+`, `-` and `.`, a letter first",
                    "invalid-scheme «'x:'» `x:` is not a URL scheme | write `x`",
                ]
            ),
            (
                "[{id: a, universalLinks: 'https://a.example/*'}]",
                [
                    "wrong-type «'https://a.example/*'» expected a list of universal links, found the string `https://a.example/*` | write it in brackets, or begin each with `- `"
                ]
            ),
            ("[{id: a, universalLinks: ['']}]", ["missing-value «''» the text is empty"]),
            (
                "[{id: a, universalLinks: ['*bad*', 'https://a.example/*']}]",
                [
                    "warning wildcard-label «'*bad*'» `*bad*` has a `*` in its last label, so the entry matches nothing | name a domain, as in `*.contoso.com`"
                ]
            ),
        ]
    )
    func values(apps: String, expected: [String]) { check(apps: apps, gives: expected) }

    @Test("The implicit policy of a document without accounts cannot be named")
    func implicitPolicy() {
        PolicyFilesTests.check(
            "demarc: 1\napps: [{id: a, managed: true, policy: 'demarc:default'}]",
            gives: ["unknown-name «'demarc:default'» there is no policy `demarc:default` | the document has none"]
        )
    }

    @Test("A scheme followed by other text has a fix")
    func fix() throws {
        let result = read("demarc: 1\napps: [{id: a, schemes: ['Contoso-Scan://']}]")
        let edit = try #require(result.diagnostics.first?.fix)
        #expect(edit.replacement == "'contoso-scan'")
        #expect(text(at: edit.range, in: result.sources) == "'Contoso-Scan://'")
    }

    // MARK: What is read

    @Test("A document without apps differs from one with an empty list")
    func none() throws {
        #expect(try #require(read("demarc: 1").document).apps == nil)
        #expect(try #require(read("demarc: 1\napps: []").document).apps == [])
    }

    @Test("Every property of an app is read, and missing ones have their defaults")
    func complete() throws {
        let result = read(
            """
            demarc: 1
            policies: {level2: {}}
            apps:
              - id: com.microsoft.msedge
                managed: true
                organization: contoso
                policy: level2
                schemes: [microsoft-edge-https, Microsoft-Edge-HTTPS-intunemam]
                universalLinks: ['https://*.Contoso.example/app/*', not checked here]
              - {id: com.contoso.scanner, mdmManaged: true, schemes: []}
              - {id: com.contoso.scanner2, managed: true}
            """
        )
        let apps = try #require(result.document?.apps, "\(summary(result))")
        #expect(
            apps == [
                AppDeclaration(
                    id: "com.microsoft.msedge",
                    isManaged: true,
                    organization: "contoso",
                    policy: "level2",
                    schemes: ["microsoft-edge-https", "microsoft-edge-https-intunemam"],
                    universalLinks: ["https://*.Contoso.example/app/*", "not checked here"],
                    location: SourceLocation(path: "policy.yaml", line: 4, column: 5)
                ),
                AppDeclaration(
                    id: "com.contoso.scanner",
                    isMDMManaged: true,
                    location: SourceLocation(path: "policy.yaml", line: 10, column: 5)
                ),
                AppDeclaration(
                    id: "com.contoso.scanner2",
                    isManaged: true,
                    location: SourceLocation(path: "policy.yaml", line: 11, column: 5)
                ),
            ]
        )
    }

    // MARK: Accounts that sign in

    @Test("A second managed account is allowed only if accounts sign in one after the other")
    func secondManagedAccount() throws {
        let text = """
            demarc: 1
            user: dana
            policies: {level2: {}}
            accounts: [{account: dana, policy: level2}, {account: robin, policy: level2}]
            """
        #expect(read(text).diagnostics.map(\.code) == ["second-managed-account"])
        let reader = PolicyDocumentReader(files: MemoryFiles([String: String]()), allowsSecondManagedAccount: true)
        let document = try #require(reader.load(text: text, path: "policy.yaml").document)
        #expect(document.accounts.managed.map(\.id) == [AccountID("dana"), AccountID("robin")])
    }
}
