public import PolicyModel
import RuleIndex

extension Evaluator {
    /// Whether a web view may go to a URL, and where it opens.
    ///
    /// <doc:Navigation> has the table of rows that it follows.
    ///
    /// - Parameters:
    ///   - input: The URL as the page or person gave it, in UTF-8.
    ///   - view: The web view that navigates.
    ///   - frame: Whether it is the page, a frame inside it, or a resource.
    ///   - answer: What the host's own code says of the URL, instead of the view's delegate; nil asks that.
    ///   - isSameDocument: Whether the page stays and only its URL changes: a fragment, or the history API.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    /// - Returns: The decision. What cannot be decided is blocked, with the reason.
    /// - Complexity: O(*n*) in the bytes of the input, and the cost of rules that no table holds; allocates nothing once
    ///   warm, unless a delegate is asked.
    public mutating func navigation(
        to input: Span<UInt8>,
        in view: ViewID,
        frame: Frame = .top,
        answer: ExternalURLAnswer? = nil,
        isSameDocument: Bool = false,
        identity: AccountID? = nil
    ) -> Decision {
        begin()
        context.begin(in: view, frame, answer, isSameDocument: isSameDocument)
        let outcome = lentState.with { $0.decideNavigation(to: input, actingAs: identity, &context) }
        return Decision(
            outcome,
            urlClass: context.rules.urlClass,
            reasons: context.reasons,
            decidedPage: decidedPage(outcome.loads),
            serial: serials.current
        )
    }

    /// What `didNavigate` needs to know of the page that the last decision loads.
    @inline(__always)
    private borrowing func decidedPage(_ kind: LoadedPage.Kind) -> DecidedPage? {
        if case .unreported = kind { return nil }
        var account = ResolvedView.none
        if case .loadedFor = kind, case .managed(let identity) = context.identity {
            account = lentState.with { $0.accountNumbers[Int(identity.account)] }
        }
        var blocksUpload = false
        if case .currentIdentityBlockUpload = context.view.policy { blocksUpload = true }
        return DecidedPage(
            kind: kind,
            blocksUpload: blocksUpload,
            account: account,
            view: context.viewID,
            serial: nextSerial(of: context.viewID)
        )
    }
}
