import CPCRE2

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A compiled pattern of PCRE2. Everything unsafe about that library is in this file.
///
/// PCRE2 does not write to a compiled pattern while matching, so threads share it; what it does write to is a
/// ``RegexScratch``.
@safe
final class RegexProgram: @unchecked Sendable {
    // INVARIANT: a pattern made by `pcre2_compile`, freed by `deinit` alone.
    private let code: OpaquePointer
    private let subjectLimit: Int
    /// What every subject has that matches, if that is known.
    let required: RequiredLiterals?
    /// The hosts of which one has every URL that matches, if that is known.
    let hostAnchors: [HostAnchor]?
    /// Whether there is machine code for the pattern.
    private let isTranslated: Bool

    /// Whose rules a pattern is read by.
    enum Dialect {
        /// Those of PCRE2.
        case pcre
        /// Those of ECMAScript, as far as ``ECMAScriptTranslator`` leaves them to PCRE2.
        case pattern
    }

    /// What was found, with the places of the groups.
    enum Captures {
        case notMatched, limitReached
        /// The whole, and each group that took part.
        case matched([Range<Int>?])
    }

    init(compiling pattern: Span<UInt8>, dialect: Dialect = .pcre) throws(MatcherError) {
        guard
            let general = unsafe pcre2_general_context_create_8(boundedAllocate, boundedFree, nil),
            let context = unsafe pcre2_compile_context_create_8(general)
        else { throw Self.outOfMemory }
        defer {
            unsafe pcre2_compile_context_free_8(context)
            unsafe pcre2_general_context_free_8(general)
        }
        _ = unsafe pcre2_set_parens_nest_limit_8(context, RegexLimits.nesting)
        var errorCode: Int32 = 0
        var errorOffset = 0
        // Canonical URLs are ASCII: UTF mode would check every subject for nothing, and a pattern must not turn it on.
        // A group that took no part is empty to a reference of ECMAScript, and fails to one of PCRE2.
        let options =
            PCRE2_NEVER_UTF | PCRE2_NEVER_UCP | (dialect == .pattern ? PCRE2_MATCH_UNSET_BACKREF : 0)
        // SAFETY: the pattern is read during the call only; both contexts are alive. PCRE2 copies from `context` the
        // functions it frees the pattern by, which have no state.
        let code = unsafe pattern.withUnsafeBufferPointer { bytes in
            unsafe pcre2_compile_8(bytes.baseAddress, bytes.count, options, &errorCode, &errorOffset, context)
        }
        guard let code = unsafe code else { throw Self.error(errorCode, at: errorOffset, in: pattern) }
        // A failure leaves the pattern to PCRE2's interpreter: slower, the same answers, under the same limits.
        _ = unsafe pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
        var translatedBytes = 0
        _ = unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_JITSIZE), &translatedBytes)
        isTranslated = translatedBytes > 0
        var allOptions: UInt32 = 0
        _ = unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_ALLOPTIONS), &allOptions)
        let isAnchored = allOptions & PCRE2_ANCHORED != 0
        subjectLimit = isAnchored ? RegexLimits.anchoredSubjectBytes : RegexLimits.subjectBytes
        let tree = RegexTree(pattern)
        required = tree.flatMap { LiteralAnalysis.literals(of: $0) }
        hostAnchors = dialect == .pcre ? tree.flatMap { HostAnalysis.anchors(of: $0) } : nil
        unsafe self.code = code
    }

    deinit { unsafe pcre2_code_free_8(code) }

    /// Whether the pattern matches somewhere in the subject.
    ///
    /// - Complexity: Bounded by ``RegexLimits``. Allocates nothing once the scratch has been used.
    func matches(_ subject: Span<UInt8>, scratch: inout RegexScratch) -> MatchOutcome {
        guard subject.count <= subjectLimit, scratch.prepare() else { return outcomeWithoutAnswer(subject) }
        // SAFETY: `code` lives as long as `self`, the scratch's blocks as long as the scratch, which is held exclusively;
        // the subject is read during the call only.
        let result = unsafe subject.withUnsafeBufferPointer { bytes in
            // PERF: the direct call leaves out checks of what is known here, some 10 ns of 40.
            isTranslated
                ? unsafe pcre2_jit_match_8(
                    code,
                    bytes.baseAddress,
                    bytes.count,
                    0,
                    0,
                    scratch.matchData,
                    scratch.matchContext
                )
                : unsafe pcre2_match_8(
                    code,
                    bytes.baseAddress,
                    bytes.count,
                    0,
                    0,
                    scratch.matchData,
                    scratch.matchContext
                )
        }
        // 0 says that there were more groups than the scratch has room for, which nobody asks about. Every error but
        // "no match" leaves the question open, the limits being those that can be expected.
        return result >= 0 ? .matched : result == PCRE2_ERROR_NOMATCH ? .notMatched : outcomeWithoutAnswer(subject)
    }

    /// What is known of a subject that PCRE2 gave no answer about: it cannot match without what it would have to have.
    ///
    /// An index that looks for these texts first never gets here with such a subject, and must not give another answer.
    @inline(never)
    private func outcomeWithoutAnswer(_ subject: Span<UInt8>) -> MatchOutcome {
        required?.occur(in: subject) ?? true ? .limitReached : .notMatched
    }

    /// Whether the pattern matches somewhere in the subject, and where its groups do.
    ///
    /// - Complexity: As ``matches(_:scratch:)``; allocates room for the groups.
    func captures(in subject: Span<UInt8>) -> Captures {
        var scratch = RegexScratch()
        guard subject.count <= subjectLimit, scratch.prepare(),
            let data = unsafe pcre2_match_data_create_from_pattern_8(code, nil)
        else { return .limitReached }
        defer { unsafe pcre2_match_data_free_8(data) }
        // SAFETY: as above; the data was made for this pattern and lives to the end of the function.
        let result = unsafe subject.withUnsafeBufferPointer { bytes in
            unsafe pcre2_match_8(code, bytes.baseAddress, bytes.count, 0, 0, data, scratch.matchContext)
        }
        guard result > 0 else { return result == PCRE2_ERROR_NOMATCH ? .notMatched : .limitReached }
        var places: [Range<Int>?] = []
        // SAFETY: a match of `result` groups has set as many pairs of offsets, or fewer than there is room for. Those of a
        // group that took no part are -1.
        if let offsets = unsafe pcre2_get_ovector_pointer_8(data) {
            for index in 0..<Int(result) {
                let start = unsafe offsets[2 * index]
                let end = unsafe offsets[2 * index + 1]
                places.append(start >= 0 && start <= end && end <= subject.count ? start..<end : nil)
            }
        }
        return .matched(places)
    }

    /// How many steps PCRE2's interpreter takes to answer, about; nil where they are more than `limit`.
    ///
    /// PCRE2 tells nobody what it counts, so it is asked with one limit after the other. Steps are counted for the place
    /// where a match begins that takes the most.
    ///
    /// - Returns: No less than the steps taken, and no more than an eighth above them.
    /// - Complexity: Some ten times the work of `limit` steps. Allocates.
    func steps(on subject: Span<UInt8>, limit: UInt32) -> UInt32? {
        guard let context = unsafe pcre2_match_context_create_8(nil),
            let data = unsafe pcre2_match_data_create_8(1, nil)
        else { return nil }
        defer {
            unsafe pcre2_match_data_free_8(data)
            unsafe pcre2_match_context_free_8(context)
        }
        func answers(_ limit: UInt32) -> Bool {
            _ = unsafe pcre2_set_match_limit_8(context, limit)
            // SAFETY: `code`, the context and the data are alive; the subject is read during the call only.
            let result = unsafe subject.withUnsafeBufferPointer { bytes in
                unsafe pcre2_match_8(code, bytes.baseAddress, bytes.count, 0, PCRE2_NO_JIT, data, context)
            }
            return result >= 0 || result == PCRE2_ERROR_NOMATCH
        }
        guard answers(limit) else { return nil }
        var high: UInt32 = 1
        while high < limit, !answers(high) { high = min(high &* 2, limit) }
        var low = high / 2
        while high - low > max(1, high / 8) {
            let middle = low + (high - low) / 2
            if answers(middle) { high = middle } else { low = middle }
        }
        return high
    }

    private static var outOfMemory: MatcherError {
        MatcherError(
            .regexTooLarge,
            "the regular expression needs more memory than \(RegexLimits.programBytes >> 10) KiB",
            help: "write fewer and smaller repetitions"
        )
    }

    private static func error(_ code: Int32, at offset: Int, in pattern: Span<UInt8>) -> MatcherError {
        // HEAP_FAILED is ours: ``boundedAllocate`` said no. PATTERN_TOO_LARGE is PCRE2's own bound.
        if code == PCRE2_ERROR_HEAP_FAILED || code == PCRE2_ERROR_PATTERN_TOO_LARGE { return outOfMemory }
        var buffer = [UInt8](repeating: 0, count: 256)
        // SAFETY: PCRE2 writes no more than `count` bytes, and says how many.
        let written = unsafe buffer.withUnsafeMutableBufferPointer { text in
            unsafe pcre2_get_error_message_8(code, text.baseAddress, text.count)
        }
        let reason = written > 0 ? QuotedText.decode(buffer.span.extracting(first: Int(written))) : "error \(code)"
        let start = min(offset, pattern.count - 1)
        return MatcherError(
            .invalidRegex,
            "\(QuotedText.quote(pattern)) is not a regular expression: \(reason)",
            range: start..<start + 1
        )
    }
}

