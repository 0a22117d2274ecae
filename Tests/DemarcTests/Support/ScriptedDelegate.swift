import Demarc
import Dispatch
import Synchronization

/// A delegate that does as it is told, and remembers what it was asked.
final class ScriptedDelegate: WebViewPolicyDelegate {
    enum Act: Sendable {
        case answer(Bool)
        case undecided
        case fail
        /// Answers only once somebody called ``waitForCallThatHangs()`` or ``release()``.
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

    /// The URLs that it was asked about.
    var urls: [String] { state.withLock { $0.asked.map(\.url) } }

    /// The views that it was asked for.
    var views: [ViewID] { state.withLock { $0.asked.map(\.view) } }

    /// Forgets what it was asked.
    func forget() { state.withLock { $0.asked = [] } }

    /// Waits for a call that hangs, which may come after the decision has given it up, and lets it go on.
    ///
    /// It is through the gate before the next call can come; on a busy machine that one would take its place.
    func waitForCallThatHangs() {
        arrivals.wait()
        release()
        departures.wait()
    }

    /// Lets one call that hangs go on.
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
