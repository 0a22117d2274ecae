import Demarc
import Foundation
import Hosting
import RequestReading
import Testing

@testable import Answering

@Suite("The shadow policy")
struct ShadowTests {
    /// Blocks what the policy in force allows, and allows nothing else.
    private static func stricter() throws -> CompiledPolicy {
        let rule = "{id: closed, class: blocked, domain: [contoso.example, gambling.example]}"
        return try FixturePolicy.compiled(FixturePolicy.text(rules: [rule]))
    }

    @Test("Its differences are counted and logged, and never change an answer")
    func differences() throws {
        let folder = try TemporaryFolder()
        let log = LogConfiguration(to: .file(folder.file("log")), allowRate: 0, routeRate: 0, blockRate: 0)
        let service = try AnsweringFixture.service(AnsweringFixture.configuration(log))
        service.putShadow(try Self.stricter())
        let worker = service.makeWorker()
        var ids: [String] = []
        for _ in 0..<10 {
            let allowed = worker.answer(AnsweringFixture.request("contoso.example"), binding: "edge", host: .nginx)
            #expect(allowed.isAllowed)
            #expect(allowed.field("x-demarc-rule") == "intranet")
            ids.append(allowed.id)
            for host in ["gambling.example", "news.example"] {
                #expect(!worker.answer(AnsweringFixture.request(host), binding: "edge", host: .nginx).isAllowed)
            }
        }
        #expect(service.flush(within: .seconds(60)))
        let metrics = try PrometheusText(service.metrics())
        #expect(metrics["demarc_shadow_decisions_total", [:]] == 30)
        #expect(metrics["demarc_shadow_differences_total", ["from": "allow", "to": "block"]] == 10)
        #expect(metrics.samples.filter { $0.name == "demarc_shadow_differences_total" }.count == 1)
        let records = try folder.lines("log").map { try DecisionRecord(line: Array($0.utf8)) }
        #expect(records.map(\.id) == ids)
        for record in records {
            #expect(record.verdict == .allow && record.policy?.digest == service.policy?.digest)
            #expect(record.shadow?.verdict == .block && record.shadow?.rule == "closed")
        }
        // Only decisions are counted as decisions.
        let decided = metrics.samples.filter { $0.name == "demarc_decisions_total" }.reduce(0) { $0 + $1.value }
        #expect(decided == 30)
        service.putShadow(nil)
        _ = worker.answer(AnsweringFixture.request("contoso.example"), binding: "edge", host: .nginx)
        #expect(service.flush(within: .seconds(60)))
        #expect(try PrometheusText(service.metrics())["demarc_shadow_decisions_total", [:]] == 30)
    }

    @Test("An equal shadow policy has no differences")
    func same() throws {
        let service = try AnsweringFixture.service()
        service.putShadow(try AnsweringFixture.policy())
        let worker = service.makeWorker()
        for host in ["contoso.example", "gambling.example", "news.example", "", "a b"] {
            _ = worker.answer(AnsweringFixture.request(host), binding: "edge", host: .nginx)
        }
        #expect(service.flush(within: .seconds(60)))
        let metrics = try PrometheusText(service.metrics())
        #expect(metrics["demarc_shadow_decisions_total", [:]] == 5)
        #expect(!metrics.samples.contains { $0.name == "demarc_shadow_differences_total" })
    }

    @Test(
        "It is asked questions in JSON too: navigations and tunnels that are not about a given state",
        arguments: [
            (Question.navigate(to: "https://contoso.example/", in: "E"), false, "E", true),
            (.connection(to: "contoso.example", port: 443, in: "E"), false, "E", true),
            // It blocks what names a view that it does not have.
            (.navigate(to: "https://contoso.example/", in: "E"), false, "F", true),
            (.navigate(to: "https://contoso.example/", in: "E"), true, "E", false),
            (.open("https://contoso.example/"), false, "E", false),
        ]
    )
    func questions(question: Question, hasGiven: Bool, view: String, isAsked: Bool) throws {
        let folder = try TemporaryFolder()
        let log = LogConfiguration(to: .file(folder.file("log")), allowRate: 0, routeRate: 0, blockRate: 0)
        let service = try AnsweringFixture.service(AnsweringFixture.configuration(log))
        let rule = "{id: closed, class: blocked, domain: contoso.example}"
        let text = FixturePolicy.text(rules: [rule]).replacing("{id: E,", with: "{id: \(view),")
        service.putShadow(try FixturePolicy.compiled(text))
        let worker = service.makeWorker()
        let user = AccountID("dana@contoso.example")
        var evaluator = try worker.policyForQuestions().engine.makeEvaluator()
        let answer = try evaluator.answer(question, as: user)
        let verdict = try #require(answer.verdict)
        #expect(worker.record(answer, to: question, user: user, hasGiven: hasGiven, took: .zero))
        #expect(service.flush(within: .seconds(60)))
        let metrics = try PrometheusText(service.metrics())
        let asked: Double = isAsked ? 1 : 0
        #expect(metrics["demarc_shadow_decisions_total", [:]] == asked)
        let differences = metrics["demarc_shadow_differences_total", ["from": verdict.rawValue, "to": "block"]]
        #expect(differences ?? 0 == asked)
        let records = try folder.records()
        #expect(records.map(\.question) == (isAsked ? [question.kind] : []))
        #expect(records.allSatisfy { $0.verdict == verdict && $0.shadow?.verdict == .block && $0.host == "json" })
        #expect(records.allSatisfy { $0.shadow?.rule == (view == "E" ? "closed" : nil) })
    }

