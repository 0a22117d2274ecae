import Synchronization
import URLMatching

/// What was found out about regular expressions, so that each is decided once for all audits of a policy and its fixes.
///
/// Shared by whoever asks about one policy; a lock is held while it is read and written, and not while it is decided.
final class RegexConfinements: Sendable {
    private struct State {
        var known: [String: RegexConfinement] = [:]
        /// How many more expressions are decided.
        var left: Int
    }

    private let state: Mutex<State>

    /// Makes an empty store.
    ///
    /// - Parameter limit: How many expressions are decided; further ones are undecided, so that thousands of them take
    ///   bounded time.
    init(limit: Int = 2_000) { state = Mutex(State(left: limit)) }

    /// Whether an expression is confined.
    ///
    /// - Complexity: That of ``RegexConfinement`` the first time.
    func confinement(of matcher: RegexMatcher, _ keeper: SiteKeeper) -> RegexConfinement {
        let known = state.withLock { state -> RegexConfinement? in
            if let known = state.known[matcher.pattern] { return known }
            guard state.left > 0 else { return .undecided(.tooMany) }
            state.left -= 1
            return nil
        }
        if let known { return known }
        let found = RegexConfinement(of: matcher, keeper)
        state.withLock { $0.known[matcher.pattern] = found }
        return found
    }
}
