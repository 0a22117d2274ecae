import Diagnostics
import PolicyModel
import RuleIndex
import Scenarios
import TestSupport
import Testing
import URLMatching
import URLStandard

@testable import PolicyAnalysis
@testable import RuleRegions

/// Law L3: whatever a person can do with a piece of organization data in some steps, the audit has reported, as a path
/// that needs only the gates that the walk used.
///
/// The walk does not use graphs, classes of requests or witnesses. It queries the engine about random actions with the
/// names of the document, does what is allowed, and records where the piece gets to.
@Suite("Random walks with a piece of data") struct TokenWalkTests {
    private struct Walk {
        let asking: FlowAsking
        let document: PolicyDocument
        let organization: String
        var random: SplitMix
        /// The account of the organization that holds the piece now.
        var holder: AccountID
        /// The gates that the walk has used so far: the settings, rules and declarations that caused the answers.
        var used: Set<FlowGate> = []
        /// The classes of sinks that the piece reached, each with the gates used and the action.
        var escapes: [Escape: String] = [:]
        /// The accounts outside that got the piece from an account, each with that account and the action.
        var reached: [AccountID: (from: AccountID, deed: String)] = [:]

        struct Escape: Hashable {
            var sink: String
            var gates: Set<FlowGate>
        }

        private var members: [AccountID] {
            document.accounts.managed.filter { $0.organization == organization }.map(\.id)
        }

        private var strangers: [AccountID] {
            [asking.personal]
                + document.accounts.accounts.filter { !$0.isManaged || $0.organization != organization }
                .map(\.id)
        }

        private func isOurs(_ app: AppID) -> Bool {
            // An app without an organization belongs to the organization of all managed accounts, if there is only one.
            let all = Set(document.accounts.managed.map(\.organization))
            let only = all.count == 1 ? all.first ?? nil : nil
            return (document.apps ?? []).contains {
                $0.id == app && $0.isManaged && ($0.organization ?? only) == organization
            }
        }

        private func ask(_ question: Question, as user: AccountID, _ world: FlowRequest.World = .completed) -> FlowStep?
        {
            asking.ask(FlowRequest(world: world, user: user, question: question))
        }

        /// Records that the piece left the organization through an answer.
        private mutating func note(_ sink: String, _ step: FlowStep, by user: AccountID? = nil) {
            let escape = Escape(sink: sink, gates: used.union(behind(step, user ?? holder)))
            if escapes[escape] == nil { escapes[escape] = "\(holder): \(step.request.question.words)" }
        }

        /// Records which account outside got the piece.
        private mutating func note(_ stranger: AccountID, _ step: FlowStep) {
            if reached[stranger] == nil { reached[stranger] = (holder, step.request.question.words) }
        }

        /// The causes of an answer: the settings and rules that its reasons name, or the settings for this kind of
        /// question if they name none.
        private func behind(_ step: FlowStep, _ user: AccountID) -> Set<FlowGate> {
            var gates: Set<FlowGate> = []
            for reason in step.reasons {
                if let setting = SettingInForce(reason, in: document) { gates.insert(FlowGate(setting)) }
                if let gate = FlowGate(configurationBehind: reason, in: document) { gates.insert(gate) }
                if let rule = reason.rule { gates.insert(FlowGate(rule, in: document)) }
            }
            for gate in gates where gate.setting == .exemptedUniversalLinks {
                gates.formUnion(entries(of: gate, behind: step.request.question))
            }
            let installed = step.request.installed ?? []
            for app in document.apps ?? [] where installed.contains(app.id) { gates.insert(FlowGate(app)) }
            let subjects: [PolicySetting] =
                switch step.request.question.kind {
                case .copy: [.allowedOutboundClipboardSharingLevel]
                case .save: [.saveAsBlocked]
                case .open, .universalLink: [.allowedOutboundDataTransferDestinations, .customBrowserProtocol]
                default: [.allowedOutboundDataTransferDestinations]
                }
            let policy = document.accounts[user]?.policy
            return gates.union(subjects.compactMap { FlowGate($0, of: policy, in: document) })
        }

