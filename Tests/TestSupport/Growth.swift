#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How the time that some work takes grows with its size: what a test can say of costs on any machine, however busy.
public enum Growth {
    /// Measures some work at a size and at four times the size.
    ///
    /// The factor is 4 where the cost is linear, and 16 where it is quadratic. Of each size the shortest time counts,
    /// because whatever else the machine does only ever adds to it. So the smaller size is measured in every round, and
    /// the larger one, which is most of the work, only until it is within the limit: more rounds could but shorten it.
    /// The work must be large enough to take a millisecond.
    ///
    /// - Parameters:
    ///   - size: The smaller of the two.
    ///   - limit: What the test takes for good enough.
    ///   - rounds: How often each is measured at most.
    ///   - measure: Prepares work of a size, and gives the ``time(of:)`` doing it.
    /// - Returns: How many times longer the larger work took.
    public static func factor(
        from size: Int,
        limit: Double = linearLimit,
        rounds: Int = 5,
        measure: (Int) throws -> Duration
    ) rethrows -> Double {
        var small = try measure(size)
        for _ in 1..<rounds { small = min(small, try measure(size)) }
        var large = try measure(4 * size)
        for _ in 1..<rounds where large / small >= limit { large = min(large, try measure(4 * size)) }
        return large / small
    }

    /// The largest factor that a test takes for linear: half of what is quadratic.
    public static let linearLimit = 8.0

    /// The processor time that this thread takes for some work.
    ///
    /// By the clock on the wall, long work is interrupted by other tests and short work is not.
    ///
    /// - Parameter work: Must stay on its thread.
    /// - Returns: The time, without that of other threads.
    public static func time(of work: () throws -> Void) rethrows -> Duration {
        let start = now()
        try work()
        return now() - start
    }

    private static func now() -> Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
