import Demarc
import PolicyModel
import TestSupport
import Testing

@Suite("Universal links compared with an oracle") struct UniversalLinkTests {
    /// A link, with the entries that match it according to a human reader.
    private struct Link {
        var text: String
        var entries: Set<String> = []
        /// The canonical URL after `http`, or nil if it is not a web URL.
        var rest: String?
        var reason: String?
    }

    private static let entries = [
        "https://teams.example", "http://teams.example", "https://*.shared.example/*", "https://doc.example/x/*",
        "https://todo.example/sharing*",
        // These are not valid entries, and match nothing.
        "https://*", "teams.example", "https://teams.example/*/y", "*.example", "",
    ]

    private static let links: [Link] = [
        Link(text: "", reason: "url.invalid"),
        Link(text: #"https://teams.example\@evil.example/"#, reason: "url.ambiguous"),
        Link(
            text: "https://teams.example/l/meet?x#y",
            entries: ["https://teams.example"],
            rest: "s://teams.example/l/meet?x#y"
        ),
        Link(text: "http://teams.example/l", entries: ["http://teams.example"], rest: "://teams.example/l"),
        Link(
            text: "https://user@TEAMS.example./",
            entries: ["https://teams.example"],
            rest: "s://user@teams.example./"
        ),
        Link(
            text: "https://a.b.shared.example/",
            entries: ["https://*.shared.example/*"],
            rest: "s://a.b.shared.example/"
        ),
        Link(text: "https://shared.example/", rest: "s://shared.example/"),
        Link(text: "https://doc.example/x", entries: ["https://doc.example/x/*"], rest: "s://doc.example/x"),
        Link(text: "https://doc.example/xy", rest: "s://doc.example/xy"),
        Link(
            text: "https://todo.example/sharing-1",
            entries: ["https://todo.example/sharing*"],
            rest: "s://todo.example/sharing-1"
        ),
        Link(text: "https://teams.example.evil.example/", rest: "s://teams.example.evil.example/"),
        Link(text: "mailto:dana@teams.example"),
    ]

    private struct Question {
        var outbound = "managedApps"
        var managed: [String] = []
        var exempted: [String] = []
        var isBrowserRequired = false
        var customBrowser: String?
        var hostMissesBrowser = false
        /// For each app, whether it is managed for the organization, whether it is installed, and its links.
        var apps: [(isOurs: Bool, isInstalled: Bool, links: [String])]?
    }

    private static func expected(_ question: Question, _ link: Link) -> OpeningAnswer {
        if let reason = link.reason { return OpeningAnswer(verdict: "block", reasons: [reason]) }
        if question.outbound == "allApps" {
            return OpeningAnswer(verdict: "allow", destination: "system", reasons: ["universalLink.outbound.allApps"])
        }
        if question.outbound == "managedApps", !link.entries.isDisjoint(with: question.managed) {
            let canOpen =
                question.apps?.contains { $0.isOurs && $0.isInstalled && !link.entries.isDisjoint(with: $0.links) }
                ?? true
            let isShared =
                question.apps?.contains { !$0.isOurs && $0.isInstalled && !link.entries.isDisjoint(with: $0.links) }
                ?? false
            if canOpen {
                let reasons = ["universalLink.managed"] + (isShared ? ["open.app.notManaged"] : [])
                return OpeningAnswer(verdict: "allow", destination: "managedApp", reasons: reasons)
            }
            return managedBrowser(question, link, ["universalLink.managed", "universalLink.managed.notInstalled"])
        }
        if question.outbound == "managedApps", !link.entries.isDisjoint(with: question.exempted) {
            return OpeningAnswer(verdict: "allow", destination: "unmanagedApp", reasons: ["universalLink.exempted"])
        }
        guard question.isBrowserRequired else {
            return OpeningAnswer(verdict: "block", reasons: ["universalLink.notAllowed"])
        }
        if question.customBrowser == "no scheme" {
            return OpeningAnswer(verdict: "block", reasons: ["browser.required", "open.redirect.invalid"])
        }
        guard let rest = link.rest else {
            return OpeningAnswer(verdict: "block", reasons: ["browser.required", "browser.unroutable"])
        }
        guard let custom = question.customBrowser else { return managedBrowser(question, link, ["browser.required"]) }
        return OpeningAnswer(
            verdict: "route",
            destination: "unmanagedBrowser",
            route: custom + rest,
            reasons: ["browser.required", "browser.custom"]
        )
    }

    private static func managedBrowser(_ question: Question, _ link: Link, _ reasons: [String]) -> OpeningAnswer {
        question.hostMissesBrowser || question.apps?.isEmpty ?? false
            ? OpeningAnswer(
                verdict: "route",
                destination: "installBrowser",
                reasons: reasons + ["browser.notInstalled"]
            )
            : OpeningAnswer(
                verdict: "route",
                destination: "managedBrowser",
                route: "microsoft-edge-http\(link.rest ?? "")",
                reasons: reasons + ["browser.managed"]
            )
    }

    @Test("Every link equals the table, with random lists, browsers and apps")
    func questions() throws {
        var random = SplitMix(seed: 11)
        var codes: Set<String> = []
        var differences: [String] = []
        var asked = 0
        for _ in 0..<2500 {
            let question = Self.question(&random)
            let engine = PolicyEngine(Self.document(question))
            engine.setManagedBrowserInstalled(!question.hostMissesBrowser)
            let installed = (question.apps ?? []).enumerated().filter(\.element.isInstalled).map {
                AppID("app\($0.offset)")
            }
            if question.apps != nil { engine.setInstalledApps(Set(installed)) }
            engine.showAccounts([AccountID("dana"), AccountID("home")])
            var evaluator = engine.makeEvaluator()
            for link in Self.links {
                for account in ["dana", "home", "stranger", nil] {
                    let decision = evaluator.universalLink(link.text.utf8.span, identity: account.map { AccountID($0) })
                    let actual = OpeningAnswer(
                        verdict: decision.verdict.rawValue,
                        destination: decision.destination?.rawValue,
                        route: try evaluator.route(of: decision),
                        reasons: decision.reasonCodes.map(\.rawValue)
                    )
                    asked += 1
                    codes.formUnion(actual.reasons)
                    var expected = Self.expected(question, link)
                    switch account {
                    case "dana": break
                    case _ where link.reason != nil: break
                    case "home":
                        expected = OpeningAnswer(
                            verdict: "allow",
                            destination: "system",
                            reasons: ["identity.unmanaged"]
                        )
                    case "stranger": expected = OpeningAnswer(verdict: "block", reasons: ["identity.unknown"])
                    default:
                        var strictest = question
                        (strictest.outbound, strictest.isBrowserRequired, strictest.customBrowser) = ("none", true, nil)
                        expected = Self.expected(strictest, link)
                        expected.reasons.insert("identity.lockDown", at: 0)
                    }
                    guard actual != expected, differences.count < 5 else { continue }
                    differences.append("\(question) \(link.text) \(account ?? "-")\n  \(expected)\n  \(actual)")
                }
            }
        }
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
        #expect(asked >= 100_000)
        let all = ReasonCode.allCases.map(\.rawValue).filter { $0.hasPrefix("universalLink.") } + ["identity.lockDown"]
        #expect(Set(all).subtracting(codes) == [])
    }

    private static func question(_ random: inout SplitMix) -> Question {
        var question = Question()
        question.outbound = random.one(of: ["allApps", "managedApps", "managedApps", "managedApps", "none"])
        question.managed = entries.filter { _ in random.one(of: [true, false, false]) }
        question.exempted = entries.filter { _ in random.one(of: [true, false, false]) }
        question.isBrowserRequired = random.once(in: 2)
        question.customBrowser = random.one(of: [nil, nil, "kiosk-http", "no scheme"])
        question.hostMissesBrowser = random.one(of: [true, false, false])
        guard random.once(in: 2) else { return question }
        question.apps = (0..<random.one(of: [0, 1, 3])).map { _ in
            (
                random.one(of: [true, true, false]), random.one(of: [true, true, false]),
                entries.filter { _ in random.once(in: 2) }
            )
        }
        return question
    }

    private static func document(_ question: Question) -> PolicyDocument {
        var policy = AppProtectionPolicy(name: "p")
        policy.allowedOutboundDataTransferDestinations =
            ManagedAppDataTransferLevel(rawValue: question.outbound) ?? .none
        policy.managedUniversalLinks = question.managed
        policy.exemptedUniversalLinks = question.exempted
        policy.managedBrowserToOpenLinksRequired = question.isBrowserRequired
        policy.customBrowserProtocol = question.customBrowser.flatMap { RedirectScheme($0) }
        return PolicyDocument(
            policies: ["p": policy],
            accounts: AccountDirectory([
                Account(id: AccountID("dana"), organization: "contoso", policy: "p"), Account(id: AccountID("home")),
            ]),
            user: nil,
            apps: question.apps?.enumerated().map { position, app in
                AppDeclaration(
                    id: AppID("app\(position)"),
                    isManaged: app.isOurs || position == 1,
                    organization: app.isOurs ? "contoso" : "fabrikam",
                    universalLinks: app.links
                )
            }
        )
    }
}
