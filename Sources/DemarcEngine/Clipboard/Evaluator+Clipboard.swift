public import PolicyModel
import RuleIndex

extension Evaluator {
    /// How an item is written to the pasteboard when it is copied or cut: `plain` or `protected`.
    ///
    /// A copy never fails for lack of a destination: where the item may go is decided when it is pasted.
    /// <doc:Clipboard> has the table. Drag and drop is a copy followed by a paste.
    ///
    /// - Parameters:
    ///   - item: The item to copy.
    ///   - place: The place it is copied from.
    ///   - identity: The acting account, which takes precedence over the identity levels; nil uses the levels.
    /// - Returns: The decision; `block` only if the place or the acting account is not known.
    /// - Complexity: O(1); allocates nothing.
    public mutating func copy(
        _ item: ClipboardItem,
        from place: Place<ViewID>,
        identity: AccountID? = nil
    ) -> Decision {
        let decision = decide { $0.decideCopy(item, from: place, actingAs: identity, &$1) }
        context.copy?.serial = decision.serial
        return decision
    }

    /// Whether an item may be pasted.
    ///
    /// - Parameters:
    ///   - item: The item to paste.
    ///   - source: The place it was copied from, with its current classification; see
    ///     ``paste(_:ownedBy:into:identity:)`` for a recorded owner.
    ///   - destination: The place to paste it into.
    ///   - identity: The acting account, which takes precedence over the identity levels; nil uses the levels.
    /// - Returns: The decision: `allow` or `block`.
    /// - Complexity: O(1); allocates nothing.
    public mutating func paste(
        _ item: ClipboardItem,
        from source: Place<ViewID>,
        into destination: Place<ViewID>,
        identity: AccountID? = nil
    ) -> Decision {
        decide { $0.decidePaste(item, from: source, into: destination, actingAs: identity, &$1) }
    }

    /// Whether an item that was copied earlier may be pasted.
    ///
    /// - Parameters:
    ///   - item: The item to paste.
    ///   - owner: Its owner, as ``owner(of:)`` returned it when the item was copied.
    ///   - destination: The place to paste it into.
    ///   - identity: The acting account, which takes precedence over the identity levels; nil uses the levels.
    /// - Returns: The decision: `allow` or `block`.
    /// - Complexity: O(1); allocates nothing.
    public mutating func paste(
        _ item: ClipboardItem,
        ownedBy owner: ClipboardOwner,
        into destination: Place<ViewID>,
        identity: AccountID? = nil
    ) -> Decision {
        decide { $0.decidePaste(item, ownedBy: owner, into: destination, actingAs: identity, &$1) }
    }

    /// The owner that the host records with the item of a copy, including a plain item.
    ///
    /// It belongs to the same moment as the decision: a switch of the identity between the two changes nothing.
    ///
    /// - Parameter decision: The evaluator's last decision, made by ``copy(_:from:identity:)``.
    /// - Returns: The owner. If several accounts act at once, and for a decision that is not a copy, the item can be
    ///   pasted nowhere.
    /// - Throws: ``StaleDecision`` for any other decision.
    public borrowing func owner(of decision: Decision) throws(StaleDecision) -> ClipboardOwner {
        try requireLast(decision)
        return ownerOfCopy
    }

    /// The owner of the item of the last decision; see ``owner(of:)``.
    package var ownerOfCopy: ClipboardOwner {
        guard let copy = context.copy, copy.serial == serials.current else { return ClipboardOwner(isManaged: true) }
        return state.owner(of: copy.place, withIdentity: copy.owner)
    }

    /// The owner to record with an item that is copied from a place now, if ``copy(_:from:identity:)`` is not asked.
    ///
    /// - Parameters:
    ///   - place: The place that the item is copied from.
    ///   - identity: The acting account, which takes precedence over the identity levels; nil uses the levels.
    /// - Returns: The owner. If the place or the acting account is not known, or if several accounts act at once, the
    ///   item can then be pasted nowhere. This is not a decision: the details of the last decision stay readable.
    public func owner(of place: Place<ViewID>, identity: AccountID? = nil) -> ClipboardOwner {
        let state = latest
        return state.owner(
            of: place,
            withIdentity: state.party(at: place, on: .source, actingAs: identity).identity
        )
    }

