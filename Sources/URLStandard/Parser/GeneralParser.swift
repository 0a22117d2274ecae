/// The complete [URL parser](https://url.spec.whatwg.org/#concept-basic-url-parser) of the Standard.
///
/// The Standard describes a state machine over code points; this parser implements the same language as a few stages
/// over bytes. Each stage takes the input and an offset, writes its part of the serialization to the record's buffer,
/// sets its part of the layout and returns where it stopped:
/// 1. ``InputPreparation`` trims, and copies the input only if tabs or newlines have to be removed;
/// 2. ``SchemeParser`` writes the scheme; the text after it, or the base, determines the form of the URL;
/// 3. ``AuthorityParser`` writes credentials, host (``HostParser``) and port;
/// 4. ``PathParser`` writes the path and resolves its dot segments in place;
/// 5. ``SuffixParser`` writes query and fragment.
///
/// Between stages 2 and 3, ``ReferenceResolver`` handles references relative to a base, and ``FileURLParser`` handles
/// `file:`.
///
/// - Complexity: Linear in the bytes of the input and the base; no stage revisits bytes that it has consumed, except to
///   drop a path segment, once. Nothing is allocated except room in the record's buffers, unless the host needs IDNA.
enum GeneralParser {
    static func parse(_ input: Span<UInt8>, into record: inout URLRecord) throws(URLParsingError) {
        try parse(input, base: Span(), URLLayout(), into: &record)
    }

    static func parse(
        _ input: Span<UInt8>,
        base: borrowing URLRecord,
        into record: inout URLRecord
    ) throws(URLParsingError) {
        try parse(input, base: base.storage.span, base.layout, into: &record)
    }

    // `base` is the serialized base URL and `baseLayout` contains its components; a count of 0 means there is no base.
    @inline(__always)
    private static func parse(
        _ input: Span<UInt8>,
        base: Span<UInt8>,
        _ baseLayout: URLLayout,
        into record: inout URLRecord
    ) throws(URLParsingError) {
        do throws(URLParsingError) {
            // Offsets are 32 bits wide, and one malformed byte becomes nine bytes.
            guard input.count < 1 << 28, base.count < 1 << 30 else { throw .inputTooLong }
            let range = InputPreparation.trimmedRange(of: input)
            let trimmed = input.extracting(range)
            guard InputPreparation.hasTabOrNewline(trimmed) else {
                return try parsePrepared(trimmed, base: base, baseLayout, into: &record)
            }
            var scratch = ByteStorage()
            swap(&scratch, &record.scratch)
            defer { swap(&scratch, &record.scratch) }
            InputPreparation.copyWithoutTabsAndNewlines(trimmed, into: &scratch)
            try parsePrepared(scratch.span, base: base, baseLayout, into: &record)
        } catch {
            record.removeAll()
            throw error
        }
    }

    private static func parsePrepared(
        _ input: Span<UInt8>,
        base: Span<UInt8>,
        _ baseLayout: URLLayout,
        into record: inout URLRecord
    ) throws(URLParsingError) {
        record.removeAll()
        record.storage.reserve(input.count + 16)
        guard let start = SchemeParser.parse(input, into: &record) else {
            return try ReferenceResolver.resolveWithoutScheme(input, base: base, baseLayout, into: &record)
        }
        guard let special = record.layout.specialScheme else {
            return try parseNotSpecial(input, from: start, into: &record)
        }
        if special == .file {
            return try FileURLParser.parse(input, from: start, base: base, baseLayout, into: &record)
        }
        if special == baseLayout.specialScheme, !input.has("/", at: start) || !input.has("/", at: start + 1) {
            return try ReferenceResolver.resolve(input, from: start, base: base, baseLayout, into: &record)
        }
        try parseSpecialAuthority(input, from: start, into: &record)
    }

    /// Parses a special URL whose slashes begin at `start`: any number of slashes and backslashes, including none.
    static func parseSpecialAuthority(
        _ input: Span<UInt8>,
        from start: Int,
        into record: inout URLRecord
    ) throws(URLParsingError) {
        var offset = start
        while input.has("/", at: offset) || input.has("\\", at: offset) { offset += 1 }
        try parseAuthority(input, from: offset, into: &record)
    }

