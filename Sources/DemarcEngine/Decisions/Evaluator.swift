import PolicyModel
import RuleIndex
package import URLStandard

/// Makes decisions for one thread.
///
/// It keeps the buffers that decisions write to, and a reference to the engine's state that it renews when the state
/// has changed. Once its buffers are large enough, a decision about a URL with an ASCII host neither allocates nor
/// locks, and a navigation does not count references either, unless it calls a delegate. An evaluator is not copyable
/// and makes one decision at a time; create one for each thread.
///
/// Each question is a method: ``navigation(to:in:frame:answer:isSameDocument:identity:)``,
/// ``open(_:isKnownManagedAppScheme:identity:in:)``, ``universalLink(_:identity:in:)``, ``copy(_:from:identity:)``,
/// ``paste(_:from:into:identity:)``, ``upload(from:into:isExternalFrame:identity:)``, ``save(to:of:ownedBy:in:)``,
/// ``open(from:of:receivedBy:in:)``, ``send(to:via:ownedBy:identity:in:)``,
/// ``receive(from:into:ownedBy:identity:in:)`` and ``setting(_:for:in:)``. All return a ``Decision``. Its route, its
/// reasons and other details can be read until the next question; after that, querying them throws ``StaleDecision``.
///
/// An evaluator keeps the policy of its last decision in memory until its next decision, so that the last one can be
/// explained. An evaluator that stays idle for long can release the policy with ``rest()``.
public struct Evaluator: ~Copyable, Sendable {
    let store: StateStore
    /// The state of the last decision.
    private(set) var state: EngineState
    /// The same state, for the decision path.
    private(set) var unretainedState: UnretainedReference<EngineState>
    /// Numbers the decisions, so that only the last one can be queried.
    private(set) var serials = EvaluationSerials()
    var context = DecisionContext()
    /// The reasons that were last converted to text.
    var cachedReasons: CachedReasons?

    init(_ store: StateStore) {
        self.store = store
        state = store.latest
        unretainedState = UnretainedReference(state)
    }

    /// Whether the only account of the policy in force is the implicit account of a document that declares none.
    package var hasImplicitAccount: Bool {
        mutating get {
            takeLatest()
            return unretainedState.with { $0.hasImplicitAccount }
        }
    }

    /// Takes the state in force, before anything is decided under it.
    ///
    /// If the state has changed since the last decision, that decision can no longer be queried: its results are
    /// positions in a policy that the evaluator no longer has.
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
        cachedReasons = nil
        state = store.latest
        unretainedState = UnretainedReference(state)
    }

    /// Returns a number that distinguishes a navigation of a view from those decided earlier by any evaluator.
    @inline(__always)
    borrowing func nextSerial(of view: ViewID) -> UInt64 { store.serials.next(of: view) }

    /// Begins another decision that is not a navigation, and evaluates its table.
    ///
    /// - Parameters:
    ///   - window: The window that the request comes from; nil for none.
    ///   - table: Evaluates the rows, and writes its results to the context.
    /// - Returns: The decision.
    @inline(__always)
    mutating func decide(
        in window: WindowID? = nil,
        _ table: (EngineState, inout DecisionContext) -> Outcome
    ) -> Decision {
        begin()
        context.begin()
        context.window = unretainedState.with { $0.position(named: window) }
        let outcome = unretainedState.with { table($0, &context) }
        return Decision(outcome, reasons: context.reasons.copy, serial: serials.current)
    }

    /// Releases the policy of the last decision, which can no longer be queried.
    ///
    /// A replaced policy stays in memory until every evaluator has decided under another policy or rests. As always,
    /// the next decision uses the policy in force.
    public mutating func rest() {
        serials.advance()  // No decision has this number.
        context.begin()
        context.copy = nil
        cachedReasons = nil
        state = .nothing
        unretainedState = UnretainedReference(state)
    }

    /// Checks that a decision is the last one, the only decision that the evaluator has details about.
    @inline(__always)
    borrowing func requireLast(_ decision: Decision) throws(StaleDecision) {
        guard decision.serial == serials.current else { throw StaleDecision() }
    }

    /// The state in force, for reads that are not decisions, so that the results of the last decision stay readable.
    var latest: EngineState { store.latest }

    /// The URL of the last decision, whichever that is, for code of this package that reads it directly after its own
    /// decision and must not allocate. Hosts use ``url(of:)``. Empty if the input is not a URL, or if the question was
    /// not about a URL.
    package var url: URLRecord {
        _read { yield context.subject.url }
    }

    /// Why the input of the last decision, whichever that is, is not a URL. Hosts use ``parsingError(of:)``.
    package var parsingError: URLParsingError? { context.parsingError }
}
