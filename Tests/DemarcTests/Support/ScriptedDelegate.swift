import Demarc
import Dispatch
import Synchronization

/// A delegate that follows a script, and records its calls.
final class ScriptedDelegate: WebViewPolicyDelegate {
    enum Act: Sendable {
        case answer(Bool)
        case undecided
        case fail
        /// Answers only after a call of ``waitForCallThatHangs()`` or ``release()``.
        case hang
    }

    struct Failure: Error {}

    private struct State {
        var act: Act
        var asked: [(url: String, view: ViewID)] = []
    }

    private let state: Mutex<State>
    private let gate = DispatchSemaphore(value: 0)
    private let arrivals = DispatchSemaphore(value: 0)
    private let departures = DispatchSemaphore(value: 0)

    init(_ act: Act) { state = Mutex(State(act: act)) }

    /// What the delegate does from now on.
    var act: Act {
        get { state.withLock { $0.act } }
        set { state.withLock { $0.act = newValue } }
    }

    /// The URLs that it was called with.
    var urls: [String] { state.withLock { $0.asked.map(\.url) } }

    /// The views that it was called for.
    var views: [ViewID] { state.withLock { $0.asked.map(\.view) } }

    /// Forgets the recorded calls.
    func forget() { state.withLock { $0.asked = [] } }

    /// Waits for a call that hangs, which may come after the decision has given up on it, and lets it continue.
    ///
    /// The call passes the gate before the next call can come; on a busy machine, the next call would otherwise take
    /// its place.
    func waitForCallThatHangs() {
        arrivals.wait()
        release()
        departures.wait()
    }

    /// Lets one hanging call continue.
    func release() { gate.signal() }

    func isExternalURL(_ url: String, in view: ViewID) throws -> Bool? {
        let act = state.withLock { state in
            state.asked.append((url, view))
            return state.act
        }
        switch act {
        case .answer(let isExternal): return isExternal
        case .undecided: return nil
        case .fail: throw Failure()
        case .hang:
            arrivals.signal()
            gate.wait()
            departures.signal()
            return false
        }
    }
}
