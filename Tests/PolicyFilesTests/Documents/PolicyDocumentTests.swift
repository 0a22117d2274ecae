import Diagnostics
import PolicyModel
import Testing
import URLMatching

@testable import PolicyFiles

/// The documents of the manual, without the parts that this version does not support yet.
@Suite("Policy documents") struct PolicyDocumentTests {
    static let manual = """
        # yaml-language-server: $schema=../schema/policy.json
        demarc: 1

        app:
          treatAllWebViewsAsUnmanaged: true
          webViewHandledURLSchemes: [contoso-doc]
          linkedOn: ios27

        policies:
          level2: {printBlocked: true}
          strict:
            allowedOutboundClipboardSharingLevel: managedApps
            managedBrowserToOpenLinksRequired: true

        accounts:
          - {account: 3EC2C00F-b125-4519-acf0-302ac3761822, upn: dana@contoso.com, organization: contoso, policy: level2}
          - {account: dana@example.net}          # no policy: unmanaged

        ambiguousURLs: canonicalize

        ruleSets:
          corporate:
            default: external
            include: [rules/partners.yaml]
            subresources: block
            transitions: [personalAccount, privateWindow]
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
                scheme: [https, wss]
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
        revision: 9007199254740991
        """

    static let files = [
        "rules/partners.yaml": "demarc-rules: 1\nrules:\n  - {id: partner, class: internal, domain: partner.example}\n",
        "lists/gambling.txt": "# comment\nbets.example\n",
    ]

    @Test("App and accounts of the manual's example are read")
    func appAndAccounts() throws {
        let result = read(Self.manual, files: Self.files)
        let document = try #require(result.document, "\(summary(result))")
        #expect(result.diagnostics.isEmpty)
        #expect(document.app.treatAllWebViewsAsUnmanaged)
        #expect(document.app.webViewHandledURLSchemes == ["contoso-doc"])
        #expect(document.app.linkedOn == 27)
        #expect(document.app.location(of: .treatAllWebViewsAsUnmanaged)?.description == "policy.yaml:5:3")
        #expect(document.app.location(of: .multiIdentity) == nil)
        #expect(document.policies.keys.sorted() == ["level2", "strict"])
        let strict = try #require(document.policies["strict"])
        #expect(strict.allowedOutboundClipboardSharingLevel == .managedApps)
        #expect(strict.managedBrowserToOpenLinksRequired)
        #expect(strict.location(of: .managedBrowserToOpenLinksRequired)?.description == "policy.yaml:13:5")
        #expect(strict.location(of: .printBlocked) == nil)
        let dana = try #require(document.accounts[AccountID("Dana@Contoso.com")])
        #expect(dana.id == AccountID("3ec2c00f-b125-4519-acf0-302ac3761822"))
        #expect(dana.organization == "contoso")
        #expect(dana.policy == "level2")
        #expect(document.accounts[AccountID("dana@example.net")]?.isManaged == false)
        #expect(document.user == dana.id)
        #expect(document.ambiguousURLs == .canonicalize)
        #expect(document.revision == PolicyDocument.highestRevision)
    }

    @Test("Rules and views of the manual's example are read")
    func rulesAndViews() throws {
        let document = try #require(read(Self.manual, files: Self.files).document)
        let set = try #require(document.ruleSets.first)
        #expect(set.name == "corporate")
        #expect(set.defaultClass == .external)
        #expect(set.defaultLocation.description == "policy.yaml:23:14")
        #expect(set.subresources == .block)
        #expect(set.transitions == [.personalAccount, .privateWindow])
        #expect(set.rules.map(\.id) == ["intranet", "public-site", "teams", "gambling", "partner"])
        #expect(set.rules.map(\.urlClass) == [.internal, .external, .internal, .blocked, .internal])
        #expect(set.rules.map(\.priority) == [0, 0, 10, 0, 0])
        #expect(set.rules[0].location.description == "policy.yaml:28:9")
        #expect(set.rules[1].because == "The public site shows no organizational data.")
        #expect(set.rules[2].conditions.map(\.key) == [.domain, .scheme])
        #expect(set.rules[2].conditions.map(\.alternatives.count) == [1, 2])
        #expect(set.rules[2].exceptions.map(\.key) == [.regex])
        #expect(set.rules[3].conditions.map(\.paths) == [["lists/gambling.txt"]])
        #expect(set.rules[4].location.description == "rules/partners.yaml:3:5")

        #expect(document.views.map(\.id) == ["A", "E"])
        #expect(document.views.map(\.policy) == [.unset, .currentIdentity])
        #expect(document.views.map(\.ruleSet) == [nil, "corporate"])
        #expect(document.views.map(\.document) == [nil, "https://docs.contoso.com/d/42"])
        #expect(document.views[1].policyLocation?.description == "policy.yaml:50:13")
        #expect(document.views[0].policyLocation == nil)
    }

    @Test("A finding is shown as the user sees it")
    func shown() {
        let result = read("demarc: 1\nruleSets:\n  corporate:\n\tdefault: external\n")
        #expect(
            TextReport(sources: result.sources).text(result.diagnostics) == """
                policy.yaml:4:1: error[invalid-yaml]: found character that cannot start any token while scanning for the next token
                4 |     default: external
                  | ^^^^ help: indent with spaces, not tabs

                """
        )
    }
}
