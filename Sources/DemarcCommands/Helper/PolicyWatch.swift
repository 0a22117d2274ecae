import Demarc
import Diagnostics
import Glibc
import Hosting
import Synchronization

/// Keeps a policy up to date on a separate thread, so that no request waits for a reload.
///
/// Each policy has its own engine: work that started with an engine finishes with it.
final class PolicyWatch: Sendable {
    /// The interval between checks of the files.
    private static let interval: Int32 = 500

    private struct Latest {
        var engine: PolicyEngine
        var number: Int
    }

    private let latest: Mutex<Latest>
    private let follower: Mutex<PolicyFollower>
    /// Increases with each policy, so that checking for a new one needs no lock.
    private let number = Atomic(0)
    private let isQuiet: Bool
    private let isStopped = Atomic(false)

    /// - Parameters:
    ///   - engine: The engine of the loaded policy.
    ///   - follower: The follower that loaded it.
    ///   - isQuiet: Whether only problems are reported.
    init(_ engine: PolicyEngine, _ follower: PolicyFollower, isQuiet: Bool = false) {
        self.isQuiet = isQuiet
        latest = Mutex(Latest(engine: engine, number: 0))
        self.follower = Mutex(follower)
    }

    /// The engine of the policy in force, and its number.
    var current: (engine: PolicyEngine, number: Int) { latest.withLock { ($0.engine, $0.number) } }

    /// Whether the policy in force is later than a given one.
    func isLater(than other: Int) -> Bool { number.load(ordering: .acquiring) != other }

    /// Starts watching.
    ///
    /// - Returns: Whether the system could create the thread that watches.
    func start() -> Bool {
        HangupSignal.handle()
        return WorkerThreads.runAside { [weak self] in
            var before: FilesPresent?
            while let self, !self.isStopped.load(ordering: .relaxed) {
                let isAsked = HangupSignal.wait(milliseconds: Self.interval)
                before = self.look(before, isAsked: isAsked)
            }
        }
    }

    /// Stops watching at the next check.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Loads the policy if it has changed but not since the previous check, or on request.
    private func look(_ before: FilesPresent?, isAsked: Bool) -> FilesPresent? {
        follower.withLock { follower in
            guard isAsked || follower.hasChanged else { return nil }
            let present = follower.present
            guard isAsked || present == before else { return present }
            do throws(PolicyLoadingError) {
                putInForce(try follower.load())
            } catch {
                // A file that cannot be read is tried again at each check, and reported once.
                guard isAsked || !follower.isFailureRepeated else { return nil }
                Console.note(error.diagnostics, sources: error.sources)
                Console.note("demarc: the policy cannot be used; the previous one stays in force\n")
            }
            return nil
        }
    }

    private func putInForce(_ policy: CompiledPolicy) {
        let engine = PolicyEngine(policy)
        let number = latest.withLock { latest in
            latest = Latest(engine: engine, number: latest.number + 1)
            return latest.number
        }
        self.number.store(number, ordering: .releasing)
        if !isQuiet { Console.note("demarc: policy loaded, revision \(policy.revision)\n") }
    }
}

/// SIGHUP, which a thread waits for.
private enum HangupSignal {
    private static let pipe = SignalPipe()

    /// Starts handling the signal.
    static func handle() {
        guard pipe.open() else { return }
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { _ in HangupSignal.pipe.wake() }
        action.sa_flags = SA_RESTART
        // SAFETY: the action is complete and outlives the call, which copies it.
        _ = unsafe sigaction(SIGHUP, &action, nil)
    }

    /// Waits for the signal, for at most this long.
    ///
    /// - Returns: Whether it arrived.
    static func wait(milliseconds: Int32) -> Bool { pipe.wait(milliseconds: milliseconds) }
}
