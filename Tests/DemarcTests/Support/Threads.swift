import Dispatch
import Synchronization

/// Runs operations at once, each on a thread of its own, and gives what they return when all have ended.
///
/// Not tasks: operations that spin or wait would keep other tests from the few threads that all tasks share.
func onThreads<Value: Sendable>(_ operations: [@Sendable () throws -> Value]) throws -> [Value] {
    let results = Results<Value>()
    let group = DispatchGroup()
    for (number, operation) in operations.enumerated() {
        // A serial queue has a thread whenever it has work.
        DispatchQueue(label: "test.\(number)").async(group: group) {
            let result = Result { try operation() }
            results.values.withLock { $0.append(result) }
        }
    }
    group.wait()
    return try results.values.withLock { $0 }.map { try $0.get() }
}

private final class Results<Value: Sendable>: Sendable {
    let values = Mutex<[Result<Value, any Error>]>([])
}
