import PolicyModel
import RuleIndex
import TestSupport
import Testing

@testable import PolicyAnalysis

/// Law L3: whatever somebody with a piece of organization data can do with it in some steps, the audit has told.
///
/// The walk knows nothing of graphs, classes of requests or witnesses. It asks the engine about random deeds with the names
/// of the document, does what is allowed, and notes where the piece got to.
@Suite("A random walk with a piece of data") struct TokenWalkTests {
    private struct Walk {
        let asking: FlowAsking
        let document: PolicyDocument
        let organization: String
        var random: SplitMix
        /// Where the piece is now: with an account of the organization.
        var holder: AccountID
        /// The classes of places of others that it got to, each with the deed.
        var escapes: [String: String] = [:]

        private var members: [AccountID] {
            document.accounts.managed.filter { $0.organization == organization }.map(\.id)
        }

        private var strangers: [AccountID] {
            [asking.personal]
                + document.accounts.accounts.filter { !$0.isManaged || $0.organization != organization }
                .map(\.id)
        }

        private func isOurs(_ app: AppID) -> Bool {
            (document.apps ?? []).contains { $0.id == app && $0.isManaged && $0.organization == organization }
        }

        private func ask(_ question: Question, as user: AccountID, _ world: FlowRequest.World = .completed) -> FlowStep?
        {
            asking.ask(FlowRequest(world: world, user: user, question: question))
        }

        private mutating func note(_ sink: String, _ question: Question) {
            if escapes[sink] == nil { escapes[sink] = "\(holder): \(question.words)" }
        }

        mutating func step() {
            let item = ClipboardItem(random.one(of: ClipboardItem.Kind.allCases), characters: random.number(in: 1...30))
            switch random.number(in: 0...6) {
            case 0:
                let copy = Question.copy(item, from: .account(holder))
                if ask(copy, as: holder)?.verdict == .plain { note("app", copy) }
            case 1:
                let other = random.one(of: members)
                let paste = Question.paste(item, from: .account(holder), into: .account(other))
                if ask(paste, as: other)?.verdict == .allow { holder = other }
            case 2: save()
            case 3:
                let apps = [asking.otherApp] + (document.apps ?? []).map(\.id)
                let app = random.one(of: apps)
                let send = Question.send(
                    to: app,
                    via: random.one(of: SharingMethod.allCases),
                    ownedBy: .account(holder)
                )
                if !isOurs(app), ask(send, as: holder)?.verdict == .allow { note("app", send) }
            case 4:
                let setting = random.one(of: SingleSetting.allCases)
                let use = Question.setting(setting, of: .account(holder))
                guard let step = ask(use, as: holder), step.verdict == .allow, setting != .fileEncryption else {
                    return
                }
                if setting != .notifications || step.has(.settingNotificationsAllowed) { note(setting.rawValue, use) }
            case 5: follow(.universalLink(random.one(of: ["https://example.net/", "https://a.contoso.com/"])), "https")
            default:
                let scheme = random.one(of: ["https", "tel", "sms", "mailto", "notes", "pager", "wiki", "unknown"])
                let rest = ["https": "//example.net/", "tel": "+1", "sms": "+1", "mailto": "a@example.net"]
                follow(.open("\(scheme):\(rest[scheme] ?? "//x")"), scheme)
            }
        }

        private mutating func save() {
            let location = random.one(of: SaveLocation.allCases)
            let owner = random.one(of: members + strangers + [.noUser])
            let save = Question.save(to: location, of: owner, ownedBy: .account(holder))
            guard ask(save, as: holder)?.verdict == .allow else { return }
            guard members.contains(owner) else { return note("storage", save) }
            guard let place = OpenLocation(rawValue: location.rawValue) else { return }
            let reader = random.one(of: members + strangers)
            let open = Question.openFrom(place, of: owner, receivedBy: reader)
            guard ask(open, as: reader)?.verdict == .allow else { return }
            if members.contains(reader) { holder = reader } else { note("account", open) }
        }

        private mutating func follow(_ question: Question, _ scheme: String) {
            guard let step = ask(question, as: holder, .document), step.verdict != .block else { return }
            switch step.destination {
            case .unmanagedBrowser: note("browser", question)
            case .unmanagedApp: note("app", question)
            case .system:
                let sinks = ["tel": "calls", "sms": "calls", "mailto": "calls"]
                let isWeb = scheme == "https" && question.kind == .open
                note(sinks[scheme] ?? (isWeb ? "browser" : "app"), question)
            case .view, .managedApp, .managedBrowser, .installBrowser, nil: break
            }
        }
    }

    @Test("gets nowhere that the audit has no path to", arguments: 0..<4)
    func walks(part: Int) {
        var escapes = 0
        for seed in stride(from: part, to: TestSize.isExhaustive ? 1000 : 60, by: 4) {
            let document = RandomWorld(seed: UInt64(seed) + 7000).document
            let policy = CompiledPolicy(document)
            let audit = PolicyAudit(policy, .init(findsFixes: false))
            #expect(audit.refusedCount == 0, "seed \(seed)")
            let asking = FlowAsking(policy)
            for organization in ["contoso", "fabrikam"] {
                let members = document.accounts.managed.filter { $0.organization == organization }
                let told = Set(audit.paths.filter { $0.organization == organization }.map(\.sink.sinkClass.name))
                for (number, member) in members.enumerated() {
                    var walk = Walk(
                        asking: asking,
                        document: document,
                        organization: organization,
                        random: SplitMix(seed: UInt64(seed * 100 + number)),
                        holder: member.id
                    )
                    for _ in 0..<120 { walk.step() }
                    escapes += walk.escapes.count
                    for (sink, deed) in walk.escapes where !told.contains(sink) {
                        Issue.record(
                            "seed \(seed): \(organization) data got to \(sink) by \(deed), and no path tells it"
                        )
                    }
                }
            }
        }
        #expect(escapes > 100, "walks that stay inside show nothing")
    }
}