/// What PCRE2 writes to while it matches, and a look-up before it: made at the first match, then reused.
@safe
package struct RegexScratch: ~Copyable, @unchecked Sendable {
    // INVARIANT: all three are nil, or all three are alive; they are freed by `deinit` alone.
    fileprivate var matchData: OpaquePointer?
    fileprivate var matchContext: OpaquePointer?
    private var stack: OpaquePointer?

    package init() {
        unsafe matchData = nil
        unsafe matchContext = nil
        unsafe stack = nil
    }

    deinit { unsafe release(matchData, matchContext, stack) }

    /// Makes what is needed, unless it is there; false where there is no memory.
    @inline(__always)
    fileprivate mutating func prepare() -> Bool { unsafe matchData != nil || make() }

    @inline(never)
    private mutating func make() -> Bool {
        let context = unsafe pcre2_match_context_create_8(nil)
        let data = unsafe pcre2_match_data_create_8(1, nil)
        let stack = unsafe pcre2_jit_stack_create_8(32 << 10, RegexLimits.stackBytes, nil)
        guard unsafe context != nil, unsafe data != nil, unsafe stack != nil else {
            unsafe release(data, context, stack)
            return false
        }
        _ = unsafe pcre2_set_match_limit_8(context, RegexLimits.match)
        _ = unsafe pcre2_set_depth_limit_8(context, RegexLimits.depth)
        _ = unsafe pcre2_set_heap_limit_8(context, RegexLimits.heapKiB)
        // SAFETY: with no callback the last argument is the stack itself, which lives as long as the context does.
        unsafe pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
        unsafe (matchData, matchContext, self.stack) = unsafe (data, context, stack)
        return true
    }
}

/// Frees what there is; PCRE2 takes nil for nothing to do.
private func release(_ data: OpaquePointer?, _ context: OpaquePointer?, _ stack: OpaquePointer?) {
    unsafe pcre2_match_data_free_8(data)
    unsafe pcre2_match_context_free_8(context)
    unsafe pcre2_jit_stack_free_8(stack)
}

/// The allocator of compiled patterns: refuses what no sensible pattern asks for.
private func boundedAllocate(_ size: Int, _ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    size <= RegexLimits.programBytes ? unsafe malloc(size) : nil
}

private func boundedFree(_ block: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?) {
    unsafe free(block)
}
