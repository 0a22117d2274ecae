import Demarc
import PolicyModel
import RuleIndex
import Testing

@testable import PolicyAnalysis

/// The page that `demarc show` writes: answers of the engine, with the settings that caused them.
@Suite("A page of what a policy allows") struct PolicyPageTests {
    private static func page(_ text: String, _ level: BaselineLevel? = nil) throws -> PolicyPage {
        PolicyPage(try compiledPolicy(text), comparedWith: level)
    }

    /// Two organizations, an account without a policy, apps and views of all kinds.
    private static let full = """
        demarc: 1
        app: {multiIdentity: true, multiManagedIdentities: true}
        policies:
          level2:
            allowedOutboundDataTransferDestinations: managedApps
            allowedInboundDataTransferSources: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            allowedOutboundClipboardSharingExceptionLength: 20
            managedBrowserToOpenLinksRequired: true
            exemptedAppProtocols: [{name: a, value: skype;itms}]
            saveAsBlocked: true
            allowedDataStorageLocations: [sharePoint, photoLibrary]
            thirdPartyKeyboardsBlocked: true
          open:
            printBlocked: true
        accounts:
          - {account: dana@contoso.com, organization: contoso, policy: level2}
          - {account: robin@contoso.com, organization: contoso, policy: level2}
          - {account: kim@fabrikam.com, organization: fabrikam, policy: open}
          - {account: dana@example.net}
        apps:
          - {id: com.contoso.mail, managed: true, organization: contoso}
          - {id: com.example.notes}
        ruleSets:
          corporate: {default: external, rules: [{id: all, class: blocked, regex: .*}]}
          closed: {default: blocked}
        views:
          - {id: A, policy: unmanaged}
          - {id: E, policy: currentIdentity, isExternalURL: corporate}
          - {id: F, isExternalURL: closed}
        """

    /// A line as `verdict destination [setting=value place]`.
    private static func text(_ outcome: PolicyPage.Outcome) -> String {
        let setting = outcome.setting.map { setting in
            "\(setting.name)=\(setting.value.text) \(setting.location.map { "\($0.line)" } ?? "default")"
        }
        return [outcome.verdict.rawValue, outcome.destination?.rawValue, outcome.page?.rawValue, setting]
            .compactMap(\.self).joined(separator: " ")
    }

    @Test(
        "An app managed for the organization of one account is asked about as such, among several organizations",
        arguments: [(true, ", organization: d"), (true, ""), (false, "")]
    )
    func alone(hasOther: Bool, organization: String) throws {
        let other = "{account: ann@x, organization: o, policy: p}, "
        let page = try Self.page(
            """
            demarc: 1
            app: {multiManagedIdentities: true}
            policies:
              p: {}
              q:
                allowedOutboundDataTransferDestinations: managedApps
                allowedInboundDataTransferSources: managedApps
                allowedOutboundClipboardSharingLevel: managedApps
            accounts: [\(hasOther ? other : ""){account: dana@x, policy: q\(organization)}]
            user: dana@x
            """
        )
        let section = try #require(page.accounts.first { $0.account == AccountID("dana@x") })
        let lines = section.lines.filter { $0.target.hasPrefix("managedApps") }
        #expect(lines.count == 4 && lines.allSatisfy { $0.outcome.verdict == .allow }, "\(lines)")
        #expect(section.organization == (organization.isEmpty ? nil : "d"))
    }

