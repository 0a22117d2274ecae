import Demarc
import Diagnostics
import PolicyModel
import Testing

/// Each cell of the table by hand, and the reasons of decisions.
@Suite("Clipboard") struct ClipboardTests {
    /// dana and kim belong to contoso, robin to fabrikam; everything unmanaged belongs to home.
    static func engine(_ levels: [String: String], _ more: String = "", host: Bool = true) throws -> PolicyEngine {
        var document = try document(
            """
            demarc: 1
            app: {\(host ? "id: host, " : "")multiManagedIdentities: true}
            user: dana
            policies:
              danas: {\(levels["dana"] ?? "")}
              kims: {\(levels["kim"] ?? "")}
              robins: {\(levels["robin"] ?? "")}
            accounts:
              - {account: dana, organization: contoso, policy: danas}
              - {account: kim, organization: contoso, policy: kims}
              - {account: robin, organization: fabrikam, policy: robins}
              - {account: home}
            views:
              - {id: page, policy: currentIdentity}
              - {id: notice, policy: unmanaged}
              - {id: kiosk, policy: currentIdentityBlockUpload}
              - {id: box, children: [{id: inner, policy: unmanaged}]}
            \(more)
            """
        )
        document.apps = [
            AppDeclaration(id: "silent", isManaged: true, organization: "contoso"),
            AppDeclaration(id: "kims", isManaged: true, organization: "contoso", policy: "kims"),
            AppDeclaration(id: "plain"),
        ]
        return PolicyEngine(document)
    }

    static func place(_ name: String, in engine: PolicyEngine) -> Place<ViewID> {
        if let view = engine.view(named: name) { return .view(view) }
        return name.hasPrefix("app:") ? .app(AppID(String(name.dropFirst(4)))) : .account(AccountID(name))
    }

    private static let levels = ["blocked", "managedApps", "managedAppsWithPasteIn", "allApps"]

    private static func setting(_ level: String, _ exception: Int = 0) -> String {
        "allowedOutboundClipboardSharingLevel: \(level), allowedOutboundClipboardSharingExceptionLength: \(exception)"
    }

    // MARK: Blocked at every level

    @Test(
        "Unknown places, and the view that accepts nothing, block at every level",
        arguments: [
            ("stranger", "dana", nil, "block - - - [identity.unknown]"),
            ("dana", "stranger", nil, "block - - - [identity.unknown]"),
            ("page", "dana", "stranger", "block - - - [identity.unknown]"),
            ("home", "kiosk", nil, "block - - - [view.currentIdentityBlockUpload clipboard.blockUpload]"),
            ("home", "kiosk", "home", "block - - - [view.currentIdentityBlockUpload clipboard.blockUpload]"),
            ("kiosk", "kiosk", "", "block - - - [view.currentIdentityBlockUpload clipboard.blockUpload]"),
            ("dana", "kiosk", nil, "block - - - [view.currentIdentityBlockUpload clipboard.blockUpload]"),
            ("stranger", "kiosk", "stranger", "block - - - [view.currentIdentityBlockUpload clipboard.blockUpload]"),
        ] as [(String, String, String?, String)]
    )
    func always(from: String, into: String, identity: String?, line: String) throws {
        let engine = try Self.engine([:])
        var evaluator = engine.makeEvaluator()
        let (from, into) = (Self.place(from, in: engine), Self.place(into, in: engine))
        let account = identity.map { AccountID($0) }
        #expect(evaluator.paste(ClipboardItem(), from: from, into: into, identity: account).line == line)
    }

    @Test("A removed view blocks on either side")
    func gone() throws {
        let engine = try Self.engine([:])
        var evaluator = engine.makeEvaluator()
        let view = Place<ViewID>.view(try engine.requireView("page"))
        try engine.removeView(engine.requireView("page"))
        let dana = Place<ViewID>.account(AccountID("dana"))
        #expect(evaluator.paste(ClipboardItem(), from: view, into: dana).line == "block - - - [view.unknown]")
        #expect(evaluator.paste(ClipboardItem(), from: dana, into: view).line == "block - - - [view.unknown]")
        #expect(evaluator.copy(ClipboardItem(), from: view).line == "block - - - [view.unknown]")
    }

    // MARK: The table

