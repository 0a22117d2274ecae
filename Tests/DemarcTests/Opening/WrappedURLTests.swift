import Demarc
import PolicyModel
import Testing

@Suite("Wrapped URLs") struct WrappedURLTests {
    private let engine: PolicyEngine

    init() throws {
        var document = try document(
            """
            demarc: 1
            app: {multiManagedIdentities: true, id: com.contoso.here}
            policies:
              closed:
                allowedOutboundDataTransferDestinations: managedApps
                allowedInboundDataTransferSources: managedApps
                managedBrowserToOpenLinksRequired: true
                dialerRestrictionLevel: managedApps
              sealed: {allowedInboundDataTransferSources: none}
              free: {}
            accounts:
              - {account: 3ec2c00f-b125-4519-acf0-302ac3761822, upn: dana@contoso.example, organization: contoso, policy: closed}
              - {account: kim, organization: contoso, policy: sealed}
              - {account: robin, organization: fabrikam, policy: free}
              - {account: home}
            user: none
            """
        )
        document.apps = [
            AppDeclaration(id: "ours", isManaged: true, organization: "contoso", policy: "closed"),
            AppDeclaration(id: "ours-free", isManaged: true, organization: "contoso", policy: "free"),
            AppDeclaration(id: "ours-unnamed", isManaged: true, organization: "contoso"),
            AppDeclaration(id: "theirs", isManaged: true, organization: "fabrikam"),
            AppDeclaration(id: "nobodys"),
            AppDeclaration(
                id: "mail",
                isManaged: true,
                organization: "contoso",
                schemes: ["ms-outlook", "foo-intunemam"]
            ),
        ]
        engine = PolicyEngine(document)
    }

    private static let dana = "dana@contoso.example"

    @Test(
        "They are made only for URLs that go to a managed app",
        arguments: [
            ("foo://a/b?c=d#e", "foo-intunemam://foo%3A%2F%2Fa%2Fb%3Fc%3Dd%23e"),
            ("tel:+49", "tel-intunemam://tel%3A%2B49"),
            ("telprompt:+49", "tel-intunemam://telprompt%3A%2B49"),
            ("https://a.example/", "microsoft-edge-https-intunemam://microsoft-edge-https%3A%2F%2Fa.example%2F"),
            (
                "mailto:a@x.example",
                "ms-outlook-intunemam://ms-outlook%3A%2F%2Fcompose%3Fto%3Da%40x.example"
            ),
            ("bar:x", nil),
            ("foo-intunemam://x", nil),
            ("sms:+49", nil),
        ] as [(String, String?)]
    )
    func wrapping(url: String, wrapped: String?) throws {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.open(url.utf8.span, identity: AccountID(Self.dana))
        let claims =
            "?com.microsoft.intune.mam.appmdmmgtstate=0&com.microsoft.intune.mam.policysource=MAM"
            + "&com.microsoft.intune.mam.identity=dana%40contoso.example"
            + "&com.microsoft.intune.mam.identity.oid=3ec2c00f-b125-4519-acf0-302ac3761822"
            + "&com.microsoft.intune.mam.policy=1"
        #expect(try evaluator.wrappedRoute(of: decision) == wrapped.map { $0 + claims })
    }

    private typealias Row = (url: String, sender: String?, account: String, line: String)

    private static let inner = "foo-intunemam://foo%3A%2F%2Fa"
    private static let claim = "com.microsoft.intune.mam.identity"

