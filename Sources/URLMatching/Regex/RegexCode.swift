import ByteText
import CPCRE2

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A pattern compiled by PCRE2, for one way of running it.
///
/// PERF: not a class, because a class instance would be retained and released for each search.
@safe
struct RegexCode: ~Copyable, @unchecked Sendable {
    // INVARIANT: made by `pcre2_compile`; only `deinit` frees it.
    private let code: OpaquePointer
    /// Whether the pattern has machine code.
    let isTranslated: Bool
    /// Whether a match can begin at only one position; canonical URLs contain no line feed.
    let beginsOnce: Bool
    let groupCount: Int
    // INVARIANT: `itemCount` items, or nil; only `deinit` frees them.
    private let items: UnsafeMutablePointer<RegexItem>?
    private let itemCount: Int

    /// Compiles a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - dialect: The syntax of the pattern.
    ///   - isCounted: Whether a ``RegexMeter`` counts its searches.
    /// - Throws: ``MatcherError``, with PCRE2's message.
    init(compiling pattern: Span<UInt8>, _ dialect: RegexProgram.Dialect, isCounted: Bool) throws(MatcherError) {
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
        // Canonical URLs are ASCII: UTF mode would validate every subject needlessly, and a pattern must not enable it.
        var options = PCRE2_NEVER_UTF | PCRE2_NEVER_UCP
        // A reference to a group that did not participate matches the empty text in ECMAScript, and fails in PCRE2.
        if dialect == .pattern { options |= PCRE2_MATCH_UNSET_BACKREF }
        if isCounted { options |= PCRE2_AUTO_CALLOUT }
        // SAFETY: the pattern is read only during the call; both contexts are alive. PCRE2 copies from `context` the
        // functions that free the pattern, which have no state.
        let code = unsafe pattern.withUnsafeBufferPointer { bytes in
            unsafe pcre2_compile_8(bytes.baseAddress, bytes.count, options, &errorCode, &errorOffset, context)
        }
        guard let code = unsafe code else { throw Self.error(errorCode, at: errorOffset, in: pattern) }
        // If this fails, PCRE2 interprets the pattern: slower, with the same results and the same limits.
        _ = unsafe pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
        isTranslated = unsafe Self.info(code, PCRE2_INFO_JITSIZE, 0) > 0
        let isAnchored = unsafe Self.info(code, PCRE2_INFO_ALLOPTIONS, UInt32(0)) & PCRE2_ANCHORED != 0
        // 2 means that a match begins at the start of the subject, or after a line feed.
        beginsOnce = unsafe isAnchored || Self.info(code, PCRE2_INFO_FIRSTCODETYPE, UInt32(0)) == 2
        groupCount = unsafe Int(Self.info(code, PCRE2_INFO_CAPTURECOUNT, UInt32(0)))
        unsafe self.code = code
        guard isCounted else {
            unsafe items = nil
            itemCount = 0
            return
        }
        // The last item begins at the end of the pattern.
        var found = [RegexItem](repeating: .character, count: pattern.count + 1)
        unsafe Self.read(&found, of: code, pattern)
        let items = UnsafeMutablePointer<RegexItem>.allocate(capacity: found.count)
        unsafe items.initialize(from: found, count: found.count)
        unsafe self.items = items
        itemCount = found.count
    }

    deinit {
        unsafe pcre2_code_free_8(code)
        unsafe items?.deallocate()
    }

    private static func info<Value: BitwiseCopyable>(_ code: OpaquePointer, _ what: CInt, _ initial: Value) -> Value {
        var value = initial
        // SAFETY: each caller passes a value of the type that PCRE2 documents for `what`.
        _ = unsafe pcre2_pattern_info_8(code, UInt32(what), &value)
        return value
    }

    /// Reads the item that follows each callout.
    private static func read(_ items: inout [RegexItem], of code: OpaquePointer, _ pattern: Span<UInt8>) {
        var places: [(start: Int, count: Int)] = []
        unsafe withUnsafeMutablePointer(to: &places) { list in
            // SAFETY: PCRE2 passes the list to the function, which is called only during this call.
            _ = unsafe pcre2_callout_enumerate_8(
                code,
                { block, data in
                    guard let block = unsafe block, let data = unsafe data else { return 0 }
                    let list = unsafe data.assumingMemoryBound(to: [(start: Int, count: Int)].self)
                    let place = unsafe (start: block.pointee.pattern_position, count: block.pointee.next_item_length)
                    unsafe list.pointee.append(place)
                    return 0
                },
                list
            )
        }
        let bytes = pattern.array
        for place in places where place.start < bytes.count {
            items[place.start] = RegexItem(bytes[place.start..<min(place.start + place.count, bytes.count)])
        }
    }

