import CPCRE2

/// The memory that PCRE2 writes to while it matches, created at the first match and then reused, and the work that the
/// current look-up may still take.
@safe
@usableFromInline package struct RegexScratch: ~Copyable, @unchecked Sendable {
    // INVARIANT: all of these are nil, or all are alive; only `deinit` frees them.
    private(set) var matchData: OpaquePointer?
    /// The context for searches that are not counted.
    private(set) var plainContext: OpaquePointer?
    /// The context for searches that ``meter`` counts.
    private(set) var countedContext: OpaquePointer?
    private(set) var meter: UnsafeMutablePointer<RegexMeter>?
    private var stack: OpaquePointer?

    /// The remaining work for searches that are not counted.
    @usableFromInline package internal(set) var workLeft = RegexLimits.lookUpWork
    /// The remaining steps for searches that are counted.
    @usableFromInline package internal(set) var stepsLeft = RegexLimits.lookUpSteps
    /// Whether a search of the look-up was skipped, counted or stopped because of earlier searches.
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

    /// Begins a look-up.
    ///
    /// PERF: inlinable, because every look-up calls it and few run a search.
    @inlinable @inline(__always)
    package mutating func renew() {
        (workLeft, stepsLeft, isUsedUp) = (RegexLimits.lookUpWork, RegexLimits.lookUpSteps, false)
    }

    /// Begins a look-up without a limit that earlier searches could use up: for the meaning of rules, not for
    /// decisions.
    package mutating func renewWithoutLimit() { (workLeft, stepsLeft, isUsedUp) = (.max, .max, false) }

    /// Deducts work from the remaining allowance; returns false if too little remains.
    ///
    /// The search for literals of regular expressions and patterns is charged here too.
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

    /// Creates the memory if it does not exist; returns false if there is not enough memory.
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
        // The limit is on work; PCRE2's own count would only stop searches that are within it.
        _ = unsafe pcre2_set_match_limit_8(context, .max)
        _ = unsafe pcre2_set_depth_limit_8(context, RegexLimits.depth)
        _ = unsafe pcre2_set_heap_limit_8(context, RegexLimits.heapKiB)
        // SAFETY: without a callback, the last argument is the stack itself, which lives as long as the context.
        unsafe pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
    }

    /// Frees all memory; PCRE2 ignores nil.
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

/// How much work regular expressions may take; at a limit, the outcome is ``MatchOutcome/limitReached``.
///
/// Work is bounded for every pattern and URL, by two figures:
///
/// - For a pattern whose syntax is understood, the maximum cost for a URL of a given length is known in advance, see
///   `RegexWork`. If it is within ``searchWork``, the pattern runs uncounted. Nearly all patterns and URLs that people
///   write are of this kind.
/// - Every other search is counted while it runs, and stopped after ``searchSteps``.
///
/// A look-up, which finds the rules that match one URL, has an allowance of both: ``lookUpWork`` and ``lookUpSteps``.
///
/// Measured with the benchmarks' hostile set, on the machine of the published bars: a search that is counted to its end
/// takes 0.2 to 0.3 ms, the slowest 0.84 ms, because a step takes 5 to 9 ns and at most 28; a look-up that tries the
/// whole set at once takes up to 1.6 ms for URLs of up to 64 KiB.
public enum RegexLimits {
    /// The maximum work of a search that is not counted.
    public static var searchWork: Int { 3_000_000 }
    /// The maximum steps of a search that is counted.
    public static var searchSteps: Int { 30_000 }
    /// The maximum work of all uncounted searches of a look-up, including the search for literals in URLs that contain
    /// many.
    @inlinable public static var lookUpWork: Int { 8_000_000 }
    /// The maximum steps of all counted searches of a look-up.
    @inlinable public static var lookUpSteps: Int { 240_000 }
    /// The maximum nesting of the matcher for a pattern without machine code.
    public static var depth: UInt32 { 1_000 }
    /// The memory for that nesting, in KiB.
    public static var heapKiB: UInt32 { 1_024 }
    /// The maximum stack size of a pattern's machine code, in bytes.
    public static var stackBytes: Int { 1 << 20 }
    /// The longest URL that a pattern is tried on, in bytes.
    public static var subjectBytes: Int { 64 << 10 }
    /// The longest pattern, in bytes.
    public static var patternBytes: Int { 8 << 10 }
    /// The maximum nesting of parentheses in a pattern.
    public static var nesting: UInt32 { 100 }
    /// The largest block of memory that compiling a pattern may request: `((a{999}){999}){999}` is short, its program
    /// is not.
    public static var programBytes: Int { 256 << 10 }
}
