/// Resolves references relative to a base URL.
enum ReferenceResolver {
    /// Resolves an input that does not begin with a scheme.
    ///
    /// See [no scheme state](https://url.spec.whatwg.org/#no-scheme-state).
    static func resolveWithoutScheme(
        _ input: Span<UInt8>,
        base: Span<UInt8>,
        _ baseLayout: URLLayout,
        into record: inout URLRecord
    ) throws(URLParsingError) {
        guard baseLayout.count > 0 else { throw .missingScheme }
        if baseLayout.hasOpaquePath {
            guard input.has("#", at: 0) else { throw .missingScheme }
            record.copyStart(base, baseLayout, to: baseLayout.fragmentStart)
            return SuffixParser.parseFragment(input, from: 0, into: &record)
        }
        if baseLayout.specialScheme == .file {
            record.copyScheme(base, baseLayout)
            return try FileURLParser.parse(input, from: 0, base: base, baseLayout, into: &record)
        }
        try resolve(input, from: 0, base: base, baseLayout, into: &record)
    }

    /// Resolves the reference that begins at `start`, after the base's own scheme if the input has it.
    ///
    /// See [relative state](https://url.spec.whatwg.org/#relative-state) and
    /// [relative slash state](https://url.spec.whatwg.org/#relative-slash-state).
    static func resolve(
        _ input: Span<UInt8>,
        from start: Int,
        base: Span<UInt8>,
        _ baseLayout: URLLayout,
        into record: inout URLRecord
    ) throws(URLParsingError) {
        let isSpecial = baseLayout.specialScheme != nil
        guard input.has("/", at: start) || (isSpecial && input.has("\\", at: start)) else {
            return resolvePath(input, from: start, base: base, baseLayout, into: &record)
        }
        if isSpecial, input.has("/", at: start + 1) || input.has("\\", at: start + 1) {
            record.copyScheme(base, baseLayout)
            return try GeneralParser.parseSpecialAuthority(input, from: start + 2, into: &record)
        }
        if input.has("/", at: start + 1) {
            record.copyScheme(base, baseLayout)
            return try GeneralParser.parseAuthority(input, from: start + 2, into: &record)
        }
        record.copyOrigin(base, baseLayout)
        let offset = PathParser.parse(input, from: start + 1, into: &record)
        SuffixParser.parse(input, from: offset, into: &record)
    }

    /// Resolves a reference that does not begin with a slash against the base's path.
    static func resolvePath(
        _ input: Span<UInt8>,
        from start: Int,
        base: Span<UInt8>,
        _ baseLayout: URLLayout,
        into record: inout URLRecord
    ) {
        guard start < input.count, !input.has("#", at: start) else {
            record.copyStart(base, baseLayout, to: baseLayout.fragmentStart)
            return SuffixParser.parseFragment(input, from: start, into: &record)
        }
        guard !input.has("?", at: start) else {
            record.copyStart(base, baseLayout, to: baseLayout.queryStart)
            return SuffixParser.parse(input, from: start, into: &record)
        }
        record.copyOrigin(base, baseLayout)
        let isDrive = baseLayout.specialScheme == .file && WindowsDriveLetter.starts(input, at: start)
        if !isDrive {
            record.storage.append(base.extracting(Int(baseLayout.pathStart)..<Int(baseLayout.queryStart)))
            PathParser.shorten(&record)
        }
        let offset = PathParser.parse(input, from: start, into: &record)
        SuffixParser.parse(input, from: offset, into: &record)
    }
}

extension URLRecord {
    /// Copies the base up to `end`, which must not lie before its path.
    fileprivate mutating func copyStart(_ base: Span<UInt8>, _ baseLayout: URLLayout, to end: UInt32) {
        storage.removeAll()
        storage.append(base.extracting(0..<Int(end)))
        layout = baseLayout
        layout.isPlain = false
    }

    /// Copies only the base's scheme and `:`.
    fileprivate mutating func copyScheme(_ base: Span<UInt8>, _ baseLayout: URLLayout) {
        storage.removeAll()
        storage.append(base.extracting(0...Int(baseLayout.schemeEnd)))
        layout = URLLayout()
        layout.schemeEnd = baseLayout.schemeEnd
        layout.specialScheme = baseLayout.specialScheme
    }

    /// Copies the base's scheme, credentials, host and port; an empty path begins after them.
    mutating func copyOrigin(_ base: Span<UInt8>, _ baseLayout: URLLayout) {
        // Without a host, the base's path may be preceded by a `/.`, which is not part of either.
        guard baseLayout.hostKind != .none else {
            copyScheme(base, baseLayout)
            return beginPathWithoutHost()
        }
        copyStart(base, baseLayout, to: baseLayout.pathStart)
    }
}
