import ByteText

/// The special cases of `file:` URLs: hosts that may be missing, and drive letters.
enum FileURLParser {
    /// Parses what follows `file:`, which the record already contains.
    ///
    /// See [file state](https://url.spec.whatwg.org/#file-state) and those after it.
    static func parse(
        _ input: Span<UInt8>,
        from start: Int,
        base: Span<UInt8>,
        _ baseLayout: URLLayout,
        into record: inout URLRecord
    ) throws(URLParsingError) {
        let hasFileBase = baseLayout.specialScheme == .file
        guard input.hasSlashOrBackslash(at: start) else {
            guard hasFileBase else {
                writeEmptyHost(into: &record)
                return parsePath(input, from: start, into: &record)
            }
            return ReferenceResolver.resolvePath(input, from: start, base: base, baseLayout, into: &record)
        }
        if input.hasSlashOrBackslash(at: start + 1) { return try parseHost(input, from: start + 2, into: &record) }
        guard hasFileBase else {
            writeEmptyHost(into: &record)
            return parsePath(input, from: start + 1, into: &record)
        }
        record.copyOrigin(base, baseLayout)
        // A path on the base's drive stays on that drive.
        let path = base.extracting(Int(baseLayout.pathStart)..<Int(baseLayout.queryStart))
        if !WindowsDriveLetter.starts(input, at: start + 1), WindowsDriveLetter.isNormalized(path, at: 1),
            path.count == 3 || path.has("/", at: 3)
        {
            record.storage.append(path.extracting(0..<3))
        }
        parsePath(input, from: start + 1, into: &record)
    }

    /// See [file host state](https://url.spec.whatwg.org/#file-host-state).
    private static func parseHost(
        _ input: Span<UInt8>,
        from start: Int,
        into record: inout URLRecord
    ) throws(URLParsingError) {
        var end = start
        while end < input.count, !input.hasSlashOrBackslash(at: end), !input.has("?", at: end), !input.has("#", at: end)
        {
            end += 1
        }
        if end == start + 2, WindowsDriveLetter.isOne(input, at: start) {
            writeEmptyHost(into: &record)
            return parsePath(input, from: start, into: &record)
        }
        writeEmptyHost(into: &record)
        if end > start { try writeHost(input.extracting(start..<end), into: &record) }
        GeneralParser.parsePathStart(input, from: end, into: &record)
    }

    /// Writes a host that is not empty after the `//` of a record without credentials; `localhost` becomes empty.
    static func writeHost(_ input: Span<UInt8>, into record: inout URLRecord) throws(URLParsingError) {
        try HostParser.parse(input, isOpaque: false, into: &record)
        let start = Int(record.layout.hostStart)
        if record.storage.span.extracting(start..<record.storage.count).isEqual(to: "localhost") {
            record.storage.truncate(to: start)
            record.layout.hostEnd = record.layout.hostStart
            record.layout.hostKind = .empty
        }
        record.layout.pathStart = UInt32(truncatingIfNeeded: record.storage.count)
    }

    private static func writeEmptyHost(into record: inout URLRecord) {
        record.storage.append(UInt8(ascii: "/"))
        record.storage.append(UInt8(ascii: "/"))
        record.beginPathWithoutHost()
        record.layout.hostKind = .empty
    }

    private static func parsePath(_ input: Span<UInt8>, from start: Int, into record: inout URLRecord) {
        let offset = PathParser.parse(input, from: start, into: &record)
        SuffixParser.parse(input, from: offset, into: &record)
    }
}

extension Span<UInt8> {
    /// Whether a slash or backslash is at `offset`; false past the end.
    fileprivate func hasSlashOrBackslash(at offset: Int) -> Bool { has("/", at: offset) || has("\\", at: offset) }
}

/// The letters that name drives in `file:` URLs, which are resolved like roots.
enum WindowsDriveLetter {
    /// Whether the two bytes at `offset` are a [drive letter](https://url.spec.whatwg.org/#windows-drive-letter).
    static func isOne(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
        isNormalized(bytes, at: offset)
            || (offset + 1 < bytes.count && ByteClass(of: bytes[offset]).intersects(.alpha)
                && bytes[offset + 1] == UInt8(ascii: "|"))
    }

    /// Whether the two bytes are a drive letter written with `:`.
    static func isNormalized(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
        offset + 1 < bytes.count && ByteClass(of: bytes[offset]).intersects(.alpha)
            && bytes[offset + 1] == UInt8(ascii: ":")
    }

    /// Whether the rest of `input` from `offset` on [starts with a drive
    /// letter](https://url.spec.whatwg.org/#start-with-a-windows-drive-letter).
    static func starts(_ input: Span<UInt8>, at offset: Int) -> Bool {
        guard isOne(input, at: offset) else { return false }
        guard offset + 2 < input.count else { return true }
        return switch input[offset + 2] {
        case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
        default: false
        }
    }
}
