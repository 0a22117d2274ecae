public import PolicyModel

extension Evaluator {
    /// Whether a URL may open an app as a universal link. The SDK's `isUniversalLinkAllowed`.
    ///
    /// - Parameters:
    ///   - input: The URL in UTF-8.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    /// - Returns: The decision. A link that is blocked as a universal link loads as web content.
    public mutating func universalLink(_ input: Span<UInt8>, identity: AccountID? = nil) -> Decision {
        renew()
        context.begin()
        return Decision(context.block(.openUndecided), reasons: context.reasons)
    }
}