    @Test("An equal shadow policy answers questions in JSON alike, whoever acts")
    func sameQuestions() throws {
        let service = try AnsweringFixture.service()
        service.putShadow(try AnsweringFixture.policy())
        let worker = service.makeWorker()
        var evaluator = try worker.policyForQuestions().engine.makeEvaluator()
        for host in ["contoso.example", "gambling.example", "news.example", "a b"] {
            for user in [AccountID("dana@contoso.example"), nil] {
                let questions: [Question] = [
                    .navigate(to: "https://\(host)/", in: "E"), .connection(to: host, port: 443, in: "E"),
                ]
                for question in questions {
                    let answer = try evaluator.answer(question, as: user ?? .noUser)
                    #expect(worker.record(answer, to: question, user: user, took: .zero))
                }
            }
        }
        #expect(service.flush(within: .seconds(60)))
        let metrics = try PrometheusText(service.metrics())
        #expect(metrics["demarc_shadow_decisions_total", [:]] == 16)
        #expect(!metrics.samples.contains { $0.name == "demarc_shadow_differences_total" })
    }

    @Test("Questions that wait too long are dropped and counted; each is either decided or dropped")
    func dropped() throws {
        let service = try AnsweringFixture.service()
        service.putShadow(try Self.stricter())
        let worker = service.makeWorker()
        let count = 20 * ShadowPolicy.ringCapacity
        for _ in 0..<count {
            #expect(worker.answer(AnsweringFixture.request("contoso.example"), binding: "edge", host: .nginx).isAllowed)
        }
        #expect(service.flush(within: .seconds(60)))
        let metrics = try PrometheusText(service.metrics())
        let asked = try #require(metrics["demarc_shadow_decisions_total", [:]])
        let dropped = try #require(metrics["demarc_shadow_dropped_total", [:]])
        #expect(asked + dropped == Double(count))
        #expect(asked > 0)
    }
}

@Suite("Pages by ticket")
struct TicketPageTests {
    private static func page(_ answer: HostAnswer) -> String { String(decoding: answer.body, as: UTF8.self) }

