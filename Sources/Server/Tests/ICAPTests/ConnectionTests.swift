import Answering
import NIOCore
import NIOEmbedded
import Testing

@testable import ICAP

/// What happens to a connection, whatever is asked on it: its order, its limits and its end.
@Suite("ICAP connections")
struct ConnectionTests {
    typealias Fixture = ICAPFixture

    @Test("Pipelined requests are answered in order", arguments: [1, 7, 64, 100_000])
    func pipelining(size: Int) throws {
        let fixture = try Fixture()
        let bytes = Array((0..<20).map { $0.isMultiple(of: 3) ? Fixture.denied : Fixture.allowed }.joined().utf8)
        var replies = ""
        for start in stride(from: 0, to: bytes.count, by: size) {
            replies += try fixture.send(bytes[start..<min(bytes.count, start + size)])
        }
        let verdicts = replies.split(separator: "ICAP/1.0 ").map { $0.prefix(3) }
        #expect(verdicts == (0..<20).map { $0.isMultiple(of: 3) ? "200" : "204" })
    }

    @Test("Answers that a write lets continue are sent once, and in order")
    func continuedWrite() throws {
        let fixture = try Fixture()
        try fixture.channel.pipeline.syncOperations.addHandler(WritableAgain(), position: .first)
        // More answers than are sent at once.
        let requests = (0..<300).map { $0.isMultiple(of: 3) ? Fixture.allowed : Fixture.denied }
        let replies = try fixture.send(requests.joined(separator: ""))
        let verdicts = replies.split(separator: "ICAP/1.0 ").map { $0.prefix(3) }
        #expect(verdicts == (0..<300).map { $0.isMultiple(of: 3) ? "204" : "200" })
    }

    /// Reports during the first write that the channel can be written to, as a channel does that was full for a moment.
    private final class WritableAgain: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        private var hasReported = false

