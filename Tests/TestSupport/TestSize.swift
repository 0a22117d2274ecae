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
/// `DEMARC_EXHAUSTIVE=1` selects everything, which takes minutes and is meant for a release build. `DEMARC_PAIRS` sets
/// the number of pairs for the laws of the index alone.
public enum TestSize {
    /// Whether tests try everything they can.
    public static let isExhaustive = value(of: "DEMARC_EXHAUSTIVE") != nil

    /// The number of pairs of a rule set and a URL that a law of the index checks.
    ///
    /// - Parameters:
    ///   - usual: The number in an ordinary run.
    ///   - exhaustive: The number in an exhaustive run.
    /// - Returns: The number for this run, or the value of `DEMARC_PAIRS`.
    public static func pairs(_ usual: Int, exhaustive: Int) -> Int {
        if let text = value(of: "DEMARC_PAIRS") { return Int(text) ?? 0 }
        return isExhaustive ? exhaustive : usual
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
