import ByteText

/// Collects the ambiguities of an input, one part of the URL at a time.
///
/// The search runs on the prepared input; only findings are mapped to positions in the original input.
struct AmbiguityFinder {
    private let input: PreparedInput
    /// In no particular order.
    private(set) var found: [Ambiguity] = []

    /// The prepared input.
    var text: [UInt8] { input.text }

    /// Starts with the bytes that input preparation removed.
    init(_ bytes: Span<UInt8>) {
        input = PreparedInput(bytes)
        for range in [0..<input.trimmed.lowerBound, input.trimmed.upperBound..<bytes.count] where !range.isEmpty {
            found.append(Ambiguity(.controlOrSpaceTrimmed, at: range))
        }
        for range in input.removed { found.append(Ambiguity(.tabOrNewlineRemoved, at: range)) }
    }

    /// The position of a range of the text in the original input.
    func source(of range: Range<Int>) -> Range<Int> { input.source(of: range) }

    /// Notes an ambiguity at a range of the text; an empty range is ignored.
    mutating func add(_ code: Ambiguity.Code, at range: Range<Int>) {
        guard !range.isEmpty else { return }
        found.append(Ambiguity(code, at: input.source(of: range)))
    }

    /// Notes an ambiguity at each run of bytes, within a range of the text, that `length` accepts.
    ///
    /// - Parameters:
    ///   - code: The code of each ambiguity.
    ///   - range: The range to search.
    ///   - minimum: Shorter runs are ignored.
    ///   - length: The number of bytes to accept at an offset; 0 for none.
    mutating func addRuns(
        _ code: Ambiguity.Code,
        in range: Range<Int>,
        atLeast minimum: Int = 1,
        length: (_ offset: Int) -> Int
    ) {
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start
            while end < range.upperBound, case let taken = length(end), taken > 0 {
                end = min(end + taken, range.upperBound)
            }
            if end - start >= minimum { add(code, at: start..<end) }
            start = max(end, start + 1)
        }
    }

    /// Finds ambiguities that may be anywhere in a URL.
    mutating func findAnywhere() {
        let text = text
        addRuns(.controlByte, in: text.indices) { text[$0] < 0x20 || text[$0] == 0x7F ? 1 : 0 }
        addRuns(.invalidPercentSequence, in: text.indices) { offset in
            guard text[offset] == UInt8(ascii: "%") else { return 0 }
            return Hexadecimal.percentDecodedByte(in: text.span, at: offset) == nil ? 1 : 0
        }
    }

    /// Finds ambiguities in the scheme, in the slashes after it, and in backslashes up to the end of the path.
    mutating func findInScheme(_ parts: InputParts, of url: borrowing URLRecord) {
        let text = text
        if parts.schemeEnd == nil, let scheme = RFC3986Reading(text.span).scheme {
            add(.colonInFirstSegment, at: 0..<scheme.upperBound + 1)
        }
        guard let special = url.specialScheme else { return }
        // A backslash ends the authority, so the authority contains none.
        addRuns(.backslashAsSlash, in: parts.slashes.lowerBound..<parts.path.upperBound) {
            text[$0] == UInt8(ascii: "\\") ? 1 : 0
        }
        if let schemeEnd = parts.schemeEnd {
            // RFC 8089 also writes `file:/x`; but with a base, a single slash may keep the base's host.
            let needed = special == .file && url.hostKind == .empty ? 1 : 2
            if parts.slashes.count < needed { add(.missingSlashes, at: schemeEnd..<parts.slashes.upperBound) }
        }
        if special != .file { add(.extraSlashes, at: parts.slashes.dropFirst(2)) }
    }

    /// Finds ambiguities in the path: in its division into segments, and where another division or decoding differs.
    mutating func findInPath(_ parts: InputParts, of url: borrowing URLRecord) {
        let text = text
        let isSpecial = url.isSpecial
        func isSlash(_ offset: Int) -> Bool {
            text[offset] == UInt8(ascii: "/") || (isSpecial && text[offset] == UInt8(ascii: "\\"))
        }
        addRuns(.emptySegment, in: parts.path, atLeast: 2) { isSlash($0) ? 1 : 0 }
        var segmentStart = parts.path.lowerBound
        for offset in parts.path {
            if isSlash(offset) {
                addDotSegment(segmentStart..<offset)
                segmentStart = offset + 1
            }
            guard let byte = Hexadecimal.percentDecodedByte(in: text.span, at: offset) else { continue }
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "\\"): add(.encodedSlash, at: offset..<offset + 3)
            case ..<0x20, 0x7F: add(.controlByte, at: offset..<offset + 3)
            default: break
            }
        }
        addDotSegment(segmentStart..<parts.path.upperBound)
    }

    private mutating func addDotSegment(_ segment: Range<Int>) {
        guard 1...6 ~= segment.count else { return }
        let text = text
        let dots = PathParser.dotCount(text.span.extracting(segment), from: 0)
        guard dots == 1 || dots == 2 else { return }
        add(dots == segment.count ? .dotSegment : .encodedDotSegment, at: segment)
    }
}
