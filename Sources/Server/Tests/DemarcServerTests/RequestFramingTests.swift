import Foundation
import Hosting
import NIOCore
import NIOEmbedded
import Testing

@testable import DemarcServer

/// Requests that two programs could read differently.
@Suite("Request framing") struct RequestFramingTests {
    private static let allowed = TestPolicy.request()

    @Test(
        "An ambiguous head gets 403, and nothing after it is answered",
        arguments: [
            ("GET /v1/auth/edge HTTP/1.1\r\nHost: a\r\nHost: a\r\n", "two Host fields"),
            ("GET /v1/auth/envoy/ HTTP/1.1\r\nHost: good.test\r\nhost: evil.test\r\n", "two Host fields for Envoy"),
            ("GET /v1/auth/envoy/ HTTP/1.1\r\n", "no Host"),
            ("GET /v1/auth/edge HTTP/1.1\nHost: a\n", "bare line feeds"),
            ("GET /v1/auth/edge HTTP/1.1\r\nHost : a\r\n", "a space before the colon"),
            ("GET /v1/auth/edge HTTP/1.1\r\nHost: a\r\n b\r\n", "a field that goes on in the next line"),
            ("GET /v1/auth/edge HTTP/1.1\r\n Host: a\r\n", "white space before the first field"),
            ("GET  /v1/auth/edge HTTP/1.1\r\nHost: a\r\n", "two spaces"),
            ("GET /v1/auth/edge  HTTP/1.1\r\nHost: a\r\n", "two spaces behind the target"),
            ("GET /v1/auth/ed ge HTTP/1.1\r\nHost: a\r\n", "a space in the target"),
            ("GET /v1/auth/edge\r\nHost: a\r\n", "no version"),
            ("GET /v1/auth/edge HTTP/2.0\r\nHost: a\r\n", "version 2"),
            ("GET /v1/auth/edge HTTP/1.2\r\nHost: a\r\n", "version 1.2"),
            ("GET /v1/auth/edge http/1.1\r\nHost: a\r\n", "a version in lower case"),
            ("G\u{0}T /v1/auth/edge HTTP/1.1\r\nHost: a\r\n", "a NUL"),
            ("GET /v1/auth/edge HTTP/1.1\r\nHost: a\rb: c\r\n", "a carriage return in a field"),
            ("GET /v1/auth/edge HTTP/1.1\r\nHost\r\n", "a field without a colon"),
            ("GET /v1/auth/edge HTTP/1.1\r\n: a\r\n", "a field without a name"), ("\r\n", "an empty line"),
        ]
    )
    func malformed(head: String, what: Comment) async throws {
        let running = try await SharedServer.auth()
        let fields =
            head.contains("/edge")
            ? "X-Original-URL: https://good.test/\r\nX-Original-Method: GET\r\nX-Demarc-Authority: good.test\r\n" : ""
        // A request that would be allowed follows it.
        let statuses = await running.statuses(to: head + fields + "\r\n" + Self.allowed, count: 2)
        #expect(statuses.first == 403, what)
        #expect(!statuses.contains { (200..<300).contains($0) }, what)
    }

    @Test(
        "A head with bare line feeds is refused before its time is over",
        arguments: ["GET /v1/auth/edge HTTP/1.1\nHost: a\n\n", "GET /v1/auth/edge HTTP/1.1\n", "\n"]
    )
    func bareLineFeeds(head: String) async throws {
        let running = try await RunningServer.start(more: "log: {to: none}\nlimits: {headerTimeout: 60s}")
        #expect(await running.statuses(to: head) == [403])
        await running.stop()
    }

    @Test(
        "A smuggled request is not answered",
        arguments: [
            ("Content-Length: 6\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\nG", "CL.TE"),
            ("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", "5c\r\n", "TE.CL"),
            ("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n", "an unknown coding"),
            ("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n", "two codings"),
            ("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n", "two fields"),
            ("Transfer_Encoding: chunked\r\n", "0\r\n\r\n", "an alias"),
            ("Transfer-Encoding : chunked\r\n", "0\r\n\r\n", "a space before the colon"),
            ("Transfer-Encoding:\u{B}chunked\r\n", "0\r\n\r\n", "a vertical tab"),
            ("Content-Length: 0\r\nContent-Length: 7\r\n", "", "two lengths"),
            ("Content-Length: 7\r\nContent-Length: 7\r\n", "1234567", "the same length twice"),
            ("Content-Length: 7, 7\r\n", "1234567", "a list of lengths"),
            ("Content-Length: +7\r\n", "1234567", "a sign"),
            ("Content-Length: 0x7\r\n", "1234567", "a hexadecimal length"),
            ("Content-Length: \r\n", "", "an empty length"),
            ("Transfer-Encoding: chunked\r\n", "0;x=1\r\n\r\n", "an extension of a chunk"),
            ("Transfer-Encoding: chunked\r\n", "0\r\nX: y\r\n\r\n", "a trailer"),
            ("Transfer-Encoding: chunked\r\n", "1\nx\r\n0\r\n\r\n", "a bare line feed behind a size"),
            ("Transfer-Encoding: chunked\r\n", "fffffffff\r\n", "a size of nine digits"),
        ]
    )
    func smuggling(fields: String, body: String, what: Comment) async throws {
        let running = try await SharedServer.auth()
        let request = TestPolicy.request("good.test", more: fields) + body + Self.allowed
        let statuses = await running.statuses(to: request, count: 2)
        #expect(statuses == [403], what)
    }

