import PolicyModel
import RuleIndex
public import URLStandard

/// What one thread decides with.
///
/// It keeps the buffers that deciding writes to, and a reference to the engine's state that it renews when that has
/// changed. Once the buffers are large enough, a decision allocates nothing and takes no lock, on a URL as long as its
/// host is ASCII; navigation counts no reference either. An evaluator is not copyable and serves one decision at a time;
/// make one for each thread.
///
/// Each question is a method: ``navigation(to:in:frame:answer:isSameDocument:identity:)``,
/// ``open(_:isKnownManagedAppScheme:identity:in:)``, ``universalLink(_:identity:in:)``, ``copy(_:from:identity:)``,
/// ``paste(_:from:into:identity:)``, ``upload(from:into:isExternalFrame:identity:)``, ``save(to:of:ownedBy:in:)``,
/// ``open(from:of:receivedBy:in:)``, ``send(to:via:ownedBy:in:)``, ``receive(from:into:ownedBy:in:)`` and ``setting(_:for:in:)``. All
/// give a ``Decision``. Its route, its reasons and whatever else there is to say of it can be read until the next
/// question; after that, asking about it throws ``StaleDecision``.
///
/// An evaluator keeps the policy of its last decision in memory until its next one, so that there is something to explain;
/// one that has nothing to do for long can let go of it with ``rest()``.
public struct Evaluator: ~Copyable, Sendable {
    let store: StateStore
    /// The state of the last decision.
    private(set) var state: EngineState
    /// The same state, for the decision path.
    private(set) var unretainedState: UnretainedReference<EngineState>
    /// Numbers the decisions, so that only the last one is answered for.
    private(set) var serials = EvaluationSerials()
    var context = DecisionContext()
    /// The reasons that were spelled out last.
    var spelled: SpelledReasons?

    init(_ store: StateStore) {
        self.store = store
        state = store.latest
        unretainedState = UnretainedReference(state)
    }

    /// Whether the policy in force has no accounts but the implicit one of a document that declares none.
    package var hasImplicitAccount: Bool {
        mutating get {
            takeLatest()
            return unretainedState.with { $0.hasImplicitAccount }
        }
    }

    /// Takes the state in force, before anything is decided under it.
    ///
    /// Where it is another one than that of the last decision, nothing can be asked of that decision any more: what it found
    /// out are places in a policy that the evaluator no longer has.
    ///
    /// - Returns: The version of the state; see ``stateVersion``.
    @discardableResult
    package mutating func takeLatest() -> UInt64 {
        if store.hasMoved(from: state) { begin() }
        return stateVersion
    }

    /// Begins another decision, with the state in force.
    @inline(__always)
    mutating func begin() {
        serials.advance()
        renew()
    }

    @inline(__always)
    private mutating func renew() {
        guard store.hasMoved(from: state) else { return }
        spelled = nil
        state = store.latest
        unretainedState = UnretainedReference(state)
    }

    /// Tells a navigation of a view from those that were decided earlier, by whichever evaluator.
    @inline(__always)
    borrowing func nextSerial(of view: ViewID) -> UInt64 { store.serials.next(of: view) }

    /// Begins another decision on anything but a navigation, and asks its table.
    ///
    /// - Parameters:
    ///   - window: The window that the request comes from; nil for none.
    ///   - table: Goes through the rows; what is found out is written to the context.
    /// - Returns: The decision.
    @inline(__always)
    mutating func decide(
        in window: WindowID? = nil,
        _ table: (EngineState, inout DecisionContext) -> Outcome
    ) -> Decision {
        begin()
        context.begin()
        context.window =
            window.flatMap { window in unretainedState.with { $0.position(of: window) } } ?? ResolvedView.none
        let outcome = unretainedState.with { table($0, &context) }
        return Decision(outcome, reasons: context.reasons.copy, serial: serials.current)
    }

    /// Lets go of the policy of the last decision, of which nothing can be asked any more.
    ///
    /// A policy that was replaced is in memory until every evaluator has decided under another one, or rests. The next
    /// decision takes the policy in force, as each does.
    public mutating func rest() {
        serials.advance()  // No decision has this number.
        context.begin()
        spelled = nil
        state = .nothing
        unretainedState = UnretainedReference(state)
    }

    /// Makes sure that a decision is the last one, of which alone the evaluator knows more than the decision does.
    @inline(__always)
    borrowing func requireLast(_ decision: Decision) throws(StaleDecision) {
        guard decision.serial == serials.current else { throw StaleDecision() }
    }

    /// The state in force, for what is read besides decisions: what the last decision found out can be read on.
    var latest: EngineState { store.latest }

    /// The URL of the last decision; empty where its input is not a URL, and where the question was not about one.
    public var url: URLRecord {
        _read { yield context.subject.url }
    }

    /// Why the input of the last decision is not a URL; nil where it is one, and where the question was not about a URL.
    public var parsingError: URLParsingError? { context.parsingError }
}
