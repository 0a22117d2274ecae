import CAllocationCounter
import Demarc
import Diagnostics
import PolicyModel
import RuleIndex
import Testing

@Suite("Opening, row by row", .serialized) struct OpeningRowTests {
    private static let yaml = """
        demarc: 1
        user: dana
        app:
          multiManagedIdentities: true
          queriesSchemes: [FOO, foo-intunemam, tel, http, https, mailto, skype, bar]
        policies:
          managed:
            allowedOutboundDataTransferDestinations: managedApps
            exemptedAppProtocols: [{name: Skype, value: "skype;app-settings"}]
            managedUniversalLinks: [https://teams.example, "https://*.shared.example/*", "https://*"]
            exemptedUniversalLinks: [https://maps.example]
            dialerRestrictionLevel: customApp
            customDialerAppProtocol: contosodial
            protectedMessagingRedirectAppType: specificApps
            managedBrowserToOpenLinksRequired: true
          kiosk:
            managedBrowserToOpenLinksRequired: true
            customBrowserProtocol: no scheme
            dialerRestrictionLevel: customApp
            customDialerAppProtocol: no scheme
          free: {}
        accounts:
          - {account: dana, organization: contoso, policy: managed}
          - {account: kim, organization: contoso, policy: kiosk}
          - {account: robin, policy: free}
          - {account: home}
        """

    private static let apps = [
        AppDeclaration(
            id: "com.microsoft.msedge",
            isManaged: true,
            organization: "contoso",
            schemes: ["microsoft-edge-http", "microsoft-edge-https"]
        ),
        AppDeclaration(
            id: "contoso",
            isManaged: true,
            organization: "contoso",
            schemes: ["Foo", "foo-intunemam", "bar"],
            universalLinks: ["https://teams.example"]
        ),
    ]

    private func engine(_ apps: [AppDeclaration]? = nil) throws -> PolicyEngine {
        var document = try document(Self.yaml)
        document.apps = apps
        return PolicyEngine(document)
    }

    @Test("Reasons name their setting at its place")
    func settings() throws {
        let engine = try engine()
        var evaluator = engine.makeEvaluator()
        let rows: [(url: String, account: String, setting: String?, line: Int?)] = [
            ("skype:x", "dana", "exemptedAppProtocols", 9),
            ("tel:1", "dana", "customDialerAppProtocol", 13),
            ("tel:1", "kim", "customDialerAppProtocol", 20),
            ("sms:1", "dana", "messagingRedirectAppUrlScheme", nil),
            ("sms:1", "kim", "protectedMessagingRedirectAppType", nil),
            ("https://a.example/", "kim", "managedBrowserToOpenLinksRequired", 17),
            ("foo:x", "dana", "allowedOutboundDataTransferDestinations", 8),
            ("foo:x", "robin", "allowedOutboundDataTransferDestinations", nil),
        ]
        for (url, account, setting, line) in rows {
            let decision = evaluator.open(url.utf8.span, identity: AccountID(account))
            let reason = try #require(evaluator.reasons(of: decision).first)
            #expect(reason.setting == setting, "\(url) as \(account)")
            #expect(reason.location?.line == line, "\(url) as \(account)")
            #expect(!reason.message.isEmpty)
        }
        let invalid = evaluator.open("https://a.example/".utf8.span, identity: AccountID("kim"))
        #expect(try evaluator.reasons(of: invalid).last?.setting == "customBrowserProtocol")
        let missing = evaluator.canOpen("nothing:x".utf8.span, identity: AccountID("robin"))
        #expect(try evaluator.reasons(of: missing).first?.setting == "queriesSchemes")
    }

    @Test("A managed app without a declared twin is unreachable, and the reasons state that")
    func twins() throws {
        let engine = try engine(Self.apps)
        var evaluator = engine.makeEvaluator()
        func line(_ url: String) -> String { evaluator.open(url.utf8.span, identity: AccountID("dana")).line }
        #expect(line("bar:x") == "block - - - [open.outbound.managedApps open.twin.missing]")
        #expect(line("foo:x") == "allow managedApp - - [open.managedApp.declared]")
        engine.setInstalledApps(["com.microsoft.msedge"])
        #expect(line("foo:x") == "block - - - [open.outbound.managedApps]")
        #expect(line("bar:x") == "block - - - [open.outbound.managedApps]")
    }

