import Synchronization

/// The most recent entries of the log, by id, so that an operator can look up a decision.
final class RecentEntries: Sendable {
    private struct Contents {
        var order: [String] = []
        var next = 0
        var entries: [String: LogEntry] = [:]
    }

    private let capacity: Int
    private let contents = Mutex(Contents())

    init(capacity: Int) { self.capacity = capacity }

    /// Adds entries, replacing the oldest ones if necessary.
    func add(_ entries: some Sequence<LogEntry>) {
        contents.withLock { contents in
            for entry in entries where entry.shadow == nil {
                if contents.order.count < capacity {
                    contents.order.append(entry.id)
                } else {
                    contents.entries[contents.order[contents.next]] = nil
                    contents.order[contents.next] = entry.id
                    contents.next = (contents.next + 1) % capacity
                }
                contents.entries[entry.id] = entry
            }
        }
    }

    /// The entry with an id; nil if it is too old or never existed.
    func entry(_ id: String) -> LogEntry? { contents.withLock { $0.entries[id] } }
}
