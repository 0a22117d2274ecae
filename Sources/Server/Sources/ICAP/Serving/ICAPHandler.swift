import Answering
import NIOCore

/// Carries the conversation of one connection: receives, sends, enforces the time limits, and ends the connection.
///
/// Nothing is read while answers wait to be sent.
final class ICAPHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let service: ICAPService
    private var conversation: ICAPConversation
    private var hasEnded = false
    private var isClosing = false
    private var lastWrite: EventLoopFuture<Void>?
    private var deadline = NIODeadline.distantFuture
    private var timer: (task: Scheduled<Void>, fires: NIODeadline)?

    init(_ service: ICAPService, worker: DecisionWorker, refusing refusal: RequestFault?, isDraining: Bool) {
        self.service = service
        conversation = ICAPConversation(service, worker: worker, refusing: refusal, isDraining: isDraining)
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
        if conversation.isClosed { return }
        var buffer = unwrapInboundIn(data)
        let before = conversation.isIdle ? -1 : conversation.served
        conversation.receive(&buffer)
        serve(context)
        // A head has a total time limit, however slowly it arrives; a body only has an idle limit.
        if !conversation.isIdle, before != conversation.served || !conversation.isInHead { arm(context) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable, conversation.hasInput { serve(context) }
        context.channel.setOption(ChannelOptions.autoRead, value: context.channel.isWritable).whenFailure { _ in }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.task.cancel()
        conversation.end()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ICAPDrain {
            conversation.isDraining = true
            if conversation.isIdle { endSoon(context) }
        } else if event as? ChannelEvent == .inputClosed {
            // Complete requests are answered; the rest of an incomplete request will not arrive.
            hasEnded = true
            if context.channel.isWritable { close(context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The connection is broken; the client gets no answer, and no answer is not an allow.
        conversation.end()
        context.close(promise: nil)
    }

    private func begin(_ context: ChannelHandlerContext) {
        conversation.isPeerListed = service.binding.peers.contains(
            peer: context.channel.remoteAddress,
            at: context.channel.localAddress
        )
        // A connection that was told to end before it was active has a deadline.
        if timer == nil { arm(context) }
    }

    // MARK: Answers

    /// Answers everything that has arrived.
    private func serve(_ context: ChannelHandlerContext) {
        while conversation.hasInput, context.channel.isWritable,
            conversation.outputCount < 1 << 16 || flush(context)
        {
            guard conversation.step() else { break }
        }
        flush(context)
        conversation.discardProcessed()
        if conversation.isClosed || (hasEnded && context.channel.isWritable) {
            close(context)
        } else if conversation.isIdle {
            if conversation.isDraining { endSoon(context) } else { arm(context) }
        }
    }

    @discardableResult
    private func flush(_ context: ChannelHandlerContext) -> Bool {
        guard conversation.outputCount > 0 else { return context.channel.isWritable }
        // A write can make the channel writable again, which continues here before the write returns. So the output is
        // taken first, or it would be sent twice, and the last write is the one that began last.
        let output = conversation.takeOutput()
        let promise = context.eventLoop.makePromise(of: Void.self)
        lastWrite = promise.futureResult
        context.writeAndFlush(wrapOutboundOut(output), promise: promise)
        return context.channel.isWritable
    }

    /// Ends the connection once the client has received what was sent.
    ///
    /// Closing it while bytes of the client are unread would reset it, and the answer could be lost. So only our half
    /// is closed, and further input is dropped for a second. A client that does not read gets no more time than one that
    /// does not send.
    private func close(_ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        isClosing = true
        conversation.end()
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
        if conversation.isClosed { return }
        let limit = conversation.isUnhurried ? service.limits.idleTimeout : service.limits.headerTimeout
        deadline = context.eventLoop.now + TimeAmount(limit)
        schedule(context)
    }

    /// Ends an idle connection, unless a request arrives that the client had sent before it could know: a client takes
    /// the end for an outage, and may let the request through. Its answer is the last.
    private func endSoon(_ context: ChannelHandlerContext) {
        deadline = context.eventLoop.now + .milliseconds(50)
        schedule(context)
    }

    /// One timer is enough: usually the deadline has moved by the time it fires, and it is scheduled again.
    private func schedule(_ context: ChannelHandlerContext) {
        if let timer, timer.fires <= deadline { return }
        timer?.task.cancel()
        let task = context.eventLoop.assumeIsolated()
            .scheduleTask(deadline: deadline) { [self] in
                timer = nil
                if conversation.isClosed { return }
                guard context.eventLoop.now >= deadline else { return schedule(context) }
                expire(context)
            }
        timer = (task, deadline)
    }

    private func expire(_ context: ChannelHandlerContext) {
        conversation.expire()
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