        /// A gate for each entry of a list that exempts the link of a question: the audit names the entry if it can say
        /// which one opens the path.
        private func entries(of list: FlowGate, behind question: Question) -> [FlowGate] {
            guard case .universalLink(let text) = question, let url = try? URLRecord(parsing: text.utf8.span) else {
                return []
            }
            var form = URLRecord()
            form.become(matchingFormOf: url)
            let entries = document.policies[list.owner]?.exemptedUniversalLinks ?? []
            return entries.filter { (try? LinkPattern($0, as: .universalLink))?.matches(form: form) ?? false }
                .map { entry in
                    var gate = list
                    gate.value = entry
                    return gate
                }
        }

        /// Moves the piece to another account of the organization.
        private mutating func move(to account: AccountID, by step: FlowStep) {
            used.formUnion(behind(step, holder))
            holder = account
        }

        mutating func step() {
            let item = ClipboardItem(random.one(of: ClipboardItem.Kind.allCases), characters: random.number(in: 1...30))
            switch random.number(in: 0...6) {
            case 0:
                let copy = Question.copy(item, from: .account(holder))
                if let step = ask(copy, as: holder), step.verdict == .plain { note("app", step) }
            case 1:
                paste(item)
            case 2: save()
            case 3:
                let apps = [asking.otherApp] + (document.apps ?? []).map(\.id)
                let app = random.one(of: apps)
                let send = Question.send(
                    to: app,
                    via: random.one(of: SharingMethod.allCases),
                    ownedBy: .account(holder)
                )
                if !isOurs(app), let step = ask(send, as: holder), step.verdict == .allow { note("app", step) }
            case 4:
                let setting = random.one(of: SingleSetting.allCases)
                let use = Question.setting(setting, of: .account(holder))
                guard let step = ask(use, as: holder), step.verdict == .allow, setting != .fileEncryption else {
                    return
                }
                if setting != .notifications || step.value == .allow { note(setting.rawValue, step) }
            case 5: follow(.universalLink(random.one(of: ["https://example.net/", "https://a.contoso.com/"])), "https")
            default:
                let scheme = random.one(of: ["https", "tel", "sms", "mailto", "notes", "pager", "wiki", "unknown"])
                let rest = ["https": "//example.net/", "tel": "+1", "sms": "+1", "mailto": "a@example.net"]
                follow(.open("\(scheme):\(rest[scheme] ?? "//x")"), scheme)
            }
        }

        private mutating func paste(_ item: ClipboardItem) {
            let other = random.one(of: members + strangers)
            let paste = Question.paste(item, from: .account(holder), into: .account(other))
            guard let pasted = ask(paste, as: other), pasted.verdict == .allow else { return }
            guard !members.contains(other) else { return move(to: other, by: pasted) }
            note(other, pasted)
            // An item that is copied unprotected is reported once, as an item that any app gets.
            let copied = ask(.copy(item, from: .account(holder)), as: holder)
            note(copied?.verdict == .plain ? "app" : "account", pasted)
        }

        private mutating func save() {
            let location = random.one(of: SaveLocation.allCases)
            let owner = random.one(of: members + strangers + [.noUser])
            let save = Question.save(to: location, of: owner, ownedBy: .account(holder))
            guard let saved = ask(save, as: holder), saved.verdict == .allow else { return }
            let isOurs = members.contains(owner)
            if !isOurs { note("storage", saved) }
            guard let place = OpenLocation(rawValue: location.rawValue) else { return }
            let reader = random.one(of: members + strangers)
            let open = Question.openFrom(place, of: owner, receivedBy: reader)
            guard let opened = ask(open, as: reader), opened.verdict == .allow else { return }
            if !members.contains(reader) { note(reader, opened) }
            // What is opened from a place outside has left the organization already.
            guard isOurs else { return }
            used.formUnion(behind(saved, holder))
            if members.contains(reader) {
                move(to: reader, by: opened)
            } else {
                note("account", opened, by: owner)
            }
        }

        private mutating func follow(_ question: Question, _ scheme: String) {
            var request = FlowRequest(world: .document, user: holder, question: question)
            // Any of the declared apps may be missing, and then another one is what opens the link.
            if random.once(in: 2) {
                request.installed = (document.apps ?? []).map(\.id).filter { _ in random.once(in: 2) }
            }
            guard let step = asking.ask(request), step.verdict != .block else { return }
            let sinks = ["tel": "calls", "sms": "calls", "mailto": "calls"]
            switch step.destination {
            case .unmanagedBrowser: note("browser", step)
            case .unmanagedApp:
                let opened = step.route.map { String($0.prefix { $0 != ":" }) } ?? scheme
                let isHandled = (document.apps ?? []).contains {
                    !isOurs($0.id) && $0.schemes.contains(opened) && request.installed?.contains($0.id) ?? true
                }
                // If no such app is installed, the system's own app opens a link of the system.
                note(isHandled ? "app" : sinks[opened] ?? "app", step)
            case .system:
                let isWeb = scheme == "https" && question.kind == .open
                note(sinks[scheme] ?? (isWeb ? "browser" : "app"), step)
            case .installBrowser where step.has(.browserSafariOverride): note("browser", step)
            case .view, .managedApp, .managedBrowser, .installBrowser, nil: break
            }
        }
    }

    @Test("No walk leaves the organization unless the audit has a path", arguments: 0..<4)
    func walks(part: Int) {
        var escapes = 0
        for seed in stride(from: part, to: TestSize.count(20, thorough: 60, exhaustive: 1_000), by: 4) {
            var document = RandomWorld(seed: UInt64(seed) + 7000).document
            document.app.safariViewControllerBlockedOverride = seed % 3 == 0
            let policy = CompiledPolicy(document)
            let audit = PolicyAudit(policy, .init(findsFixes: false))
            #expect(audit.refusedCount == 0, "seed \(seed)")
            let asking = FlowAsking(policy)
            for organization in ["contoso", "fabrikam"] {
                let members = document.accounts.managed.filter { $0.organization == organization }
                let told = audit.paths.filter { $0.organization == organization }
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
                    for (escape, deed) in walk.escapes {
                        let isTold = told.contains {
                            $0.sink.sinkClass.name == escape.sink && escape.gates.isSuperset(of: $0.gates)
                        }
                        guard !isTold else { continue }
                        let gates = escape.gates.sorted().map(\.words).joined(separator: "; ")
                        Issue.record(
                            "seed \(seed): \(organization) data got to \(escape.sink) by \(deed), and no path with these gates tells it: \(gates)"
                        )
                    }
                }
            }
        }
        #expect(escapes > (TestSize.isThorough ? 100 : 30), "walks that stay inside show nothing")
    }