    @Test(
        "Every possible request has a line with its setting",
        arguments: [
            (.copy, "pasteboard", nil, "protected allowedOutboundClipboardSharingLevel=managedApps 7"),
            (.copy, "pasteboard@20", nil, "plain allowedOutboundClipboardSharingExceptionLength=20 8"),
            (.paste, "managedApps", nil, "allow allowedOutboundClipboardSharingLevel=managedApps 7"),
            (.paste, "otherApps", nil, "block allowedOutboundClipboardSharingLevel=managedApps 7"),
            (.paste, "own", nil, "block allowedOutboundClipboardSharingLevel=managedApps 7"),
            (.save, "sharePoint", .own, "allow allowedDataStorageLocations=sharePoint, photoLibrary 12"),
            (.save, "sharePoint", .personal, "block allowedDataStorageLocations=sharePoint, photoLibrary 12"),
            (
                .save, "photoLibrary", PolicyPage.Owner.none,
                "allow allowedDataStorageLocations=sharePoint, photoLibrary 12"
            ),
            (.save, "photoLibrary", .personal, "block allowedDataStorageLocations=sharePoint, photoLibrary 12"),
            (.save, "accountDocument", .own, "allow saveAsBlocked=true 11"),
            (.openFrom, "camera", .own, "allow blockDataIngestionIntoOrganizationDocuments=false default"),
            (.send, "com.contoso.mail", nil, "allow allowedOutboundDataTransferDestinations=managedApps 5"),
            (.send, "com.example.notes", nil, "block allowedOutboundDataTransferDestinations=managedApps 5"),
            (.send, "managedApps", nil, "allow allowedOutboundDataTransferDestinations=managedApps 5"),
            (.send, "otherApps", nil, "block allowedOutboundDataTransferDestinations=managedApps 5"),
            (.send, "otherApps@openIn", nil, "allowEncrypted filterOpenInToOnlyManagedApps=false default"),
            (.receive, "managedApps", nil, "allow allowedInboundDataTransferSources=managedApps 6"),
            (.receive, "otherApps", nil, "switchAccount allowedInboundDataTransferSources=managedApps 6"),
            // The document declares its apps, and none of them is the managed mail app.
            (.open, "https", nil, "route managedBrowser managedBrowserToOpenLinksRequired=true 9"),
            (.universalLink, "universalLink", nil, "route managedBrowser managedBrowserToOpenLinksRequired=true 9"),
            (.open, "mailto", nil, "block allowedOutboundDataTransferDestinations=managedApps 5"),
            (.open, "tel", nil, "allow system dialerRestrictionLevel=allApps default"),
            (.open, "sms", nil, "allow system protectedMessagingRedirectAppType=anyApp default"),
            (.open, "itms", nil, "allow unmanagedApp exemptedAppProtocols=skype, itms 10"),
            (.open, "otherApps", nil, "block allowedOutboundDataTransferDestinations=managedApps 5"),
            (.setting, "print", nil, "allow printBlocked=false default"),
            (.setting, "screenCapture", nil, "block allowedOutboundDataTransferDestinations=managedApps 5"),
        ] as [(Question.Kind, String, PolicyPage.Owner?, String)]
    )
    func lines(kind: Question.Kind, target: String, owner: PolicyPage.Owner?, expected: String) throws {
        let section = try Self.page(Self.full).accounts[0]
        let lines = section.lines.filter { $0.question == kind && $0.target == target && $0.owner == owner }
        #expect(lines.count == 1)
        #expect(lines.first.map { Self.text($0.outcome) } == expected)
    }

    @Test(
        "An exempted scheme is asked about with a URL that the engine accepts",
        arguments: ["skype", "tel", "https", "http", "ftp", "ws", "wss", "brw", "microsoft-edge-https"]
    )
    func exempted(scheme: String) throws {
        let page = try Self.page(
            """
            demarc: 1
            policies:
              p:
                allowedOutboundDataTransferDestinations: managedApps
                managedBrowserToOpenLinksRequired: true
                customBrowserProtocol: brw
                exemptedAppProtocols: [{value: \(scheme)}]
            accounts: [{account: dana@contoso.com, organization: contoso, policy: p}]
            """
        )
        let lines = page.accounts[0].lines.filter { $0.question == .open && $0.target == scheme }
        let expected = "allow unmanagedApp exemptedAppProtocols=\(scheme) 7"
        #expect(lines.contains { $0.object == scheme })
        #expect(lines.allSatisfy { Self.text($0.outcome) == expected }, "\(lines)")
    }

