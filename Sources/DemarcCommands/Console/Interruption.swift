import Glibc
import Synchronization

/// Records requests to end the run (Ctrl-C or SIGTERM), so that it ends between two results.
///
/// The handler writes to a pipe that is also watched while waiting for input, so no signal is lost between checking and
/// waiting. If the run has not ended after ``patience``, a further signal ends the process at once, as if it were not
/// handled.
enum Interruption {
    private static let received = Atomic<Int32>(0)
    /// When the first signal was received, on the clock that cannot be set; 0 if none was.
    private static let beginning = Atomic<Int>(0)
    private static let pipe = SignalPipe()

    /// The signal that was received, if any.
    static var signal: Int32? {
        let number = received.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// How long after the first signal further ones are ignored, in nanoseconds. `timeout` sends its signal twice, first to
    /// the command and then to its group, and the second one must not cut a result.
    private static var patience: Int { 500_000_000 }

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
        guard pipe.open() else { return }
        received.store(0, ordering: .relaxed)
        beginning.store(0, ordering: .relaxed)

        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { Interruption.receive($0) }
        // SAFETY: the action is complete and outlives the calls, which copy it.
        _ = unsafe sigaction(SIGINT, &action, nil)
        _ = unsafe sigaction(SIGTERM, &action, nil)
        _ = Glibc.signal(SIGPIPE, SIG_IGN)
    }

    /// The handler of the signals.
    ///
    /// Uses only operations that are safe in a signal handler: initialized atomics, the clock, what the pipe uses, and
    /// `signal` and `raise`.
    private static func receive(_ number: Int32) {
        let now = Clock.monotonic
        let first = beginning.compareExchange(expected: 0, desired: now, ordering: .relaxed)
        guard !first.exchanged else {
            received.store(number, ordering: .relaxed)
            return pipe.wake()
        }
        guard now - first.original > patience else { return }
        // The signal is blocked in its handler, and ends the process at the end of it.
        _ = Glibc.signal(number, SIG_DFL)
        _ = raise(number)
    }

    /// Waits until a descriptor is readable, or a signal arrives.
    static func wait(for descriptor: Int32) {
        let events = Int16(POLLIN)
        var waited = [
            pollfd(fd: descriptor, events: events, revents: 0),
            pollfd(fd: pipe.descriptor, events: events, revents: 0),
        ]
        // SAFETY: `poll` reads and writes an array of two.
        _ = unsafe poll(&waited, 2, -1)
    }
}