    @Test("No claim proves that an account outside never gets what it got on a walk")
    func claims() {
        var decided = 0
        let seeds = TestSize.count(6, thorough: 40, exhaustive: 1_000)
        for seed in 0..<seeds {
            let document = RandomWorld(seed: UInt64(seed) + 7000).document
            let policy = CompiledPolicy(document)
            let sites = PolicySites(policy)
            guard let member = document.accounts.managed.first, let organization = member.organization else { continue }
            var walk = Walk(
                asking: FlowAsking(policy),
                document: document,
                organization: organization,
                random: SplitMix(seed: UInt64(seed)),
                holder: member.id
            )
            for _ in 0..<120 { walk.step() }
            // A claim names an account of the document, and each takes some dozen milliseconds.
            let named = walk.reached.filter { document.accounts[$0.key] != nil }
            for (stranger, way) in named.sorted(by: { $0.key.canonical < $1.key.canonical }).prefix(2) {
                let flow = Claim.Flow(from: .account(way.from), to: .account(stranger))
                let claim = Claim(name: "reached", location: Self.place, policy: 0, statement: .never(flow))
                let result = FlowClaim(claim: claim, flow: flow, policy: policy, sites: sites).result()
                #expect(result.verdict == .refuted, "seed \(seed): \(stranger) got it by \(way.deed)")
                decided += 1
            }
        }
        #expect(decided * 4 > seeds, "walks that stay inside show nothing")
    }

    private static let place = SourceLocation(path: "claims.yaml", line: 1, column: 1)
}
