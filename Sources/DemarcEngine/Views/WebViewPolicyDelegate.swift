import Dispatch
import PolicyModel
import Synchronization

/// Host code that answers a web view's `isExternalURL`.
///
/// The SDK's `IntuneMAMWebViewPolicyDelegate`. It is asked under a managed identity only, once for each navigation,
/// before anything loads. It runs on a thread of its own, one call for a view at a time, and has a deadline: a decision
/// that waited for it longer goes on without it, and what cannot be classified is not shown.
public protocol WebViewPolicyDelegate: Sendable {
    /// Whether a URL leads outside the organization.
    ///
    /// - Parameters:
    ///   - url: The canonical URL; never the caller's own bytes, which other software may read differently.
    ///   - view: The web view that navigates.
    /// - Returns: True for an external URL, false for an organizational location, nil to leave it to the view's rule set.
    /// - Throws: Anything; the navigation then has *no answer*.
    func isExternalURL(_ url: String, in view: ViewID) throws -> Bool?
}

/// A delegate with its deadline, as it is attached to one view.
struct AttachedDelegate: Sendable {
    /// How asking ended.
    enum Reply: Sendable {
        case answered(isExternal: Bool)
        case undecided
        case threw
        case late
    }

    private let delegate: any WebViewPolicyDelegate
    private let deadline: Duration
    private let calls = Calls()

    init(delegate: any WebViewPolicyDelegate, deadline: Duration) {
        self.delegate = delegate
        self.deadline = deadline
    }

    /// Asks the delegate, and gives up at the deadline.
    ///
    /// The delegate runs on another thread, because code that hangs can only be left behind, not stopped.
    func isExternalURL(_ url: String, in view: ViewID) -> Reply {
        guard calls.begin() else { return .late }
        let pending = PendingReply()
        let done = DispatchSemaphore(value: 0)
        let (delegate, calls) = (delegate, calls)
        calls.queue.async {
            let reply: Reply
            do {
                reply = try delegate.isExternalURL(url, in: view).map { .answered(isExternal: $0) } ?? .undecided
            } catch {
                reply = .threw
            }
            pending.reply.withLock { $0 = reply }
            calls.end()
            done.signal()
        }
        let (seconds, attoseconds) = deadline.components
        let nanoseconds = Int(clamping: seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
        guard done.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else { return .late }
        return pending.reply.withLock { $0 }
    }

    /// What the delegate's thread leaves for the one that waits.
    private final class PendingReply: Sendable {
        let reply = Mutex<Reply>(.late)
    }

    /// The calls of the delegate for its view, one after the other.
    ///
    /// The queue is serial and the delegate's own. A serial queue has a thread whenever it has work; a global one shares
    /// few threads with the whole process, Swift's tasks among them, and one view's delegate that hangs would take them
    /// from everybody. A delegate that hangs costs one thread, however often its view navigates.
    private final class Calls: Sendable {
        /// How many calls may wait behind one that hangs; a page that navigates on and on must not fill the memory.
        private static let limit = 64

        let queue = DispatchQueue(label: "demarc.delegate", qos: .userInitiated)
        private let count = Atomic(0)

        /// Counts a call in, unless too many wait already.
        func begin() -> Bool {
            guard count.add(1, ordering: .relaxed).newValue <= Self.limit else {
                end()
                return false
            }
            return true
        }

        func end() { count.subtract(1, ordering: .relaxed) }
    }
}
