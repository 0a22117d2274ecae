import Synchronization

/// The most recent values by id. Once there are too many, each new one replaces the oldest.
///
/// It can be used from any thread.
final class RecentByID<Value: Sendable>: Sendable {
    private struct Contents {
        /// The ids in the order of their values; once there are enough, a ring.
        var ids: [String] = []
        /// The position of the oldest id, once there are enough.
        var oldest = 0
        var values: [String: Value] = [:]
    }

    /// The number of values that are kept.
    private let capacity: Int
    private let contents = Mutex(Contents())

    init(capacity: Int) { self.capacity = capacity }

    /// Adds a value, in place of the oldest one if necessary.
    func add(_ value: Value, id: String) {
        contents.withLock { contents in
            if contents.ids.count < capacity {
                contents.ids.append(id)
            } else {
                contents.values[contents.ids[contents.oldest]] = nil
                contents.ids[contents.oldest] = id
                contents.oldest = (contents.oldest + 1) % capacity
            }
            contents.values[id] = value
        }
    }

    /// The value with an id; nil if it is too old or never existed.
    func value(_ id: String) -> Value? { contents.withLock { $0.values[id] } }
}