    // MARK: Running

    /// Runs the pattern.
    ///
    /// - Parameters:
    ///   - subject: The text to search.
    ///   - data: The match data that PCRE2 writes to, made for this pattern or for any pattern.
    ///   - context: The match context for this kind of search; it must stay alive like the data.
    /// - Returns: The result of `pcre2_match`.
    @inline(__always)
    func match(_ subject: Span<UInt8>, _ data: OpaquePointer?, _ context: OpaquePointer?) -> CInt {
        // SAFETY: `code` lives as long as `self`; the caller keeps data and context alive; the subject is read only
        // during the call.
        unsafe subject.withUnsafeBufferPointer { bytes in
            // PERF: the direct call skips checks of what is already known, saving some 10 ns of 40.
            isTranslated
                ? unsafe pcre2_jit_match_8(code, bytes.baseAddress, bytes.count, 0, 0, data, context)
                : unsafe pcre2_match_8(code, bytes.baseAddress, bytes.count, 0, 0, data, context)
        }
    }

    /// Prepares the meter of an initialized scratch for counting.
    func begin(_ steps: Int, _ scratch: borrowing RegexScratch) {
        // SAFETY: the scratch is initialized, so the meter is alive; `items` live as long as `self`.
        unsafe scratch.meter?.pointee = RegexMeter(
            steps: steps,
            items: items,
            itemCount: itemCount,
            groupCount: groupCount,
            isTranslated: isTranslated
        )
    }

    /// Runs a counted pattern; the scratch must be initialized.
    ///
    /// - Returns: The result of `pcre2_match`, and the number of steps.
    func count(_ subject: Span<UInt8>, steps: Int, _ scratch: inout RegexScratch) -> (result: CInt, steps: Int) {
        begin(steps, scratch)
        let result = unsafe match(subject, scratch.matchData, scratch.countedContext)
        return (result, unsafe scratch.meter?.pointee.count ?? steps)
    }

    /// Runs the pattern and returns the ranges of its groups.
    func captures(in subject: Span<UInt8>, _ context: OpaquePointer?) -> RegexProgram.Captures {
        guard let data = unsafe pcre2_match_data_create_from_pattern_8(code, nil) else { return .limitReached }
        defer { unsafe pcre2_match_data_free_8(data) }
        let result = unsafe match(subject, data, context)
        guard result > 0 else { return result == PCRE2_ERROR_NOMATCH ? .notMatched : .limitReached }
        var places: [Range<Int>?] = []
        // SAFETY: a match of `result` groups has set that many pairs of offsets, or fewer than fit. The offsets of a
        // group that did not participate are -1.
        if let offsets = unsafe pcre2_get_ovector_pointer_8(data) {
            for index in 0..<Int(result) {
                let start = unsafe offsets[2 * index]
                let end = unsafe offsets[2 * index + 1]
                places.append(start >= 0 && start <= end && end <= subject.count ? start..<end : nil)
            }
        }
        return .matched(places)
    }

    // MARK: Errors

    private static var outOfMemory: MatcherError {
        MatcherError(
            .regexTooLarge,
            "the regular expression needs more memory than \(RegexLimits.programBytes >> 10) KiB",
            help: "write fewer and smaller repetitions"
        )
    }

    private static func error(_ code: Int32, at offset: Int, in pattern: Span<UInt8>) -> MatcherError {
        // HEAP_FAILED is this module's: ``boundedAllocate`` refused the memory. PATTERN_TOO_LARGE is PCRE2's own limit.
        if code == PCRE2_ERROR_HEAP_FAILED || code == PCRE2_ERROR_PATTERN_TOO_LARGE { return outOfMemory }
        var buffer = [UInt8](repeating: 0, count: 256)
        // SAFETY: PCRE2 writes no more than `count` bytes, and returns how many.
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

/// The allocator of compiled patterns: refuses sizes that no sensible pattern needs.
private func boundedAllocate(_ size: Int, _ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    size <= RegexLimits.programBytes ? unsafe malloc(size) : nil
}

private func boundedFree(_ block: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?) {
    unsafe free(block)
}
