import NIOCore
import Synchronization

/// A value for each event loop of a group, which never leaves its loop.
final class PerLoop<Value>: Sendable {
    private let values: [ObjectIdentifier: NIOLoopBound<Value>]

    private init(_ values: [ObjectIdentifier: NIOLoopBound<Value>]) { self.values = values }

    /// Makes a value on each loop of a group.
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

/// How many connections there may be, over all listeners.
final class ConnectionGate: Sendable {
    /// What becomes of a new connection.
    enum Admission {
        /// It is served.
        case served
        /// It is told that there are too many.
        case refused
        /// It is closed without a word: there are too many of those to be told, too.
        case dropped
    }

    private let open = Atomic<Int>(0)
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Counts a connection in. ``leave()`` must follow, whatever the result.
    func enter() -> Admission {
        let count = open.wrappingAdd(1, ordering: .relaxed).newValue
        if count <= limit { return .served }
        return count <= limit + max(16, limit / 8) ? .refused : .dropped
    }

    func leave() { open.wrappingSubtract(1, ordering: .relaxed) }

    /// The connections that are open.
    var count: Int { open.load(ordering: .relaxed) }
}
