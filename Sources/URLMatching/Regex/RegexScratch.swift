import CPCRE2

/// What PCRE2 writes to while it matches, made at the first match and then reused; and what is left of the work that a
/// look-up may take.
@safe
@usableFromInline package struct RegexScratch: ~Copyable, @unchecked Sendable {
    // INVARIANT: all of these are nil, or all are alive; they are freed by `deinit` alone.
    private(set) var matchData: OpaquePointer?
    /// For searches that are not counted.
    private(set) var plainContext: OpaquePointer?
    /// For searches that ``meter`` counts.
    private(set) var countedContext: OpaquePointer?
    private(set) var meter: UnsafeMutablePointer<RegexMeter>?
    private var stack: OpaquePointer?

    /// The work that is left to searches that are not counted.
    @usableFromInline package internal(set) var workLeft = RegexLimits.lookUpWork
    /// The steps that are left to searches that are counted.
    @usableFromInline package internal(set) var stepsLeft = RegexLimits.lookUpSteps
    /// Whether a search of the look-up was not made, or was counted or stopped, because of those before it.
    @usableFromInline package internal(set) var isUsedUp = false

    package init() {
        unsafe matchData = nil
        unsafe plainContext = nil
        unsafe countedContext = nil
        unsafe meter = nil
        unsafe stack = nil
    }

    deinit { unsafe Self.release(matchData, plainContext, countedContext, meter, stack) }

    // MARK: Allowance

    /// Begins another look-up.
    ///
    /// PERF: inlinable, because every look-up does it, and few come to a search.
    @inlinable @inline(__always)
    package mutating func renew() {
        (workLeft, stepsLeft, isUsedUp) = (RegexLimits.lookUpWork, RegexLimits.lookUpSteps, false)
    }

    /// Begins a look-up that asks each expression as if it were the only one: for what rules mean, not for decisions.
    package mutating func renewWithoutLimit() { (workLeft, stepsLeft, isUsedUp) = (.max, .max, false) }

    /// Charges work to what is left; false where that is less.
    ///
    /// What looks for the literals of regular expressions and patterns is charged here too.
    @inlinable @inline(__always)
    package mutating func charge(work: Int) -> Bool {
        guard work <= workLeft else {
            isUsedUp = true
            return false
        }
        workLeft &-= work
        return true
    }

    mutating func charge(steps: Int) {
        stepsLeft = max(stepsLeft &- steps, 0)
        if stepsLeft == 0 { isUsedUp = true }
    }

    // MARK: Memory

    /// Makes what is needed, unless it is there; false if there is no memory.
    @inline(__always)
    mutating func prepare() -> Bool { unsafe matchData != nil || make() }

    @inline(never)
    private mutating func make() -> Bool {
        let plain = unsafe pcre2_match_context_create_8(nil)
        let counted = unsafe pcre2_match_context_create_8(nil)
        let data = unsafe pcre2_match_data_create_8(1, nil)
        let stack = unsafe pcre2_jit_stack_create_8(32 << 10, RegexLimits.stackBytes, nil)
        let meter = UnsafeMutablePointer<RegexMeter>.allocate(capacity: 1)
        unsafe meter.initialize(
            to: RegexMeter(steps: 0, items: nil, itemCount: 0, groupCount: 0, isTranslated: true)
        )
        guard unsafe plain != nil, unsafe counted != nil, unsafe data != nil, unsafe stack != nil else {
            unsafe Self.release(data, plain, counted, meter, stack)
            return false
        }
        unsafe Self.setLimits(of: plain, stack)
        unsafe Self.setLimits(of: counted, stack)
        // SAFETY: the meter lives as long as the context.
        _ = unsafe pcre2_set_callout_8(counted, demarc_count_regex_step, UnsafeMutableRawPointer(meter))
        unsafe (matchData, plainContext, countedContext) = unsafe (data, plain, counted)
        unsafe (self.meter, self.stack) = unsafe (meter, stack)
        return true
    }

    private static func setLimits(of context: OpaquePointer?, _ stack: OpaquePointer?) {
        // The bound is on work; what PCRE2 counts itself would only stop searches that are within it.
        _ = unsafe pcre2_set_match_limit_8(context, .max)
        _ = unsafe pcre2_set_depth_limit_8(context, RegexLimits.depth)
        _ = unsafe pcre2_set_heap_limit_8(context, RegexLimits.heapKiB)
        // SAFETY: with no callback the last argument is the stack itself, which lives as long as the context does.
        unsafe pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
    }

    /// Frees what there is; PCRE2 takes nil for nothing to do.
    private static func release(
        _ data: OpaquePointer?,
        _ plain: OpaquePointer?,
        _ counted: OpaquePointer?,
        _ meter: UnsafeMutablePointer<RegexMeter>?,
        _ stack: OpaquePointer?
    ) {
        unsafe pcre2_match_data_free_8(data)
        unsafe pcre2_match_context_free_8(plain)
        unsafe pcre2_match_context_free_8(counted)
        unsafe pcre2_jit_stack_free_8(stack)
        unsafe meter?.deallocate()
    }
}

/// How much work regular expressions may take; where a limit is hit, the outcome is ``MatchOutcome/limitReached``.
///
/// The bound is on work, whatever the pattern and the URL are, in two figures:
///
/// - Of a pattern whose syntax is understood it is known beforehand what a URL of some length can cost at most, see
///   `RegexWork`. Where that is within ``searchWork``, the pattern runs as it is. Nearly all patterns and URLs that people
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
