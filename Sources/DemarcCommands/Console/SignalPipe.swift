import Glibc
import Synchronization

/// Waits for one descriptor.
enum Polling {
    /// Waits until a descriptor is ready.
    ///
    /// - Parameters:
    ///   - events: What to wait for: `POLLIN` or `POLLOUT`.
    ///   - descriptor: The descriptor. A negative one is never ready.
    ///   - milliseconds: How long to wait; negative for no limit.
    /// - Returns: Whether it is ready, at its end or in error. False if the time is over, or if a signal arrived.
    static func wait(for events: Int32, on descriptor: Int32, milliseconds: Int32 = -1) -> Bool {
        var waited = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        // SAFETY: `poll` reads and writes one `pollfd`, which lives until the call returns.
        return unsafe poll(&waited, 1, milliseconds) > 0
    }
}

/// A pipe through which the handler of a signal wakes a thread, so that no signal is lost between checking and waiting.
struct SignalPipe: ~Copyable, Sendable {
    private let readEnd = Atomic<Int32>(-1)
    private let writeEnd = Atomic<Int32>(-1)

    init() {}

    /// The end that is readable after a signal; negative if there is no pipe.
    var descriptor: Int32 { readEnd.load(ordering: .relaxed) }

    /// Creates the pipe.
    ///
    /// - Returns: Whether it is new: false if there was one already, and if the system refuses.
    func open() -> Bool {
        guard descriptor < 0 else { return false }
        var ends: [Int32] = [-1, -1]
        // SAFETY: `pipe` writes two descriptors into an array of two.
        guard unsafe pipe(&ends) == 0 else { return false }
        for end in ends {
            // A handler must never block on a full pipe.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        readEnd.store(ends[0], ordering: .relaxed)
        writeEnd.store(ends[1], ordering: .relaxed)
        return true
    }

    /// Wakes the thread that waits. A full pipe already signals enough.
    ///
    /// Uses only operations that are safe in a signal handler: initialized atomics, and `write`.
    func wake() {
        let error = errno
        var byte: UInt8 = 0
        // SAFETY: `write` reads one byte, which lives until the call returns.
        _ = unsafe write(writeEnd.load(ordering: .relaxed), &byte, 1)
        errno = error
    }

    /// Waits for a signal, for at most this long.
    ///
    /// - Returns: Whether one arrived since the last time.
    func wait(milliseconds: Int32) -> Bool {
        guard Polling.wait(for: POLLIN, on: descriptor, milliseconds: milliseconds) else { return false }
        var bytes = [UInt8](repeating: 0, count: 64)
        // SAFETY: `read` writes at most as many bytes as the array has.
        _ = unsafe read(descriptor, &bytes, bytes.count)
        return true
    }
}
