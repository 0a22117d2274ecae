import Synchronization

/// The contents of the most recent denials, for proxies that drop the body of an answer and request the page with its
/// ticket.
///
/// A ticket contains the verdict, class, rule and id; the route and the reasons are kept here. The page is requested
/// milliseconds later. Denials are only remembered for proxies that request pages, so the memory stays small; without
/// an entry, a page contains less.
final class DenialMemory: Sendable {
    private struct Contents {
        var ids: [String] = []
        var next = 0
        var denials: [String: PageContent] = [:]
    }

    /// The number of denials that are remembered.
    static let capacity = 1024

    private let contents = Mutex(Contents())

    /// Remembers a denial, replacing the oldest one if necessary.
    func remember(_ content: PageContent, id: String) {
        contents.withLock { contents in
            if contents.ids.count < Self.capacity {
                contents.ids.append(id)
            } else {
                contents.denials[contents.ids[contents.next]] = nil
                contents.ids[contents.next] = id
                contents.next = (contents.next + 1) % Self.capacity
            }
            contents.denials[id] = content
        }
    }

    /// The content of a denial; nil if it is not remembered.
    func content(ofID id: String) -> PageContent? { contents.withLock { $0.denials[id] } }
}