    @Test("The ticket of a denial gives its page from any worker, with 403")
    func page() throws {
        let service = try AnsweringFixture.service()
        let worker = service.makeWorker()
        let other = service.makeWorker()
        let blocked = worker.answer(AnsweringFixture.request("gambling.example"), binding: "edge", host: .nginx)
        let ticket = try #require(blocked.field("x-demarc-ticket"))
        let answer = other.page(ticket: Array(ticket.utf8), language: Array("de".utf8))
        #expect(answer.status == 403 && !answer.isAllowed)
        for part in ["Diese Seite ist gesperrt", "Games are &lt;b&gt;not&lt;/b&gt; work.", "rule.blocked", blocked.id] {
            #expect(Self.page(answer).contains(part), "\(part)")
        }
        let routed = worker.answer(AnsweringFixture.request("news.example"), binding: "edge", host: .nginx)
        let link = other.page(ticket: Array(try #require(routed.field("x-demarc-ticket")).utf8))
        #expect(link.status == 403)
        #expect(Self.page(link).contains("href=\"microsoft-edge-https://news.example/\""))
    }

    @Test("Another server with the same key shows the rule and the reason, but no link")
    func otherServer() throws {
        var configuration = AnsweringFixture.configuration()
        configuration.ticketKey = try SecretKey(Array(repeating: 7, count: 32))
        let (one, other) = (try AnsweringFixture.service(configuration), try AnsweringFixture.service(configuration))
        let worker = one.makeWorker()
        for (host, part) in [("gambling.example", "Games are"), ("news.example", "Copy the address")] {
            let answer = worker.answer(AnsweringFixture.request(host), binding: "edge", host: .nginx)
            let ticket = Array(try #require(answer.field("x-demarc-ticket")).utf8)
            let page = other.makeWorker().page(ticket: ticket)
            #expect(page.status == 403)
            #expect(Self.page(page).contains(part))
            #expect(Self.page(page).contains(answer.id))
            #expect(!Self.page(page).contains("href="))
        }
    }

    @Test(
        "A page never shows the explanation of another policy's rule",
        arguments: [
            ("class: blocked, domain: gambling.example, because: Games are not work.", true),
            ("class: external, domain: other.example, because: Games are not work.", true),
            ("class: internal, domain: gambling.example, because: Play.", false),
            ("class: blocked, domain: gambling.example", false),
        ]
    )
    func otherPolicy(rule: String, isShown: Bool) throws {
        func policy(_ rule: String) throws -> CompiledPolicy {
            try FixturePolicy.compiled(FixturePolicy.text(rules: ["{id: gambling, \(rule)}"]))
        }
        let decided = "class: blocked, domain: gambling.example, because: Games are not work."
        let service = try AnsweringFixture.service(policy: policy(decided))
        let worker = service.makeWorker()
        let answer = worker.answer(AnsweringFixture.request("gambling.example"), binding: "edge", host: .forwarded)
        service.put(try policy(rule))
        let page = Self.page(worker.page(ticket: Array(try #require(answer.field("x-demarc-ticket")).utf8)))
        #expect(page.contains("gambling") && page.contains(answer.id))
        #expect(page.contains("Games are not work.") == isShown)
        #expect(!page.contains("Play."))
    }

    @Test(
        "The page has the explanation of the rule, whatever a rule of another rule set with the same id says",
        arguments: [", because: Games are not work.", ", because: Play.", ""]
    )
    func sharedID(other: String) throws {
        let rule = "{id: gambling, class: blocked, domain: gambling.example, because: Games are not work.}"
        let others = "others: {default: external, rules: [{id: gambling, class: blocked, domain: a.example\(other)}]}"
        let text = FixturePolicy.text(rules: [rule]).replacing("ruleSets:", with: "ruleSets:\n  \(others)")
        let worker = try AnsweringFixture.service(policy: FixturePolicy.compiled(text)).makeWorker()
        let answer = worker.answer(AnsweringFixture.request("gambling.example"), binding: "edge", host: .forwarded)
        let page = Self.page(worker.page(ticket: Array(try #require(answer.field("x-demarc-ticket")).utf8)))
        #expect(page.contains("Games are not work.") && !page.contains("Play."))
    }

    @Test(
        "A page without its button names the managed browser only if the page is known to open there",
        arguments: [
            ("", "the browser that your organization manages"),
            (", customBrowserProtocol: acme-browser", "the browser or app that your organization has chosen"),
        ]
    )
    func withoutButton(setting: String, words: String) throws {
        let managed = "managedBrowserToOpenLinksRequired: true"
        let text = FixturePolicy.text(rules: ["{id: a, class: blocked, domain: a.example}"])
            .replacing(managed, with: managed + setting)
        let worker = try AnsweringFixture.service(policy: FixturePolicy.compiled(text)).makeWorker()
        // A longer address than a button may have.
        let request = AnsweringFixture.request("news.example", "/" + String(repeating: "a", count: 4_000))
        let answer = worker.answer(request, binding: "edge", host: .forwarded, wantsHTML: true)
        #expect(answer.field("x-demarc-verdict") == "route")
        #expect(Self.page(answer).contains(words) && !Self.page(answer).contains("href="))
        // A ticket does not contain where the page opens.
        let page = Self.page(worker.page(ticket: Array(try #require(answer.field("x-demarc-ticket")).utf8)))
        #expect(page.contains("the browser or app that your organization has chosen"))
    }

    @Test(
        "A bad ticket gives a page without details, with 403",
        arguments: [
            "", "x", "AAAA", "../../etc/passwd", "<script>alert(1)</script>", "\u{0}",
            String(repeating: "A", count: 1 << 20),
        ]
    )
    func bad(ticket: String) throws {
        let service = try AnsweringFixture.service()
        let worker = service.makeWorker()
        let answer = worker.page(ticket: Array(ticket.utf8))
        #expect(answer.status == 403 && !answer.isAllowed)
        #expect(!Self.page(answer).contains("<script"))
        #expect(!Self.page(answer).contains("Reasons"))
        for field in DecisionField.ofEveryAnswer where field != .verdict {
            #expect(answer.field(field.rawValue) == "-")
        }
    }

    @Test("A ticket with another key and an altered ticket are bad tickets")
    func forged() throws {
        let (service, other) = (try AnsweringFixture.service(), try AnsweringFixture.service())
        let blocked = service.makeWorker().answer(
            AnsweringFixture.request("gambling.example"),
            binding: "edge",
            host: .nginx
        )
        let ticket = Array(try #require(blocked.field("x-demarc-ticket")).utf8)
        #expect(!Self.page(other.makeWorker().page(ticket: ticket)).contains(blocked.id))
        for position in ticket.indices {
            var changed = ticket
            changed[position] = changed[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(!Self.page(service.makeWorker().page(ticket: changed)).contains(blocked.id))
        }
    }
}
