public import PolicyModel
import RuleIndex
public import URLStandard

/// What one thread decides with.
///
/// It keeps the buffers that deciding writes to, and a reference to the engine's state that it renews when that has
/// changed. Once the buffers are large enough, a decision on a URL with an ASCII host allocates nothing, takes no lock
/// and counts no reference. An evaluator is not copyable and serves one decision at a time; make one for each thread.
///
/// The URL, the route and the explanation of a decision can be read until the next decision.
///
/// An evaluator that rests keeps the policy of its last decision in memory until its next one.
public struct Evaluator: ~Copyable, Sendable {
    private let store: StateStore
    /// The state of the last decision.
    private(set) var state: EngineState
    /// The same state, for the decision path.
    private(set) var lentState: UnretainedReference<EngineState>
    var context = DecisionContext()

    init(_ store: StateStore) {
        self.store = store
        state = store.latest
        lentState = UnretainedReference(state)
    }

    /// Takes the state in force; every decision begins with it.
    @inline(__always)
    mutating func renew() {
        guard store.hasMoved(from: state) else { return }
        state = store.latest
        lentState = UnretainedReference(state)
    }

    /// The URL of the last decision; empty where its input is none.
    public var url: URLRecord {
        _read { yield context.subject.url }
    }

    /// Why the input of the last decision is no URL; nil where it is one.
    public var parsingError: URLParsingError? { context.parsingError }

    /// Whether a web view may go to a URL, and where it opens.
    ///
    /// <doc:Navigation> has the table of rows that it follows.
    ///
    /// - Parameters:
    ///   - input: The URL as the page or person gave it, in UTF-8.
    ///   - view: The web view that navigates.
    ///   - frame: Whether it is the page, a frame inside it, or a resource.
    ///   - answer: What the host's own code says of the URL, instead of the view's delegate; nil asks that.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    /// - Returns: The decision. What cannot be decided is blocked, with the reason.
    /// - Complexity: O(*n*) in the bytes of the input, and the cost of rules that no table holds; allocates nothing once
    ///   warm, unless a delegate is asked.
    public mutating func navigation(
        to input: Span<UInt8>,
        in view: ViewID,
        frame: Frame = .top,
        answer: ExternalURLAnswer? = nil,
        identity: AccountID? = nil
    ) -> Decision {
        renew()
        context.begin(in: view, frame, answer)
        let outcome = lentState.with { $0.decideNavigation(to: input, actingAs: identity, &context) }
        return Decision(outcome, urlClass: context.rules.urlClass, reasons: context.reasons)
    }
}
