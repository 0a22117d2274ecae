public import PolicyModel

extension Evaluator {
    /// How an item is written to the pasteboard when it is copied or cut: `plain` or `protected`.
    ///
    /// - Parameters:
    ///   - item: What is copied.
    ///   - place: Where from.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    /// - Returns: The decision; `block` only where the place or who acts is not known.
    public mutating func copy(
        _ item: ClipboardItem,
        from place: Place,
        identity: AccountID? = nil
    ) -> Decision {
        renew()
        context.begin()
        return Decision(context.block(.openUndecided), reasons: context.reasons)
    }

    /// Whether an item may be pasted.
    ///
    /// - Parameters:
    ///   - item: What is pasted.
    ///   - source: Where it was copied from, as that is classified now; see ``paste(_:ownedBy:into:identity:)`` for an
    ///     owner that was recorded.
    ///   - destination: Where to.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    /// - Returns: The decision.
    public mutating func paste(
        _ item: ClipboardItem,
        from source: Place,
        into destination: Place,
        identity: AccountID? = nil
    ) -> Decision {
        renew()
        context.begin()
        return Decision(context.block(.openUndecided), reasons: context.reasons)
    }

    /// Whether an item that was copied earlier may be pasted.
    ///
    /// - Parameters:
    ///   - item: What is pasted.
    ///   - owner: Its owner, as ``owner(of:identity:)`` gave it when it was copied.
    ///   - destination: Where to.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    /// - Returns: The decision.
    public mutating func paste(
        _ item: ClipboardItem,
        ownedBy owner: ClipboardOwner,
        into destination: Place,
        identity: AccountID? = nil
    ) -> Decision {
        renew()
        context.begin()
        return Decision(context.block(.openUndecided), reasons: context.reasons)
    }

    /// The owner that the host records with an item that is copied now, plain ones included.
    ///
    /// - Parameters:
    ///   - place: Where the item is copied from.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    /// - Returns: The owner.
    public mutating func owner(of place: Place, identity: AccountID? = nil) -> ClipboardOwner {
        renew()
        return ClipboardOwner()
    }

    /// Whether content of a place may be uploaded through a page.
    ///
    /// - Parameters:
    ///   - place: Where the content is.
    ///   - view: The web view whose page takes it.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    /// - Returns: The decision.
    public mutating func upload(
        from place: Place,
        into view: ViewID,
        identity: AccountID? = nil
    ) -> Decision {
        renew()
        context.begin()
        return Decision(context.block(.openUndecided), reasons: context.reasons)
    }
}
