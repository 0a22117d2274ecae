import Demarc
import PolicyModel
import Testing

/// Pages by hand: each way in which a page could be misclassified.
@Suite("Pages") struct PageTests {
    private let engine: PolicyEngine
    private let view: ViewID
    private static let yaml = """
        demarc: 1
        app: {multiIdentity: true, multiManagedIdentities: true, webViewHandledURLSchemes: [contoso]}
        user: dana
        policies:
          p: {allowedOutboundClipboardSharingLevel: managedApps, allowedOutboundDataTransferDestinations: managedApps,
              allowedInboundDataTransferSources: managedApps, printBlocked: true}
        accounts:
          - {account: dana, upn: dana@contoso.example, organization: contoso, policy: p}
          - {account: kim, organization: contoso, policy: p}
          - {account: robin, organization: fabrikam, policy: p}
          - {account: home}
        views: []
        """
    private static let url = "https://contoso.example/"
    private let dana = AccountID("dana")
    private let home = AccountID("home")

    init() throws {
        engine = try DemarcTests.engine(Self.yaml)
        view = try engine.addView(policy: .currentIdentity)
    }

    /// Navigates to a page and reports it.
    private func go(_ answer: ExternalURLAnswer = .internal, in view: ViewID? = nil, to url: String = url) throws {
        var evaluator = engine.makeEvaluator()
        try engine.didNavigate(
            view ?? self.view,
            evaluator.navigation(to: url, in: view ?? self.view, answer: answer)
        )
    }

    /// The result of pasting 500 characters from an account into the view.
    private func paste(from name: String, into place: Place<ViewID>? = nil) -> String {
        var evaluator = engine.makeEvaluator()
        let from = Place<ViewID>.account(AccountID(name))
        return evaluator.paste(ClipboardItem(characters: 500), from: from, into: place ?? .view(view)).transferLine
    }

    private func copy(_ place: Place<ViewID>? = nil) -> String {
        var evaluator = engine.makeEvaluator()
        return evaluator.copy(ClipboardItem(characters: 500), from: place ?? .view(view)).transferLine
    }

    // MARK: Pages that were decided on for another view

    @Test("After a page that the opener's view decided on, an earlier decision of the view itself is outdated")
    func olderThanForeign() throws {
        let opener = try engine.addView(policy: .currentIdentity)
        var evaluator = engine.makeEvaluator()
        let older = evaluator.navigation(to: Self.url, in: view, answer: .internal)
        try engine.didNavigate(view, evaluator.navigation(to: Self.url, in: opener, answer: .external))
        #expect(throws: ViewTreeError.outdatedNavigation) { try engine.didNavigate(view, older) }
        #expect(paste(from: "dana") == "block page.external clipboard.outbound.managedApps")
        // So is one that came before a page that was stated.
        try go()
        let second = evaluator.navigation(to: Self.url, in: view, answer: .internal)
        try engine.setPage(of: view, to: .external)
        #expect(throws: ViewTreeError.outdatedNavigation) { try engine.didNavigate(view, second) }
        try go()
        #expect(copy() == "protected page.loadedFor clipboard.outbound.managedApps")
    }

    @Test(
        "A page that was decided on for another view counts as loaded in the view that shows it",
        arguments: [
            (WebViewPolicy.currentIdentityBlockUpload, "page.blockUpload upload.blockUpload", "page.loadedFor"),
            (.unmanaged, "page.unmanagedView upload.outbound.managedApps", "page.unmanagedView"),
        ]
    )
    func tagOfShowingView(tag: WebViewPolicy, upload: String, copied: String) throws {
        let opener = try engine.addView(policy: .currentIdentity)
        for asked in [view, opener] {
            try engine.setWebViewPolicy(tag, for: view)
            var evaluator = engine.makeEvaluator()
            try engine.didNavigate(view, evaluator.navigation(to: Self.url, in: asked, answer: .internal))
            try engine.setWebViewPolicy(.currentIdentity, for: view)
            evaluator = engine.makeEvaluator()
            #expect(evaluator.upload(from: .native(), into: view).transferLine == "block \(upload)")
            #expect(copy().contains(copied), "\(copy())")
        }
    }