        func flush(context: ChannelHandlerContext) {
            context.flush()
            if hasReported { return }
            hasReported = true
            context.fireChannelWritabilityChanged()
        }
    }

    @Test(
        "Invalid ICAP ends the connection, and an invalid request is denied",
        arguments: [
            ("GET / HTTP/1.1\r\n\r\n", "ICAP/1.0 505"), ("\u{16}\u{3}\u{1}", ""), ("REQMOD\r\n\r\n", "ICAP/1.0 400"),
            ("RESPMOD icap://d/s ICAP/1.0\r\nEncapsulated: req-hdr=0, res-hdr=9, res-body=12\r\n\r\n", "ICAP/1.0 405"),
            ("REQMOD icap://d/s ICAP/2.0\r\n\r\n", "403"), ("REQMOD icap://d/s ICAP/1.0\r\n\r\n", "403"),
            ("REQMOD icap://d/s ICAP/1.0\nEncapsulated: req-hdr=0, null-body=9\n\n\r\n\r\n", "403"),
            ("REQMOD icap://d/s ICAP/1.0\nHost: d\n\n", "403"), ("REQMOD icap://d/s ICAP/1.0\r\nHost: d\n", "403"),
            ("OPTIONS icap://d/s ICAP/1.0\nHost: d\n\n", "ICAP/1.0 400"), ("\n", "ICAP/1.0 400"),
            ("REQMOD icap://d/s ICAP/1.0\r\nX: \(String(repeating: "x", count: 70_000))", "403"),
            (Fixture.reqmod(Fixture.get("/\(String(repeating: "x", count: 70_000))", host: "contoso.example")), "403"),
        ]
    )
    func broken(text: String, expected: String) throws {
        let fixture = try Fixture()
        let reply = try fixture.send(text)
        #expect(Fixture.verdict(reply) == expected)
        if !expected.isEmpty {
            #expect(fixture.isClosing)
            #expect(reply.contains("Connection: close\r\n"))
        }
    }

    @Test("An unlisted client is denied, whatever it requests")
    func unlisted() throws {
        let fixture = try Fixture(peer: "192.0.2.1")
        #expect(Fixture.verdict(try fixture.send(Fixture.allowed)) == "403")
    }

    @Test("A connection over the limit is denied, not closed unanswered")
    func surplus() throws {
        let fixture = try Fixture(refusing: .overloaded)
        #expect(Fixture.verdict(try fixture.send(Fixture.allowed)) == "403")
        #expect(fixture.isClosing)
    }

    @Test("A slow head is denied when its time is over", arguments: [1, 30, 90])
    func slow(count: Int) throws {
        let fixture = try Fixture()
        for byte in Array(Fixture.allowed.utf8).prefix(count) {
            #expect(try fixture.send([byte]) == "")
            fixture.channel.embeddedEventLoop.advanceTime(by: .milliseconds(50))
        }
        fixture.channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(Fixture.verdict(try fixture.received()) == (count >= 7 ? "403" : ""))
        #expect(fixture.isClosing)
    }

    @Test("Each request gets its own time limit")
    func busy() throws {
        let fixture = try Fixture()
        let bytes = Array(Fixture.allowed.utf8)
        _ = try fixture.send(bytes[..<10])
        for _ in 0..<10 {
            fixture.channel.embeddedEventLoop.advanceTime(by: .seconds(3))
            #expect(Fixture.verdict(try fixture.send(bytes[10...] + bytes[..<10])) == "204")
        }
    }

    @Test("An idle connection ends after the idle time, and not before")
    func idle() throws {
        let fixture = try Fixture()
        _ = try fixture.send(Fixture.allowed)
        fixture.channel.embeddedEventLoop.advanceTime(by: .seconds(70))
        #expect(Fixture.verdict(try fixture.send(Fixture.allowed)) == "204")
        fixture.channel.embeddedEventLoop.advanceTime(by: .seconds(70))
        #expect(fixture.channel.isActive)
        fixture.channel.embeddedEventLoop.advanceTime(by: .seconds(6))
        #expect(fixture.isClosing)
    }

    @Test("A connection ends although its client never reads the last answer")
    func unread() throws {
        let fixture = try Fixture()
        try fixture.channel.pipeline.syncOperations.addHandler(Unread(), position: .first)
        let get = Fixture.get("http://a.test/", host: "a.test")
        _ = try fixture.send(Fixture.reqmod(get, fields: "Connection: close\r\n"))
        fixture.channel.embeddedEventLoop.advanceTime(by: .seconds(3))
        #expect(fixture.channel.isActive)
        fixture.channel.embeddedEventLoop.advanceTime(by: .seconds(3))
        #expect(!fixture.channel.isActive)
    }

    /// Never completes a write.
    private final class Unread: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        private var promises: [EventLoopPromise<Void>] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            if let promise { promises.append(promise) }
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            for promise in promises { promise.fail(ChannelError.ioOnClosedChannel) }
        }
    }

    @Test("Draining lets the current request end")
    func drain() throws {
        let fixture = try Fixture()
        let bytes = Array(Fixture.allowed.utf8)
        let tag = try #require(fixture.decisions.policy?.tag)
        _ = try fixture.send(bytes[..<40])
        fixture.decisions.beginDrain()
        ICAPService.drain(fixture.channel)
        let reply = try fixture.send(bytes[40...])
        #expect(Fixture.verdict(reply) == "204")
        #expect(reply.contains("\r\nISTag: \"\(tag)\"\r\n"), "its answers are those of the policy")
        #expect(reply.contains("Connection: close\r\n"))
        #expect(fixture.isClosing)
    }

    @Test(
        "A connection that is told to end between two requests still answers the next one",
        arguments: [
            ("", ""), (Fixture.allowed, ""),
            (Fixture.reqmod(ConversationTests.post, fields: "Preview: 0\r\n", body: ""), "0\r\n\r\n"),
        ]
    )
    func lateRequest(before: String, rest: String) throws {
        let fixture = try Fixture()
        _ = try fixture.send(before)
        ICAPService.drain(fixture.channel)
        _ = try fixture.send(rest)
        fixture.channel.embeddedEventLoop.advanceTime(by: .milliseconds(40))
        let reply = try fixture.send(Fixture.allowed)
        #expect(Fixture.verdict(reply) == "204")
        #expect(reply.contains("Connection: close\r\n"))
        #expect(fixture.isClosing)
    }

    @Test("A connection that is told to end, and on which nothing arrives, ends soon")
    func silence() throws {
        let fixture = try Fixture()
        _ = try fixture.send(Fixture.allowed)
        ICAPService.drain(fixture.channel)
        #expect(fixture.channel.isActive)
        fixture.channel.embeddedEventLoop.advanceTime(by: .milliseconds(60))
        #expect(fixture.isClosing)
    }

    @Test("A connection that arrives while the server stops gets one answer, and little time to ask")
    func lateConnection() throws {
        let asking = try Fixture(isDraining: true)
        let reply = try asking.send(Fixture.allowed)
        #expect(Fixture.verdict(reply) == "204")
        #expect(reply.contains("Connection: close\r\n"))
        #expect(asking.isClosing)
        let silent = try Fixture(isDraining: true)
        silent.channel.embeddedEventLoop.advanceTime(by: .seconds(6))
        #expect(silent.isClosing)
    }
}
