import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How much the tests with generated inputs and full combinations try.
///
/// An ordinary run takes a small sample, because unoptimized code is slow and somebody waits for it. CI takes larger
/// ones, and `make laws` runs the full sizes in release mode.
///
/// `DEMARC_EXHAUSTIVE=1` selects everything, which takes minutes and is meant for a release build. `DEMARC_PAIRS` sets
/// the number of pairs for the laws of the index alone. `DEMARC_TIMES=10` makes the samples ten times as large, as CI
/// does.
public enum TestSize {
    /// Whether tests try everything they can.
    public static let isExhaustive = value(of: "DEMARC_EXHAUSTIVE") != nil

    /// The factor by which samples are enlarged.
    private static let times = value(of: "DEMARC_TIMES").flatMap { Int($0) } ?? 1

    /// Whether the code is optimized. Other code copies more, and takes many times as long.
    public static let isOptimized: Bool = {
        var isOptimized = true
        // Only unoptimized code evaluates what `assert` is given, whatever the configuration is called.
        assert(
            {
                isOptimized = false
                return true
            }()
        )
        return isOptimized
    }()

    /// Whether samples are enlarged, as in CI, or everything is tried.
    public static let isThorough = isExhaustive || times > 1

    /// Whether a combination of a large product is tried: in an ordinary run one in five, and otherwise each.
    ///
    /// - Parameter number: The number of the combination in the product. Combinations are chosen by a hash of it, so that
    ///   no axis keeps in step with the choice.
    /// - Returns: Whether to try it; the same in every run.
    public static func tries(_ number: Int) -> Bool {
        guard !isThorough else { return true }
        var hash = SplitMix(seed: UInt64(truncatingIfNeeded: number))
        return hash.once(in: 5)
    }

    /// The rows of a table that are tried, if each takes long and they resemble each other: in an ordinary run the first and
    /// about one in five of the others, and otherwise each.
    ///
    /// - Parameter rows: The rows.
    /// - Returns: Those to try; the same in every run.
    public static func rows<Row>(_ rows: [Row]) -> [Row] {
        rows.indices.filter { $0 == 0 || tries($0) }.map { rows[$0] }
    }

    /// The number of generated inputs that a law checks.
    ///
    /// - Parameters:
    ///   - usual: The number in an ordinary run.
    ///   - thorough: The number if samples are enlarged, for laws that are too slow for the common factor.
    ///   - exhaustive: The number in an exhaustive run, which also limits an enlarged sample.
    /// - Returns: The number for this run.
    public static func count(_ usual: Int, thorough: Int? = nil, exhaustive: Int) -> Int {
        if isExhaustive { return exhaustive }
        if isThorough, let thorough { return thorough }
        return min(exhaustive, usual * times)
    }

    /// The number of pairs of a rule set and a URL that a law of the index checks.
    ///
    /// - Parameters:
    ///   - usual: The number in an ordinary run.
    ///   - thorough: The number if samples are enlarged.
    ///   - exhaustive: The number in an exhaustive run.
    /// - Returns: The number for this run, or the value of `DEMARC_PAIRS`.
    public static func pairs(_ usual: Int, thorough: Int, exhaustive: Int) -> Int {
        if let text = value(of: "DEMARC_PAIRS") { return Int(text) ?? 0 }
        return count(usual, thorough: thorough, exhaustive: exhaustive)
    }

    /// Reports the progress of an exhaustive test on standard error immediately; an ordinary run reports nothing.
    ///
    /// - Parameters:
    ///   - test: The name of the test.
    ///   - count: How many cases it has tried.
    ///   - total: How many cases it will try.
    public static func report(_ test: String, _ count: Int, of total: Int) {
        guard isExhaustive, count > 0 else { return }
        FileHandle.standardError.write(Data("\(test): \(count) of \(total)\n".utf8))
    }

    private static func value(of variable: String) -> String? {
        // SAFETY: tests read the environment and never change it, so the text is valid while it is copied.
        unsafe getenv(variable).map { unsafe String(cString: $0) }
    }
}
