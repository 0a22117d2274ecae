import ByteText
import CPCRE2

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A pattern as PCRE2 compiles it, for one way of running it.
///
/// PERF: not a class, which would be retained and released for each search.
@safe
struct RegexCode: ~Copyable, @unchecked Sendable {
    // INVARIANT: a pattern made by `pcre2_compile`, freed by `deinit` alone.
    private let code: OpaquePointer
    /// Whether there is machine code for the pattern.
    let isTranslated: Bool
    /// Whether a match can begin in one place only, as no canonical URL has a line feed.
    let beginsOnce: Bool
    let groupCount: Int
    // INVARIANT: as many items as `itemCount`, or nil; freed by `deinit` alone.
    private let items: UnsafeMutablePointer<RegexItem>?
    private let itemCount: Int

    /// Compiles a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - dialect: Whose rules it is read by.
    ///   - isCounted: Whether its searches are counted by a ``RegexMeter``.
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
        // Canonical URLs are ASCII: UTF mode would check every subject for nothing, and a pattern must not turn it on.
        var options = PCRE2_NEVER_UTF | PCRE2_NEVER_UCP
        // A group that took no part is empty to a reference of ECMAScript, and fails to one of PCRE2.
        if dialect == .pattern { options |= PCRE2_MATCH_UNSET_BACKREF }
        if isCounted { options |= PCRE2_AUTO_CALLOUT }
        // SAFETY: the pattern is read during the call only; both contexts are alive. PCRE2 copies from `context` the
        // functions it frees the pattern by, which have no state.
        let code = unsafe pattern.withUnsafeBufferPointer { bytes in
            unsafe pcre2_compile_8(bytes.baseAddress, bytes.count, options, &errorCode, &errorOffset, context)
        }
        guard let code = unsafe code else { throw Self.error(errorCode, at: errorOffset, in: pattern) }
        // A failure leaves the pattern to PCRE2's interpreter: slower, the same answers, under the same limits.
        _ = unsafe pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
        isTranslated = unsafe Self.info(code, PCRE2_INFO_JITSIZE, 0) > 0
        let isAnchored = unsafe Self.info(code, PCRE2_INFO_ALLOPTIONS, UInt32(0)) & PCRE2_ANCHORED != 0
        // 2 says that it begins at the beginning, or behind a line feed.
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

    /// Finds out what there is behind each call that PCRE2 makes.
    private static func read(_ items: inout [RegexItem], of code: OpaquePointer, _ pattern: Span<UInt8>) {
        var places: [(start: Int, count: Int)] = []
        unsafe withUnsafeMutablePointer(to: &places) { list in
            // SAFETY: PCRE2 passes the list through to the function, which is called during this call alone.
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
    ///   - subject: What it is run on.
    ///   - data: What PCRE2 writes to; made for this pattern, or for any.
    ///   - context: That of a search of this kind; alive like the data.
    /// - Returns: As `pcre2_match`.
    @inline(__always)
    func match(_ subject: Span<UInt8>, _ data: OpaquePointer?, _ context: OpaquePointer?) -> CInt {
        // SAFETY: `code` lives as long as `self`; the caller keeps data and context; the subject is read during the call
        // only.
        unsafe subject.withUnsafeBufferPointer { bytes in
            // PERF: the direct call leaves out checks of what is known here, some 10 ns of 40.
            isTranslated
                ? unsafe pcre2_jit_match_8(code, bytes.baseAddress, bytes.count, 0, 0, data, context)
                : unsafe pcre2_match_8(code, bytes.baseAddress, bytes.count, 0, 0, data, context)
        }
    }

    /// Gets the meter of a scratch that is prepared ready to count.
    func begin(_ steps: Int, _ scratch: borrowing RegexScratch) {
        // SAFETY: the scratch is prepared, so that the meter is alive; `items` live as long as `self`.
        unsafe scratch.meter?.pointee = RegexMeter(
            steps: steps,
            items: items,
            itemCount: itemCount,
            groupCount: groupCount,
            isTranslated: isTranslated
        )
    }

    /// Runs a pattern that is counted; the scratch must be prepared.
    ///
    /// - Returns: As `pcre2_match`, and the steps.
    func count(_ subject: Span<UInt8>, steps: Int, _ scratch: inout RegexScratch) -> (result: CInt, steps: Int) {
        begin(steps, scratch)
        let result = unsafe match(subject, scratch.matchData, scratch.countedContext)
        return (result, unsafe scratch.meter?.pointee.count ?? steps)
    }

    /// Runs the pattern, and finds out where its groups match.
    func captures(in subject: Span<UInt8>, _ context: OpaquePointer?) -> RegexProgram.Captures {
        guard let data = unsafe pcre2_match_data_create_from_pattern_8(code, nil) else { return .limitReached }
        defer { unsafe pcre2_match_data_free_8(data) }
        let result = unsafe match(subject, data, context)
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

    // MARK: Errors

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

/// The allocator of compiled patterns: refuses what no sensible pattern asks for.
private func boundedAllocate(_ size: Int, _ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    size <= RegexLimits.programBytes ? unsafe malloc(size) : nil
}

private func boundedFree(_ block: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?) {
    unsafe free(block)
}
