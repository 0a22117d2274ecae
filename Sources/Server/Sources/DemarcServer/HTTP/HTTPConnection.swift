import Answering
import NIOCore

/// One connection: reads its requests one by one, and answers each before it reads the next.
///
/// 1. Bytes are collected until a head is complete, within its size and time limits.
/// 2. The body follows, by length or in chunks, within its own limits.
/// 3. The responder answers immediately; answers are sent together when no more input is available. While a client does
///    not read its answers, its next requests stay unread.
final class HTTPConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Sent through a pipeline when the server stops: a connection without a request in progress ends.
    struct Drain {}

    /// How long an idle connection that is told to end waits for a request that has arrived, and that the loop has not
    /// read yet: closing immediately would reset it.
    static let lateness = Duration.milliseconds(50)

    private enum State {
        /// Between two requests: nothing of the next one has arrived.
        case idle
        case head
        case body(HTTPRequest, length: Int)
        case chunks(HTTPRequest, ChunkedBody)
        /// The last answer is being sent; further input is dropped.
        case closing
    }

    private let responder: any HTTPResponder
    private let limits: ServerLimits
    private let address: PeerList.Address?
    /// Whether the connection exceeds the limit.
    private let isSurplus: Bool
    private var peer: Peer?
    private var state = State.idle
    private var input = ByteBuffer()
    /// How many bytes of the input are known not to contain the end of a head.
    private var scanned = 0
    private var output = ByteBuffer()
    /// The last answers that were sent; nil if there were none.
    private var lastWrite: EventLoopFuture<Void>?
    /// Whether the next answer is the last.
    private var isDraining: Bool
    /// Whether the other side has closed its half of the connection.
    private var isInputClosed = false
    private var deadline = NIODeadline.distantFuture
    private var timer: Scheduled<Void>?

    init(
        _ responder: any HTTPResponder,
        limits: ServerLimits,
        address: PeerList.Address?,
        isSurplus: Bool = false,
        isDraining: Bool = false
    ) {
        self.responder = responder
        self.limits = limits
        self.address = address
        self.isSurplus = isSurplus
        self.isDraining = isDraining
    }

    // MARK: Events

    func handlerAdded(context: ChannelHandlerContext) {
        // A connection may be idle before its first request as it may between two: proxies keep some ready. But one
        // that ends after its first answer must not delay the end of the server.
        startClock(isSurplus || isDraining ? limits.headerTimeout : limits.idleTimeout, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if case .closing = state { return }
        if input.readableBytes == 0 {
            input = bytes
        } else {
            input.writeBuffer(&bytes)
        }
        proceed(context)
    }

    func channelReadComplete(context: ChannelHandlerContext) { flush(context) }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            proceed(context)
            flush(context)
        }
        context.channel.setOption(ChannelOptions.autoRead, value: context.channel.isWritable).whenFailure { _ in }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is Drain:
            isDraining = true
            // A request that has arrived is answered, even if the client has not read the previous answers yet.
            if case .idle = state, input.readableBytes == 0 { startClock(Self.lateness, context) }
        case ChannelEvent.inputClosed:
            isInputClosed = true
            endIfAnswered(context)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    // MARK: Requests

    private func proceed(_ context: ChannelHandlerContext) {
        do throws(HTTPFault) {
            while context.channel.isWritable, try step(context) {}
        } catch {
            refuse(error, context)
        }
        if input.readableBytes == 0 {
            input.clear(minimumCapacity: 0)
            scanned = 0
        } else {
            // A buffer that is never empty would otherwise keep everything that was ever received.
            input.discardReadBytes()
        }
        if isInputClosed { endIfAnswered(context) }
    }

    /// Ends a connection whose client has closed its half, once every request is answered. All input has arrived by
    /// then, but requests wait in it while the client does not read.
    private func endIfAnswered(_ context: ChannelHandlerContext) {
        if case .closing = state { return }
        if context.channel.isWritable { close(.all, context) }
    }

    /// Performs the next step; false if it needs more bytes.
    private func step(_ context: ChannelHandlerContext) throws(HTTPFault) -> Bool {
        switch state {
        case .closing: return false
        case .idle:
            guard input.readableBytes > 0 else { return false }
            if isSurplus { throw .overloaded }
            state = .head
            scanned = 0
            startClock(limits.headerTimeout, context)
            return true
        case .head:
            guard let length = try headLength() else { return false }
            let head = input.readBytes(length: length) ?? []
            let (request, framing) = try HTTPHeadReader.read(head, targetLimit: limits.targetBytes)
            switch framing {
            case .none, .length(0): answer(request, context)
            case .length(let length):
                guard length <= limits.bodyBytes else { throw .bodyTooLarge }
                expectBody(of: request, context)
                state = .body(request, length: length)
            case .chunked:
                expectBody(of: request, context)
                state = .chunks(request, ChunkedBody(limit: limits.bodyBytes))
            }
            return true
        case .body(var request, let length):
            guard input.readableBytes >= length else { return false }
            request.body = input.readBytes(length: length) ?? []
            answer(request, context)
            return true
        case .chunks(var request, var body):
            // Avoids copying the array of the body with every piece.
            state = .closing
            let bytes = input
            let count = try body.read(bytes.readableBytesUInt8Span)
            input.moveReaderIndex(forwardBy: count)
            guard body.isComplete else {
                state = .chunks(request, body)
                return false
            }
            request.body = body.body
            answer(request, context)
            return true
        }
    }

    /// The length of the head in bytes; nil if its end has not arrived yet.
    private func headLength() throws(HTTPFault) -> Int? {
        let buffer = input
        let bytes = buffer.readableBytesUInt8Span
        // Three bytes of the end may have arrived before.
        var offset = max(0, scanned - 3)
        while offset + 3 < bytes.count {
            // The end is four bytes; its last two bytes determine where its first bytes are.
            switch bytes[offset + 3] {
            case 0x0A:
                if bytes[offset + 2] == 0x0D, bytes[offset + 1] == 0x0A, bytes[offset] == 0x0D {
                    guard offset + 4 <= limits.headerBytes else { throw .headTooLarge }
                    return offset + 4
                }
                offset += 2
            case 0x0D: offset += 1
            default: offset += 4
            }
        }
        guard bytes.count <= limits.headerBytes else { throw .headTooLarge }
        // A client that ends lines with a bare line feed would wait for its answer until the time is over.
        for offset in scanned..<bytes.count where bytes[offset] == 0x0A {
            guard offset > 0, bytes[offset - 1] == 0x0D else { throw .headInvalid }
        }
        scanned = bytes.count
        return nil
    }

    private func expectBody(of request: HTTPRequest, _ context: ChannelHandlerContext) {
        // For the whole body: a client that sends a byte at a time would otherwise keep its connection for days.
        startClock(limits.idleTimeout, context)
        if request.minorVersion == 1, request.lists("100-continue", in: "expect") {
            output.writeStaticString("HTTP/1.1 100 Continue\r\n\r\n")
        }
    }

    // MARK: Answers

    private func answer(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
        if peer == nil { peer = Peer(address: address, certificate: CertificateNames.shown(on: context)) }
        let response = responder.respond(to: request, from: peer ?? Peer())
        let keepsOpen =
            request.minorVersion == 1
            ? !request.lists("close", in: "connection") : request.lists("keep-alive", in: "connection")
        let closes = !keepsOpen || isDraining || response.closes
        response.write(
            into: &output,
            closing: closes,
            minorVersion: request.minorVersion,
            isHead: request.isHead
        )
        if closes {
            close(.output, context)
        } else {
            state = .idle
            startClock(limits.idleTimeout, context)
            // The first answers to a long pipeline must be sent before all of it has been answered.
            if output.readableBytes > 1 << 16 { flush(context) }
        }
    }

    private func refuse(_ fault: HTTPFault, _ context: ChannelHandlerContext) {
        responder.refuse(fault).write(into: &output, closing: true, minorVersion: 1, isHead: false)
        close(.output, context)
    }

    /// Ends the connection once the client has received the answers. A client that does not read gets no more time than
    /// one that does not send.
    ///
    /// Closing everything while the client is still sending would reset the connection, and the reset could overtake
    /// the answer. So `.output` closes our half first, and the rest when the client has closed its own half or after a
    /// short time.
    private func close(_ mode: CloseMode, _ context: ChannelHandlerContext) {
        state = .closing
        input.clear()
        flush(context)
        startClock(limits.headerTimeout, context)
        let last = lastWrite ?? context.eventLoop.makeSucceededVoidFuture()
        last.assumeIsolated().whenComplete { [self] _ in
            let isWhole = mode == .all || isInputClosed
            context.close(mode: isWhole ? .all : .output, promise: nil)
            if !isWhole { startClock(.seconds(1), context) }
        }
    }

    private func flush(_ context: ChannelHandlerContext) {
        guard output.readableBytes > 0 else { return }
        let bytes = output
        // The sent buffer keeps its memory until it has been written; the next answers get their own buffer.
        output = context.channel.allocator.buffer(capacity: 512)
        // Noted first: a write that makes the channel writable again continues here, with the next write.
        let promise = context.eventLoop.makePromise(of: Void.self)
        lastWrite = promise.futureResult
        context.writeAndFlush(wrapOutboundOut(bytes), promise: promise)
    }

    // MARK: Time

    /// Sets the deadline for the next event. One timer runs for the connection and checks the deadline when it fires,
    /// so a request needs no timer of its own.
    private func startClock(_ time: Duration, _ context: ChannelHandlerContext) {
        let amount = TimeAmount(time)
        deadline = .now() + amount
        guard let timer else {
            schedule(after: amount, context)
            return
        }
        // A deadline before the timer's needs a new timer.
        if nextLook > deadline {
            timer.cancel()
            schedule(after: amount, context)
        }
    }

    private var nextLook = NIODeadline.distantFuture

    private func schedule(after amount: TimeAmount, _ context: ChannelHandlerContext) {
        nextLook = .now() + amount
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: amount) {
            let (connection, context) = bound.value
            connection.look(context)
        }
    }

    private func look(_ context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        guard now >= deadline else {
            schedule(after: deadline - now, context)
            return
        }
        timer = nil
        switch state {
        case .idle where isDraining: close(.all, context)
        case .idle, .closing: context.close(promise: nil)
        case .head, .body, .chunks: refuse(.timedOut, context)
        }
    }
}
