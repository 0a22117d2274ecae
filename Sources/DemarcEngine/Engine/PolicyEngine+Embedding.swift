package import PolicyModel
import RuleIndex

/// What hosts in other languages know of views and pages: plain words, which they keep and bring back.
extension ViewID {
    /// The view as one word, which no view but this one of its engine has. 0 is the word of no view.
    @inlinable package var word: UInt64 { UInt64(slot) << 32 | UInt64(generation) }

    /// The view of a word. Any word gives an id; the engine knows whether there is such a view.
    @inlinable package init(word: UInt64) {
        self.init(slot: UInt32(truncatingIfNeeded: word >> 32), generation: UInt32(truncatingIfNeeded: word))
    }
}

/// What ``PolicyEngine/didNavigate(_:_:)`` needs of a decision, for a host that keeps it instead of the decision.
@usableFromInline package struct DecidedPageWords: Hashable, Sendable {
    /// What the page is, whether it blocks uploads, and for which account it was loaded.
    @usableFromInline package var page: UInt64
    /// The view that was decided for.
    @usableFromInline package var view: UInt64
    /// When it was decided, among the navigations of the view.
    @usableFromInline package var serial: UInt64

    package init(page: UInt64, view: UInt64, serial: UInt64) {
        self.page = page
        self.view = view
        self.serial = serial
    }

    @inlinable
    init(_ decided: DecidedPage) {
        page = UInt64(decided.account) << 32 | (decided.blocksUpload ? 1 << 8 : 0) | UInt64(decided.kind.rawValue)
        view = decided.view.word
        serial = decided.serial
    }

    /// The page; nil for words that no decision gave.
    fileprivate var decided: DecidedPage? {
        guard let kind = LoadedPage.Kind(rawValue: UInt8(truncatingIfNeeded: page)), kind != .unreported,
            kind != .ofOpener
        else { return nil }
        return DecidedPage(
            kind: kind,
            blocksUpload: page & 1 << 8 != 0,
            account: UInt32(truncatingIfNeeded: page >> 32),
            view: ViewID(word: view),
            serial: serial
        )
    }
}

extension Decision {
    /// What a host keeps while there is no decision: it blocks, and its number is that of no evaluation.
    ///
    /// PERF: no optional. That is read as words, and the fields of a decision were just written one by one.
    package static var unmade: Decision { Decision(.block, reasons: ReasonList(), serial: 0) }

    /// What ``PolicyEngine/didNavigate(_:_:)`` needs of the decision; nil where the page stays.
    ///
    /// PERF: inlined in other modules too, as ``reasonNumbers`` is.
    @inlinable @inline(__always)
    package var pageWords: DecidedPageWords? { decidedPage.map { DecidedPageWords($0) } }
}

extension PolicyEngine {
    /// What ``didNavigate(_:_:)`` does, for words that a host has kept.
    ///
    /// - Returns: False, and nothing has changed, where they are not those of a decision of this engine.
    package func didNavigate(_ view: ViewID, _ words: DecidedPageWords) throws(ViewTreeError) -> Bool {
        guard let decided = words.decided else { return false }
        // An account by a number that the engine never gave would be looked for outside of the list.
        let isKnown = store.read { state in
            decided.kind != .loadedFor || Int(decided.account) < state.knownAccounts.identities.count
        }
        guard isKnown else { return false }
        try report(decided, of: view)
        return true
    }

    // MARK: Windows

    /// Opens a window that no view and no identity has opened yet.
    ///
    /// - Returns: False where it is open already.
    package func openWindow(_ window: WindowID) -> Bool {
        store.mutate { state in
            guard state.windows[window] == nil else { return false }
            _ = state.windows.open(window)
            return true
        }
    }

    /// Whether a window is open.
    package func isOpen(_ window: WindowID) -> Bool { store.read { $0.windows[window] != nil } }
}

extension Evaluator {
    /// Whether a window is open.
    package borrowing func isOpen(_ window: WindowID) -> Bool { latest.position(of: window) != nil }

    /// The policy that the last decision was made under; that of no engine while the evaluator rests.
    package var policy: CompiledPolicy { state.policy }

    // PERF: what is asked after every decision is asked by `mutating`, which passes the place of the evaluator. To another
    // module a borrowed one is copied, and it has more than a thousand bytes.

    /// Counts what has changed in the engine, as the last decision saw it.
    package var stateVersion: UInt64 {
        mutating get { unretainedState.with { $0.version } }
    }

    /// The rule behind the decision this evaluator made last, as one word.
    ///
    /// PERF: it is handed a number: the decision itself would be copied for it.
    ///
    /// - Parameter serial: The number of the decision.
    /// - Returns: In the upper half the position of the rule set, counted from 1, and in the lower one the rank of the rule
    ///   there; 0 where no rule decided.
    /// - Complexity: O(1); allocates nothing.
    package mutating func ruleWord(ofDecision serial: UInt64) -> UInt64 {
        serial == serials.current ? context.rules.word : 0
    }

    /// The rule at a position of the policy of the last decision; nil where there is none.
    package borrowing func rule(at position: (ruleSet: UInt32, rank: UInt32)) -> RuleReference? {
        guard Int(position.ruleSet) < state.policy.ruleSets.count else { return nil }
        let rules = state.policy.ruleSets[Int(position.ruleSet)]
        guard Int(position.rank) < rules.ruleCount else { return nil }
        return rules.reference(rank: position.rank, entry: 0)
    }
}
