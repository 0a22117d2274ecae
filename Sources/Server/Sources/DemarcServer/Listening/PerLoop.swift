import NIOCore
import Synchronization

/// A value for each event loop of a group, which is only used on its loop.
final class PerLoop<Value>: Sendable {
    private let values: [ObjectIdentifier: NIOLoopBound<Value>]

    private init(_ values: [ObjectIdentifier: NIOLoopBound<Value>]) { self.values = values }

    /// Creates a value on each loop of a group.
    static func make(
        on group: any EventLoopGroup,
        _ value: @escaping @Sendable (any EventLoop) -> Value
    ) async throws -> PerLoop<Value> {
        var values: [ObjectIdentifier: NIOLoopBound<Value>] = [:]
        for loop in group.makeIterator() {
            values[ObjectIdentifier(loop)] = try await loop.submit {
                NIOLoopBound(value(loop), eventLoop: loop)
            }.get()
        }
        return PerLoop(values)
    }

    /// The value of a loop; nil for a loop of another group. Call it on that loop.
    func value(on loop: any EventLoop) -> Value? { values[ObjectIdentifier(loop)]?.value }
}

/// Limits the number of connections of the listeners that share it.
final class ConnectionGate: Sendable {
    /// How a new connection is treated.
    enum Admission {
        /// It is served.
        case served
        /// It is told that there are too many connections.
        case refused
        /// It is closed without an answer, because there are too many even of these.
        case dropped
    }

    private let open = Atomic<Int>(0)
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Counts a new connection. ``leave()`` must follow, whatever the result.
    func enter() -> Admission {
        let count = open.wrappingAdd(1, ordering: .relaxed).newValue
        if count <= limit { return .served }
        return count <= limit + max(16, limit / 8) ? .refused : .dropped
    }

    func leave() { open.wrappingSubtract(1, ordering: .relaxed) }

    /// The number of open connections.
    var count: Int { open.load(ordering: .relaxed) }
}
