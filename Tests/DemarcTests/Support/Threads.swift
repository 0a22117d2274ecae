import Dispatch

/// Runs operations concurrently, each on a separate thread, and returns their results when all have ended.
///
/// It does not use tasks: operations that spin or wait would block the few threads that all tasks share, and with them
/// other tests.
func onThreads<Value: Sendable>(_ operations: [@Sendable () throws -> Value]) throws -> [Value] {
    let results = Results<Value>()
    let group = DispatchGroup()
    for (number, operation) in operations.enumerated() {
        // A serial queue has a thread whenever it has work.
        DispatchQueue(label: "test.\(number)").async(group: group) {
            results.append(Result { try operation() })
        }
    }
    group.wait()
    return try results.all.map { try $0.get() }
}

/// The results of the operations. A queue guards them, not a mutex, because ThreadSanitizer recognizes queues.
private final class Results<Value: Sendable>: @unchecked Sendable {
    private let queue = DispatchQueue(label: "test.results")
    private var values: [Result<Value, any Error>] = []

    func append(_ result: Result<Value, any Error>) { queue.sync { values.append(result) } }

    var all: [Result<Value, any Error>] { queue.sync { values } }
}
