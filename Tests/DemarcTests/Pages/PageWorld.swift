import Demarc
import PolicyModel
import RuleIndex
import TestSupport

/// An engine and its model, which receive the same events.
final class PageWorld {
    typealias Model = PageModel

    /// A decision that can be reported later.
    private struct Pending {
        var decision: Decision
        var view: Int
        var loads: (page: Model.Page, isWithoutUploads: Bool)?
        /// How many decisions were made before.
        var order: Int
    }

    private static let names = ["dana", "kim", "robin", "home"]
    private static let windows = ["left", "right"]
    private static let tags = ["unset", "unmanaged", "currentIdentity", "currentIdentityBlockUpload"]

    /// The documents that alternate: with everybody, without kim, with robin unmanaged, and with views without a tag
    /// treated as unmanaged.
    private static let documents: [(policy: CompiledPolicy, people: [String: Model.Person], flag: Bool)] = [
        document(), document(without: "kim"), document(unmanaged: "robin"), document(flag: true),
    ]

    private static func document(
        without missing: String? = nil,
        unmanaged: String? = nil,
        flag: Bool = false
    ) -> (policy: CompiledPolicy, people: [String: Model.Person], flag: Bool) {
        var people = [
            "dana": Model.Person(isManaged: true, organization: "contoso"),
            "kim": Model.Person(isManaged: true, organization: "contoso"),
            "robin": Model.Person(isManaged: true, organization: "fabrikam"),
            "home": Model.Person(isManaged: false, organization: "contoso"),
        ]
        if let missing { people[missing] = nil }
        if let unmanaged { people[unmanaged]?.isManaged = false }
        let accounts = people.sorted { $0.key < $1.key }.map { name, person in
            Account(id: AccountID(name), organization: person.organization, policy: person.isManaged ? "p" : nil)
        }
        var policy = AppProtectionPolicy(name: "p")
        policy.allowedOutboundClipboardSharingLevel = .managedApps
        var app = AppSettings()
        app.multiIdentity = true
        app.multiManagedIdentities = true
        app.treatAllWebViewsAsUnmanaged = flag
        app.webViewHandledURLSchemes = ["handled"]
        let document = PolicyDocument(
            app: app,
            policies: ["p": policy],
            accounts: AccountDirectory(accounts),
            user: nil
        )
        return (CompiledPolicy(document), people, flag)
    }

    private var random: SplitMix
    private let engine: PolicyEngine
    private var evaluators: [EvaluatorBox]
    private var model: Model
    private var ids: [Int: ViewID] = [:]
    private var containers: [ViewID] = []
    private var pending: [Pending] = []
    private var count = 0
    /// The events so far, for debugging a failure.
    private(set) var history: [String] = []
    private(set) var differences: [String] = []
    /// The kinds of pages that occurred.
    private(set) var met: Set<String> = []

    init(seed: UInt64) throws {
        random = SplitMix(seed: seed)
        engine = PolicyEngine(Self.documents[0].policy)
        evaluators = [EvaluatorBox(engine), EvaluatorBox(engine)]
        model = Model(people: Self.documents[0].people)
        for (tag, window) in [("unset", nil), ("unset", "left")] as [(String, String?)] {
            containers.append(try engine.addView(isWebView: false, window: window.map { WindowID($0) }))
            model.containers.append((tag, window))
        }
        for _ in 0..<3 { try add() }
    }

    /// Performs a random event, and compares every view.
    func step() throws {
        switch random.number(in: 0...19) {
        case 0...4: try decide()
        case 5...8: try report()
        case 9...11: switchIdentity()
        case 12: try retag()
        case 13: try move()
        case 14: signInOrOut()
        case 15: reload()
        case 16: try add()
        case 17 where random.once(in: 2): try remove()
        case 18 where random.once(in: 3): try close()
        default: try decide()
        }
        guard let view = model.views.keys.sorted().randomElement(using: &random) else { return try add() }
        compare(view)
    }

    // MARK: Events

    private func someView() -> Int? { model.views.keys.sorted().randomElement(using: &random) }

    private func note(_ text: String) { history.append(text) }

    private func add() throws {
        guard model.views.count < 5 else { return }
        let opener = random.once(in: 2) ? someView() : nil
        var view = Model.View()
        view.tag = random.one(of: Self.tags)
        view.container = random.once(in: 3) ? random.number(in: 0...1) : nil
        view.window = view.container == nil && random.once(in: 2) ? random.one(of: Self.windows) : nil
        if let opener, let opened = model.views[opener] {
            view.page = opened.page == .unreported ? .ofOpener(opener) : opened.page
            view.loader = opened.loader ?? opener
            // The tag of an opener that shows a page of its own, or of its own opener, stays with the page.
            let isBlocked = opened.page != .unreported && model.tag(of: opened) == "currentIdentityBlockUpload"
            view.isLoadedWithoutUploads = opened.isLoadedWithoutUploads || isBlocked
        }
        count += 1
        note("add \(count) \(view) opened by \(opener.map(String.init) ?? "nobody")")
        ids[count] = try engine.addView(
            in: view.container.map { containers[$0] },
            policy: WebViewPolicy(rawValue: view.tag) ?? .unset,
            window: view.window.map { WindowID($0) },
            opener: opener.flatMap { ids[$0] }
        )
        model.views[count] = view
    }

