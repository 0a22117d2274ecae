import Synchronization

/// What the last denials say to people, for proxies that drop the body of an answer and ask for the page with its ticket.
///
/// A ticket has the verdict, class, rule and id; the route and the reasons are here. It is asked for milliseconds later and
/// remembered only where it will be, so that it stays small; without it, a page says less.
final class DenialMemory: Sendable {
    private struct Contents {
        var ids: [String] = []
        var next = 0
        var denials: [String: PageContent] = [:]
    }

    /// How many denials are remembered.
    static let capacity = 1024

    private let contents = Mutex(Contents())

    /// Remembers a denial; the oldest one makes room for it.
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

    /// What a denial says; nil where it is not remembered.
    func content(ofID id: String) -> PageContent? { contents.withLock { $0.denials[id] } }
}
