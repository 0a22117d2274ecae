public import PolicyModel

extension PolicyEngine {
    /// The accounts whose app configuration differs after a reload, each time there are any.
    ///
    /// ```swift
    /// for await accounts in engine.appConfigurationChanges {
    ///     for account in accounts { print("another configuration for \(account)") }
    /// }
    /// ```
    ///
    /// Listening begins when this is read, so nothing between that and the first element is missed. What changes several
    /// times before it is taken is told once. A reload after which every account is told the same gives nothing, wherever
    /// that is written by then.
    public var appConfigurationChanges: AppConfigurationChanges {
        AppConfigurationChanges(store.configurationListeners)
    }
}

/// The accounts whose app configuration differs, reload by reload; see ``PolicyEngine/appConfigurationChanges``.
///
/// Each sequence is for one task to go through, as it keeps what that task has not seen yet.
public struct AppConfigurationChanges: AsyncSequence, Sendable {
    private let listener: ConfigurationListeners.Listener
    private let wakes: AsyncStream<Void>

    init(_ listeners: ConfigurationListeners) { (listener, wakes) = listeners.add() }

    /// Goes through the changes.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let listener: ConfigurationListeners.Listener
        private var wakes: AsyncStream<Void>.AsyncIterator

        fileprivate init(_ listener: ConfigurationListeners.Listener, _ wakes: AsyncStream<Void>.AsyncIterator) {
            self.listener = listener
            self.wakes = wakes
        }

        /// Waits for the next change.
        ///
        /// - Parameter actor: What the caller is isolated to.
        /// - Returns: The accounts, in the order of their ids; nil where the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> [AccountID]? {
            while await wakes.next(isolation: actor) != nil {
                let accounts = listener.take()
                if !accounts.isEmpty { return accounts }
            }
            return nil
        }
    }

    /// Goes through the changes since the sequence was made.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(listener, wakes.makeAsyncIterator()) }
}