    /// A row of the table: the verdict at each of ``levels``, with `*` where a short text is allowed anyway.
    @Test(
        "Each cell is right without an exception, with a text within it, and with a longer one",
        arguments: [
            // Same managed account, same app.
            ("dana", "dana", "dana", "allow allow allow allow"),
            ("dana", "page", "dana", "allow allow allow allow"),
            // Same organization otherwise: the owner's side, then the destination's.
            ("dana", "kim", "dana", "block* allow allow allow"),
            ("dana", "app:silent", "dana", "block* allow allow allow"),
            ("dana", "app:kims", "dana", "block* allow allow allow"),
            ("dana", "kim", "kim", "block allow allow allow"),
            ("app:kims", "dana", "kim", "block* allow allow allow"),
            ("app:silent", "dana", "dana", "block allow allow allow"),
            // To no account, and to another organization.
            ("dana", "home", "dana", "block* block* block* allow"),
            ("dana", "notice", "dana", "block* block* block* allow"),
            ("dana", "app:plain", "dana", "block* block* block* allow"),
            ("dana", "app:unlisted", "dana", "block* block* block* allow"),
            ("dana", "robin", "dana", "block* block* block* allow"),
            // From no account, and from another organization; no exception lets anything in.
            ("home", "dana", "dana", "block block allow allow"),
            ("app:plain", "dana", "dana", "block block allow allow"),
            ("notice", "page", "dana", "block block allow allow"),
            ("dana", "robin", "robin", "block block allow allow"),
            // Neither side is managed.
            ("home", "notice", "dana", "allow allow allow allow"),
            ("app:plain", "inner", "dana", "allow allow allow allow"),
            // A managed app whose policy is unknown allows its own side.
            ("app:silent", "home", "dana", "allow allow allow allow"),
            ("app:silent", "app:silent", "dana", "allow allow allow allow"),
        ]
    )
    func cells(from: String, into: String, whose: String, row: String) throws {
        for (level, cell) in zip(Self.levels, row.split(separator: " ")) {
            for (exception, isExempt) in [(0, false), (10, true), (9, false)] {
                let engine = try Self.engine([whose: Self.setting(level, exception)])
                var evaluator = engine.makeEvaluator()
                let (source, destination) = (Self.place(from, in: engine), Self.place(into, in: engine))
                func paste(_ item: ClipboardItem) -> Verdict {
                    evaluator.paste(item, from: source, into: destination).verdict
                }
                let always: Verdict = cell == "allow" ? .allow : .block
                let text: Verdict = isExempt && cell == "block*" ? .allow : always
                let why: Comment = "\(from) into \(into), \(whose) has \(level) and \(exception)"
                #expect(paste(ClipboardItem(.text, characters: 10)) == text, why)
                #expect(paste(ClipboardItem(.text, characters: 0)) == always, why)
                #expect(paste(ClipboardItem(.image, characters: 10)) == always, why)
                #expect(paste(ClipboardItem(.file, characters: 10)) == always, why)
            }
        }
    }

    @Test("The owner's exception applies even if the destination's level blocks, and counts visible characters")
    func exception() throws {
        let owner = Self.setting("managedApps", 2)
        let engine = try Self.engine(["dana": owner, "kim": Self.setting("blocked", 100)])
        var evaluator = engine.makeEvaluator()
        let (dana, kim) = (Place<ViewID>.account(AccountID("dana")), Place<ViewID>.account(AccountID("kim")))
        // Two characters, of eleven and four code points.
        let family = ClipboardItem(text: "👨‍👩‍👧‍👦🇨🇭")
        #expect(family.characters == 2)
        let line = "allow - - - [clipboard.outbound.managedApps clipboard.exception]"
        #expect(evaluator.paste(family, from: dana, into: kim).line == line)
        let longer = evaluator.paste(ClipboardItem(text: "abc"), from: dana, into: kim)
        #expect(longer.line == "block - - - [clipboard.outbound.managedApps clipboard.inbound.blocked]")
        // 100 characters of kim's own texts are allowed out, and dana's level lets them in.
        let back = evaluator.paste(ClipboardItem(text: "abc"), from: kim, into: dana)
        #expect(back.line == "allow - - - [clipboard.exception clipboard.inbound.managedApps]")
    }

    @Test(
        "32 code points count as a character at least, so that none of them holds a text",
        arguments: [
            ("", "", 0, 0), ("ab", "c", 1, 3), ("a", "a", 63, 64),
            ("e", "\u{301}", 30, 1), ("e", "\u{301}", 63, 2), ("e", "\u{301}", 80_000, 2_500),
            // A flag whose tag spells a text.
            ("\u{1F3F4}", "\u{E0041}", 50_000, 1_562),
        ]
    )
    func characters(start: String, rest: String, count: Int, expected: Int) {
        let item = ClipboardItem(text: start + String(repeating: rest, count: count))
        #expect(item.characters == expected)
    }

    @Test("Both policies must allow, and both are named")
    func bothSides() throws {
        let engine = try Self.engine(["dana": Self.setting("managedApps"), "robin": Self.setting("blocked")])
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.paste(
            ClipboardItem(),
            from: .account(AccountID("dana")),
            into: .account(AccountID("robin"))
        )
        #expect(decision.line == "block - - - [clipboard.outbound.managedApps clipboard.inbound.blocked]")
    }

    // MARK: Copy

