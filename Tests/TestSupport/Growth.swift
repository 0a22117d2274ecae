#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How the time of some work grows with its size: a statement about costs that a test can make on any machine, however
/// busy.
public enum Growth {
    /// Measures some work at one size and at four times that size.
    ///
    /// The factor is 4 if the cost is linear, and 16 if it is quadratic. The shortest time of each size counts, because
    /// other load on the machine only adds to it. The smaller size is therefore measured in every round, and the larger
    /// one, which takes most of the time, only until it is within the limit, because further rounds could only shorten
    /// it. The longer some work takes, the rarer it is undisturbed, so the larger size gets four times as many rounds.
    /// The work must be large enough to take a millisecond.
    ///
    /// - Parameters:
    ///   - size: The smaller size.
    ///   - limit: The factor that the test accepts.
    ///   - rounds: The number of measurements of the smaller size.
    ///   - measure: Prepares work of a size, and returns the ``time(of:)`` doing it.
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
        for _ in 1..<4 * rounds where large / small >= limit { large = min(large, try measure(4 * size)) }
        return large / small
    }

    /// The largest factor that a test accepts as linear: half of the quadratic one.
    public static let linearLimit = 8.0

    /// The processor time that this thread takes for some work.
    ///
    /// In wall-clock time, long work is interrupted by other tests and short work is not.
    ///
    /// - Parameter work: The work, which must stay on its thread.
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