    @Test("A decision says that an unmanaged app may open instead, and mail does not go to that app")
    func sharedHandlers() throws {
        let mail = AppDeclaration(
            id: "mail",
            isManaged: true,
            organization: "contoso",
            schemes: ["ms-outlook", "ms-outlook-intunemam", "contosodial"]
        )
        let other = AppDeclaration(
            id: "other",
            schemes: ["bar", "contosodial", "foo-intunemam", "microsoft-edge-https", "ms-outlook"],
            universalLinks: ["https://teams.example"]
        )
        let engine = try engine(Self.apps + [mail, other])
        var evaluator = engine.makeEvaluator()
        let dana = AccountID("dana")
        let rows = [
            ("tel:1", "route managedApp - - [open.dialer.customApp open.app.notManaged]"),
            ("foo:x", "allow managedApp - - [open.managedApp.declared open.app.notManaged]"),
            ("foo-intunemam:x", "allow managedApp - - [open.managedApp.scheme open.app.notManaged]"),
            ("https://a.example/", "route managedBrowser - - [browser.required browser.managed open.app.notManaged]"),
            ("http://a.example/", "route managedBrowser - - [browser.required browser.managed]"),
        ]
        for (url, line) in rows { #expect(evaluator.open(url.utf8.span, identity: dana).line == line, "\(url)") }
        let known = evaluator.open("bar:x".utf8.span, isKnownManagedAppScheme: true, identity: dana)
        #expect(known.line == "allow managedApp - - [open.managedApp.known open.twin.missing open.app.notManaged]")
        let link = evaluator.universalLink("https://teams.example/l".utf8.span, identity: dana)
        #expect(link.line == "allow managedApp - - [universalLink.managed open.app.notManaged]")
        // Through its twin, only the app of the organization gets the message.
        let wrapped = evaluator.open("mailto:a@x.example".utf8.span, identity: dana)
        #expect(wrapped.line == "route managedApp - - [open.mail]")
        let route = try #require(try evaluator.route(of: wrapped))
        #expect(route.hasPrefix("ms-outlook-intunemam://ms-outlook%3A%2F%2Fcompose%3Fto%3Da%40x.example?"))
        #expect(try evaluator.wrappedRoute(of: wrapped) == route)
        engine.setInstalledApps(["com.microsoft.msedge", "mail"])
        let plain = evaluator.open("mailto:a@x.example".utf8.span, identity: dana)
        #expect(try evaluator.route(of: plain) == "ms-outlook://compose?to=a@x.example")
        var twinless = mail
        twinless.schemes = ["ms-outlook"]
        var otherEvaluator = try self.engine(Self.apps + [twinless, other]).makeEvaluator()
        let blocked = otherEvaluator.open("mailto:a@x.example".utf8.span, identity: dana)
        #expect(blocked.line == "block - - - [open.mail open.twin.missing open.app.notManaged]")
    }

    @Test("An app with the system's viewer is not promised a managed viewer in place of the browser")
    func unmanagedViewer() throws {
        for isOverridden in [false, true] {
            var document = try engine().policy.document
            document.app.safariViewControllerBlockedOverride = isOverridden
            let engine = PolicyEngine(document)
            engine.setManagedBrowserInstalled(false)
            var evaluator = engine.makeEvaluator()
            let decision = evaluator.open("https://a.example/".utf8.span, identity: AccountID("dana"))
            let code = isOverridden ? "browser.safariOverride" : "browser.notInstalled"
            #expect(decision.line == "route installBrowser - - [browser.required \(code)]")
            let reason = try #require(evaluator.reasons(of: decision).last)
            #expect(reason.message.contains("embedded managed viewer") != isOverridden)
            #expect(reason.setting == (isOverridden ? "safariViewControllerBlockedOverride" : nil))
        }
    }

    @Test(
        "The sentence about a browser that is out of reach is true of one that is installed",
        arguments: [
            // Managed by nobody, for one account.
            (nil, ["dana"], false, "[browser.required browser.notManaged]"),
            (nil, ["dana"], true, "[browser.required browser.safariOverride]"),
            // Managed for the organization of both accounts, but together they have none.
            ("contoso", ["dana", "erik"], false, "[identity.lockDown browser.required browser.notManaged]"),
            ("contoso", ["dana", "erik"], true, "[identity.lockDown browser.required browser.safariOverride]"),
        ] as [(String?, [String], Bool, String)]
    )
    func installedBrowser(organization: String?, accounts: [String], isOverridden: Bool, codes: String) throws {
        var document = try document(
            """
            demarc: 1
            app: {multiIdentity: true, multiManagedIdentities: true}
            policies: {work: {managedBrowserToOpenLinksRequired: true}}
            user: none
            accounts:
              - {account: dana, organization: contoso, policy: work}
              - {account: erik, organization: contoso, policy: work}
            """
        )
        document.app.safariViewControllerBlockedOverride = isOverridden
        document.apps = [
            AppDeclaration(id: "com.microsoft.msedge", isManaged: organization != nil, organization: organization)
        ]
        let engine = PolicyEngine(document)
        engine.showAccounts(accounts.map { AccountID($0) })
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.open("https://a.example/".utf8.span)
        #expect(decision.line == "route installBrowser - - \(codes)")
        let message = try #require(evaluator.reasons(of: decision).last?.message)
        #expect(message.contains(isOverridden ? "can be reached" : "several accounts at once have none"))
        #expect(!message.contains("must be installed"))
    }

    @Test("If the declared apps lack the managed browser, it is missing for links and views alike")
    func browser() throws {
        let engine = try engine(Self.apps)
        let view = try engine.addView()
        var evaluator = engine.makeEvaluator()
        func lines() -> [String] {
            let url = "https://a.example/".utf8.span
            return [
                evaluator.open(url, identity: AccountID("dana")).line,
                evaluator.navigation(to: url, in: view, answer: .external, identity: AccountID("dana")).line,
            ]
        }
        let managed = [
            "route managedBrowser - - [browser.required browser.managed]",
            "route managedBrowser - - [delegate.external browser.required browser.managed]",
        ]
        let missing = [
            "route installBrowser - - [browser.required browser.notInstalled]",
            "route installBrowser - - [delegate.external browser.required browser.notInstalled]",
        ]
        #expect(lines() == managed)
        engine.setInstalledApps(["contoso"])
        #expect(lines() == missing)
        engine.setInstalledApps(nil)
        #expect(lines() == managed)
        engine.setManagedBrowserInstalled(false)
        #expect(lines() == missing)
        let other = try self.engine([Self.apps[1]])
        other.setInstalledApps([])
        var otherEvaluator = other.makeEvaluator()
        let decision = otherEvaluator.open("https://a.example/".utf8.span, identity: AccountID("dana"))
        #expect(decision.destination == .managedBrowser)
    }

    @Test("Opening a link and the question whether it can be opened agree on a browser that is not declared")
    func undeclaredBrowser() throws {
        let cases = [(apps: [Self.apps[1]], isThere: true), (apps: [], isThere: false)]
        for (apps, isThere) in cases {
            var document = try engine(apps).policy.document
            document.app[.queriesSchemes] = .texts(["https"])
            var evaluator = PolicyEngine(document).makeEvaluator()
            let url = "https://a.example/".utf8.span
            let opened = evaluator.open(url, identity: AccountID("dana"))
            let known = evaluator.canOpen(url, identity: AccountID("dana"))
            #expect(opened.destination == (isThere ? .managedBrowser : .installBrowser))
            #expect(known.destination == (isThere ? .managedBrowser : nil))
            #expect(known.has(.canOpenNotInstalled) != isThere)
        }
    }

    @Test("Every condition that fails is named")
    func conditions() throws {
        let engine = try engine(Self.apps)
        var evaluator = engine.makeEvaluator()
        let rows = [
            ("foo:x", "dana", "allow managedApp - - [open.managedApp.declared]"),
            (
                "baz:x", "dana",
                "block - - - [canOpen.querySchemes.missing open.outbound.managedApps canOpen.querySchemes.twinMissing]"
            ),
            (
                "bar:x", "dana",
                "block - - - [open.outbound.managedApps open.twin.missing canOpen.querySchemes.twinMissing]"
            ),
            ("tel:1", "dana", "block - - - [canOpen.notInstalled]"),
            ("ftp://a.example/", "home", "block - - - [canOpen.querySchemes.missing canOpen.notInstalled]"),
            ("https://a.example/", "dana", "route managedBrowser - - [browser.required browser.managed]"),
            ("https://a.example/", "home", "block - - - [canOpen.notInstalled]"),
            ("", "dana", "block - - - [url.invalid]"),
        ]
        for (url, account, line) in rows {
            #expect(evaluator.canOpen(url.utf8.span, identity: AccountID(account)).line == line, "\(url) as \(account)")
        }
        #expect(
            evaluator.canOpen("baz:x".utf8.span, isKnownManagedAppScheme: true, identity: AccountID("dana")).line
                == "block - - - [canOpen.querySchemes.missing canOpen.notInstalled]"
        )
    }