    @Test(
        "A copy is plain or protected, and fails only if its owner is unknown",
        arguments: [
            ("stranger", "", 1, "block - - - [identity.unknown]"),
            ("home", "blocked", 1, "plain - - - [identity.unmanaged clipboard.unmanaged]"),
            ("notice", "blocked", 1, "plain - - - [view.unmanaged clipboard.unmanaged]"),
            ("app:plain", "blocked", 1, "plain - - - [clipboard.unmanaged]"),
            ("app:silent", "allApps", 1, "protected - - - [clipboard.outbound.otherApp]"),
            ("app:kims", "blocked", 1, "plain - - - [clipboard.outbound.allApps]"),
            ("dana", "allApps", 1, "plain - - - [clipboard.outbound.allApps]"),
            ("page", "managedApps", 11, "protected - - - [clipboard.outbound.managedApps]"),
            ("page", "managedApps", 10, "plain - - - [clipboard.exception]"),
            ("kiosk", "managedApps", 0, "protected - - - [clipboard.outbound.managedApps]"),
            ("dana", "managedAppsWithPasteIn", 11, "protected - - - [clipboard.outbound.managedAppsWithPasteIn]"),
            ("dana", "blocked", 11, "protected - - - [clipboard.outbound.blocked]"),
        ]
    )
    func copies(from: String, level: String, characters: Int, line: String) throws {
        let engine = try Self.engine(level.isEmpty ? [:] : ["dana": Self.setting(level, 10)])
        var evaluator = engine.makeEvaluator()
        let item = ClipboardItem(.text, characters: characters)
        #expect(evaluator.copy(item, from: Self.place(from, in: engine)).line == line)
    }

    // MARK: Reasons

    @Test("The reasons name each side's setting with its place, and the message names the exception")
    func reasons() throws {
        let engine = try Self.engine(["dana": Self.setting("managedApps", 1), "robin": Self.setting("blocked", 7)])
        var evaluator = engine.makeEvaluator()
        let (dana, robin) = (Place<ViewID>.account(AccountID("dana")), Place<ViewID>.account(AccountID("robin")))
        let blocked = evaluator.paste(ClipboardItem(.text, characters: 2), from: dana, into: robin)
        let reasons = try evaluator.reasons(of: blocked)
        #expect(reasons.map(\.setting) == Array(repeating: "allowedOutboundClipboardSharingLevel", count: 2))
        #expect(reasons.compactMap(\.location?.line) == [5, 7])
        #expect(reasons.map(\.characterLimit) == [1, nil])
        #expect(reasons.first?.message.hasSuffix(" Text of up to 1 character may leave.") == true)
        #expect(reasons.last?.message == ReasonCode.clipboardInboundBlocked.sentence())

        let back = evaluator.paste(ClipboardItem(.text, characters: 7), from: robin, into: .account(AccountID("home")))
        let exception = try evaluator.reasons(of: back)
        #expect(exception.map(\.code) == [.clipboardException])
        #expect(exception.first?.setting == "allowedOutboundClipboardSharingExceptionLength")
        #expect(exception.first?.location?.line == 7)
        #expect(exception.first?.message.hasSuffix(" Text of up to 7 characters may leave.") == true)

        let protected = evaluator.copy(ClipboardItem(.text, characters: 8), from: robin)
        #expect(try evaluator.reasons(of: protected).first?.characterLimit == 7)
    }

    @Test(
        "If only the destination blocks, its reason names the length that the owner's exception lets through",
        arguments: [("kim", 7), ("robin", nil)] as [(String, Int?)]
    )
    func ownersLimit(destination: String, limit: Int?) throws {
        let settings = ["dana": Self.setting("allApps", 7), destination: Self.setting("blocked", 50)]
        var evaluator = try Self.engine(settings).makeEvaluator()
        let (dana, other) = (Place<ViewID>.account(AccountID("dana")), Place<ViewID>.account(AccountID(destination)))
        let blocked = evaluator.paste(ClipboardItem(.text, characters: 8), from: dana, into: other)
        let reasons = try evaluator.reasons(of: blocked)
        #expect(reasons.map(\.code) == [.clipboardOutboundAllApps, .clipboardInboundBlocked])
        #expect(reasons.map(\.characterLimit) == [nil, limit])
        #expect(try evaluator.sharedReasons(of: blocked) == reasons)
        let short = evaluator.paste(ClipboardItem(.text, characters: 7), from: dana, into: other)
        #expect(short.verdict == (limit == nil ? .block : .allow))
    }

    @Test("A reason about a view names the view that has the tag")
    func viewReasons() throws {
        let engine = try Self.engine([:])
        var evaluator = engine.makeEvaluator()
        let notice = Place<ViewID>.view(try engine.requireView("notice"))
        let inner = Place<ViewID>.view(try engine.requireView("inner"))
        let kiosk = Place<ViewID>.view(try engine.requireView("kiosk"))
        let dana = Place<ViewID>.account(AccountID("dana"))
        func line(_ from: Place<ViewID>, _ into: Place<ViewID>) throws -> [Int?] {
            let decision = evaluator.paste(ClipboardItem(), from: from, into: into)
            return try evaluator.reasons(of: decision).filter { $0.setting == "policy" }.map(\.location?.line)
        }
        #expect(try line(notice, dana) == [15])
        #expect(try line(dana, inner) == [17])
        #expect(try line(notice, inner) == [15])
        #expect(try line(inner, notice) == [17])
        #expect(try line(dana, kiosk) == [16])
        // A tag that the host set has no place.
        try engine.setWebViewPolicy(.currentIdentityBlockUpload, for: engine.requireView("page"))
        #expect(try line(dana, .view(try engine.requireView("page"))) == [nil])
    }
}
