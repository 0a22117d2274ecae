import Glibc
import Synchronization

/// Records requests to end the run (Ctrl-C or SIGTERM), so that it ends between two results.
///
/// The handler writes to a pipe that is also watched while waiting for input, so no signal is lost between checking and
/// waiting. A second signal ends the process at once, as if it were not handled.
enum Interruption {
    private static let received = Atomic<Int32>(0)
    private static let readEnd = Atomic<Int32>(-1)
    private static let writeEnd = Atomic<Int32>(-1)

    /// The signal that was received, if any.
    static var signal: Int32? {
        let number = received.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Unblocks the signals for this process.
    static func unblockSignals() {
        // A parent that started this process from a thread with blocked signals, such as a dispatch queue, did not
        // intend to block them here.
        var handled = sigset_t()
        // SAFETY: the set is complete and outlives the calls, which copy it.
        _ = unsafe sigemptyset(&handled)
        _ = unsafe sigaddset(&handled, SIGINT)
        _ = unsafe sigaddset(&handled, SIGTERM)
        _ = unsafe pthread_sigmask(SIG_UNBLOCK, &handled, nil)
    }

    /// Starts handling signals, once there are results to be completed.
    ///
    /// From then on, writing to a pipe without a reader fails instead of ending the process.
    static func handleSignals() {
        guard readEnd.load(ordering: .relaxed) < 0 else { return }
        var ends: [Int32] = [-1, -1]
        // SAFETY: `pipe` writes two descriptors into an array of two. At most two bytes are ever written to the pipe,
        // so no write blocks.
        guard unsafe pipe(&ends) == 0 else { return }
        readEnd.store(ends[0], ordering: .relaxed)
        writeEnd.store(ends[1], ordering: .relaxed)
        received.store(0, ordering: .relaxed)

        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { number in
            // Uses only operations that are safe in a signal handler: initialized atomics, and `write`.
            let error = errno
            Interruption.received.store(number, ordering: .relaxed)
            var byte: UInt8 = 0
            _ = unsafe write(Interruption.writeEnd.load(ordering: .relaxed), &byte, 1)
            errno = error
        }
        action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
        // SAFETY: the action is complete and outlives the calls, which copy it.
        _ = unsafe sigaction(SIGINT, &action, nil)
        _ = unsafe sigaction(SIGTERM, &action, nil)
        _ = Glibc.signal(SIGPIPE, SIG_IGN)
    }

    /// Waits until a descriptor is readable, or a signal arrives.
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
