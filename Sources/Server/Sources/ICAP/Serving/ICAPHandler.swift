import Answering
import NIOCore

/// Serves one connection: collects requests, answers them in order, and enforces the limits.
///
/// Requests are answered one by one and immediately, so what a client sends ahead waits in the buffer. Nothing is read
/// while answers wait to be sent.
final class ICAPHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum State {
        /// Between requests, or inside a head.
        case head
        /// Inside a preview, after which the answer is sent.
        case preview(ChunkScanner, answer: ByteBuffer, closes: Bool)
        /// Inside a body that is skipped, because the answer was already sent.
        case discard(ChunkScanner, closes: Bool)
        /// Inside a body that is sent back as it arrives.
        case relay(ChunkScanner, closes: Bool)
        /// The connection ends.
        case closed
    }

    private let service: ICAPService
    private let worker: DecisionWorker
    private let refusal: RequestFault?
    private var state = State.head
    private var collector: HeadCollector
    private var input = ByteBuffer()
    private var output = ByteBuffer()
    private var isDraining: Bool
    private var hasEnded = false
    private var isPeerListed = false
    private var isClosing = false
    private var served = 0
    private var lastWrite: EventLoopFuture<Void>?
    private var deadline = NIODeadline.distantFuture
    private var timer: (task: Scheduled<Void>, fires: NIODeadline)?

    init(_ service: ICAPService, worker: DecisionWorker, refusing refusal: RequestFault?, isDraining: Bool) {
        self.service = service
        self.worker = worker
        self.refusal = refusal
        self.isDraining = isDraining
        collector = HeadCollector(limit: service.limits.headerBytes)
    }

    // MARK: Events

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { begin(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .closed = state { return }
        var buffer = unwrapInboundIn(data)
        let before = isIdle ? -1 : served
        input.writeBuffer(&buffer)
        serve(context)
        // A head has a total time limit, however slowly it arrives; a body only has an idle limit.
        if !isIdle, before != served || !isInHead { arm(context) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable, input.readableBytes > 0 { serve(context) }
        context.channel.setOption(ChannelOptions.autoRead, value: context.channel.isWritable).whenFailure { _ in }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.task.cancel()
        state = .closed
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ICAPDrain {
            isDraining = true
            if isIdle { close(context) }
        } else if event as? ChannelEvent == .inputClosed {
            // Complete requests are answered; the rest of an incomplete request will not arrive.
            hasEnded = true
            if context.channel.isWritable { close(context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The connection is broken; the client gets no answer, and no answer is not an allow.
        state = .closed
        context.close(promise: nil)
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard timer == nil else { return }
        isPeerListed = service.binding.peers.contains(
            peer: context.channel.remoteAddress,
            at: context.channel.localAddress
        )
        arm(context)
    }

    // MARK: Requests

    /// Whether the connection is between two requests.
    private var isIdle: Bool { isInHead && collector.isEmpty && input.readableBytes == 0 }

    private var isInHead: Bool { if case .head = state { true } else { false } }

    /// Answers everything that has arrived.
    private func serve(_ context: ChannelHandlerContext) {
        while input.readableBytes > 0, context.channel.isWritable, output.readableBytes < 1 << 16 || flush(context) {
            guard step() else { break }
        }
        flush(context)
        input.discardReadBytes()
        if case .closed = state {
            close(context)
        } else if hasEnded, context.channel.isWritable {
            close(context)
        } else if isIdle {
            if isDraining { close(context) } else { arm(context) }
        }
    }

    @discardableResult
    private func flush(_ context: ChannelHandlerContext) -> Bool {
        guard output.readableBytes > 0 else { return context.channel.isWritable }
        lastWrite = context.writeAndFlush(wrapOutboundOut(output))
        output = ByteBuffer()
        return context.channel.isWritable
    }

    /// Processes the input for the present state; false if more must arrive first.
    private func step() -> Bool {
        switch state {
        case .head: return stepHead()
        case .preview(var scanner, let answer, let closes):
            guard scan(&scanner) != nil else {
                deny(.request(.headInvalid))
                return false
            }
            guard scanner.isComplete else {
                state = .preview(scanner, answer: answer, closes: closes)
                return false
            }
            output.writeImmutableBuffer(answer)
            finish(closes: closes)
        case .discard(var scanner, let closes), .relay(var scanner, let closes):
            let before = input
            guard let count = scan(&scanner) else {
                state = .closed
                return false
            }
            var isRelay = false
            if case .relay = state { isRelay = true }
            if isRelay, let chunk = before.getSlice(at: before.readerIndex, length: count) {
                output.writeImmutableBuffer(chunk)
            }
            guard scanner.isComplete else {
                state = isRelay ? .relay(scanner, closes: closes) : .discard(scanner, closes: closes)
                return false
            }
            finish(closes: closes)
        case .closed: return false
        }
        return true
    }

    /// The bytes that belong to a body; nil if they are malformed.
    private func scan(_ scanner: inout ChunkScanner) -> Int? {
        let bytes = input
        let count: Int
        do { count = try scanner.scan(bytes.readableBytesUInt8Span) } catch { return nil }
        input.moveReaderIndex(forwardBy: count)
        return count
    }

    private func finish(closes: Bool) {
        served += 1
        state = closes ? .closed : .head
    }

    private func stepHead() -> Bool {
        let progress: HeadCollector.Progress
        do {
            let bytes = input
            var consumed = 0
            progress = try collector.take(bytes.readableBytesUInt8Span, consumed: &consumed)
            input.moveReaderIndex(forwardBy: consumed)
        } catch {
            refuse(error)
            return false
        }
        switch progress {
        case .incomplete: return false
        case .plain(let head): answer(plain: head)
        case .request(let head, let encapsulated): answer(head, encapsulated)
        }
        return true
    }

    // MARK: Answers

    private func answer(plain head: ICAPRequestHead) {
        let closes = head.closes || isDraining
        let response = ICAPResponse(tag: isPeerListed ? service.tag : nil, closes: closes)
        switch head.method {
        case .options: response.writeOptions(connections: service.limits.connections, into: &output)
        case .reqmod, .other: response.writeError("405 Method Not Allowed", into: &output)
        }
        finish(closes: closes)
    }

    private func answer(_ head: ICAPRequestHead, _ encapsulated: Result<EncapsulatedHead, HeadFault>) {
        guard case .request(_, let hasBody) = head.encapsulated, head.method == .reqmod else {
            // The nature of a body that follows is unknown.
            ICAPResponse(tag: nil, closes: true).writeError("405 Method Not Allowed", into: &output)
            state = .closed
            return
        }
        let request: EncapsulatedHead
        switch encapsulated {
        case .success(let head): request = head
        case .failure:
            // The head may end elsewhere than `Encapsulated` says. What follows could then be a part of it that reads
            // like a request, and its answer would be taken for that of the next one.
            let response = ICAPResponse(tag: isPeerListed ? service.tag : nil, closes: true)
            let answer = worker.refuse(.request(unaskable ?? .headInvalid), binding: service.binding.name, host: .icap)
            response.writeDenial(answer, isConnect: true, isHead: false, into: &output)
            state = .closed
            return
        }
        let closes = head.closes || isDraining || refusal != nil
        // Read before the decision: an answer of an older policy then never has the tag of a newer one.
        let response = ICAPResponse(tag: isPeerListed ? service.tag : nil, closes: closes)
        let answer = decide(head, request)
        var buffer = ByteBuffer()
        var isRelay = false
        if !answer.isAllowed {
            response.writeDenial(answer, isConnect: request.isConnect, isHead: request.isHead, into: &buffer)
        } else if head.allows204 || (hasBody && head.hasPreview) {
            // A client that waits after a preview accepts 204 even if it does not declare it (RFC 3507, 4.5).
            response.writeUnmodified(answer, into: &buffer)
        } else {
            response.writeEcho(answer, of: request.scanned.bytes, hasBody: hasBody, into: &buffer)
            isRelay = hasBody
        }
        if hasBody, head.hasPreview {
            state = .preview(ChunkScanner(), answer: buffer, closes: closes)
            return
        }
        output.writeBuffer(&buffer)
        if hasBody {
            state = isRelay ? .relay(ChunkScanner(), closes: closes) : .discard(ChunkScanner(), closes: closes)
        } else {
            finish(closes: closes)
        }
    }

    /// Why nothing that the client asks is decided; nil to decide.
    private var unaskable: RequestFault? { refusal ?? (isPeerListed ? nil : .peerUnknown) }

    private func decide(_ head: ICAPRequestHead, _ request: EncapsulatedHead) -> HostAnswer {
        let name = service.binding.name
        if let unaskable { return worker.refuse(.request(unaskable), binding: name, host: .icap) }
        let observation = ICAPObservation(
            head,
            request,
            binding: service.binding,
            targetLimit: service.limits.targetBytes
        )
        return worker.answer(
            observation.request,
            binding: name,
            host: .icap,
            wantsHTML: observation.wantsHTML,
            language: observation.language,
            traceparent: observation.traceparent
        )
    }

    /// Answers a head that cannot be read, and ends the connection.
    private func refuse(_ fault: HeadFault) {
        if collector.asksAboutRequest {
            deny(.request(fault == .tooLarge ? .headTooLarge : .headInvalid))
        } else {
            let status: StaticString = fault == .version ? "505 ICAP Version Not Supported" : "400 Bad Request"
            ICAPResponse(tag: nil, closes: true).writeError(status, into: &output)
            state = .closed
        }
    }

    /// Denies a request whose end is unknown, and ends the connection.
    private func deny(_ fault: AnswerFault) {
        let answer = worker.refuse(fault, binding: service.binding.name, host: .icap)
        ICAPResponse(tag: nil, closes: true).writeDenial(answer, isConnect: true, isHead: false, into: &output)
        state = .closed
    }

    /// Ends the connection once the client has received what was sent.
    ///
    /// Closing it while bytes of the client are unread would reset it, and the answer could be lost. So only our half
    /// is closed, and further input is dropped for a second. A client that does not read gets no more time than one that
    /// does not send.
    private func close(_ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        isClosing = true
        state = .closed
        timer?.task.cancel()
        end(context, in: TimeAmount(service.limits.headerTimeout))
        let last = lastWrite ?? context.eventLoop.makeSucceededVoidFuture()
        last.assumeIsolated().whenComplete { [self] _ in
            context.close(mode: .output, promise: nil)
            timer?.task.cancel()
            end(context, in: .seconds(1))
        }
    }

    private func end(_ context: ChannelHandlerContext, in time: TimeAmount) {
        let deadline = context.eventLoop.now + time
        let task = context.eventLoop.assumeIsolated()
            .scheduleTask(deadline: deadline) { context.close(promise: nil) }
        timer = (task, deadline)
    }

    // MARK: Time

    /// Sets the deadline for the whole head, or for any activity.
    private func arm(_ context: ChannelHandlerContext) {
        let isWaiting: Bool
        switch state {
        // A connection that ends after its first answer must not delay the end of the server.
        case .head, .preview: isWaiting = isIdle && !isDraining
        case .discard, .relay: isWaiting = true
        case .closed: return
        }
        let limit = isWaiting ? service.limits.idleTimeout : service.limits.headerTimeout
        deadline = context.eventLoop.now + TimeAmount(limit)
        schedule(context)
    }

    /// One timer is enough: usually the deadline has moved by the time it fires, and it is scheduled again.
    private func schedule(_ context: ChannelHandlerContext) {
        if let timer, timer.fires <= deadline { return }
        timer?.task.cancel()
        let task = context.eventLoop.assumeIsolated()
            .scheduleTask(deadline: deadline) { [self] in
                timer = nil
                if case .closed = state { return }
                guard context.eventLoop.now >= deadline else { return schedule(context) }
                expire(context)
            }
        timer = (task, deadline)
    }

    private func expire(_ context: ChannelHandlerContext) {
        switch state {
        case .head where !collector.isEmpty && collector.asksAboutRequest, .preview: deny(.request(.timedOut))
        default: break
        }
        flush(context)
        close(context)
    }
}

extension PeerList {
    /// Whether the client of a connection is permitted to ask.
    ///
    /// - Parameters:
    ///   - remote: Its address, as reported by the connection.
    ///   - local: Our address, which distinguishes a socket in the file system from a client that has already
    ///     disconnected: neither has a remote address.
    /// - Returns: Whether an entry matches it.
    func contains(peer remote: SocketAddress?, at local: SocketAddress?) -> Bool {
        switch local {
        case .unixDomainSocket: contains(nil as Address?)
        default: remote?.ipAddress.flatMap { Address($0) }.map { contains($0) } ?? false
        }
    }
}
