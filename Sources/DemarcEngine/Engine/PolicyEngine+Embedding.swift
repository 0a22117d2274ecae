package import PolicyModel
import RuleIndex

/// Views and pages as plain words, which hosts in other languages store and pass back.
extension ViewID {
    /// The view as one word, unique within its engine. No view has the word 0.
    @inlinable package var word: UInt64 { UInt64(slot) << 32 | UInt64(generation) }

    /// The view for a word. Any word yields an id; the engine checks whether such a view exists.
    @inlinable package init(word: UInt64) {
        self.init(slot: UInt32(truncatingIfNeeded: word >> 32), generation: UInt32(truncatingIfNeeded: word))
    }
}

/// The part of a decision that ``PolicyEngine/didNavigate(_:_:)`` needs, for a host that stores it instead of the
/// decision.
@usableFromInline package struct DecidedPageWords: Hashable, Sendable {
    /// The kind of page, whether it blocks uploads, the engine, and the account that it was loaded for.
    @usableFromInline package var page: UInt64
    /// The view that the decision was made for.
    @usableFromInline package var view: UInt64
    /// The position of the decision among the navigations of the view.
    @usableFromInline package var serial: UInt64

    package init(page: UInt64, view: UInt64, serial: UInt64) {
        self.page = page
        self.view = view
        self.serial = serial
    }

    @inlinable
    init(_ decided: DecidedPage) {
        page =
            UInt64(decided.account) << 32 | UInt64(decided.engine) << 16 | (decided.blocksUpload ? 1 << 8 : 0)
            | UInt64(decided.kind.rawValue)
        view = decided.view.word
        serial = decided.serial
    }

    /// The page; nil for words that do not come from a decision.
    fileprivate var decided: DecidedPage? {
        guard let kind = LoadedPage.Kind(rawValue: UInt8(truncatingIfNeeded: page)), kind != .unreported,
            kind != .ofOpener
        else { return nil }
        return DecidedPage(
            kind: kind,
            blocksUpload: page & 1 << 8 != 0,
            engine: UInt16(truncatingIfNeeded: page >> 16),
            account: UInt32(truncatingIfNeeded: page >> 32),
            view: ViewID(word: view),
            serial: serial
        )
    }
}

extension Decision {
    /// A placeholder for a host that has no decision yet. It blocks, and its serial number belongs to no evaluation.
    ///
    /// PERF: this replaces an optional decision. An optional is read in whole words, which stalls because the fields of
    /// a decision were just written one by one.
    package static var unmade: Decision { Decision(.block, reasons: ReasonList(), serial: 0) }

    /// The part of the decision that ``PolicyEngine/didNavigate(_:_:)`` needs; nil if the page stays.
    ///
    /// PERF: inlined in other modules too, like ``reasonNumbers``.
    @inlinable @inline(__always)
    package var pageWords: DecidedPageWords? { decidedPage.map { DecidedPageWords($0) } }
}

extension PolicyEngine {
    /// Does what ``didNavigate(_:_:)`` does, for words that a host has stored.
    ///
    /// - Returns: False if the words are not those of a decision; nothing has changed then.
    package func didNavigate(_ view: ViewID, _ words: DecidedPageWords) throws(ViewTreeError) -> Bool {
        guard let decided = words.decided else { return false }
        try report(decided, of: view)
        return true
    }
}

extension Evaluator {
    /// Whether a window is open.
    package borrowing func isOpen(_ window: WindowID) -> Bool { latest.position(of: window) != nil }

    /// The policy that the last decision was made under; an empty policy while the evaluator rests.
    package var policy: CompiledPolicy { state.policy }

    // PERF: members that are called after every decision are `mutating`, which passes the evaluator's address. A
    // borrowing call from another module copies the evaluator, which is more than a thousand bytes.

    /// A counter of the changes to the engine, as of the last decision.
    package var stateVersion: UInt64 {
        mutating get { unretainedState.with { $0.version } }
    }

    /// The rule that determined this evaluator's last decision, as one word.
    ///
    /// PERF: takes a number, because passing the decision itself would copy it.
    ///
    /// - Parameter serial: The number of the decision.
    /// - Returns: The position of the rule set, counted from 1, in the upper half, and the rank of the rule within it
    ///   in the lower half; 0 if no rule decided.
    /// - Complexity: O(1); allocates nothing.
    package mutating func ruleWord(ofDecision serial: UInt64) -> UInt64 {
        serial == serials.current ? context.ruleWord : 0
    }
}
