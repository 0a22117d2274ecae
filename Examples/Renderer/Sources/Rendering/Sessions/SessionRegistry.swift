import Demarc
package import NIOCore

/// The sessions of a service, each protected by its own secret, and the policy that they all follow.
package actor SessionRegistry {
    /// The secret that opens a session: 256 random bits, known only to its person's page.
    package struct Token: Hashable, Sendable {
        package let text: String

        /// Makes a random token.
        package init() {
            var random = SystemRandomNumberGenerator()
            let words = (0..<4).map { _ in String(random.next() as UInt64, radix: 16) }
            text = words.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
        }

        /// A token as a page sends it.
        package init(_ text: String) { self.text = text }
    }

    private struct Entry {
        var session: Session
        var lastSeen: ContinuousClock.Instant
        /// How many pages currently show the session.
        var viewers: Int
    }

    private let settings: RendererSettings
    private let group: any EventLoopGroup
    /// Follows the policy file; sessions share its compiled policy.
    private let source: PolicyEngine
    private var entries: [Token: Entry] = [:]
    private var begun = 0

    /// Loads the policy.
    ///
    /// - Throws: `PolicyLoadingError` with every problem found: without a policy there are no sessions.
    package init(_ settings: RendererSettings, group: any EventLoopGroup) throws {
        self.settings = settings
        self.group = group
        source = try PolicyEngine(contentsOf: settings.policy)
    }

    /// Follows the policy file, and ends sessions without viewers, until the task is cancelled.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.followPolicy() }
            group.addTask { await self.endIdleSessions() }
        }
        await endAll()
    }

    private func followPolicy() async {
        var isFirst = true
        for await reload in source.reloads(of: settings.policy, every: .milliseconds(100)) {
            defer { isFirst = false }
            switch reload {
            case .inForce where isFirst: continue
            case .inForce: for entry in entries.values { await entry.session.reload(source.policy) }
            case .refused(let error):
                for entry in entries.values { await entry.session.policyWasRefused("\(error)") }
            }
        }
    }

    private func endIdleSessions() async {
        while (try? await Task.sleep(for: .seconds(5))) != nil {
            let now = ContinuousClock.now
            for (token, entry) in entries where entry.viewers == 0 && now - entry.lastSeen > settings.idleLimit {
                await end(token)
            }
        }
    }

    private func endAll() async {
        for token in entries.keys { await end(token) }
    }

    /// Begins a session.
    ///
    /// - Returns: The token that opens it; nil if the limit of sessions is reached.
    package func begin() throws -> Token? {
        guard entries.count < settings.sessionLimit else { return nil }
        begun += 1
        let session = try Session(source.policy, named: "session-\(begun)", settings: settings, group: group)
        let token = Token()
        entries[token] = Entry(session: session, lastSeen: .now, viewers: 0)
        return token
    }

    /// The session of a token; nil if there is none.
    package func session(_ token: Token) -> Session? {
        entries[token]?.lastSeen = .now
        return entries[token]?.session
    }

    /// Counts a page that starts or stops showing a session.
    package func countViewer(of token: Token, _ change: Int) {
        entries[token]?.viewers += change
        entries[token]?.lastSeen = .now
    }

    /// Ends a session.
    package func end(_ token: Token) async { await entries.removeValue(forKey: token)?.session.end() }

    /// How many sessions there are.
    package var count: Int { entries.count }
}
