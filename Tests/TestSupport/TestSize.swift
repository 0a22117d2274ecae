import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How much the tests over generated inputs and whole products try.
///
/// An ordinary run takes a sample, because code that is not optimized is slow. CI takes all of it by `make laws`.
///
/// `DEMARC_EXHAUSTIVE=1` asks for all of it, which takes minutes and is meant for a release build. `DEMARC_PAIRS` gives
/// the number of pairs of the laws of the index alone. `DEMARC_TIMES=5` takes samples five times as large: an exhaustive run
/// in release mode sees no memory errors, so the run under AddressSanitizer takes more than an ordinary one.
public enum TestSize {
    /// Whether tests try all they can.
    public static let isExhaustive = value(of: "DEMARC_EXHAUSTIVE") != nil

    /// How many times as large the samples are.
    private static let times = value(of: "DEMARC_TIMES").flatMap { Int($0) } ?? 1

    /// How many inputs a law over generated ones tries.
    ///
    /// - Parameters:
    ///   - usual: The number of an ordinary run.
    ///   - exhaustive: The number of an exhaustive run.
    /// - Returns: The one that this run asks for.
    public static func count(_ usual: Int, exhaustive: Int) -> Int {
        isExhaustive ? exhaustive : min(exhaustive, usual * times)
    }

    /// How many pairs of a rule set and a URL a law of the index asks.
    ///
    /// - Parameters:
    ///   - usual: The number of an ordinary run.
    ///   - exhaustive: The number of an exhaustive run.
    /// - Returns: The one that this run asks for, or what `DEMARC_PAIRS` says.
    public static func pairs(_ usual: Int, exhaustive: Int) -> Int {
        if let text = value(of: "DEMARC_PAIRS") { return Int(text) ?? 0 }
        return count(usual, exhaustive: exhaustive)
    }

    /// Says on the error output how far an exhaustive test is, at once; an ordinary run says nothing.
    ///
    /// - Parameters:
    ///   - test: What the test is called.
    ///   - count: How much it has tried.
    ///   - total: How much it is to try.
    public static func report(_ test: String, _ count: Int, of total: Int) {
        guard isExhaustive, count > 0 else { return }
        FileHandle.standardError.write(Data("\(test): \(count) of \(total)\n".utf8))
    }

    private static func value(of variable: String) -> String? {
        // SAFETY: tests read the environment and never change it, so the text stays where it is while it is copied.
        unsafe getenv(variable).map { unsafe String(cString: $0) }
    }
}
