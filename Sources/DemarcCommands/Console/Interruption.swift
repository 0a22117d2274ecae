import Glibc
import Synchronization

/// Notes that somebody asked the run to end (Ctrl-C, or SIGTERM), so that it ends between two results.
///
/// The handler writes to a pipe that waiting for input watches too, so no signal slips in between looking and waiting.
/// A second signal ends the process at once, as if nothing handled it.
enum Interruption {
    private static let received = Atomic<Int32>(0)
    private static let readEnd = Atomic<Int32>(-1)
    private static let writeEnd = Atomic<Int32>(-1)

    /// The signal that came, if one did.
    static var signal: Int32? {
        let number = received.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Makes sure that signals reach the process.
    static func unblockSignals() {
        // Whoever started us from a thread that blocks its signals, as dispatch queues do, did not mean to block ours.
        var handled = sigset_t()
        // SAFETY: the set is complete and outlives the calls, which copy it.
        _ = unsafe sigemptyset(&handled)
        _ = unsafe sigaddset(&handled, SIGINT)
        _ = unsafe sigaddset(&handled, SIGTERM)
        _ = unsafe pthread_sigmask(SIG_UNBLOCK, &handled, nil)
    }

    /// Begins to handle signals, when there are results to be ended well.
    ///
    /// From then on, writing to a pipe that nobody reads fails instead of ending the process.
    static func handleSignals() {
        guard readEnd.load(ordering: .relaxed) < 0 else { return }
        var ends: [Int32] = [-1, -1]
        // SAFETY: `pipe` writes two descriptors into an array of two. At most two bytes ever go into it, so no write waits.
        guard unsafe pipe(&ends) == 0 else { return }
        readEnd.store(ends[0], ordering: .relaxed)
        writeEnd.store(ends[1], ordering: .relaxed)
        received.store(0, ordering: .relaxed)

        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { number in
            // Only what is safe in a signal handler: atomics that exist already, and `write`.
            Interruption.received.store(number, ordering: .relaxed)
            var byte: UInt8 = 0
            _ = unsafe write(Interruption.writeEnd.load(ordering: .relaxed), &byte, 1)
        }
        action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
        // SAFETY: the action is complete and outlives the calls, which copy it.
        _ = unsafe sigaction(SIGINT, &action, nil)
        _ = unsafe sigaction(SIGTERM, &action, nil)
        _ = Glibc.signal(SIGPIPE, SIG_IGN)
    }

    /// Waits until a descriptor can be read, or a signal comes.
    static func wait(for descriptor: Int32) {
        let events = Int16(POLLIN)
        var waited = [
            pollfd(fd: descriptor, events: events, revents: 0),
            pollfd(fd: readEnd.load(ordering: .relaxed), events: events, revents: 0),
        ]
        // SAFETY: `poll` reads and writes an array of two.
        _ = unsafe poll(&waited, 2, -1)
    }
}
