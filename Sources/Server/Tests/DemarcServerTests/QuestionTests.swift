import Answering
import Foundation
import Testing

@testable import DemarcServer

/// Questions in JSON.
@Suite("JSON listener") struct QuestionTests {
    private static let listeners = "  - {tcp: 127.0.0.1:0, serves: json}\n  - {tcp: 127.0.0.1:0, serves: auth}"

    private static let shared = Task { try await RunningServer.start(listeners: listeners) }

    private static func post(_ body: String, path: String = "/v1/decisions") -> String {
        "POST \(path) HTTP/1.1\r\nHost: demarc\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("A question is answered, and its id is returned")
    func one() async throws {
        let running = try await Self.shared.value
        let body = #"{"ref": {"n": 7}, "when": {"navigate": {"url": "https://good.test/"}}}"#
        let answer = try #require(await running.answers(to: Self.post(body)).first)
        #expect(answer.status == 200)
        let object = try Self.object(answer.body)
        #expect(object["verdict"] as? String == "allow")
        #expect(object["class"] as? String == "internal")
        #expect(object["user"] as? String == "dana@contoso.com")
        #expect((object["ref"] as? [String: Int]) == ["n": 7])
    }

    @Test("Questions of a batch do not see what other questions are given")
    func batch() async throws {
        let running = try await Self.shared.value
        let body = #"""
            {"requests": [
              {"ref": "a", "when": {"navigate": {"url": "https://good.test/", "view": "E"}}},
              {"ref": "b", "given": {"user": "none"}, "when": {"navigate": {"url": "https://evil.test/", "view": "E"}}},
              {"ref": "c", "when": {"navigate": {"url": "https://evil.test/", "view": "E"}}}
            ]}
            """#
        let answer = try #require(await running.answers(to: Self.post(body)).first)
        let answers = try #require(try Self.object(answer.body)["answers"] as? [[String: Any]])
        #expect(answers.map { $0["ref"] as? String } == ["a", "b", "c"])
        #expect(answers.map { $0["verdict"] as? String } == ["allow", "allow", "block"])
    }

    @Test("A launch is answered with challenges, and no answer contains a PIN")
    func launch() async throws {
        let running = try await Self.shared.value
        let body = #"""
            {"given": {"now": "2026-11-23T12:00:00Z", "access": {"authentication": "failed"}}, "requests": []}
            """#
        #expect(try #require(await running.answers(to: Self.post(body)).first).status == 422)
        let asked = #"""
            {"requests": [
              {"given": {"now": "2026-11-23T12:00:00Z"}, "when": {"launch": {"access": {"authentication": "failed"}}}},
              {"when": {"launch": {"at": "2026-11-23T12:00:00Z"}}},
              {"when": {"pin": {"candidate": "84726"}}}
            ]}
            """#
        let answer = try #require(await running.answers(to: Self.post(asked)).first)
        #expect(answer.status == 200 && !answer.body.contains("84726"))
        let answers = try #require(try Self.object(answer.body)["answers"] as? [[String: Any]])
        #expect(answers.map { $0["verdict"] as? String } == ["block", "allow", "allow"])
        #expect(answers.map { ($0["challenges"] as? [String])?.count } == [0, 0, nil])
    }

    @Test(
        "Bad input has a status and a code",
        arguments: [
            ("", 400, "question.malformed"), ("{", 400, "question.malformed"), ("\u{0}", 400, "question.malformed"),
            (#"{"when": "#, 400, "question.malformed"),
            (String(repeating: "[", count: 5_000), 400, "question.malformed"),
            ("[]", 422, "question.invalid"), ("{}", 422, "question.invalid"), ("7", 422, "question.invalid"),
            (#"{"when": {}}"#, 422, "question.invalid"),
            (#"{"when": {"navigate": {"url": "https://a.test/", "view": "F"}}}"#, 422, "question.invalid"),
            (#"{"when": {"navigate": {"url": "https://a.test/"}}, "wen": 1}"#, 422, "question.invalid"),
            (
                #"{"when": {"navigate": {"url": "https://a.test/"}}, "user": "eve@contoso.com"}"#, 422,
                "question.invalid"
            ),
            (#"{"when": {"navigate": {"url": "https://evil.test/"}}, "user": ""}"#, 422, "question.invalid"),
            (#"{"when": {"signIn": {"account": "dana@contoso.com"}}}"#, 422, "question.stateful"),
            (#"{"when": {"wait": {"duration": "PT1H"}}}"#, 422, "question.stateful"),
            (#"{"when": {"launch": {}}}"#, 422, "question.invalid"),
            (#"{"when": {"launch": {"at": "noon"}}}"#, 422, "question.invalid"),
            (
                #"{"when": {"launch": {"at": "2026-11-23T12:00:00Z", "device": {"osVersion": 17}}}}"#, 422,
                "question.invalid"
            ),
            (#"{"when": {"pin": {"candidate": ["8472"]}}}"#, 422, "question.invalid"),
            (#"{"when": {"signOut": {"account": "dana@contoso.com"}}}"#, 422, "question.stateful"),
            (#"{"when": {"switchIdentity": {"to": "dana@contoso.com"}}}"#, 422, "question.stateful"),
            (
                #"{"requests": [{"when": {"signIn": {"account": "dana@contoso.com"}}}]}"#, 422, "question.stateful"
            ), (#"{"requests": 7}"#, 422, "question.invalid"),
            (
                #"{"requests": ["# + Array(repeating: "{}", count: 1_001).joined(separator: ",") + "]}", 413,
                "question.tooMany"
            ),
        ]
    )
    func badInput(body: String, status: Int, code: String) async throws {
        let running = try await Self.shared.value
        let answer = try #require(await running.answers(to: Self.post(body)).first)
        #expect(answer.status == status)
        #expect(try Self.object(answer.body)["code"] as? String == code)
        #expect(answer.head.contains("application/problem+json"))
    }

    @Test(
        "Malformed requests, and requests for another listener, get their status",
        arguments: [
            ("GET /v1/auth/edge HTTP/1.1\r\nHost: d\r\n\r\n", 403), ("GET /v1/auth HTTP/1.1\r\nHost: d\r\n\r\n", 403),
            ("GET /v1/page?ticket=x HTTP/1.1\r\nHost: d\r\n\r\n", 403),
            ("GET /v1/decisions HTTP/1.1\r\nHost: d\r\n\r\n", 405), ("GET /nothing HTTP/1.1\r\nHost: d\r\n\r\n", 404),
            ("GET /v1/classify HTTP/1.1\r\nHost: d\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400),
            ("POST /v1/decisions HTTP/1.1\r\nHost: d\r\nContent-Length: 9999999\r\n\r\n", 413),
            ("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: d\r\n\r\n", 414),
            ("GET / HTTP/1.1\r\nHost: d\r\nX: \(String(repeating: "a", count: 70_000))\r\n\r\n", 431),
        ]
    )
    func otherRequests(request: String, status: Int) async throws {
        let running = try await Self.shared.value
        #expect(await running.statuses(to: request) == [status])
    }

    @Test(
        "An answer to another method names the method of the path",
        arguments: [
            ("GET /v1/decisions", "POST"), ("PUT /v1/decisions", "POST"), ("POST /v1/classify", "GET"),
            ("HEAD /v1/classify?url=https://good.test/", "GET"), ("POST /v1/openapi.json", "GET"),
        ]
    )
    func otherMethods(start: String, method: String) async throws {
        let running = try await Self.shared.value
        let answer = try #require(await running.answers(to: "\(start) HTTP/1.1\r\nHost: d\r\n\r\n").first)
        #expect(answer.status == 405)
        #expect(answer.head.contains("\r\nallow: \(method)\r\n"))
    }

    @Test(
        "A parameter that is missing, repeated, empty, unknown or wrong is refused with its code",
        arguments: [
            ("", 400, "question.malformed", "add `?url=`"), ("view=E", 400, "question.malformed", "add `?url=`"),
            ("url=", 400, "question.malformed", "`url` is empty"),
            ("url=%FF", 400, "question.malformed", "`url` is not UTF-8"),
            ("url=https://a.test/&url=https://good.test/", 400, "question.malformed", "`url` occurs more than once"),
            ("url=https://a.test/?b&c=d", 400, "question.malformed", "unknown parameter `c`"),
            ("url=https://a.test/&user", 400, "question.malformed", "`user` is empty"),
            ("url=https://a.test/&user=", 400, "question.malformed", "`user` is empty; write `none`"),
            ("url=https://a.test/&user=%FF", 400, "question.malformed", "`user` is not UTF-8"),
            ("url=https://a.test/&view", 400, "question.malformed", "`view` is empty"),
            ("url=https://a.test/&view=", 400, "question.malformed", "`view` is empty"),
            ("url=https://a.test/&View=E", 400, "question.malformed", "unknown parameter `View`"),
            ("url=https://a.test/&view=F", 422, "question.invalid", "unknown view `F`"),
            ("url=https://a.test/&user=eve", 422, "question.invalid", "`eve`"),
        ]
    )
    func parameters(query: String, status: Int, code: String, detail: String) async throws {
        let running = try await Self.shared.value
        let request = "GET /v1/classify?\(query) HTTP/1.1\r\nHost: d\r\n\r\n"
        let answer = try #require(await running.answers(to: request).first)
        let problem = try Self.object(answer.body)
        #expect(answer.status == status)
        #expect(problem["code"] as? String == code)
        #expect((problem["detail"] as? String)?.contains(detail) == true)
    }

    @Test("No answer contains the folder of the policy, and a client's own `ref` is returned unchanged")
    func places() async throws {
        let running = try await Self.shared.value
        let question = #"{"ref": {"reasons": [{"at": "/a/b"}]}, "when": {"navigate": {"url": "https://good.test/"}}}"#
        let requests = [
            Self.post(question), Self.post(#"{"requests": [\#(question), \#(question)]}"#),
            "GET /v1/classify?url=https://good.test/&view=E HTTP/1.1\r\nHost: d\r\n\r\n",
        ]
        for (request, count) in zip(requests, [1, 2, 1]) {
            let body = try #require(await running.answers(to: request).first?.body)
            #expect(body.ranges(of: #""at":"policy.yaml:"#).count >= count, "\(body)")
            #expect(!body.contains(running.folder.path("")), "\(body)")
            #expect(request.hasPrefix("GET") || body.ranges(of: #""at":"/a/b""#).count == count, "\(body)")
        }
    }

    @Test("A name in an error creates no tag")
    func hostileName() async throws {
        let running = try await Self.shared.value
        let request = "GET /v1/classify?url=https://a.test/&view=%3Cscript%3E HTTP/1.1\r\nHost: d\r\n\r\n"
        let answer = try #require(await running.answers(to: request).first)
        #expect(!answer.body.contains("<"))
        let detail = try Self.object(answer.body)["detail"] as? String
        #expect(detail?.contains("`<script>`") == true)
    }

    @Test("A problem names what is too large: the body or the head")
    func tooLarge() async throws {
        let running = try await Self.shared.value
        for (request, code) in [
            ("POST /v1/decisions HTTP/1.1\r\nHost: d\r\nContent-Length: 9999999\r\n\r\n", "question.tooLarge"),
            ("GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 70_000))\r\n\r\n", "request.headTooLarge"),
        ] {
            let answer = try #require(await running.answers(to: request).first)
            let object = try Self.object(answer.body)
            #expect(object["code"] as? String == code)
            #expect((object["detail"] as? String)?.hasSuffix("too large") == true)
        }
    }

    @Test("A URL is classified as by `demarc check`")
    func classify() async throws {
        let running = try await Self.shared.value
        let request = "GET /v1/classify?url=https%3A%2F%2FGOOD.test%2Fa%3Fb&view=E HTTP/1.1\r\nHost: d\r\n\r\n"
        let answer = try #require(await running.answers(to: request).first)
        let object = try Self.object(answer.body)
        #expect(answer.status == 200)
        #expect(object["input"] as? String == "https://GOOD.test/a?b")
        #expect(object["url"] as? String == "https://good.test/a?b")
        #expect(object["class"] as? String == "internal")
        #expect(object["verdict"] as? String == "allow")
    }

    @Test("A batch that takes too long is refused, and a single question is not")
    func slowBatch() async throws {
        let running = try await RunningServer.start(
            listeners: Self.listeners,
            more: "log: {to: none}\nlimits: {decisionTimeout: 1ms}"
        )
        let question = #"{"given": {"user": "none"}, "when": {"navigate": {"url": "https://good.test/"}}}"#
        let batch = #"{"requests": ["# + Array(repeating: question, count: 1_000).joined(separator: ",") + "]}"
        let refused = try #require(await running.answers(to: Self.post(batch)).first)
        #expect(refused.status == 413)
        #expect(try Self.object(refused.body)["code"] as? String == "question.tooMany")
        #expect(await running.statuses(to: Self.post(question)) == [200])
        await running.stop()
    }

    @Test("Without a policy every question gets 403")
    func noPolicy() async throws {
        let running = try await RunningServer.start(listeners: Self.listeners, policy: nil)
        let body = #"{"when": {"navigate": {"url": "https://good.test/"}}}"#
        #expect(await running.statuses(to: Self.post(body)) == [403])
        let classify = "GET /v1/classify?url=https://good.test/ HTTP/1.1\r\nHost: d\r\n\r\n"
        #expect(await running.statuses(to: classify) == [403])
        await running.stop()
    }

    @Test("The OpenAPI document lists the actual paths, methods, statuses and members of answers")
    func openAPI() async throws {
        let running = try await Self.shared.value
        let answer = try #require(
            await running.answers(to: "GET /v1/openapi.json HTTP/1.1\r\nHost: d\r\n\r\n").first
        )
        let document = try Self.object(answer.body)
        let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
        #expect(Set(paths.keys) == Set(QuestionResponder.Route.allCases.map(\.rawValue)))
        for route in QuestionResponder.Route.allCases {
            let operation = try #require(paths[route.rawValue]?[route.method.lowercased()])
            let responses = try #require(operation["responses"] as? [String: Any])
            #expect(Set(responses.keys) == Set(route.statuses.map(String.init)))
        }
        let components = try #require(document["components"] as? [String: [String: [String: Any]]])
        let schemas = try #require(components["schemas"])
        for (name, request) in [
            ("Answer", Self.post(#"{"ref": 1, "when": {"navigate": {"url": "https://good.test/"}}}"#)),
            ("Answer", Self.post(#"{"when": {"unlock": {"by": ["pin"], "at": "2026-11-23T12:00:00Z"}}}"#)),
            ("Classification", "GET /v1/classify?url=https://good.test/&view=E HTTP/1.1\r\nHost: d\r\n\r\n"),
            ("Problem", Self.post("{")),
        ] {
            let body = try #require(await running.answers(to: request).first?.body)
            let properties = try #require(schemas[name]?["properties"] as? [String: Any])
            let required = try #require(schemas[name]?["required"] as? [String])
            let members = Set(try Self.object(body).keys)
            #expect(members.subtracting(properties.keys) == [], "\(name)")
            #expect(Set(required).subtracting(members) == [], "\(name)")
        }
        // Every question that is answered here is in the document, and questions with state are not.
        let question = try #require(schemas["Question"]?["anyOf"] as? [[String: Any]])
        let names = question.compactMap { ($0["required"] as? [String])?.first }
        let stateful: Set = ["wait", "signIn", "signOut", "switchIdentity"]
        #expect(Set(names) == Set(Question.Kind.allCases.map(\.rawValue)).subtracting(stateful))
        // Only a question with a short form can be a text, and only one of them a list.
        var short: [String: Set<String>] = [:]
        for schema in question {
            for (name, value) in try #require(schema["properties"] as? [String: [String: Any]]) {
                let schemas = value["anyOf"] as? [[String: Any]] ?? [value]
                for type in schemas.compactMap({ $0["type"] as? String }) { short[type, default: []].insert(name) }
            }
        }
        let places: Set = ["connection", "copy", "paste", "upload", "save", "openFrom", "send", "receive"]
        #expect(short == ["object": Set(names), "string": Set(names).subtracting(places), "array": ["unlock"]])
        let given = (schemas["Request"]?["properties"] as? [String: [String: Any]])?["given"]
        #expect(given?["type"] as? [String] == ["object", "null"])
    }
}
