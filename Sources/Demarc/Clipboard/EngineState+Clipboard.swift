import PolicyModel
import RuleIndex

/// The questions about the clipboard, as parties of the table.
extension EngineState {
    /// How an item is written to the pasteboard.
    func decideCopy(
        _ item: ClipboardItem,
        from place: Place<ViewID>,
        actingAs account: AccountID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        let owner = party(at: place, on: .source, actingAs: account)
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

    /// Whether an item may be pasted that comes from a place.
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

    /// Whether an item may be pasted whose owner was recorded.
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

    /// Whether content of a place may be uploaded through the page of a view, or through an external frame of it.
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
        // What is uploaded is never a short text.
        let item = ClipboardItem(.file, characters: 0)
        let destination = party(at: place, on: .destination, actingAs: account)
        return decide(.upload, item, from: owner, into: destination, &context)
    }
}
