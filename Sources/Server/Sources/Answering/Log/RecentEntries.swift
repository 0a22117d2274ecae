import Synchronization

/// The last entries of the log, by id, so that an operator can look a decision up.
final class RecentEntries: Sendable {
    private struct Contents {
        var order: [String] = []
        var next = 0
        var entries: [String: LogEntry] = [:]
    }

    private let capacity: Int
    private let contents = Mutex(Contents())

    init(capacity: Int) { self.capacity = capacity }

    /// Adds entries; the oldest ones make room for them.
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

    /// The entry with an id; nil where it is too old or there never was one.
    func entry(_ id: String) -> LogEntry? { contents.withLock { $0.entries[id] } }
}
