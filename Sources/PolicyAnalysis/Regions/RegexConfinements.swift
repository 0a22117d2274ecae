import Synchronization
import URLMatching

/// What was found out about regular expressions, so that each is decided once for all audits of a policy and its fixes.
///
/// Shared by whoever asks about one policy; a lock is held while it is read and written, and not while it is decided.
final class RegexConfinements: Sendable {
    private struct State {
        var known: [String: RegexConfinement] = [:]
        /// The work that is left.
        var budget: Int
    }

    private let state: Mutex<State>

    /// Makes an empty store.
    ///
    /// - Parameter budget: The work of all searches together: further expressions are undecided, so that thousands of hostile
    ///   ones take a second or two.
    init(budget: Int = 10 * LanguageSearch.mostWork) { state = Mutex(State(budget: budget)) }

    /// Whether an expression is confined.
    ///
    /// - Complexity: That of ``RegexConfinement`` the first time.
    func confinement(of matcher: RegexMatcher, _ keeper: SiteKeeper) -> RegexConfinement {
        let (known, before) = state.withLock { ($0.known[matcher.pattern], $0.budget) }
        if let known { return known }
        var budget = before
        let found = RegexConfinement(of: matcher, keeper, budget: &budget)
        state.withLock {
            $0.known[matcher.pattern] = found
            $0.budget -= before - budget
        }
        return found
    }
}
