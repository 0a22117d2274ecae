public import PolicyModel

extension Evaluator {
    /// Whether a URL may be handed to the system, and where it opens. The SDK's `isURLAllowed`.
    ///
    /// <doc:Opening> has the table of rows that it follows.
    ///
    /// - Parameters:
    ///   - input: The URL in UTF-8.
    ///   - isKnownManagedAppScheme: Whether the caller knows that the scheme belongs to a managed app.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    ///   - window: The window that the request comes from, where the identity of the user interface is asked; nil for
    ///     none.
    /// - Returns: The decision. What cannot be decided is blocked, with the reason.
    /// - Complexity: O(*n*) in the bytes of the input and the number of exempted schemes; allocates nothing once warm.
    public mutating func open(
        _ input: Span<UInt8>,
        isKnownManagedAppScheme: Bool = false,
        identity: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decideOpen(input, isKnown: isKnownManagedAppScheme, actingAs: identity, &$1) }
    }

    /// Whether the app can know that a URL would open. The SDK's `canOpenURL`.
    ///
    /// - Parameters:
    ///   - input: The URL in UTF-8.
    ///   - isKnownManagedAppScheme: Whether the caller knows that the scheme belongs to a managed app.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    ///   - window: The window that the request comes from, where the identity of the user interface is asked; nil for
    ///     none.
    /// - Returns: What ``open(_:isKnownManagedAppScheme:identity:in:)`` gives where every condition holds; else `block`, and
    ///   the reasons say which conditions failed, all of them.
    /// - Complexity: O(*n*) in the bytes of the input, the exempted and the queried schemes; allocates nothing once warm.
    public mutating func canOpen(
        _ input: Span<UInt8>,
        isKnownManagedAppScheme: Bool = false,
        identity: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decideCanOpen(input, isKnown: isKnownManagedAppScheme, actingAs: identity, &$1) }
    }
}
