import PolicyModel
import Synchronization

/// The identity of the current task: inherited by its child tasks, and removed when the scope that set it ends.
///
/// A task can work with several engines, such as one for each session. Each has an identity of its own.
enum TaskIdentity {
    @TaskLocal private static var accounts: [EngineNumber: AccountID] = [:]

    /// The identity of the task for an engine; nil if it has none.
    static func current(of engine: EngineNumber) -> AccountID? { accounts[engine] }

    /// Runs an operation as an account of an engine.
    static func with<Result>(
        _ account: AccountID,
        of engine: EngineNumber,
        _ operation: () throws -> Result
    ) rethrows -> Result {
        try $accounts.withValue(accounts.merging([engine: account]) { $1 }, operation: operation)
    }

    /// Runs an asynchronous operation as an account of an engine.
    static func with<Result>(
        _ account: AccountID,
        of engine: EngineNumber,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        try await $accounts.withValue(accounts.merging([engine: account]) { $1 }, operation: operation)
    }
}

/// Distinguishes the engines of a process, so that none takes another's views, decisions or task identities for its own.
struct EngineNumber: Hashable, Sendable {
    private static let last = Atomic<UInt64>(0)

    private let number: UInt64

    /// The number of a new engine.
    static func next() -> EngineNumber { EngineNumber(number: last.add(1, ordering: .relaxed).newValue) }

    /// The part of the number that a decision has room for.
    var short: UInt16 { UInt16(truncatingIfNeeded: number) }

    /// Where the engine begins to number its views: the views of two engines then have different ids.
    var firstGeneration: UInt32 { UInt32(truncatingIfNeeded: number &* 0x9E37_79B1) }
}
