import PolicyModel

/// What a row of a decision table says, without the reasons for it.
struct Outcome: Hashable, Sendable {
    let verdict: Verdict
    let destination: Destination?
    let page: PageClassification?
    /// What the page is that replaces the one shown; ``LoadedPage/Kind/unreported`` where that stays.
    let loads: LoadedPage.Kind

    /// A verdict that says nothing of a page, unless that is given.
    @inline(__always)
    init(
        _ verdict: Verdict,
        to destination: Destination? = nil,
        page: PageClassification? = nil,
        loads: LoadedPage.Kind = .unreported
    ) {
        self.verdict = verdict
        self.destination = destination
        self.page = page
        self.loads = loads
    }

    /// It must not be done.
    static var block: Outcome { Outcome(.block) }

    /// It opens in the view that asked, as a part of the page shown, which has this classification.
    static func allow(_ page: PageClassification) -> Outcome {
        Outcome(.allow, to: .view, page: page)
    }

    /// It opens in the view that asked, as a page that replaces the one shown.
    @inline(__always)
    static func load(_ page: LoadedPage.Kind) -> Outcome {
        Outcome(.allow, to: .view, page: page.isManaged ? .managed : .unmanaged, loads: page)
    }

    /// The route opens, instead of what was asked for.
    static func route(_ destination: Destination) -> Outcome {
        Outcome(.route, to: destination)
    }
}
