public import Answering
public import NIOCore

/// Answers ICAP clients on the connections of one listener.
///
/// A client such as Squid asks with REQMOD whether a request may proceed. An allow is 204, or 200 with the request's
/// own head if the client does not accept 204. A denial is 200 with the response that the client must return, 403 or a
/// redirect, so that no setting of the client treats it as an outage of the service and lets the request through; the
/// same applies to the answers to heads that cannot be read. `ISTag` is the beginning of the policy's digest.
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

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - decisions: The decision service.
    ///   - binding: How requests are read, and which peers are permitted. An ICAP request does not name a binding; the
    ///     path of its URL is ignored.
    ///   - limits: The limits for clients.
    public init(_ decisions: DecisionService, binding: ServerBinding, limits: ServerLimits = ServerLimits()) {
        self.decisions = decisions
        self.binding = binding
        self.limits = limits
    }

    /// Configures a connection to be served. Call it on the channel's event loop, after handlers for TLS were added.
    ///
    /// - Parameters:
    ///   - channel: An accepted connection.
    ///   - worker: The worker of that event loop.
    ///   - refusal: Why every request of the connection is denied, for example because there are too many connections;
    ///     nil to decide. Closing a connection without an answer would let its requests through if the client bypasses
    ///     failing services.
    ///   - isDraining: Whether the first answer is the last, because the server is stopping.
    /// - Throws: The pipeline's error for a closed channel.
    public func configure(
        _ channel: any Channel,
        worker: DecisionWorker,
        refusing refusal: RequestFault? = nil,
        isDraining: Bool = false
    ) throws {
        try channel.pipeline.syncOperations.addHandler(
            ICAPHandler(self, worker: worker, refusing: refusal, isDraining: isDraining)
        )
    }

    /// Ends a connection after the answer to the request in progress. Without one, it ends after 50 ms, or after the
    /// answer to a request that arrives until then.
    ///
    /// May be called from any thread.
    public static func drain(_ channel: any Channel) {
        channel.pipeline.fireUserInboundEventTriggered(ICAPDrain())
    }

    /// The tag of answers. While requests are not decided, it is the tag of no policy, so that clients discard what
    /// they have cached.
    var tag: String? { decisions.readiness.decides ? decisions.policy?.tag : nil }
}

/// Tells a connection to end.
struct ICAPDrain: Sendable {}
