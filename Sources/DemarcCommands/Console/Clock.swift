import Glibc

/// The clocks of the system, in nanoseconds.
enum Clock {
    /// Time that goes on whatever anyone does.
    static var monotonic: Int { read(CLOCK_MONOTONIC) }

    /// The processor time that the calling thread has taken. Other processes do not add to it.
    static var threadCPU: Int { read(CLOCK_THREAD_CPUTIME_ID) }

    @inline(__always)
    private static func read(_ clock: clockid_t) -> Int {
        var time = timespec()
        // SAFETY: `time` is a whole `timespec` that lives until the call returns.
        _ = unsafe clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
