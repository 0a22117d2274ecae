import Demarc
import Diagnostics
import PolicyModel
import Testing

/// Uploads by hand: the clipboard's table with the level of data transfer.
@Suite("Uploads") struct UploadTests {
    @Test(
        "An upload needs a page that accepts one",
        arguments: [
            ("home", "box", nil, "block - - - [view.notAWebView]"),
            ("home", "kiosk", "home", "block - - - [view.currentIdentityBlockUpload upload.blockUpload]"),
            ("dana", "kiosk", nil, "block - - - [view.currentIdentityBlockUpload upload.blockUpload]"),
            ("stranger", "page", nil, "block - - - [identity.unknown]"),
            ("home", "page", "stranger", "block - - - [identity.unknown]"),
        ] as [(String, String, String?, String)]
    )
    func pages(from: String, into: String, identity: String?, line: String) throws {
        let engine = try ClipboardTests.engine([:])
        var evaluator = engine.makeEvaluator()
        let place = ClipboardTests.place(from, in: engine)
        let account = identity.map { AccountID($0) }
        #expect(evaluator.upload(from: place, into: try engine.requireView(into), identity: account).line == line)
    }

    @Test("A removed view accepts no upload")
    func gone() throws {
        let engine = try ClipboardTests.engine([:])
        let view = try engine.requireView("page")
        try engine.removeView(view)
        var evaluator = engine.makeEvaluator()
        #expect(evaluator.upload(from: .native(), into: view).line == "block - - - [view.unknown]")
    }

    @Test(
        "Each cell is right for none, managedApps and allApps, and no exception applies to files",
        arguments: [
            ("dana", "page", "dana", "allow allow allow"),
            ("kim", "page", "dana", "block allow allow"),
            ("dana", "notice", "dana", "block block allow"),
            ("robin", "page", "dana", "block block allow"),
            ("home", "page", "dana", "block block allow"),
            ("app:plain", "page", "dana", "block block allow"),
            ("app:silent", "page", "dana", "block allow allow"),
            ("home", "notice", "dana", "allow allow allow"),
            ("robin", "notice", "robin", "block block allow"),
        ]
    )
    func cells(from: String, into: String, whose: String, row: String) throws {
        for (level, verdict) in zip(["none", "managedApps", "allApps"], row.split(separator: " ")) {
            let settings =
                "allowedOutboundDataTransferDestinations: \(level), "
                + "allowedOutboundClipboardSharingExceptionLength: 65535"
            let engine = try ClipboardTests.engine([whose: settings])
            var evaluator = engine.makeEvaluator()
            let decision = evaluator.upload(
                from: ClipboardTests.place(from, in: engine),
                into: try engine.requireView(into)
            )
            #expect(decision.verdict.rawValue == verdict, "\(from) into \(into), \(whose) has \(level)")
        }
    }

    @Test("The levels of the clipboard and of uploads are independent, and the reasons name the setting")
    func settings() throws {
        let settings = "allowedOutboundClipboardSharingLevel: blocked, allowedOutboundDataTransferDestinations: allApps"
        let engine = try ClipboardTests.engine(["dana": settings])
        var evaluator = engine.makeEvaluator()
        let (page, notice) = (try engine.requireView("page"), try engine.requireView("notice"))
        let upload = evaluator.upload(from: .view(page), into: notice)
        #expect(upload.line == "allow - - - [view.unmanaged upload.outbound.allApps]")
        let reason = try evaluator.reasons(of: upload).last
        #expect(reason?.setting == "allowedOutboundDataTransferDestinations")
        #expect(reason?.location?.line == 5)
        #expect(reason?.characterLimit == nil)
        #expect(evaluator.paste(ClipboardItem(), from: .view(page), into: .view(notice)).verdict == .block)
        let inward = evaluator.upload(from: .view(notice), into: page)
        #expect(inward.line == "allow - - - [view.unmanaged upload.inbound.allApps]")
        #expect(try evaluator.reasons(of: inward).last?.location?.line == 5)
    }

    @Test("An external page takes an upload without an owner until an internal page replaces it")
    func externalPage() throws {
        let engine = try ClipboardTests.engine(["dana": "allowedOutboundDataTransferDestinations: managedApps"])
        let page = try engine.requireView("page")
        var evaluator = engine.makeEvaluator()
        for (answer, line) in [
            (ExternalURLAnswer.external, "block - - - [page.external upload.outbound.managedApps]"),
            (.internal, "allow - - - [page.loadedFor upload.sameAccount]"),
        ] {
            try engine.didNavigate(page, evaluator.navigation(to: "https://search.example/", in: page, answer: answer))
            #expect(evaluator.upload(from: .account(AccountID("dana")), into: page).line == line)
        }
    }
}