    @Test("Accounts that are alike share a section, and nobody's section comes last")
    func sections() throws {
        let page = try Self.page(Self.full)
        #expect(page.accounts.map(\.account.canonical) == ["dana@contoso.com", "kim@fabrikam.com", ""])
        #expect(page.accounts.map { $0.alike.map(\.canonical) } == [["robin@contoso.com"], [], ["dana@example.net"]])
        #expect(page.accounts.map(\.policy) == ["level2", "open", nil])
        // Nothing is enforced for no account, except for the blocking of keyboards, which applies to every acting
        // account.
        let enforced = page.accounts[2].lines.filter { $0.outcome.setting != nil }
        #expect(enforced.map(\.target) == ["keyboards"])
        #expect(enforced.map { Self.text($0.outcome) } == ["block thirdPartyKeyboardsBlocked=true 13"])
    }

    @Test("An account whose app configuration decides differently has a section of its own")
    func configured() throws {
        let page = try Self.page(
            """
            demarc: 1
            app: {multiIdentity: true, multiManagedIdentities: true}
            policies: {p: {allowedOutboundDataTransferDestinations: managedApps}}
            accounts:
              - {account: a@contoso.com, organization: contoso, policy: p}
              - {account: b@contoso.com, organization: contoso, policy: p}
              - {account: c@contoso.com, organization: contoso, policy: p}
            appConfigurations:
              - {accounts: [b@contoso.com], settings: {com.microsoft.intune.mam.screencapturecontrol: Disabled}}
              - {accounts: [c@contoso.com], settings: {color: red}}
            """
        )
        #expect(page.accounts.map(\.account.canonical) == ["a@contoso.com", "b@contoso.com", ""])
        #expect(page.accounts.map { $0.alike.map(\.canonical) } == [["c@contoso.com"], [], []])
        let captures = page.accounts.map { section in
            section.lines.first { $0.target == "screenCapture" }?.outcome.verdict
        }
        #expect(captures == [.block, .allow, .allow])
    }

    @Test("Accounts without an organization have separate sections")
    func alone() throws {
        let page = try Self.page(
            """
            demarc: 1
            app: {multiIdentity: true, multiManagedIdentities: true}
            policies: {p: {}}
            accounts: [{account: a, policy: p}, {account: b, policy: p}]
            """
        )
        #expect(page.accounts.map(\.account.canonical) == ["a", "b", ""])
    }

    @Test(
        "The page shows what views do with URLs, whatever their rules match",
        arguments: [
            (
                "A", "allow view unmanaged policy=unmanaged 28",
                "route managedBrowser managedBrowserToOpenLinksRequired=true 9",
                "allow view unmanaged policy=unmanaged 28"
            ),
            (
                "E", "allow view managed policy=currentIdentity 29",
                "route managedBrowser managedBrowserToOpenLinksRequired=true 9",
                "route managedBrowser ruleSets.corporate.default=external 25"
            ),
            (
                "F", "allow view managed", "route managedBrowser managedBrowserToOpenLinksRequired=true 9",
                "block ruleSets.closed.default=blocked 26"
            ),
        ]
    )
    func views(id: String, inside: String, outside: String, unmatched: String) throws {
        let page = try Self.page(Self.full)
        #expect(page.views.count == 6)
        let view = try #require(page.views.first { $0.id == id && $0.account == AccountID("dana@contoso.com") })
        #expect(Self.text(view.internal) == inside)
        #expect(Self.text(view.external) == outside)
        #expect(Self.text(view.unmatched) == unmatched)
        #expect(![view.internal, view.external, view.unmatched].contains { $0.sentence.contains("demarc") })
    }