    /// Whether content of a place may be uploaded through a page.
    ///
    /// - Parameters:
    ///   - place: The place of the content.
    ///   - view: The web view whose page receives it.
    ///   - isExternalFrame: Whether an external frame inside the page receives it, which is unmanaged on its own.
    ///   - identity: The acting account, which takes precedence over the identity levels; nil uses the levels.
    /// - Returns: The decision: `allow` or `block`.
    /// - Complexity: O(1); allocates nothing.
    public mutating func upload(
        from place: Place<ViewID>,
        into view: ViewID,
        isExternalFrame: Bool = false,
        identity: AccountID? = nil
    ) -> Decision {
        decide {
            $0.decideUpload(from: place, into: view, isExternalFrame: isExternalFrame, actingAs: identity, &$1)
        }
    }
}

/// The questions about the clipboard, converted to the parties of the table.
extension EngineState {
    /// How an item is written to the pasteboard.
    func decideCopy(
        _ item: ClipboardItem,
        from place: Place<ViewID>,
        actingAs account: AccountID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        let owner = party(at: place, on: .source, actingAs: account)
        context.copy = (0, place, owner.identity)
        switch owner.identity {
        case .unknown: return context.block(owner.reason ?? .identityUnknown)
        case .unmanaged:
            noteUnmanaged(owner, owner, &context)
            context.note(.clipboardUnmanaged)
            return Outcome(.plain)
        case .managed(let managed):
            context.noteLockDown(owner.identity)
            notePlace(owner, &context)
            guard managed.policy != ManagedIdentity.none else {
                context.note(.clipboardOutboundOtherApp)
                return Outcome(.protected)
            }
            context.policy = managed.policy
            let settings = settings(of: managed)
            if case .allApps = settings.clipboard {
                context.note(.clipboardOutboundAllApps)
                return Outcome(.plain)
            }
            if settings.exempts(item) {
                context.note(.clipboardException)
                return Outcome(.plain)
            }
            context.note(ContentFlow.clipboard.outbound(settings.clipboard))
            return Outcome(.protected)
        }
    }

    /// Whether an item that comes from a place may be pasted.
    func decidePaste(
        _ item: ClipboardItem,
        from source: Place<ViewID>,
        into destination: Place<ViewID>,
        actingAs account: AccountID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        let owner = party(at: source, on: .source, actingAs: account)
        let destination = party(at: destination, on: .destination, actingAs: account)
        return decide(.clipboard, item, from: owner, into: destination, &context)
    }

    /// Whether an item with a recorded owner may be pasted.
    func decidePaste(
        _ item: ClipboardItem,
        ownedBy owner: ClipboardOwner,
        into destination: Place<ViewID>,
        actingAs account: AccountID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        let owner = party(ownedBy: owner)
        let destination = party(at: destination, on: .destination, actingAs: account)
        return decide(.clipboard, item, from: owner, into: destination, &context)
    }

    /// Whether content of a place may be uploaded through the page of a view, or through an external frame of that
    /// page.
    func decideUpload(
        from source: Place<ViewID>,
        into view: ViewID,
        isExternalFrame: Bool,
        actingAs account: AccountID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        if let view = views[view], !view.isWebView { return context.block(.viewNotAWebView) }
        let owner = party(at: source, on: .source, actingAs: account)
        let place = isExternalFrame ? Place<ViewID>.externalFrame(view) : .view(view)
        // An upload never counts as a short text.
        let item = ClipboardItem(.file, characters: 0)
        let destination = party(at: place, on: .destination, actingAs: account)
        return decide(.upload, item, from: owner, into: destination, &context)
    }
}