    @Test(
        "A warm decision allocates nothing",
        .enabled(if: demarc_allocation_counting_available(), "allocations cannot be counted in this process")
    )
    func allocations() throws {
        let other = AppDeclaration(id: "other", schemes: ["bar", "microsoft-edge-https"])
        for apps in [nil, Self.apps, Self.apps + [other]] {
            let engine = try engine(apps)
            var evaluator = engine.makeEvaluator()
            var route: [UInt8] = []
            route.reserveCapacity(256)
            let urls = [
                "skype:x", "https://a.example/x", "tel:1", "sms:1", "mailto:a@x.example?subject=b", "foo:x", "bar:x",
                "foo-intunemam://x", "baz:x", "https://teams.example/l", "https://maps.example/",
                "https://a.shared.example/",
                "https://user:pass@teams.example./",
            ]
            for (text, account) in urls.flatMap({ url in ["dana", "kim", "home", "stranger"].map { (url, $0) } }) {
                let url = Array(text.utf8)
                let identity = AccountID(account)
                for question in 0..<3 {
                    var before: UInt64 = 0
                    for round in 0..<20 {
                        if round == 4 { before = demarc_allocation_count() }
                        let decision =
                            switch question {
                            case 0: evaluator.open(url.span, identity: identity)
                            case 1: evaluator.canOpen(url.span, identity: identity)
                            default: evaluator.universalLink(url.span, identity: identity)
                            }
                        route.removeAll(keepingCapacity: true)
                        _ = try evaluator.appendRoute(of: decision, to: &route)
                    }
                    let count = demarc_allocation_count() - before
                    #expect(count == 0, "\(count) allocations for \(text) as \(account), question \(question)")
                }
            }
        }
    }
}
