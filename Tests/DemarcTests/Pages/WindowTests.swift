import Demarc
import PolicyModel
import TestSupport
import Testing

/// Windows are opened by naming them, and closed.
@Suite("Windows") struct WindowTests {
    private let engine: PolicyEngine
    private let dana = AccountID("dana")
    private let home = AccountID("home")
    private static let url = "https://contoso.example/"

    init() throws {
        engine = try DemarcTests.engine(
            """
            demarc: 1
            app: {multiIdentity: true, queriesSchemes: [x, x-intunemam]}
            user: none
            policies: {p: {allowedOutboundClipboardSharingLevel: managedApps, allowedOutboundDataTransferDestinations: none}}
            accounts: [{account: dana, organization: contoso, policy: p}, {account: home}]
            views: []
            """
        )
    }

    private func copy(_ place: Place<ViewID>) -> Verdict {
        var evaluator = engine.makeEvaluator()
        return evaluator.copy(ClipboardItem(characters: 50), from: place).verdict
    }

    @Test("Closing a window removes all its views, and copied items keep their owner")
    func closing() throws {
        engine.switchIdentity(to: dana, at: .window("w"))
        let root = try engine.addView(named: "root", isWebView: false, window: "w")
        let inner = try engine.addView(named: "inner", in: root)
        let other = try engine.addView(named: "other", window: "v")
        var evaluator = engine.makeEvaluator()
        let owner = evaluator.owner(of: .view(inner))
        engine.closeWindow("w")
        for gone in [root, inner] {
            #expect(evaluator.navigation(to: Self.url, in: gone).line == "block - - - [view.unknown]")
            #expect(evaluator.copy(ClipboardItem(), from: .view(gone)).transferLine == "block view.unknown")
            #expect(
                evaluator.paste(ClipboardItem(), from: .native(), into: .view(gone)).transferLine
                    == "block view.unknown"
            )
            #expect(evaluator.upload(from: .native(), into: gone).transferLine == "block view.unknown")
            #expect(evaluator.setting(.print, at: .view(gone)).transferLine == "block view.unknown")
            #expect(evaluator.send(to: "x.y", from: .view(gone)).transferLine == "block view.unknown")
            #expect(evaluator.save(to: .box, from: .view(gone)).transferLine == "block view.unknown")
        }
        #expect(engine.view(named: "inner") == nil)
        #expect(owner.account == dana)
        let paste = evaluator.paste(ClipboardItem(characters: 50), ownedBy: owner, into: .view(other))
        #expect(paste.transferLine == "block clipboard.outbound.managedApps")
        engine.closeWindow("w")
        engine.closeWindow("never opened")
        #expect(engine.view(named: "other") == other)
    }

    @Test("A new window inherits nothing from a closed one with the same name or slot")
    func reuse() throws {
        engine.switchIdentity(to: dana, at: .window("w"))
        engine.closeWindow("w")
        for window in ["w", "another"] as [WindowID] {
            let view = try engine.addView(window: window)
            #expect(copy(.view(view)) == .plain)
            #expect(copy(.native(window)) == .plain)
            #expect(engine.effectiveIdentity(in: window) == .noUser || engine.effectiveIdentity(in: window) == nil)
        }
    }

    @Test("Opening and closing windows leaves nothing behind")
    func churn() throws {
        let kept = try engine.addView(window: "kept")
        engine.switchIdentity(to: dana, at: .window("kept"))
        for number in 0..<2_000 {
            let window = WindowID("w\(number)")
            engine.switchIdentity(to: number % 2 == 0 ? dana : home, at: .window(window))
            let view = try engine.addView(window: window)
            #expect(copy(.view(view)) == (number % 2 == 0 ? .protected : .plain))
            engine.closeWindow(window)
        }
        #expect(copy(.view(kept)) == .protected)
        #expect(engine.openWindowCount == 1)
    }

    @Test("A view that becomes a root keeps its window, unless one is named")
    func moving() throws {
        engine.switchIdentity(to: dana, at: .window("w"))
        let box = try engine.addView(isWebView: false, window: "w")
        let view = try engine.addView(in: box)
        #expect(copy(.view(view)) == .protected)
        try engine.moveView(view, to: nil)
        #expect(copy(.view(view)) == .protected)
        engine.closeWindow("w")
        #expect(copy(.view(view)) == .block)

        engine.switchIdentity(to: dana, at: .window("v"))
        let other = try engine.addView()
        #expect(copy(.view(other)) == .plain)
        try engine.moveView(other, to: nil, window: "v")
        #expect(copy(.view(other)) == .protected)
        try engine.moveView(other, to: nil)
        #expect(copy(.view(other)) == .protected)
        // With a parent, the view is in its parent's window, and leaves that window with its parent.
        let outside = try engine.addView(isWebView: false)
        try engine.moveView(other, to: outside, window: "v")
        #expect(copy(.view(other)) == .plain)
        engine.closeWindow("v")
        #expect(copy(.view(other)) == .plain)
        #expect(throws: ViewTreeError.unknownView) { try engine.moveView(view, to: nil, window: "new") }
        #expect(engine.openWindowCount == 0)
    }

    @Test("Every question about who acts can come from a window")
    func questions() throws {
        engine.switchIdentity(to: dana, at: .window("w"))
        var evaluator = engine.makeEvaluator()
        for (window, isManaged) in [("w", true), (nil, false)] as [(WindowID?, Bool)] {
            let (url, wrapped) = ("x:y", "x-intunemam://x%3Ay")
            let decisions = [
                evaluator.open(url.utf8.span, in: window), evaluator.canOpen(url.utf8.span, in: window),
                evaluator.universalLink(Self.url.utf8.span, in: window),
                evaluator.openIncoming(wrapped.utf8.span, from: nil, in: window),
                evaluator.save(to: .box, in: window), evaluator.open(from: .camera, in: window),
                evaluator.send(to: "x.y", in: window), evaluator.receive(from: "x.y", in: window),
                evaluator.appSharing(in: window), evaluator.setting(.spotlight, in: window),
            ]
            for decision in decisions { #expect(decision.has(.identityUnmanaged) != isManaged, "\(decision.line)") }
            #expect(evaluator.isAppSharingAllowed(in: window) != isManaged)
        }
    }

    @Test(
        "In a window that is not open it is not known who acts, so everything is blocked that names no account",
        arguments: ["closed", "never opened"] as [WindowID]
    )
    func closed(window: WindowID) throws {
        engine.switchIdentity(to: dana, at: .window("closed"))
        engine.closeWindow("closed")
        engine.switchIdentity(to: home, at: .hostWide)
        var evaluator = engine.makeEvaluator()
        let (url, wrapped) = ("x:y", "x-intunemam://x%3Ay")
        func expect(_ decision: Decision) {
            #expect(decision.verdict == .block && decision.reasonCodes == [.windowUnknown], "\(decision.line)")
        }
        expect(evaluator.open(url.utf8.span, in: window))
        expect(evaluator.canOpen(url.utf8.span, in: window))
        expect(evaluator.universalLink(Self.url.utf8.span, in: window))
        expect(evaluator.openIncoming(wrapped.utf8.span, from: nil, in: window))
        expect(evaluator.save(to: .box, in: window))
        expect(evaluator.open(from: .camera, in: window))
        expect(evaluator.send(to: "x.y", in: window))
        expect(evaluator.receive(from: "x.y", in: window))
        expect(evaluator.appSharing(in: window))
        for setting in SingleSetting.allCases { expect(evaluator.setting(setting, in: window)) }
        expect(evaluator.copy(ClipboardItem(), from: .native(window)))
        expect(evaluator.paste(ClipboardItem(), from: .native(window), into: .native()))
        expect(evaluator.paste(ClipboardItem(), from: .native(), into: .native(window)))
        for decision in evaluator.saveLocations(in: window).values { expect(decision) }
        for decision in evaluator.openLocations(in: window).values { expect(decision) }
        let (mayShare, owner) = (evaluator.isAppSharingAllowed(in: window), evaluator.owner(of: .native(window)))
        #expect(!mayShare && owner == ClipboardOwner(isManaged: true))
        let configuration = evaluator.appConfiguration(in: window)
        #expect(configuration == .empty)
        let launch = evaluator.launch(
            device: DeviceFacts(),
            access: AccessState(),
            at: Instant(secondsSince1970: 0),
            in: window
        )
        #expect(launch.verdict == .block && launch.reasons.map(\.code) == [.windowUnknown])
        let pin = evaluator.pin(PINCandidate("471199"), in: window)
        #expect(pin.outcome == .launch(.block) && pin.reasons.map(\.code) == [.windowUnknown])
        #expect(engine.effectiveIdentity(in: window) == nil && engine.effectiveIdentity(for: .ui(window)) == nil)
        // Who is named acts there nevertheless.
        #expect(evaluator.save(to: .box, ownedBy: home, in: window).verdict == .allow)
        #expect(engine.withTaskIdentity(home) { evaluator.save(to: .box, in: window).verdict } == .allow)

        #expect(!engine.isOpen(window))
        #expect(engine.openWindow(window) && !engine.openWindow(window) && engine.isOpen(window))
        #expect(evaluator.save(to: .box, in: window).has(.identityUnmanaged))
        #expect(engine.effectiveIdentity(in: window) == home)
    }

    @Test("A window that closes while the host asks for a PIN stays closed")
    func closedBySwitch() {
        engine.switchIdentity(to: home, at: .window("w"))
        engine.setSwitchHandler { [engine] _, _ in
            engine.closeWindow("w")
            return .success
        }
        #expect(engine.switchIdentity(to: dana, at: .window("w")) == .failed)
        #expect(!engine.isOpen("w"))
        // A window that was not open is opened by the switch.
        #expect(engine.switchIdentity(to: dana, at: .window("w")) == .success)
        #expect(engine.isOpen("w"))
    }

    @Test("A window that is opened again while the host asks for a PIN inherits nothing")
    func reopenedBySwitch() {
        engine.openWindow("w")
        engine.setSwitchHandler { [engine] _, _ in
            engine.closeWindow("w")
            engine.openWindow("w")
            return .success
        }
        #expect(engine.switchIdentity(to: dana, at: .window("w")) == .failed)
        #expect(engine.showAccounts([dana, home], at: .window("w")) == .failed)
        #expect(engine.switchIdentity(to: dana, atOpen: .window("w")) == nil)
        #expect(engine.isOpen("w") && engine.effectiveIdentity(for: .ui("w")) == nil)
        // Another window is not affected.
        engine.openWindow("v")
        #expect(engine.switchIdentity(to: dana, at: .window("v")) == .success)
        #expect(engine.effectiveIdentity(in: "v") == dana)
    }

    @Test("Setting a window's level opens it, even if the level is unset", arguments: [nil, .noUser] as [AccountID?])
    func openedBySwitch(account: AccountID?) {
        engine.switchIdentity(to: home, at: .hostWide)
        #expect(engine.switchIdentity(to: account, atOpen: .window("w")) == nil && !engine.isOpen("w"))
        #expect(engine.switchIdentity(to: account, at: .window("w")) == .success && engine.isOpen("w"))
        #expect(engine.effectiveIdentity(in: "w") == account ?? home)
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.setting(.print, in: "w")
        #expect(decision.verdict == .allow && !decision.has(.windowUnknown), "\(decision.line)")
    }

    @Test("A change that opens no window never opens one that another thread has just closed")
    func closedMeanwhile() throws {
        let (engine, home) = (self.engine, self.home)
        let view = try engine.addView(named: "moved")
        let rounds = TestSize.count(2_000, exhaustive: 50_000)
        let refused: [Int] = try onThreads([
            {
                (0..<rounds).count { _ in
                    let isNew = engine.openWindow("w")
                    engine.closeWindow("w")
                    return !isNew
                }
            },
            {
                for _ in 0..<rounds {
                    _ = engine.switchIdentity(to: home, atOpen: .window("w"))
                    _ = engine.showAccounts([home, .noUser], atOpen: .window("w"))
                    _ = try? engine.moveView(view, to: nil, inOpen: "w")
                    let added = NewView(name: nil, isWebView: true, parent: nil, policy: .unset, opener: nil)
                    _ = try? engine.add(added, inOpen: "w")
                }
                return 0
            },
        ])
        // Only the first thread opens the window, so it is never open when that thread opens it.
        #expect(refused == [0, 0])
    }

    @Test("A change that opens no window changes nothing in a window that is not open, and everything in one that is")
    func onlyOpenWindows() throws {
        let view = try engine.addView(named: "moved")
        let added = NewView(name: "added", isWebView: true, parent: nil, policy: .unset, opener: nil)
        for isOpen in [false, true] {
            if isOpen { engine.openWindow("w") }
            let success: SwitchIdentityResult? = isOpen ? .success : nil
            #expect(engine.switchIdentity(to: dana, atOpen: .window("w")) == success)
            #expect(engine.showAccounts([dana, home], atOpen: .window("w")) == success)
            let isMoved = try engine.moveView(view, to: nil, inOpen: "w")
            let id = try engine.add(added, inOpen: "w")
            #expect(isMoved == isOpen && (id != nil) == isOpen)
            #expect(engine.isOpen("w") == isOpen)
            #expect((engine.view(named: "added") != nil) == isOpen)
        }
        #expect(engine.switchIdentity(to: dana, atOpen: .hostWide) == .success)
        #expect(engine.switchIdentity(to: AccountID("nobody"), atOpen: .window("w")) == .failed)
    }
}
