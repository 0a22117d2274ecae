public import PolicyModel

extension Explanation: Encodable {
    /// The explanation as an answer. It has a page and a class where the decision has one of them, as only a navigation
    /// does.
    public var answer: Answer {
        let isNavigation = decision.urlClass != nil || decision.page != nil
        return Answer(
            isNavigation ? .navigation(decision.verdict) : .decision(decision.verdict),
            to: decision.destination,
            route: route,
            page: decision.page,
            urlClass: decision.urlClass,
            account: account,
            value: decision.value,
            reasons: reasons,
            overridden: overridden
        )
    }

    /// Encodes `url`, and then the members that `demarc` writes of an answer with `--explain`.
    public func encode(to encoder: any Encoder) throws {
        let url = JSONForm.Member("url", .string(orNull: url))
        try JSONForm.object([url] + answer.members(explains: true)).encode(to: encoder)
    }
}
