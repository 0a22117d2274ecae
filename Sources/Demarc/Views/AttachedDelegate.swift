import Dispatch
import PolicyModel
import Synchronization

/// A delegate with its deadline.
struct AttachedDelegate: Sendable {
    /// How asking ended.
    enum Outcome: Sendable {
        case answered(isExternal: Bool)
        case undecided
        case threw
        case late
    }

    let delegate: any WebViewPolicyDelegate
    let deadline: Duration

    /// Asks the delegate, and gives up at the deadline.
    ///
    /// The delegate runs on another thread, because code that hangs can only be left behind, not stopped.
    func isExternalURL(_ url: String, in view: ViewID) -> Outcome {
        let answer = Answer()
        let done = DispatchSemaphore(value: 0)
        let delegate = delegate
        DispatchQueue.global(qos: .userInitiated).async {
            let outcome: Outcome
            do {
                outcome = try delegate.isExternalURL(url, in: view).map { .answered(isExternal: $0) } ?? .undecided
            } catch {
                outcome = .threw
            }
            answer.outcome.withLock { $0 = outcome }
            done.signal()
        }
        let (seconds, attoseconds) = deadline.components
        let nanoseconds = Int(clamping: seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
        guard done.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else { return .late }
        return answer.outcome.withLock { $0 }
    }

    /// What the delegate's thread leaves for the one that waits.
    private final class Answer: Sendable {
        let outcome = Mutex<Outcome>(.late)
    }
}
