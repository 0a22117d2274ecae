import Dispatch

/// Runs operations at once, each on a thread of its own, and gives what they return when all have ended.
///
/// Not tasks: operations that spin or wait would keep other tests from the few threads that all tasks share.
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

/// What the operations gave. A queue guards it and no mutex, because ThreadSanitizer sees queues.
private final class Results<Value: Sendable>: @unchecked Sendable {
    private let queue = DispatchQueue(label: "test.results")
    private var values: [Result<Value, any Error>] = []

    func append(_ result: Result<Value, any Error>) { queue.sync { values.append(result) } }

    var all: [Result<Value, any Error>] { queue.sync { values } }
}