    private static let rows: [Row] = [
        // Texts that are not wrapped URLs.
        ("", "ours", dana, "block - - - [url.invalid]"),
        ("foo-intunemam:", "ours", dana, "block - - - [open.wrapped.invalid]"),
        ("foo-intunemam://", "ours", dana, "block - - - [open.wrapped.invalid]"),
        ("foo://foo%3A%2F%2Fa", "ours", dana, "block - - - [open.wrapped.invalid]"),
        ("-intunemam://foo%3Aa", "ours", dana, "block - - - [url.invalid]"),
        ("foo-intunemam://foo%3Aa/b", "ours", dana, "block - - - [open.wrapped.invalid]"),
        ("foo-intunemam://foo%3Aa:80", "ours", dana, "block - - - [open.wrapped.invalid]"),
        ("foo-intunemam://u@foo%3Aa", "ours", dana, "block - - - [open.wrapped.invalid]"),
        ("foo-intunemam://foo%3Aa#x", "ours", dana, "block - - - [open.wrapped.invalid]"),
        ("foo-intunemam://foo%3Aa%zz", "ours", dana, "block - - - [open.wrapped.invalid]"),
        ("foo-intunemam://foo%3Aa%ff", "ours", dana, "block - - - [open.wrapped.invalid]"),
        ("foo-intunemam://a", "ours", dana, "block - - - [open.wrapped.invalid]"),
        ("foo-intunemam://bar%3Aa", "ours", dana, "block - - - [open.wrapped.invalid]"),
        ("foo-intunemam://https%3A%2F%2Fa.example", "ours", dana, "block - - - [open.wrapped.invalid]"),
        // Readers disagree on whether a scheme may follow a space.
        ("foo-intunemam://%20foo%3Aa", "ours", dana, "block - - - [url.ambiguous]"),
        ("https-intunemam://https%3A%2F%2F%5B", "ours", dana, "block - - - [url.invalid]"),
        ("https-intunemam://https%3A%2F%2Fa%5C%40b", "ours", dana, "block - - - [url.ambiguous]"),
        ("foo-intunemam://foo-intunemam%3A%2F%2Ffoo%253Aa", "ours", dana, "block - - - [open.wrapped.nested]"),
        ("foo-intunemam://FOO-Intunemam%3A%2F%2Ffoo%253Aa", "ours", dana, "block - - - [open.wrapped.nested]"),
        (
            "foo-intunemam-intunemam://foo-intunemam%3A%2F%2Ffoo%253Aa", "ours", dana,
            "block - - - [open.wrapped.nested]"
        ),
        (
            "foo-intunemam://foo%3A" + String(repeating: "a", count: 65_536), "ours", dana,
            "block - - - [open.wrapped.tooLong]"
        ),
        // Claims restrict, and never permit.
        (inner + "?\(claim)=DANA%40contoso.example", "ours", dana, "allow managedApp - - [open.managedApp.known]"),
        (
            inner + "?\(claim).oid=3ec2c00f-b125-4519-acf0-302ac3761822", "ours", dana,
            "allow managedApp - - [open.managedApp.known]"
        ),
        (inner + "?\(claim)=home&x=y&", "ours", dana, "allow managedApp - - [open.managedApp.known]"),
        (inner + "?\(claim)=", "ours", dana, "allow managedApp - - [open.managedApp.known]"),
        (inner + "?\(claim)=kim", "ours", dana, "block - - - [open.wrapped.identity]"),
        (inner + "?\(claim)=\(dana)&\(claim).oid=kim", "ours", dana, "block - - - [open.wrapped.identity]"),
        (inner + "?\(claim)=stranger", "ours", dana, "block - - - [open.wrapped.identity]"),
        (inner + "?\(claim)=\(dana)&\(claim)=\(dana)", "ours", dana, "block - - - [open.wrapped.invalid]"),
        (inner + "?\(claim)=%f", "ours", dana, "block - - - [open.wrapped.invalid]"),
        (inner + "?\(claim)=\(dana)", "theirs", dana, "block - - - [open.incoming.managedApps]"),
        (inner + "?\(claim)=\(dana)", "ours", "home", "block - - - [open.wrapped.identity]"),
        // The sender.
        (inner, "ours", dana, "allow managedApp - - [open.managedApp.known]"),
        (inner + "/", "ours", dana, "allow managedApp - - [open.managedApp.known]"),
        (inner, nil, dana, "block - - - [open.incoming.managedApps]"),
        (inner, "nobodys", dana, "block - - - [open.incoming.managedApps]"),
        (inner, "missing", dana, "block - - - [open.incoming.managedApps]"),
        (inner, "ours", "kim", "block - - - [open.incoming.none]"),
        (inner, nil, "robin", "allow system - - [open.outbound.allApps]"),
        (inner, "ours", "stranger", "block - - - [identity.unknown]"),
        (inner, nil, "home", "allow system - - [identity.unmanaged]"),
        (inner, "nobodys", "home", "allow system - - [identity.unmanaged]"),
        (inner, "ours", "home", "block - - - [open.incoming.sender]"),
        (inner, "ours-free", "home", "allow system - - [identity.unmanaged]"),
        (inner, "ours-unnamed", "home", "block - - - [receive.sender.unnamed]"),
        // The inner URL is decided like any other URL.
        (
            "https-intunemam://https%3A%2F%2Fa.example%2F", "ours", dana,
            "route managedBrowser - - [browser.required browser.managed]"
        ),
        ("tel-intunemam://telprompt%3A%2B49", "ours", dana, "allow managedApp - - [open.dialer.managedApps]"),
        ("tel-intunemam://TEL%3A%2B49", "ours", dana, "allow managedApp - - [open.dialer.managedApps]"),
    ]