    private func remove() throws {
        guard let view = someView(), let id = ids[view] else { return }
        note("remove \(view)")
        try engine.removeView(id)
        model.views[view] = nil
    }

    private func close() throws {
        let window = random.one(of: Self.windows)
        note("close \(window)")
        engine.closeWindow(WindowID(window))
        model.levels[window] = nil
        for (number, view) in model.views where model.window(of: view) == window { model.views[number] = nil }
        for number in containers.indices where model.containers[number].window == window {
            // A container was removed with its window; a new container takes its place.
            containers[number] = try engine.addView(isWebView: false)
            model.containers[number] = ("unset", nil)
        }
    }

    private func decide() throws {
        guard let number = someView(), let view = model.views[number], let id = ids[number] else { return }
        let isExternal = random.once(in: 3)
        let kind = random.number(in: 0...7)
        let url = [5: "about:blank", 6: "handled:x", 7: "file:///x"][kind] ?? "https://contoso.example/\(kind)"
        let isSameDocument = kind == 4
        let decision = evaluators[random.number(in: 0...1)].evaluator.navigation(
            to: url.utf8.span,
            in: id,
            answer: isExternal ? .external : .internal,
            isSameDocument: isSameDocument
        )
        count += 1
        let loads = kind < 4 ? model.decides(view, isExternal: isExternal) : nil
        note("decide \(number) \(url) \(isExternal ? "external" : "internal") \(isSameDocument): \(decision.line)")
        pending.append(Pending(decision: decision, view: number, loads: loads, order: count))
        // Most decisions are reported at once.
        if !random.once(in: 3) { try report(pending.count - 1) }
    }

    private func report() throws {
        guard !pending.isEmpty else { return }
        try report(random.number(in: 0...pending.count - 1))
    }

    private func report(_ position: Int) throws {
        let report = pending[position]
        if random.once(in: 2) { pending.remove(at: position) }  // Otherwise it is reported again later.
        // Sometimes another view reports it, which the deciding view may have opened.
        let number = random.once(in: 8) ? someView() ?? report.view : report.view
        guard let id = ids[number] else { return }
        var expected: ViewTreeError?
        if let loads = report.loads {
            if var view = model.views[number] {
                if number == report.view, report.order < view.lastReported {
                    expected = .outdatedNavigation
                } else {
                    let shown = number == report.view ? loads : model.shows(view, loads)
                    // A decision made for another view counts as made now, after all others.
                    view.lastReported = number == report.view ? report.order : count + 1
                    view.page = shown.page
                    view.loader = nil
                    view.isLoadedWithoutUploads = shown.isWithoutUploads
                    model.views[number] = view
                }
            } else {
                expected = .unknownView
            }
        }
        var thrown: ViewTreeError?
        do throws(ViewTreeError) { try engine.didNavigate(id, report.decision) } catch { thrown = error }
        note("report \(report.order) of \(report.view) in \(number)")
        if thrown != expected {
            differ("reporting gives \(String(describing: thrown)), not \(String(describing: expected))")
        }
    }

    private func switchIdentity() {
        let level = random.one(of: ["process", "host", "host"] + Self.windows)
        let at: IdentityLevel = level == "process" ? .process : level == "host" ? .hostWide : .window(WindowID(level))
        let count = random.number(in: 0...5)
        let names =
            count == 0
            ? nil
            : count < 5
                ? [random.one(of: Self.names + [""])] : Array(Set(["dana", random.one(of: Self.names)])).sorted()
        note("\(level) is \(names.map { "\($0)" } ?? "unset")")
        guard let names else {
            engine.switchIdentity(to: nil, at: at)
            model.levels[level] = nil
            return
        }
        let result = engine.showAccounts(names.map { AccountID($0) }, at: at)
        let isPossible = names.allSatisfy { $0.isEmpty || model.isSignedIn($0) }
        if (result == .success) != isPossible { differ("switching to \(names) gives \(result)") }
        if isPossible { model.levels[level] = names }
    }

    private func retag() throws {
        let tag = random.one(of: Self.tags)
        let policy = WebViewPolicy(rawValue: tag) ?? .unset
        if random.once(in: 3) {
            let number = random.number(in: 0...1)
            note("container \(number) is \(tag)")
            try engine.setWebViewPolicy(policy, for: containers[number])
            model.containers[number].tag = tag
        } else if let number = someView(), let id = ids[number] {
            note("\(number) is \(tag)")
            try engine.setWebViewPolicy(policy, for: id)
            model.views[number]?.tag = tag
        }
    }

    private func move() throws {
        guard let number = someView(), let id = ids[number], let view = model.views[number] else { return }
        let container = random.once(in: 2) ? random.number(in: 0...1) : nil
        let window = random.once(in: 2) ? random.one(of: Self.windows) : nil
        note("move \(number) to \(container.map(String.init) ?? "the root"), window \(window ?? "not named")")
        try engine.moveView(id, to: container.map { containers[$0] }, window: window.map { WindowID($0) })
        let windowSoFar = model.window(of: view)
        model.views[number]?.window = container == nil ? window ?? windowSoFar : nil
        model.views[number]?.container = container
    }

