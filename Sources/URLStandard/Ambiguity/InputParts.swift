/// The positions of a URL's parts in its prepared input, as the URL Standard reads it.
///
/// The parser has already accepted the input; this only locates the parts again.
struct InputParts {
    /// The `:` after the scheme; nil if the input begins without a scheme.
    private(set) var schemeEnd: Int?
    /// The slashes after the scheme, or at the beginning if there is none; in a special URL, also backslashes.
    private(set) var slashes: Range<Int>
    /// The credentials with the `@` that ends them; empty if there are none.
    private(set) var credentials = 0..<0
    /// The host; empty if the input has none.
    private(set) var host = 0..<0
    /// The port without its `:`; empty if there is none.
    private(set) var port = 0..<0
    /// The drive letter in the place of the host of a `file:` URL; empty if there is none.
    private(set) var drive = 0..<0
    /// The path from its first slash on; empty if it is opaque.
    private(set) var path = 0..<0

    /// - Parameters:
    ///   - text: The prepared input.
    ///   - url: The record parsed from it.
    ///   - baseScheme: The special scheme of the base it was resolved against, if there was one.
    /// - Complexity: O(*n*).
    init(_ text: Span<UInt8>, of url: borrowing URLRecord, baseScheme: SpecialScheme?) {
        if let end = SchemeParser.end(in: text), text.has(":", at: end) { schemeEnd = end }
        let start = schemeEnd.map { $0 + 1 } ?? 0
        var end = start
        while text.has("/", at: end) || (url.isSpecial && text.has("\\", at: end)) { end += 1 }
        slashes = start..<end
        var pathStart = start
        if url.specialScheme == .file {
            if slashes.count >= 2 { pathStart = findFileHost(text, from: start + 2) }
        } else if url.isSpecial {
            // After the base's own scheme, only slashes distinguish a host from a relative path.
            let isRelative = schemeEnd == nil || url.specialScheme == baseScheme
            if slashes.count >= 2 || !isRelative { pathStart = findAuthority(text, from: end, isSpecial: true) }
        } else if slashes.count >= 2 {
            pathStart = findAuthority(text, from: start + 2, isSpecial: false)
        }
        guard !url.hasOpaquePath else { return }
        path = pathStart..<Self.pathEnd(text, from: pathStart)
    }

    private mutating func findAuthority(_ text: Span<UInt8>, from start: Int, isSpecial: Bool) -> Int {
        let authority = ScannedAuthority(text, from: start, isSpecial: isSpecial)
        let hostStart = authority.lastAt.map { $0 + 1 } ?? start
        credentials = start..<hostStart
        host = hostStart..<(authority.colon ?? authority.end)
        if let colon = authority.colon { port = colon + 1..<authority.end }
        return authority.end
    }

    private mutating func findFileHost(_ text: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end < text.count, text[end] != UInt8(ascii: "/"), text[end] != UInt8(ascii: "\\"),
            text[end] != UInt8(ascii: "?"), text[end] != UInt8(ascii: "#")
        {
            end += 1
        }
        if end == start + 2, WindowsDriveLetter.isOne(text, at: start) {
            drive = start..<end
            return start
        }
        host = start..<end
        return end
    }

    private static func pathEnd(_ text: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end < text.count, text[end] != UInt8(ascii: "?"), text[end] != UInt8(ascii: "#") { end += 1 }
        return end
    }
}

/// An input without the bytes that the parser ignores, with a mapping back to the original positions.
struct PreparedInput {
    /// The bytes that remain.
    private(set) var text: [UInt8] = []
    /// The range of the input that remains after trimming.
    let trimmed: Range<Int>
    /// The runs of tabs and newlines inside that range, as positions in the input.
    private(set) var removed: [Range<Int>] = []
    /// The original position of each byte of the text; empty if nothing was removed.
    private var sources: [Int] = []

    /// - Complexity: O(*n*).
    init(_ input: Span<UInt8>) {
        trimmed = InputPreparation.trimmedRange(of: input)
        text.reserveCapacity(trimmed.count)
        for offset in trimmed {
            guard ByteClass(of: input[offset]).intersects(.tabOrNewline) else {
                text.append(input[offset])
                if !removed.isEmpty { sources.append(offset) }
                continue
            }
            if removed.isEmpty { sources.append(contentsOf: trimmed.lowerBound..<offset) }
            if let last = removed.last, last.upperBound == offset {
                removed[removed.count - 1] = last.lowerBound..<offset + 1
            } else {
                removed.append(offset..<offset + 1)
            }
        }
    }

    /// The original position in the input of a range of the text, which must not be empty.
    func source(of range: Range<Int>) -> Range<Int> {
        guard !removed.isEmpty else {
            return range.lowerBound + trimmed.lowerBound..<range.upperBound + trimmed.lowerBound
        }
        return sources[range.lowerBound]..<sources[range.upperBound - 1] + 1
    }
}