    @Test("They are unwrapped once, and nothing in them is trusted")
    func incoming() {
        var evaluator = engine.makeEvaluator()
        for (url, sender, account, line) in Self.rows {
            let decision = evaluator.openIncoming(
                url.utf8.span,
                from: sender.map { AppID($0) },
                identity: AccountID(account)
            )
            #expect(decision.line == line, "\(url.prefix(120)) from \(sender ?? "-") as \(account)")
        }
        _ = evaluator.openIncoming(Self.inner.utf8.span, from: "ours", identity: AccountID(Self.dana))
        #expect(evaluator.url.hrefString == "foo://a")
    }

    @Test("Several accounts at once accept nothing, and that is the first reason")
    func severalAccounts() {
        engine.showAccounts([AccountID(Self.dana), AccountID("home")])
        var evaluator = engine.makeEvaluator()
        for (url, line) in [
            (Self.inner, "block - - - [identity.lockDown open.incoming.none]"),
            (Self.inner + "?\(Self.claim)=\(Self.dana)", "block - - - [identity.lockDown open.wrapped.identity]"),
            (Self.inner + "?\(Self.claim)=home", "block - - - [identity.lockDown open.incoming.none]"),
        ] {
            #expect(evaluator.openIncoming(url.utf8.span, from: "ours").line == line, "\(url)")
        }
    }

    @Test("A URL from this app comes from whoever acts in it")
    func thisApp() {
        var evaluator = engine.makeEvaluator()
        let sender: AppID = "com.contoso.here"
        let managed = "allow managedApp - - [open.managedApp.known]"
        let unmanaged = "allow system - - [identity.unmanaged]"
        engine.switchIdentity(to: AccountID("home"), at: .window("left"))
        for (host, account, window, line) in [
            (Self.dana, nil, nil, managed), ("home", nil, nil, unmanaged), (Self.dana, nil, "left", unmanaged),
            ("robin", Self.dana, nil, managed), ("home", Self.dana, "left", managed),
            (Self.dana, "home", nil, unmanaged),
        ] as [(String, String?, WindowID?, String)] {
            engine.switchIdentity(to: AccountID(host))
            let decision = evaluator.openIncoming(
                Self.inner.utf8.span,
                from: sender,
                identity: account.map { AccountID($0) },
                in: window
            )
            #expect(decision.line == line, "\(host), \(account ?? "-") in \(window?.name ?? "-")")
        }
    }

    @Test("Unwrapping a wrapped URL gives the original")
    func roundTrip() throws {
        var evaluator = engine.makeEvaluator()
        for url in ["foo://a/b?c=d#e", "foo:ä%41%25", "foo://[::1]:80/|"] {
            let decision = evaluator.open(url.utf8.span, identity: AccountID(Self.dana))
            let href = evaluator.url.hrefString
            let form = try evaluator.wrappedRoute(of: decision)
            let wrapped = try #require(form)
            let incoming = evaluator.openIncoming(wrapped.utf8.span, from: "ours", identity: AccountID(Self.dana))
            #expect(incoming.verdict == .allow, "\(wrapped)")
            #expect(evaluator.url.hrefString == href)
        }
    }
}