    @Test("Every answer on the page is that of the document's own engine")
    func asksTheEngine() throws {
        // These questions needed no added app or account.
        let document = try policyDocument(Self.full)
        let dana = AccountID("dana@contoso.com")
        var evaluator = PolicyEngine(document).makeEvaluator()
        let lines = PolicyPage(CompiledPolicy(document)).accounts[0].lines
        var count = 0
        for line in lines {
            let question: Question?
            switch line.question {
            case .setting: question = SingleSetting(rawValue: line.target).map { .setting($0, of: .account(dana)) }
            case .save:
                let account = line.owner?.account(own: dana, personal: AccountID("dana@example.net"))
                question = SaveLocation(rawValue: line.target).map {
                    .save(to: $0, of: account, ownedBy: .account(dana))
                }
            case .openFrom:
                let account = line.owner?.account(own: dana, personal: AccountID("dana@example.net"))
                question = OpenLocation(rawValue: line.target).map { .openFrom($0, of: account, receivedBy: dana) }
            case .send where line.target.hasPrefix("com."):
                let app = line.target.split(separator: "@")
                let method: SharingMethod = app.count == 2 ? .openIn : .direct
                question = .send(to: AppID(String(app[0])), via: method, ownedBy: .account(dana))
            case .receive where line.target.hasPrefix("com."):
                question = .receive(from: AppID(line.target), into: dana)
            default: question = nil
            }
            guard let question else { continue }
            count += 1
            let answer = try evaluator.answer(question, as: dana)
            #expect(answer.verdict == line.outcome.verdict, "\(question)")
            #expect(answer.decidingReason?.message == line.outcome.sentence, "\(question)")
        }
        #expect(count == 11 * 3 + 12 * 3 + 2 * 2 + 2 + SingleSetting.allCases.count)
    }

    @Test("A document may use the names that the page adds")
    func names() throws {
        let text = """
            demarc: 1
            policies: {p: {allowedOutboundDataTransferDestinations: managedApps}}
            accounts:
              - {account: demarc.personal, organization: o, policy: p}
            apps:
              - {id: demarc.other-app, managed: true, organization: o}
              - {id: demarc.managed-app}
            """
        let lines = try Self.page(text).accounts[0].lines.filter { $0.question == .send }
        func verdict(_ target: String) -> Verdict? { lines.first { $0.target == target }?.outcome.verdict }
        #expect(verdict("demarc.other-app") == .allow)
        #expect(verdict("demarc.managed-app") == .block)
        #expect(verdict("managedApps") == .allow)
        #expect(verdict("otherApps") == .block)
    }

    @Test("The page of a large document states what it leaves out")
    func many() throws {
        let accounts = (0..<200).map { "  - {account: a\($0), organization: o\($0), policy: p}\n" }.joined()
        let apps = (0..<300).map { "  - {id: app.a\($0)}\n" }.joined()
        let views = (0..<70).map { "  - {id: v\($0)}\n" }.joined()
        let schemes = (0..<60).map { "s\($0)" }.joined(separator: ";")
        let page = try Self.page(
            """
            demarc: 1
            app: {multiIdentity: true, multiManagedIdentities: true}
            policies: {p: {exemptedAppProtocols: [{name: a, value: \(schemes)}]}}
            accounts:
            \(accounts)apps:
            \(apps)views:
            \(views)
            """
        )
        #expect(page.omitted == PolicyPage.Omitted(accounts: 150, apps: 250, views: 20, schemes: 50 * 10))
        #expect(page.accounts.count == 51)
        #expect(page.accounts.last?.account == .noUser)
        #expect(page.views.count == 50 * 50)
    }

    @Test("The page of a document without accounts shows its one managed account")
    func implicit() throws {
        let page = try Self.page("demarc: 1\npolicies: {p: {printBlocked: true}}\n")
        #expect(page.accounts.map(\.account) == [PolicyDocument.implicitAccount, .noUser])
        #expect(page.views.map(\.id) == [PolicyDocument.implicitView])
        #expect(page.settings.filter { !$0.isDefault }.map(\.name) == ["printBlocked"])
        #expect(page.settings.contains { $0.name == "saveAsBlocked" && $0.isDefault })
    }

    @Test("The page of accounts without policies shows nobody, and compares nothing")
    func unmanaged() throws {
        let page = try Self.page("demarc: 1\naccounts: [{account: a}]\nviews: [{id: A}]\n")
        #expect(page.accounts.map(\.account) == [.noUser])
        #expect(page.views.map(\.account) == [.noUser])
        #expect(page.baseline == nil && page.settings.isEmpty)
        #expect(page.accounts[0].lines.allSatisfy { [.allow, .plain].contains($0.outcome.verdict) })
    }
}
