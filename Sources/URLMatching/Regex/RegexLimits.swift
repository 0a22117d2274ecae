/// How much work one regular expression may take; where a limit is hit, the outcome is ``MatchOutcome/limitReached``.
///
/// PCRE2 counts steps anew at each place where a match may begin, so that its match limit alone leaves the time of an
/// unanchored pattern quadratic in the length of the URL. The limit on that length is what bounds it: measured with
/// patterns written to be slow, the worst took 0.1 s at 8 KiB and 1.2 s at 64 KiB. A pattern that is anchored by `^`
/// begins in one place only; the worst of those took 0.3 s at 64 KiB.
public enum RegexLimits {
    /// Steps of PCRE2's matcher from one beginning. Patterns that people write take some dozens; one that
    /// backtracks exponentially is stopped by it in some 40 µs.
    public static var match: UInt32 { 10_000 }
    /// How deep the matcher may nest where no machine code could be made of a pattern.
    public static var depth: UInt32 { 1_000 }
    /// Memory for that, in KiB.
    public static var heapKiB: UInt32 { 1_024 }
    /// The most bytes of stack that the machine code of a pattern may take.
    public static var stackBytes: Int { 256 << 10 }
    /// The longest URL that a pattern is tried on; the servers that people run refuse longer ones.
    public static var subjectBytes: Int { 8 << 10 }
    /// The longest URL that a pattern anchored by `^` is tried on.
    public static var anchoredSubjectBytes: Int { 64 << 10 }
    /// The longest pattern.
    public static var patternBytes: Int { 8 << 10 }
    /// How deep the parentheses of a pattern may nest.
    public static var nesting: UInt32 { 100 }
    /// The most memory that compiling a pattern may ask for at once: `((a{999}){999}){999}` is short, its program not.
    public static var programBytes: Int { 256 << 10 }
}
