/// How much work regular expressions may take; where a limit is hit, the outcome is ``MatchOutcome/limitReached``.
///
/// The bound is on work, whatever the pattern and the URL are, in two figures:
///
/// - Of a pattern whose syntax is understood it is known beforehand what a URL of some length can cost at most, see
///   ``RegexWork``. Where that is within ``searchWork``, the pattern runs as it is. Nearly all patterns and URLs that people
///   write are of this kind.
/// - Every other search is counted while it runs, and stopped after ``searchSteps``.
///
/// A look-up, which asks the rules about one URL, has an allowance of both: ``lookUpWork`` and ``lookUpSteps``.
///
/// Measured over the hostile set of the benchmarks, on the machine of the bars: a search that is counted to its end takes
/// 0.2 to 0.3 ms, the slowest 0.84 ms, for a step takes 5 to 9 ns and at most 28; a look-up that asks all of the set at
/// once takes up to 1.6 ms for URLs of up to 64 KiB.
public enum RegexLimits {
    /// The work that a search may take without being counted.
    public static var searchWork: Int { 3_000_000 }
    /// The steps of a search that is counted.
    public static var searchSteps: Int { 30_000 }
    /// The work of all searches of one look-up that are not counted, and of looking for literals where a URL has many.
    @inlinable public static var lookUpWork: Int { 8_000_000 }
    /// The steps of all searches of one look-up that are counted.
    @inlinable public static var lookUpSteps: Int { 240_000 }
    /// How deep the matcher may nest where no machine code could be made of a pattern.
    public static var depth: UInt32 { 1_000 }
    /// Memory for that, in KiB.
    public static var heapKiB: UInt32 { 1_024 }
    /// The most bytes of stack that the machine code of a pattern may take.
    public static var stackBytes: Int { 1 << 20 }
    /// The longest URL that a pattern is tried on.
    public static var subjectBytes: Int { 64 << 10 }
    /// The longest pattern.
    public static var patternBytes: Int { 8 << 10 }
    /// How deep the parentheses of a pattern may nest.
    public static var nesting: UInt32 { 100 }
    /// The most memory that compiling a pattern may ask for at once: `((a{999}){999}){999}` is short, its program not.
    public static var programBytes: Int { 256 << 10 }
}
