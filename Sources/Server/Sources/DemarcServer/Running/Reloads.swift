/// The reloads of a server, which run one after the other beside whatever asks for them.
///
/// Reading a large policy takes seconds. Whoever waits for signals must see the one that ends the server meanwhile.
public struct Reloads: Sendable {
    private let requests: AsyncStream<Void>.Continuation
    private let running: Task<Void, Never>

    /// Starts to wait for requests.
    ///
    /// - Parameter reload: Reloads the server. Its task is canceled when the server ends.
    public init(_ reload: @escaping @Sendable () async -> Void) {
        // A reload reads everything, so one more is enough for all requests that come during a reload.
        let (stream, requests) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.requests = requests
        running = Task {
            // A request that was waiting is still delivered after the cancellation.
            for await _ in stream where !Task.isCancelled { await reload() }
        }
    }

    /// Asks for a reload, and returns at once.
    public func request() { requests.yield() }

    /// Ends the reloads without waiting for the one in progress.
    public func cancel() { running.cancel() }
}
