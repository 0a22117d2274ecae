import Synchronization
package import URLMatching

/// The results for regular expressions, so that each is decided once for all audits of a policy and its fixes.
///
/// All users of one policy share it. A lock protects reading and writing; it is not held while an expression is
/// decided.
package final class RegexConfinements: Sendable {
    private struct State {
        var known: [String: RegexConfinement] = [:]
        /// The remaining work.
        var budget: Int
    }

    private let state: Mutex<State>

    /// Creates an empty store.
    ///
    /// - Parameter budget: The work of all searches together. Further expressions are undecided, so that thousands of
    ///   hostile expressions take only a second or two.
    package init(budget: Int = 10 * LanguageSearch.mostWork) { state = Mutex(State(budget: budget)) }

    /// The confinement of an expression.
    ///
    /// - Complexity: That of ``RegexConfinement`` the first time.
    package func confinement(of matcher: RegexMatcher, _ keeper: SiteKeeper) -> RegexConfinement {
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
