/// How often something took how many nanoseconds, in memory that does not grow.
struct Histogram: Sendable {
    /// Whatever takes longer counts as this.
    private static let longest = 1 << 16

    private var counts = [Int](repeating: 0, count: Histogram.longest + 1)
    private var total = 0

    mutating func add(_ nanoseconds: Int) {
        counts[min(max(nanoseconds, 0), Self.longest)] += 1
        total += 1
    }

    mutating func add(_ other: Histogram) {
        for time in counts.indices { counts[time] += other.counts[time] }
        total += other.total
    }

    /// The time that this part of all stay within; 0 where there are none.
    func quantile(_ part: Double) -> Int {
        let goal = Int((Double(total) * part).rounded(.up))
        var seen = 0
        for time in counts.indices {
            seen += counts[time]
            if seen >= goal { return time }
        }
        return 0
    }
}