    // MARK: Changes since the page was loaded

    @Test("An external page reloaded under an unmanaged account has no owner after switching back")
    func reloadedUnmanaged() throws {
        try go(.external)
        #expect(paste(from: "dana") == "block page.external clipboard.outbound.managedApps")
        engine.switchIdentity(to: home)
        try go(.external)
        engine.switchIdentity(to: dana)
        #expect(paste(from: "dana") == "block page.unmanagedIdentity clipboard.outbound.managedApps")
        #expect(copy() == "plain page.unmanagedIdentity clipboard.unmanaged")
    }

    @Test("Switching makes no page managed, and takes no page from its account")
    func switching() throws {
        engine.switchIdentity(to: home)
        try go()
        engine.switchIdentity(to: dana)
        #expect(copy() == "plain page.unmanagedIdentity clipboard.unmanaged")
        try go()
        for account in [AccountID("kim"), home, .noUser] {
            engine.switchIdentity(to: account)
            #expect(copy() == "protected page.loadedFor clipboard.outbound.managedApps")
            let evaluator = engine.makeEvaluator()
            #expect(evaluator.owner(of: .view(view)).account == dana)
        }
        // As a destination, the page is unmanaged if the view is.
        #expect(paste(from: "dana") == "block clipboard.outbound.managedApps")
        engine.switchIdentity(to: AccountID("kim"))
        #expect(paste(from: "dana") == "allow page.loadedFor clipboard.sameAccount")
        #expect(paste(from: "robin").hasPrefix("block page.loadedFor"))
    }

    @Test("Tags and moves change no page, but an unmanaged view accepts data only as unmanaged")
    func retagging() throws {
        try go()
        let box = try engine.addView(isWebView: false, policy: .unmanaged)
        try engine.setWebViewPolicy(.unset, for: view)
        try engine.moveView(view, to: box)
        #expect(copy() == "protected page.loadedFor clipboard.outbound.managedApps")
        #expect(paste(from: "dana") == "block view.unmanaged clipboard.outbound.managedApps")
        try go()
        #expect(copy() == "plain view.unmanaged clipboard.unmanaged")
        try engine.setWebViewPolicy(.currentIdentity, for: view)
        #expect(copy() == "plain page.unmanagedView clipboard.unmanaged")
        #expect(paste(from: "dana") == "block page.unmanagedView clipboard.outbound.managedApps")
    }

