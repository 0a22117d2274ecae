#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How much the tests over generated inputs and whole products try.
///
/// `DEMARC_EXHAUSTIVE=1` asks for all of it, which takes minutes and is meant for a release build. `DEMARC_PAIRS` gives
/// the number of pairs of the laws of the index alone.
public enum TestSize {
    /// Whether tests try all they can.
    public static let isExhaustive = value(of: "DEMARC_EXHAUSTIVE") != nil

    /// How many pairs of a rule set and a URL a law of the index asks.
    ///
    /// - Parameters:
    ///   - usual: The number of an ordinary run.
    ///   - exhaustive: The number of an exhaustive run.
    /// - Returns: The one that this run asks for, or what `DEMARC_PAIRS` says.
    public static func pairs(_ usual: Int, exhaustive: Int) -> Int {
        if let text = value(of: "DEMARC_PAIRS") { return Int(text) ?? 0 }
        return isExhaustive ? exhaustive : usual
    }

    private static func value(of variable: String) -> String? {
        // SAFETY: tests read the environment and never change it, so the text stays where it is while it is copied.
        unsafe getenv(variable).map { unsafe String(cString: $0) }
    }
}
