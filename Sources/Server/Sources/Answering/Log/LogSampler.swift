import Hosting
import PolicyModel

/// Selects the decisions of a verdict that are logged.
struct LogSampler: Sendable {
    private let rates: [Verdict: Double]
    private var random: UInt64

    /// Creates a sampler.
    ///
    /// - Parameters:
    ///   - log: The rates. For an audit, every decision is logged.
    ///   - seed: The seed of its random numbers; random unless given.
    init(_ log: LogConfiguration, seed: UInt64? = nil) {
        rates = log.isAudit ? [:] : Dictionary(uniqueKeysWithValues: Verdict.allCases.map { ($0, log.rate(of: $0)) })
        var generator = SystemRandomNumberGenerator()
        random = (seed ?? generator.next()) | 1
    }

    /// The fraction of the decisions with a verdict that is logged.
    func rate(of verdict: Verdict) -> Double { rates[verdict] ?? 1 }

    /// Whether the next decision with a rate is logged.
    mutating func takes(_ rate: Double) -> Bool {
        if rate >= 1 { return true }
        guard rate > 0 else { return false }
        random ^= random &<< 13
        random ^= random &>> 7
        random ^= random &<< 17
        // A fraction from 0 to 1 has 53 bits.
        return Double(random &>> 11) < rate * 9_007_199_254_740_992
    }
}
