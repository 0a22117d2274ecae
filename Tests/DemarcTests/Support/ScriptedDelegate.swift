import Demarc
import Dispatch
import Synchronization

/// A delegate that follows a script, and records its calls.
final class ScriptedDelegate: WebViewPolicyDelegate {
    enum Act: Sendable {
        case answer(Bool)
        case undecided
        case fail
        /// Answers only when the script goes on with another act.
        case hang
    }

    struct Failure: Error {}

    private struct State {
        var act: Act
        var asked: [(url: String, view: ViewID)] = []
    }

    private let state: Mutex<State>

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
            while hangs { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1)) }
            return false
        }
    }

    private var hangs: Bool {
        if case .hang = act { true } else { false }
    }
}
