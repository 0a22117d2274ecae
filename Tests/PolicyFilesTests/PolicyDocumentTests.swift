import Diagnostics
import PolicyModel
import Testing
import URLMatching

@testable import PolicyFiles

/// Reads a document and prints its findings as a person would see them.
func findings(_ text: String, files: [String: String] = [:]) -> String {
    let reader = PolicyDocumentReader(files: MemoryFiles(files))
    let result = reader.load(text: text, path: "policy.yaml")
    return TextReport(sources: result.sources).text(result.diagnostics)
}

@Suite("Policy documents") struct PolicyDocumentTests {
    @Test("the document of the manual reads")
    func manual() throws {
        let text = """
            # yaml-language-server: $schema=../schema/policy.json
            demarc: 1

            app:
              treatAllWebViewsAsUnmanaged: true
              webViewHandledURLSchemes: [contoso-doc]
              linkedOn: ios27

            policies:
              level2: {}
              strict:
                allowedOutboundClipboardSharingLevel: managedApps
                managedBrowserToOpenLinksRequired: true

            accounts:
              - {account: 3ec2c00f-b125-4519-acf0-302ac3761822, upn: dana@contoso.com, organization: contoso, policy: level2}
              - {account: dana@example.net}

            ambiguousURLs: reject

            ruleSets:
              corporate:
                default: external
                include: [rules/partners.yaml]
                rules:
                  - id: intranet
                    class: internal
                    domain: contoso.com
                  - id: public-site
                    class: external
                    host: www.contoso.com
                    because: The public site shows no organizational data.
                  - id: teams
                    class: internal
                    domain: tenant.sharepoint.com
                    unless: {regex: '[?&]download=1(&|$)'}
                    priority: 10
                  - id: gambling
                    class: blocked
                    list: {file: lists/gambling.txt, format: domains}

            views:
              - id: A
                webView: true
              - id: E
                webView: true
                policy: currentIdentity
                isExternalURL: corporate
                document: https://docs.contoso.com/d/42
            """
        let files = [
            "rules/partners.yaml":
                "demarc-rules: 1\nrules:\n  - {id: partner, class: internal, domain: partner.example}\n",
            "lists/gambling.txt": "# comment\nbets.example\n",
        ]
        print(findings(text, files: files))
        let result = PolicyDocumentReader(files: MemoryFiles(files)).load(text: text, path: "policy.yaml")
        let document = try #require(result.document)
        dump(document, maxDepth: 3)
    }

    @Test func bad() {
        print(
            findings(
                """
                demarc: 1
                aps: 3
                app:
                  treatAllWebViewAsUnmanaged: yes
                  multiIdentity: yes
                  webViewHandledURLSchemes: [https, "a b"]
                views:
                  - id: x
                    isExternalURL: corprate
                    children:
                      - id: y
                ruleSets:
                  corporate:
                    default: intrenal
                    rules:
                      - id: a
                        class: intrnal
                        domain: "https://contoso.com"
                        domain: x.com
                      - class: internal
                        unless:
                        regex: (
                      - {id: a, class: internal, pattern: x}
                      - {id: a, class: internal}
                """
            )
        )
    }
}
