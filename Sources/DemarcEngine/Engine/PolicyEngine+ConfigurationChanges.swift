public import PolicyModel

extension PolicyEngine {
    /// The accounts whose app configuration changed with a reload, one element per reload that changed any.
    ///
    /// ```swift
    /// for await accounts in engine.appConfigurationChanges {
    ///     for account in accounts { print("another configuration for \(account)") }
    /// }
    /// ```
    ///
    /// Observation begins when this property is read, so no change between then and the first element is missed. If an
    /// account changes several times before the next element is taken, it is reported once. A reload that leaves every
    /// account's configuration the same produces no element, even if the values now come from another place in the
    /// files. That of an account that is not signed in is empty. Signing in and out produces no element.
    public var appConfigurationChanges: AppConfigurationChanges {
        AppConfigurationChanges(store.configurationListeners)
    }
}

/// The accounts whose app configuration changed, reload by reload; see ``PolicyEngine/appConfigurationChanges``.
///
/// Each sequence is for a single task to iterate, because it stores the changes that this task has not seen yet.
public struct AppConfigurationChanges: AsyncSequence, Sendable {
    private let listener: ConfigurationListeners.Listener
    private let wakes: AsyncStream<Void>

    init(_ listeners: ConfigurationListeners) { (listener, wakes) = listeners.add() }

    /// Iterates over the changes.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let listener: ConfigurationListeners.Listener
        private var wakes: AsyncStream<Void>.AsyncIterator

        fileprivate init(_ listener: ConfigurationListeners.Listener, _ wakes: AsyncStream<Void>.AsyncIterator) {
            self.listener = listener
            self.wakes = wakes
        }

        /// Waits for the next change.
        ///
        /// - Parameter actor: The actor that the caller is isolated to.
        /// - Returns: The accounts, in the order of their ids; nil if the task is canceled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> [AccountID]? {
            while await wakes.next(isolation: actor) != nil {
                let accounts = listener.take()
                if !accounts.isEmpty { return accounts }
            }
            return nil
        }
    }

    /// Iterates over the changes since the sequence was created.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(listener, wakes.makeAsyncIterator()) }
}