    @Test("The page of a signed-out, missing or unmanaged account gives and accepts nothing until it returns")
    func ownerGone() throws {
        try go()
        let upnAlone = Self.yaml.replacing("account: dana, upn: ", with: "account: ")
        engine.switchIdentity(to: home)
        func check(_ isKnown: Bool, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
            let protected = "protected page.loadedFor clipboard.outbound.managedApps"
            #expect(copy() == (isKnown ? protected : "block page.ownerUnknown"), sourceLocation: sourceLocation)
            #expect(
                paste(from: "home")
                    == (isKnown ? "allow identity.unmanaged clipboard.unmanaged" : "block page.ownerUnknown"),
                sourceLocation: sourceLocation
            )
        }
        check(true)
        engine.signOut(dana)
        check(false)
        engine.signIn(dana)
        check(true)
        let danaLine = "  - {account: dana, upn: dana@contoso.example, organization: contoso, policy: p}\n"
        for line in ["", "  - {account: dana, organization: contoso}\n"] {
            let yaml = Self.yaml.replacing(danaLine, with: line).replacing("user: dana", with: "user: kim")
            engine.reload(try document(yaml))
            check(false)
        }
        // One of the account's names is enough.
        engine.reload(try document(upnAlone.replacing("user: dana", with: "user: dana@contoso.example")))
        check(true)
    }

    @Test("The page of several accounts is locked down for its lifetime")
    func merged() throws {
        engine.showAccounts([dana, home])
        try go()
        engine.switchIdentity(to: dana)
        #expect(copy() == "protected identity.lockDown clipboard.outbound.blocked")
        #expect(paste(from: "dana").hasPrefix("block identity.lockDown"))
        var evaluator = engine.makeEvaluator()
        #expect(evaluator.owner(of: .view(view)).isManaged)
        let print = evaluator.setting(.print, at: .view(view)).transferLine
        #expect(print == "block identity.lockDown setting.print.blocked")
    }

    @Test("A page accepts no uploads if its view blocks them now or blocked them when it was loaded")
    func blockUpload() throws {
        try engine.setWebViewPolicy(.currentIdentityBlockUpload, for: view)
        try go()
        try engine.setWebViewPolicy(.currentIdentity, for: view)
        var evaluator = engine.makeEvaluator()
        let from = Place<ViewID>.account(dana)
        for identity in [nil, home] {
            #expect(
                evaluator.upload(from: from, into: view, identity: identity).transferLine
                    == "block page.blockUpload upload.blockUpload"
            )
        }
        #expect(paste(from: "dana", into: .externalFrame(view)) == "block page.blockUpload clipboard.blockUpload")
        try go()
        #expect(paste(from: "dana") == "allow page.loadedFor clipboard.sameAccount")
        try engine.setWebViewPolicy(.currentIdentityBlockUpload, for: view)
        #expect(paste(from: "dana") == "block view.currentIdentityBlockUpload clipboard.blockUpload")
    }

    // MARK: Navigations that keep the page

    @Test(
        "Empty documents and changes within the document keep the page",
        arguments: [
            ("about:blank", false), ("about:srcdoc", false), ("contoso:42", false), ("data:text/html,x", false),
            ("file:///etc/passwd", false), ("https://contoso.example/#elsewhere", true),
        ]
    )
    func keeps(url: String, isSameDocument: Bool) throws {
        var evaluator = engine.makeEvaluator()
        for (first, line) in [
            (ExternalURLAnswer.external, "plain page.external clipboard.unmanaged"),
            (.internal, "protected page.loadedFor clipboard.outbound.managedApps"),
        ] {
            try go(first)
            for (identity, answer) in [(nil, ExternalURLAnswer.internal), (nil, .external), (home, .internal)] {
                let decision = evaluator.navigation(
                    to: url.utf8.span,
                    in: view,
                    answer: answer,
                    isSameDocument: isSameDocument,
                    identity: identity
                )
                if decision.verdict == .allow { #expect(decision.page == (first == .internal ? .managed : .unmanaged)) }
                #expect(!decision.has(.pageExternal))
                try engine.didNavigate(view, decision)
                #expect(copy() == line)
            }
        }
    }

    @Test("Frames and resources belong to the page, but external frames alone do not")
    func frames() throws {
        try go()
        var evaluator = engine.makeEvaluator()
        for frame in [Frame.sub, .resource] {
            for identity in [nil, home] {
                let decision = evaluator.navigation(to: Self.url, in: view, frame: frame, identity: identity)
                #expect(decision.page == .managed)
                try engine.didNavigate(view, decision)
            }
        }
        let external = evaluator.navigation(to: Self.url, in: view, frame: .sub, answer: .external)
        #expect(external.line == "allow view unmanaged - [delegate.external page.external]")
        try engine.didNavigate(view, external)
        #expect(copy() == "protected page.loadedFor clipboard.outbound.managedApps")
        #expect(copy(.externalFrame(view)) == "plain page.external.frame clipboard.unmanaged")
        #expect(
            paste(from: "dana", into: .externalFrame(view))
                == "block page.external.frame clipboard.outbound.managedApps"
        )
        #expect(
            evaluator.upload(from: .account(dana), into: view, isExternalFrame: true).transferLine
                == "block page.external.frame upload.outbound.managedApps"
        )
        #expect(evaluator.upload(from: .account(dana), into: view).verdict == .allow)
        let box = try engine.addView(isWebView: false)
        #expect(copy(.externalFrame(box)) == "block view.notAWebView")
        try engine.removeView(view)
        #expect(copy(.externalFrame(view)) == "block view.unknown")
    }

    // MARK: Reports

    @Test("A report older than an earlier report is refused, whichever evaluator decided")
    func outdated() throws {
        var one = engine.makeEvaluator()
        var other = engine.makeEvaluator()
        let first = one.navigation(to: Self.url, in: view, answer: .external)
        let second = other.navigation(to: Self.url, in: view, answer: .internal)
        let third = one.navigation(to: Self.url, in: view, answer: .external)
        try engine.didNavigate(view, second)
        #expect(throws: ViewTreeError.outdatedNavigation) { try engine.didNavigate(view, first) }
        #expect(copy() == "protected page.loadedFor clipboard.outbound.managedApps")
        // A navigation that keeps the page makes no report outdated, and reporting twice changes nothing.
        try engine.didNavigate(view, other.navigation(to: "about:blank", in: view))
        try engine.didNavigate(view, third)
        try engine.didNavigate(view, third)
        #expect(copy() == "plain page.external clipboard.unmanaged")
        // For another view, which the first view opened, it is the first report.
        let popup = try engine.addView(policy: .currentIdentity)
        try engine.didNavigate(popup, first)
        #expect(copy(.view(popup)) == "plain page.external clipboard.unmanaged")
    }

    @Test("A decision is reported as it was made, even after switching, retagging and a reload")
    func late() throws {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.navigation(to: Self.url, in: view)
        engine.switchIdentity(to: home)
        try engine.setWebViewPolicy(.unmanaged, for: view)
        // The accounts swap positions.
        let kim = "  - {account: kim, organization: contoso, policy: p}\n"
        engine.reload(
            try document(Self.yaml.replacing(kim, with: "").replacing("accounts:\n", with: "accounts:\n" + kim))
        )
        try engine.didNavigate(view, decision)
        #expect(evaluator.owner(of: .view(view)).account == dana)
    }

    @Test("A page of an account that the engine never numbered is refused, and changes nothing")
    func unnumbered() throws {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.navigation(to: Self.url, in: view)
        var words = try #require(decision.pageWords)
        words.page |= 1 << 63
        let forged = words
        #expect(throws: ViewTreeError.unknownView) { _ = try engine.didNavigate(view, forged) }
        try engine.didNavigate(view, decision)
        #expect(evaluator.owner(of: .view(view)).account == dana)
    }

    @Test("Equal requests give equal decisions at any time, and those of other pages differ")
    func equality() throws {
        var one = engine.makeEvaluator()
        var other = engine.makeEvaluator()
        let first = one.navigation(to: Self.url, in: view)
        #expect(first == other.navigation(to: Self.url, in: view))
        #expect(Set([first, other.navigation(to: Self.url, in: view)]).count == 1)
        #expect(first != one.navigation(to: Self.url, in: view, answer: .external))
    }

    // MARK: Openers

    @Test("Until it navigates, a view has its opener's page")
    func opener() throws {
        try engine.setWebViewPolicy(.currentIdentityBlockUpload, for: view)
        let early = try engine.addView(policy: .unmanaged, opener: view)
        // The opener has reported nothing yet, so both follow its tag.
        #expect(copy(.view(early)) == "protected clipboard.outbound.managedApps")
        #expect(paste(from: "dana", into: .view(early)) == "block page.blockUpload clipboard.blockUpload")
        engine.switchIdentity(to: home)
        #expect(copy(.view(early)) == "plain identity.unmanaged clipboard.unmanaged")
        engine.switchIdentity(to: dana)
        try go(.external)
        let popup = try engine.addView(policy: .currentIdentity, opener: view)
        let next = try engine.addView(policy: .currentIdentity, opener: popup)
        for view in [popup, next] {
            #expect(copy(.view(view)) == "plain page.external clipboard.unmanaged")
            #expect(paste(from: "dana", into: .view(view)) == "block page.blockUpload clipboard.blockUpload")
        }
        try go(.internal)
        #expect(copy(.view(popup)) == "plain page.external clipboard.unmanaged")
        try go(.internal, in: popup)
        #expect(copy(.view(popup)) == "protected page.loadedFor clipboard.outbound.managedApps")
        try engine.removeView(view)
        #expect(copy(.view(early)) == "block view.unknown")
        #expect(throws: ViewTreeError.unknownView) { _ = try engine.addView(opener: view) }
        let box = try engine.addView(isWebView: false)
        #expect(throws: ViewTreeError.notAWebView) { _ = try engine.addView(opener: box) }
        #expect(throws: ViewTreeError.notAWebView) { _ = try engine.addView(isWebView: false, opener: popup) }
    }
}