    private func signInOrOut() {
        let name = random.one(of: Self.names)
        guard model.people[name] != nil else { return }
        note(model.isSignedIn(name) ? "\(name) signs out" : "\(name) signs in")
        if model.isSignedIn(name) {
            engine.signOut(AccountID(name))
            model.signedOut.insert(name)
            for (level, names) in model.levels {
                let left = names.filter { $0 != name }
                model.levels[level] = left.isEmpty ? nil : left
            }
        } else {
            engine.signIn(AccountID(name))
            model.signedOut.remove(name)
        }
    }

    private func reload() {
        let number = random.number(in: 0...Self.documents.count - 1)
        note("document \(number)")
        engine.reload(Self.documents[number].policy)
        model.people = Self.documents[number].people
        model.treatsAllAsUnmanaged = Self.documents[number].flag
    }

    // MARK: Comparing

    private func differ(_ text: String) {
        if differences.isEmpty { differences = history }
        differences.append("  \(text)")
    }

    private func compare(_ number: Int) {
        guard let view = model.views[number], let id = ids[number] else { return }
        let (source, destination) = (model.source(view), model.destination(view))
        met.insert("\(Self.kind(of: view.page)) \(Self.kind(of: source)) \(Self.kind(of: destination))")
        let box = evaluators[random.number(in: 0...1)]
        let place = Place<ViewID>.view(id)

        let owner = box.evaluator.owner(of: place)
        let expected: (AccountID?, Bool) =
            switch source {
            case .unmanaged: (nil, false)
            case .account(let name): (AccountID(name), true)
            case .several, .unknown: (nil, true)
            }
        if owner.account != expected.0 || owner.isManaged != expected.1 {
            differ("\(number) is \(owner), not \(source)")
        }

        let text = ClipboardItem(characters: 50)
        let copy = box.evaluator.copy(text, from: place)
        let verdict: Verdict =
            switch source {
            case .unmanaged: .plain
            case .account, .several: .protected
            case .unknown: .block
            }
        if copy.verdict != verdict { differ("copying from \(number): \(copy.line), from \(source)") }
        let codes = Set(copy.reasonCodes.map(\.rawValue))
        switch (source, view.page) {
        case (.unknown(let why), _): if codes != [why] { differ("copying from \(number): \(codes), not \(why)") }
        case (_, .account): if !codes.contains("page.loadedFor") { differ("copying from \(number): \(codes)") }
        case (_, .unmanaged("page.unmanagedView")):
            if codes.isDisjoint(with: ["page.unmanagedView", "view.unmanaged", "view.treatAllWebViewsAsUnmanaged"]) {
                differ("copying from \(number): \(codes)")
            }
        case (_, .unmanaged(let why)):
            if !codes.contains(why) { differ("copying from \(number): \(codes), not \(why)") }
        default: break
        }
        paste(text, into: number, view, id, destination, box)
    }

    private func paste(
        _ text: ClipboardItem,
        into number: Int,
        _ view: Model.View,
        _ id: ViewID,
        _ destination: Model.Owner,
        _ box: EvaluatorBox
    ) {
        let isFrame = random.once(in: 4)
        let place = isFrame ? Place<ViewID>.externalFrame(id) : .view(id)
        let into = isFrame ? .unmanaged : destination
        let from: [(Place<ViewID>, Model.Owner)] =
            [(.app("plain"), .unmanaged)]
            + ["dana", "robin"].map { name in
                let isManaged = model.isSignedIn(name) && model.people[name]?.isManaged == true
                return (
                    .account(AccountID(name)),
                    isManaged ? .account(name) : model.isSignedIn(name) ? .unmanaged : .unknown("identity.unknown")
                )
            }
        for (source, owner) in from {
            let decision = box.evaluator.paste(text, from: source, into: place)
            let upload = box.evaluator.upload(from: source, into: id, isExternalFrame: isFrame)
            let isAllowed = !model.takesNothing(view) && model.goes(from: owner, into: into)
            if decision.verdict != (isAllowed ? .allow : .block) {
                differ("pasting \(owner) into \(place) of \(into): \(decision.line)")
            }
            // The level for uploads is `allApps`, so only unknown owners and views that block uploads block.
            var isTaken = !model.takesNothing(view)
            for side in [owner, into] {
                switch side {
                case .unknown, .several: isTaken = false
                case .unmanaged, .account: break
                }
            }
            if upload.verdict != (isTaken ? .allow : .block) {
                differ("uploading \(owner) into \(place) of \(into): \(upload.line)")
            }
        }
    }

    private static func kind(of page: Model.Page) -> String { "\(page)".prefix { $0 != "(" }.description }

    private static func kind(of owner: Model.Owner) -> String { "\(owner)".prefix { $0 != "(" }.description }

    private final class EvaluatorBox {
        var evaluator: Evaluator
        init(_ engine: PolicyEngine) { evaluator = engine.makeEvaluator() }
    }
}
