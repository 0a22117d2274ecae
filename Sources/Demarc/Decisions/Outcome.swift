import PolicyModel

/// What a row of a decision table says, without the reasons for it.
struct Outcome: Hashable, Sendable {
    let verdict: Verdict
    let destination: Destination?
    let page: PageClassification?

    /// A verdict that says nothing of a page, unless that is given.
    init(_ verdict: Verdict, to destination: Destination? = nil, page: PageClassification? = nil) {
        self.verdict = verdict
        self.destination = destination
        self.page = page
    }

    /// It must not be done.
    static var block: Outcome { Outcome(.block) }

    /// It opens in the view that asked, as content of this classification.
    static func allow(_ page: PageClassification) -> Outcome {
        Outcome(.allow, to: .view, page: page)
    }

    /// The route opens, instead of what was asked for.
    static func route(_ destination: Destination) -> Outcome {
        Outcome(.route, to: destination)
    }
}