    /// Parses everything from the authority on, which begins at `start`.
    @inline(__always)
    static func parseAuthority(
        _ input: Span<UInt8>,
        from start: Int,
        into record: inout URLRecord
    ) throws(URLParsingError) {
        let offset = try AuthorityParser.parse(input, from: start, into: &record)
        parsePathStart(input, from: offset, into: &record)
    }

    /// Parses what follows an authority: an absolute path, if there is one, and the rest.
    @inline(__always)
    static func parsePathStart(_ input: Span<UInt8>, from start: Int, into record: inout URLRecord) {
        var offset = start
        if input.has("/", at: start) || (record.isSpecial && input.has("\\", at: start)) {
            offset = PathParser.parse(input, from: start + 1, into: &record)
        } else if record.isSpecial {
            offset = PathParser.parse(input, from: start, into: &record)
        }
        SuffixParser.parse(input, from: offset, into: &record)
    }

    /// Parses a URL whose scheme is not special: with an authority, with a path alone, or with an opaque path.
    private static func parseNotSpecial(
        _ input: Span<UInt8>,
        from start: Int,
        into record: inout URLRecord
    ) throws(URLParsingError) {
        guard input.has("/", at: start) else {
            record.beginPathWithoutHost()
            let offset = PathParser.parseOpaque(input, from: start, into: &record)
            return SuffixParser.parse(input, from: offset, into: &record)
        }
        if input.has("/", at: start + 1) { return try parseAuthority(input, from: start + 2, into: &record) }
        record.beginPathWithoutHost()
        let offset = PathParser.parse(input, from: start + 1, into: &record)
        SuffixParser.parse(input, from: offset, into: &record)
    }
}

extension Span<UInt8> {
    /// Whether `character`, which must be ASCII, is at `offset`; false past the end.
    @inline(__always)
    func has(_ character: Unicode.Scalar, at offset: Int) -> Bool {
        offset < count && self[offset] == UInt8(ascii: character)
    }
}

extension URLRecord {
    /// Sets the layout for a URL in which no host follows the scheme and the path begins here.
    mutating func beginPathWithoutHost() {
        let end = storage.count
        layout.hostKind = .none
        layout.usernameEnd = UInt32(truncatingIfNeeded: end)
        layout.hostStart = layout.usernameEnd
        layout.hostEnd = layout.usernameEnd
        layout.pathStart = layout.usernameEnd
    }
}

/// Stage 5 of the parser: query and fragment.
enum SuffixParser {
    /// Writes the query and the fragment, if the input has them at `start`, and completes the layout.
    ///
    /// See [query state](https://url.spec.whatwg.org/#query-state) and
    /// [fragment state](https://url.spec.whatwg.org/#fragment-state).
    static func parse(_ input: Span<UInt8>, from start: Int, into record: inout URLRecord) {
        record.layout.queryStart = UInt32(truncatingIfNeeded: record.storage.count)
        var offset = start
        if input.has("?", at: offset) {
            record.storage.append(UInt8(ascii: "?"))
            offset = PercentEncoder.appendSuffix(
                input,
                from: offset + 1,
                encoding: record.isSpecial ? .specialQuerySet : .querySet,
                stoppingAt: UInt8(ascii: "#"),
                to: &record.storage
            )
        }
        parseFragment(input, from: offset, into: &record)
    }

    /// Writes the fragment, if the input has one at `start`, and completes the layout except for the query.
    @inline(__always)
    static func parseFragment(_ input: Span<UInt8>, from start: Int, into record: inout URLRecord) {
        record.layout.fragmentStart = UInt32(truncatingIfNeeded: record.storage.count)
        if input.has("#", at: start) {
            record.storage.append(UInt8(ascii: "#"))
            _ = PercentEncoder.appendSuffix(
                input,
                from: start + 1,
                encoding: .fragmentSet,
                stoppingAt: nil,
                to: &record.storage
            )
        }
        record.layout.count = UInt32(truncatingIfNeeded: record.storage.count)
    }
}
