import Demarc
import Foundation
import Hosting
import RequestReading
import Testing

@testable import Answering

/// The rows of the answers' table, for each kind of adapter.
@Suite("Answers")
struct AnswerTests {
    private static let chrome = Array("de-DE,de;q=0.9,en;q=0.8".utf8)

    /// Checks the properties that all answers share.
    private static func check(_ answer: HostAnswer, location: Testing.SourceLocation = #_sourceLocation) {
        let names = answer.fields.map(\.name)
        for name in DecisionField.ofEveryAnswer.map(\.rawValue) {
            #expect(names.filter { $0 == name }.count == 1, "\(name)", sourceLocation: location)
        }
        #expect(Set(names).count == names.count, "a field twice", sourceLocation: location)
        // Adapters copy, remove or overwrite the fields with the prefix.
        for name in names where name.hasPrefix(DecisionField.prefix) {
            #expect(DecisionField(rawValue: name) != nil, "\(name)", sourceLocation: location)
        }
        for (name, value) in answer.fields {
            #expect(name == name.lowercased() && !value.isEmpty, "\(name)", sourceLocation: location)
            let isVisible = value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && value.first != " " && value.last != " "
            #expect(isVisible, "\(name): \(value)", sourceLocation: location)
        }
        #expect((200..<300).contains(answer.status) == answer.isAllowed, sourceLocation: location)
        #expect([204, 200, 302, 403].contains(answer.status), sourceLocation: location)
        #expect(answer.body.count <= PageWriter.longestPage, sourceLocation: location)
        #expect(answer.isAllowed == (answer.field("x-demarc-verdict") == "allow"), sourceLocation: location)
        if !answer.isAllowed {
            #expect(answer.field("x-demarc-ticket") != nil, sourceLocation: location)
            #expect(answer.field("cache-control") == "no-store", sourceLocation: location)
            #expect(answer.field("x-content-type-options") == "nosniff", sourceLocation: location)
        }
    }

    private static func answer(
        _ host: String,
        _ target: String = "/",
        from adapter: AdapterKind,
        binding: String = "edge",
        wantsHTML: Bool
    ) throws -> HostAnswer {
        let worker = try AnsweringFixture.service().makeWorker()
        let answer = worker.answer(
            AnsweringFixture.request(host, target),
            binding: binding,
            host: adapter,
            wantsHTML: wantsHTML,
            language: chrome
        )
        check(answer)
        return answer
    }

    @Test("Every field of a decision has the prefix, and a name behind it", arguments: DecisionField.allCases)
    func prefix(field: DecisionField) {
        #expect(field.rawValue == DecisionField.prefix + field.word)
        #expect(!field.word.isEmpty)
    }

    @Test("An allow is 204, or 200 for Envoy, without a body", arguments: AdapterKind.allCases, [true, false])
    func allow(adapter: AdapterKind, wantsHTML: Bool) throws {
        let answer = try Self.answer("contoso.example", from: adapter, wantsHTML: wantsHTML)
        #expect(answer.isAllowed)
        #expect(answer.status == (adapter == .envoy || adapter == .grpc ? 200 : 204))
        #expect(answer.body.isEmpty)
        #expect(answer.fields.count == DecisionField.ofEveryAnswer.count)
        #expect(answer.field("x-demarc-class") == "internal")
        #expect(answer.field("x-demarc-page") == "managed")
        #expect(answer.field("x-demarc-destination") == "view")
        #expect(answer.field("x-demarc-rule") == "intranet")
        #expect(answer.field("x-demarc-policy")?.contains("-") == true)
        #expect(answer.field("x-demarc-id") == answer.id)
    }

    @Test("A block is 403 with a page for people", arguments: AdapterKind.allCases)
    func blockPage(adapter: AdapterKind) throws {
        let answer = try Self.answer("gambling.example", from: adapter, wantsHTML: true)
        #expect(answer.status == 403)
        #expect(answer.field("content-type") == "text/html; charset=utf-8")
        #expect(answer.field("content-security-policy")?.hasPrefix("default-src 'none';") == true)
        #expect(answer.field("content-language") == "de")
        #expect(answer.field("x-demarc-class") == "blocked")
        #expect(answer.field("x-demarc-page") == "-")
        #expect(answer.field("x-demarc-destination") == "-")
        let page = String(decoding: answer.body, as: UTF8.self)
        #expect(page.contains("Ihre Organisation erlaubt diese Seite nicht."))
        #expect(page.contains("Games are &lt;b&gt;not&lt;/b&gt; work."))
        #expect(page.contains(answer.id))
    }