    @Test("Bodies are skipped, and pipelined requests are answered in order")
    func pipelining() async throws {
        let running = try await SharedServer.auth()
        let requests = [
            TestPolicy.request(), TestPolicy.request("evil.test"),
            TestPolicy.request(more: "Content-Length: 5\r\n") + "GET /",
            TestPolicy.request("evil.test", more: "Transfer-Encoding: chunked\r\n") + "3\r\nabc\r\n0\r\n\r\n",
            TestPolicy.request(),
        ]
        #expect(await running.statuses(to: requests.joined(), count: 5) == [204, 403, 204, 403, 204])
    }

    @Test(
        "A fault in a body gets 403, whatever is sent with it",
        arguments: ["", "Expect: 100-continue\r\n"],
        ["zz\r\n", "2\r\nabc"]
    )
    func badChunk(fields: String, body: String) async throws {
        let running = try await SharedServer.auth()
        let bad = TestPolicy.request(more: "Transfer-Encoding: chunked\r\n" + fields) + body
        #expect(await running.statuses(to: Self.allowed + bad, count: 2) == [204, 403])
        #expect(await running.statuses(to: bad) == [403])
    }

    @Test("A request is answered however it is split into pieces")
    func pieces() async throws {
        let running = try await SharedServer.auth()
        let port = running.port()
        let request =
            Array(TestPolicy.request(more: "Transfer-Encoding: chunked\r\n").utf8) + Array("2\r\nab\r\n0\r\n\r\n".utf8)
        let statuses: [Int] = await Blocking.run {
            stride(from: 1, to: request.count, by: 7)
                .map { (cut: Int) -> Int in
                    guard let client = RawClient(port: port) else { return 0 }
                    client.send(Array(request[..<cut]))
                    _ = client.receive(seconds: 0.002)
                    client.send(Array(request[cut...]))
                    return RawAnswers(client.receive { RawAnswers($0).answers.count == 1 }).statuses.first ?? 0
                }
        }
        #expect(Set(statuses) == [204])
    }

    @Test("A client that does not read its answers is not read from indefinitely")
    func backPressure() async throws {
        let running = try await SharedServer.auth()
        let port = running.port()
        let request = Array(String(repeating: TestPolicy.request("evil.test"), count: 200).utf8)
        let (sent, answered) = await Blocking.run {
            guard let client = RawClient(port: port) else { return (0, 0) }
            var sent = 0
            for _ in 0..<20 {
                guard client.send(request) else { break }
                sent += 200
            }
            client.finishSending()
            return (sent, RawAnswers(client.receive()).answers.count)
        }
        #expect(answered == sent)
    }

    @Test("A client that closes its half before it reads gets every answer", arguments: [true, false])
    func halfClosed(closesLast: Bool) async throws {
        let running = try await SharedServer.auth()
        let port = running.port()
        // Their answers, which are pages, are more than the system keeps for a client that does not read.
        let count = 3_000
        let accept = "Accept: text/html\r\n"
        let last = TestPolicy.request("evil.test", more: accept + (closesLast ? "Connection: close\r\n" : ""))
        let requests = String(repeating: TestPolicy.request("evil.test", more: accept), count: count - 1) + last
        let (sent, stuck) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let statuses = Blocking.run { () -> [Int] in
            defer { sent.signal() }
            guard let client = RawClient(port: port, receiveBuffer: 4_096) else { return [] }
            client.send(requests)
            client.finishSending()
            sent.signal()
            stuck.wait()
            return RawAnswers(client.receive()).statuses
        }
        await Blocking.run { sent.wait() }
        // The server has read everything, and waits for the client.
        for _ in 0..<500 { await running.server.waitForLoops() }
        stuck.signal()
        let answered = await statuses.count { $0 == 403 }
        #expect(answered == count)
    }

    @Test("A connection ends after its last answer, even if an earlier write let that begin and ended before it")
    func writeWithinWrite() throws {
        let channel = EmbeddedChannel()
        let writes = HeldWrites()
        let connection = HTTPConnection(LongAnswers(), limits: ServerLimits(), address: nil)
        try channel.pipeline.syncOperations.addHandlers([writes, connection])
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        try channel.writeInbound(ByteBuffer(string: Self.allowed + Self.allowed))
        try #require(writes.promises.count == 2)
        Self.tellToEnd(channel)
        for (promise, isOpen) in zip(writes.promises, [true, false]) {
            promise?.succeed(())
            channel.embeddedEventLoop.run()
            #expect(channel.isActive == isOpen)
        }
    }

