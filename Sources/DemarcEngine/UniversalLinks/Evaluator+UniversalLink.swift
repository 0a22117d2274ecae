public import PolicyModel

extension Evaluator {
    /// Whether a URL may open an app as a universal link. The SDK's `isUniversalLinkAllowed`.
    ///
    /// <doc:UniversalLinks> has the table of rows that it follows.
    ///
    /// - Parameters:
    ///   - input: The URL in UTF-8.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    ///   - window: The window that the request comes from, where the identity of the user interface is asked; nil for
    ///     none.
    /// - Returns: The decision. A link that is blocked as a universal link loads as web content.
    /// - Complexity: O(*n*) in the bytes of the input times the entries of the policy's lists; allocates nothing once
    ///   warm.
    public mutating func universalLink(
        _ input: Span<UInt8>,
        identity: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decideUniversalLink(input, actingAs: identity, &$1) }
    }
}
