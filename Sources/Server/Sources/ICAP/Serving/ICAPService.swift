public import Answering
public import NIOCore

/// Answers ICAP clients on the connections of one listener.
///
/// A client such as Squid asks with REQMOD whether a request may go on. An allow is 204, or 200 with the request's own
/// head where the client does not take 204. A denial is 200 with the response that the client must give, 403 or a
/// redirect, so that no setting of the client takes it for an outage of the service and lets the request through; so are
/// the answers to heads that cannot be read. `ISTag` is the beginning of the policy's digest.
///
/// Bodies are never read: `Preview: 0` asks clients not to send them.
///
/// ```swift
/// let icap = ICAPService(decisions, binding: edge, limits: configuration.limits)
/// bootstrap.childChannelInitializer { channel in
///     channel.eventLoop.makeCompletedFuture { try icap.configure(channel, worker: worker) }
/// }
/// ```
public final class ICAPService: Sendable {
    let decisions: DecisionService
    let binding: ServerBinding
    let limits: ServerLimits

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - decisions: Decides.
    ///   - binding: How requests are read, and which peers may ask. An ICAP request names no binding of its own; the path
    ///     of its URL is ignored.
    ///   - limits: What a client may cost.
    public init(_ decisions: DecisionService, binding: ServerBinding, limits: ServerLimits = ServerLimits()) {
        self.decisions = decisions
        self.binding = binding
        self.limits = limits
    }

    /// Makes a connection one that is served. Call it on the channel's event loop, after handlers for TLS were added.
    ///
    /// - Parameters:
    ///   - channel: A connection that was accepted.
    ///   - worker: What that event loop answers with.
    ///   - refusal: Why every request of the connection is denied, as when there are too many connections; nil to decide.
    ///     To close a connection unanswered would let its requests through where the client bypasses failing services.
    /// - Throws: What the pipeline throws for a channel that is closed.
    public func configure(
        _ channel: any Channel,
        worker: DecisionWorker,
        refusing refusal: RequestFault? = nil
    ) throws {
        try channel.pipeline.syncOperations.addHandler(ICAPHandler(self, worker: worker, refusing: refusal))
    }

    /// Ends a connection after the answer to the request that is under way; at once where there is none.
    ///
    /// It can be called from any thread.
    public static func drain(_ channel: any Channel) {
        channel.pipeline.fireUserInboundEventTriggered(ICAPDrain())
    }

    /// The tag of answers. It is that of no policy while requests are not decided, so that clients forget what they keep.
    var tag: String? { decisions.readiness == .ready ? decisions.policy?.tag : nil }
}

/// Tells a connection to end.
struct ICAPDrain: Sendable {}
