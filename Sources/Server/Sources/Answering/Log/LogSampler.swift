import PolicyModel

/// Chooses which decisions of a verdict are logged.
struct LogSampler: Sendable {
    private let rates: [Verdict: Double]
    private var random: UInt64

    /// Makes a sampler.
    ///
    /// - Parameters:
    ///   - settings: The shares; a verdict without one is always logged. For an audit every decision is.
    ///   - seed: Where its numbers begin; a random one unless given.
    init(_ settings: DecisionLogSettings, seed: UInt64? = nil) {
        rates = settings.isAudit ? [:] : settings.sample
        var generator = SystemRandomNumberGenerator()
        random = (seed ?? generator.next()) | 1
    }

    /// The share of the decisions of a verdict that is logged.
    func rate(of verdict: Verdict) -> Double { rates[verdict] ?? 1 }

    /// Whether the next decision with a share is logged.
    mutating func takes(_ rate: Double) -> Bool {
        if rate >= 1 { return true }
        guard rate > 0 else { return false }
        random ^= random &<< 13
        random ^= random &>> 7
        random ^= random &<< 17
        // 53 bits are what a fraction from 0 up to 1 has.
        return Double(random &>> 11) < rate * 9_007_199_254_740_992
    }
}
