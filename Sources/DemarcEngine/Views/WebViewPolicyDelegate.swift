import Dispatch
import PolicyModel
import Synchronization

/// Host code that answers a web view's `isExternalURL`.
///
/// Corresponds to the SDK's `IntuneMAMWebViewPolicyDelegate`. It is called only under a managed identity, once for each
/// navigation, before anything loads. It runs on a thread of its own, one call per view at a time, and has a deadline:
/// after the deadline the decision continues without it, and a page that cannot be classified is not shown.
public protocol WebViewPolicyDelegate: Sendable {
    /// Whether a URL leads outside the organization.
    ///
    /// - Parameters:
    ///   - url: The canonical URL; never the caller's own bytes, which other software may read differently.
    ///   - view: The web view that navigates.
    /// - Returns: True for an external URL, false for an organizational location, nil to leave the answer to the view's
    ///   rule set.
    /// - Throws: Anything; the navigation then has *no answer*.
    func isExternalURL(_ url: String, in view: ViewID) throws -> Bool?
}

/// A delegate with its deadline, attached to one view.
struct AttachedDelegate: Sendable {
    /// The result of a call.
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

    /// Calls the delegate, and gives up at the deadline.
    ///
    /// The delegate runs on another thread, because code that hangs can only be abandoned, not stopped.
    func isExternalURL(_ url: String, in view: ViewID) -> Reply {
        guard calls.begin() else { return .late }
        let pending = PendingReply()
        let done = DispatchSemaphore(value: 0)
        let (delegate, calls) = (delegate, calls)
        calls.queue.async {
            defer { calls.end() }
            // The decision has been made without it, and the next call should not wait for its reply.
            guard !pending.isAbandoned.load(ordering: .relaxed) else { return }
            let reply: Reply
            do {
                reply = try delegate.isExternalURL(url, in: view).map { .answered(isExternal: $0) } ?? .undecided
            } catch {
                reply = .threw
            }
            pending.reply.withLock { $0 = reply }
            done.signal()
        }
        // A century is never, and its nanoseconds fit an integer.
        let (seconds, attoseconds) = min(max(deadline, .zero), .seconds(3_000_000_000)).components
        let nanoseconds = Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        guard done.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else {
            pending.isAbandoned.store(true, ordering: .relaxed)
            return .late
        }
        return pending.reply.withLock { $0 }
    }

    /// The result that the delegate's thread passes to the waiting thread.
    private final class PendingReply: Sendable {
        let reply = Mutex<Reply>(.late)
        /// Whether nobody waits any more.
        let isAbandoned = Atomic(false)
    }

    /// The calls of the delegate for its view, one after the other.
    ///
    /// The queue is serial and belongs to the delegate. A serial queue has a thread whenever it has work. A global
    /// queue shares few threads with the whole process, including Swift's tasks, and one hanging delegate would block
    /// them for everyone. A delegate that hangs costs one thread, however often its view navigates.
    private final class Calls: Sendable {
        /// The number of calls that may wait for a hanging call; a page that navigates endlessly must not exhaust
        /// memory.
        private static let limit = 64

        let queue = DispatchQueue(label: "demarc.delegate", qos: .userInitiated)
        private let count = Atomic(0)

        /// Counts a new call, unless too many are already waiting.
        func begin() -> Bool {
            // The hanging call is counted, too.
            guard count.add(1, ordering: .relaxed).newValue <= Self.limit + 1 else {
                end()
                return false
            }
            return true
        }

        func end() { count.subtract(1, ordering: .relaxed) }
    }
}
