public import PolicyModel

extension Evaluator {
    /// Whether a URL may be handed to the system, and where it opens. The SDK's `isURLAllowed`.
    ///
    /// - Parameters:
    ///   - input: The URL in UTF-8.
    ///   - isKnownManagedAppScheme: Whether the caller knows that the scheme belongs to a managed app.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    /// - Returns: The decision.
    public mutating func open(
        _ input: Span<UInt8>,
        isKnownManagedAppScheme: Bool = false,
        identity: AccountID? = nil
    ) -> Decision {
        renew()
        context.begin()
        return Decision(context.block(.openUndecided), reasons: context.reasons)
    }

    /// Whether the app can know that a URL would open. The SDK's `canOpenURL`.
    ///
    /// - Parameters:
    ///   - input: The URL in UTF-8.
    ///   - isKnownManagedAppScheme: Whether the caller knows that the scheme belongs to a managed app.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    /// - Returns: The decision; its reasons say which condition failed.
    public mutating func canOpen(
        _ input: Span<UInt8>,
        isKnownManagedAppScheme: Bool = false,
        identity: AccountID? = nil
    ) -> Decision {
        renew()
        context.begin()
        return Decision(context.block(.openUndecided), reasons: context.reasons)
    }
}
