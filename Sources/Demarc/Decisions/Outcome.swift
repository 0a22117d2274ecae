import PolicyModel

/// What a row of a decision table says, without the reasons for it.
struct Outcome: Hashable, Sendable {
    let verdict: Verdict
    let destination: Destination?
    let page: PageClassification?

    /// It does not open.
    static var block: Outcome { Outcome(verdict: .block, destination: nil, page: nil) }

    /// It opens in the view that asked, as content of this classification.
    static func allow(_ page: PageClassification) -> Outcome {
        Outcome(verdict: .allow, destination: .view, page: page)
    }

    /// It opens somewhere else.
    static func route(_ destination: Destination) -> Outcome {
        Outcome(verdict: .route, destination: destination, page: nil)
    }
}