    @Test("A block is 403 with a JSON document of the reasons for programs", arguments: AdapterKind.allCases)
    func blockDocument(adapter: AdapterKind) throws {
        let answer = try Self.answer("gambling.example", from: adapter, wantsHTML: false)
        #expect(answer.status == 403)
        #expect(answer.field("content-type") == "application/problem+json")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
        #expect(document["status"] as? Int == 403)
        #expect(document["verdict"] as? String == "block")
        #expect(document["class"] as? String == "blocked")
        #expect(document["id"] as? String == answer.id)
        let reasons = try #require(document["reasons"] as? [[String: String]])
        #expect(reasons.contains { $0["code"] == "rule.blocked" && $0["rule"] == "gambling" })
        #expect(document["instance"] == nil)
    }

    @Test("If pages have an address, programs get the address of the page that explains the block")
    func instance() throws {
        var configuration = AnsweringFixture.configuration()
        configuration.page.base = "https://demarc.example"
        let service = try AnsweringFixture.service(configuration)
        let worker = service.makeWorker()
        let decided = worker.answer(AnsweringFixture.request("gambling.example"), binding: "edge", host: .envoy)
        let refused = worker.refuse(.request(.peerUnknown), binding: "edge", host: .envoy)
        for (answer, part) in [(decided, "Games are"), (refused, refused.id)] {
            let document = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
            let ticket = try #require(answer.field("x-demarc-ticket"))
            #expect(document["instance"] as? String == "https://demarc.example/v1/page?ticket=\(ticket)")
            let page = worker.page(ticket: Array(ticket.utf8))
            #expect(String(decoding: page.body, as: UTF8.self).contains(part))
        }
    }

    @Test("A route is a page with a link, and a header field", arguments: AdapterKind.allCases)
    func routePage(adapter: AdapterKind) throws {
        let answer = try Self.answer("news.example", "/a?b=c", from: adapter, wantsHTML: true)
        let route = "microsoft-edge-https://news.example/a?b=c"
        #expect(answer.status == 403)
        #expect(answer.field("x-demarc-verdict") == "route")
        #expect(answer.field("x-demarc-destination") == "managedBrowser")
        #expect(answer.field("x-demarc-location") == route)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("href=\"\(route)\""))
    }

    @Test("A route is a redirect if the binding requests it, for nginx by a field, and never for a program")
    func redirect() throws {
        let route = "microsoft-edge-https://news.example/"
        for adapter in AdapterKind.allCases {
            for wantsHTML in [true, false] {
                let answer = try Self.answer("news.example", from: adapter, binding: "redirect", wantsHTML: wantsHTML)
                let isRedirect = wantsHTML && adapter != .nginx
                #expect(answer.status == (isRedirect ? 302 : 403), "\(adapter) \(wantsHTML)")
                #expect(answer.field("location") == (isRedirect ? route : nil))
                #expect(answer.field("x-demarc-location") == route)
                #expect(answer.field("x-demarc-redirect") == (wantsHTML && adapter == .nginx ? "302" : nil))
            }
        }
        let page = try Self.answer("news.example", from: .nginx, binding: "edge", wantsHTML: true)
        #expect(page.field("x-demarc-redirect") == nil)
    }

    @Test("The fields of a route fit into nginx's buffer")
    func fieldsOfLongRoute() throws {
        var longest = 0
        for binding in ["edge", "redirect"] {
            for length in stride(from: 2_900, through: 4_200, by: 50) {
                let target = "/" + String(repeating: "a", count: length)
                let answer = try Self.answer("news.example", target, from: .nginx, binding: binding, wantsHTML: true)
                longest = max(longest, answer.field("x-demarc-location")?.utf8.count ?? 0)
                let size = answer.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
                // The status line, and the fields of the connection.
                #expect(size + 200 <= 4_096, "\(length)")
            }
        }
        #expect(longest > 3_000)
    }

    @Test("The longest route that a field may have is also a redirect and a button", arguments: AdapterKind.allCases)
    func longestRoute(adapter: AdapterKind) throws {
        let start = "microsoft-edge-https://news.example/"
        for (length, isShort) in [(HeaderText.longestLocation, true), (HeaderText.longestLocation + 1, false)] {
            let target = "/" + String(repeating: "a", count: length - start.utf8.count)
            let redirect = try Self.answer("news.example", target, from: adapter, binding: "redirect", wantsHTML: true)
            let isRedirect = redirect.status == 302 || redirect.field("x-demarc-redirect") == "302"
            #expect(isRedirect == isShort, "\(length)")
            #expect((redirect.field("x-demarc-location") != nil) == isShort, "\(length)")
            let page = try Self.answer("news.example", target, from: adapter, wantsHTML: true)
            #expect(String(decoding: page.body, as: UTF8.self).contains("href=\"\(start)") == isShort, "\(length)")
        }
    }

