import NIOCore

/// A value for each event loop of a group, which is only used on its loop.
final class PerLoop<Value>: Sendable {
    private let values: [ObjectIdentifier: NIOLoopBound<Value>]

    private init(_ values: [ObjectIdentifier: NIOLoopBound<Value>]) { self.values = values }

    /// Creates a value on each loop of a group.
    ///
    /// - Parameters:
    ///   - group: The loops.
    ///   - value: Creates the value of a loop, and is called on it.
    /// - Returns: The values.
    /// - Throws: The error of a loop that has ended.
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