    @Test("An idle connection that is told to end still answers a request, and ends", arguments: [true, false])
    func lateRequest(hasRequest: Bool) throws {
        let channel = EmbeddedChannel()
        let connection = HTTPConnection(LongAnswers(), limits: ServerLimits(), address: nil)
        try channel.pipeline.syncOperations.addHandler(connection)
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        if hasRequest {
            // The event comes first: the loop reads the request in its next turn.
            channel.pipeline.fireUserInboundEventTriggered(HTTPConnection.Drain())
            try #require(channel.isActive)
            try channel.writeInbound(ByteBuffer(string: Self.allowed))
            let answer = try #require(try channel.readOutbound(as: ByteBuffer.self))
            let text = String(decoding: answer.readableBytesView.prefix(1_000), as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 200 ") && text.contains("connection: close"))
        } else {
            Self.tellToEnd(channel)
            #expect(!channel.isActive)
        }
    }

    /// Tells an idle connection to end, and lets it wait for a request that may have arrived.
    private static func tellToEnd(_ channel: EmbeddedChannel) {
        channel.pipeline.fireUserInboundEventTriggered(HTTPConnection.Drain())
        // The connection compares real times, and the loop has its own.
        Thread.sleep(forTimeInterval: 0.1)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(100))
    }

    /// Completes no write by itself, and reports during the first one that the channel can be written to, as a channel
    /// does that was full for a moment.
    private final class HeldWrites: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        private(set) var promises: [EventLoopPromise<Void>?] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            promises.append(promise)
            if promises.count == 1 { context.fireChannelWritabilityChanged() }
        }
    }

    /// Answers with more than a connection collects before it writes.
    private final class LongAnswers: HTTPResponder {
        func respond(to request: HTTPRequest, from peer: Peer) -> HTTPResponse {
            HTTPResponse(status: 200, body: [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 17))
        }

        func refuse(_ fault: HTTPFault) -> HTTPResponse { HTTPResponse(problem: fault) }
    }

    @Test("What a client sends is not kept while it does not read its answers")
    func unread() async throws {
        let running = try await SharedServer.auth()
        let port = running.port()
        let request = Array(String(repeating: TestPolicy.request("evil.test"), count: 1_000).utf8)
        let limit = 64 << 20
        let sent = await Blocking.run {
            guard let client = RawClient(port: port) else { return limit }
            var sent = 0
            while sent < limit {
                let count = client.offer(request, seconds: 2)
                sent += count
                if count < request.count { break }
            }
            return sent
        }
        // The buffers of both sockets take some megabytes.
        #expect(sent < limit / 2)
    }

    @Test("HTTP/1.0 closes the connection unless keep-alive is requested, and HEAD has no body")
    func versions() async throws {
        let running = try await SharedServer.auth()
        let old = TestPolicy.request().replacing("HTTP/1.1", with: "HTTP/1.0")
        let answers = await running.answers(to: old + old, count: 2)
        #expect(answers.map(\.status) == [204])
        #expect(answers.first?.head.contains("connection: close") == true)
        let head = TestPolicy.request("evil.test").replacing("GET /v1", with: "HEAD /v1")
        let port = running.port()
        let bytes: [UInt8] = await Blocking.run {
            guard let client = RawClient(port: port) else { return [] }
            client.send(head)
            let head = client.receive { $0.suffix(4).elementsEqual("\r\n\r\n".utf8) }
            // A body would follow immediately.
            return head + client.receive(seconds: 0.3)
        }
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n\r\n"))
    }

    @Test("An absolute-form target is not a path of this server")
    func absoluteForm() async throws {
        let running = try await SharedServer.auth()
        for target in [
            "http://good.test/v1/auth/envoy/", "http://evil.test/v1/auth/envoy/", "//good.test/v1/auth/envoy/",
        ] {
            let request = "GET \(target) HTTP/1.1\r\nHost: good.test\r\n\r\n"
            #expect(await running.statuses(to: request) == [403])
        }
    }

    @Test("Fields of another convention, and aliases of consumed fields, allow nothing")
    func fields() async throws {
        let running = try await SharedServer.auth()
        let twice = TestPolicy.request("evil.test", more: "X-Original-URL: https://good.test/\r\n")
        let alias = TestPolicy.request("good.test", more: "X_Original_URL: https://evil.test/\r\n")
        let other = """
            GET /v1/auth/edge HTTP/1.1\r
            Host: demarc\r
            X-Forwarded-Method: GET\r
            X-Forwarded-Proto: https\r
            X-Forwarded-Host: good.test\r
            X-Forwarded-Uri: /\r
            \r

            """
        for request in [twice, alias, other] { #expect(await running.statuses(to: request) == [403]) }
    }
}