    @Test("A route that is too long for a field is left out, and pages stay small")
    func longRoute() throws {
        for binding in ["edge", "redirect"] {
            let target = "/" + String(repeating: "a'", count: 8000)
            let answer = try Self.answer("news.example", target, from: .forwarded, binding: binding, wantsHTML: true)
            #expect(answer.status == 403)
            #expect(answer.field("location") == nil)
            #expect(answer.field("x-demarc-location") == nil)
        }
    }

    @Test("No name of a rule creates a field, a tag or a line", arguments: PageTests.hostile)
    func hostileRule(hostile: PageTests.Hostile) throws {
        // In code, because the reader of policies rejects some of these names.
        var document = try AnsweringFixture.policy().document
        let position = try #require(document.ruleSets[0].rules.firstIndex { $0.id == "gambling" })
        document.ruleSets[0].rules[position].id = hostile.text
        let worker = try AnsweringFixture.service(policy: CompiledPolicy(document)).makeWorker()
        for wantsHTML in [true, false] {
            let request = AnsweringFixture.request("gambling.example")
            let answer = worker.answer(request, binding: "edge", host: .forwarded, wantsHTML: wantsHTML)
            Self.check(answer)
            #expect(answer.status == 403)
            #expect(answer.field("x-demarc-class") == "blocked")
            let body = String(decoding: answer.body, as: UTF8.self)
            #expect(!body.contains("<script") && !body.contains("<img"))
            #expect(!InvisibleScalarTests.areIn(body))
            #expect(wantsHTML || body.unicodeScalars.count { $0 == "\n" } == 1)
        }
    }

    @Test("A request that cannot be decided is blocked with its code, never answered with 404 or 5xx")
    func faults() throws {
        let service = try AnsweringFixture.service()
        let worker = service.makeWorker()
        let faults: [AnswerFault] =
            RequestFault.allCases.map { .request($0) } + ServiceFault.allCases.map { .service($0) }
        for fault in faults {
            for wantsHTML in [true, false] {
                for adapter in AdapterKind.allCases {
                    let answer = worker.refuse(fault, binding: "edge", host: adapter, wantsHTML: wantsHTML)
                    Self.check(answer)
                    #expect(answer.status == 403)
                    #expect(!answer.isAllowed)
                    if fault != .service(.pathUnknown) || !wantsHTML {
                        #expect(String(decoding: answer.body, as: UTF8.self).contains(fault.code), "\(fault)")
                    }
                }
            }
        }
        let metrics = try PrometheusText(service.metrics())
        for fault in faults {
            #expect(
                metrics["demarc_request_faults_total", ["fault": fault.code]] == Double(2 * AdapterKind.allCases.count)
            )
        }
    }

    @Test("An unknown binding blocks, and its name does not become a label")
    func unknownBinding() throws {
        let service = try AnsweringFixture.service()
        let worker = service.makeWorker()
        let request = AnsweringFixture.request("contoso.example")
        for name in ["", "Edge", "edge\u{0}", "../edge"] {
            let answer = worker.answer(request, binding: name, host: .nginx)
            Self.check(answer)
            #expect(answer.status == 403)
            #expect(worker.refuse(.request(.peerUnknown), binding: name, host: .nginx).status == 403)
        }
        let metrics = try PrometheusText(service.metrics())
        let bindings = Set(metrics.samples.compactMap { $0.labels["binding"] })
        #expect(bindings == [""])
        #expect(metrics["demarc_request_faults_total", ["fault": "request.bindingUnknown"]] == 4)
    }

    @Test("A request that the adapter finds invalid is blocked, whatever it requests")
    func notedFault() throws {
        let worker = try AnsweringFixture.service().makeWorker()
        var request = AnsweringFixture.request("contoso.example")
        request.note(.headTooLarge)
        let answer = worker.answer(request, binding: "edge", host: .envoy, wantsHTML: true)
        Self.check(answer)
        #expect(answer.status == 403)
        #expect(answer.decision?.fault == .headTooLarge)
    }
}
