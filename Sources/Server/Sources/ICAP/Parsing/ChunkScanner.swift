// A fuzzer compiles this folder, and of that module only `FieldText.swift`.
#if canImport(Answering)
    import Answering
#endif

/// Finds the end of a chunked body as its bytes arrive, and keeps none of them: bodies are never read.
///
/// Extensions and trailer fields are ignored ([RFC 9112, 7.1](https://www.rfc-editor.org/rfc/rfc9112#section-7.1)), except
/// `; ieof` in the last chunk, which marks a preview that contains the whole body ([RFC 3507,
/// 4.5](https://www.rfc-editor.org/rfc/rfc3507#section-4.5)). They are not part of what is sent back: nothing is decided
/// about them, and some programs treat a trailer field like a field of the head.
struct ChunkScanner: Hashable, Sendable {
    private enum State: Hashable {
        case size(Int, digits: Int)
        case extensions(Int, ChunkExtensions)
        case sizeEnd(Int)
        case data(Int)
        case dataEnd
        case dataEndLine
        case last
        case trailerName
        case trailerValue
        case trailerEnd
        case lastLine
        case end
    }

    /// The maximum size in bytes of the extensions of a chunk; for the last one, together with the trailer fields.
    private static let mostIgnored = 4_096

    private var state = State.size(0, digits: 0)
    /// How many bytes were ignored since the last data.
    private var ignored = 0
    /// Whether the last chunk indicated that nothing follows the preview.
    private(set) var isWhole = false

    /// Whether the last chunk and the following empty line have been seen.
    var isComplete: Bool { state == .end }

    /// Reads the bytes that belong to the body.
    ///
    /// - Parameter bytes: The bytes that have arrived.
    /// - Returns: The number of bytes that belong to the body, and the ranges of those that are neither extensions nor
    ///   trailer fields.
    /// - Throws: ``HeadFault/chunk``.
    /// - Complexity: O(*k*) in the bytes that are not data.
    mutating func scan(_ bytes: Span<UInt8>) throws(HeadFault) -> (count: Int, kept: [Range<Int>]) {
        var offset = 0
        var kept: [Range<Int>] = []
        while offset < bytes.count, state != .end {
            let start = offset
            let endsTrailer = state == .trailerEnd
            if case .data(let left) = state {
                let taken = min(left, bytes.count - offset)
                state = taken == left ? .dataEnd : .data(left - taken)
                offset += taken
                ignored = 0
            } else {
                state = try next(bytes[offset])
                offset += 1
            }
            if endsTrailer || isInIgnored {
                ignored += 1
                guard ignored <= Self.mostIgnored else { throw .chunk }
            } else if let last = kept.last, last.upperBound == start {
                kept[kept.count - 1] = last.lowerBound..<offset
            } else {
                kept.append(start..<offset)
            }
        }
        return (offset, kept)
    }

    /// Whether the byte before belongs to extensions, or to the line of a trailer field.
    private var isInIgnored: Bool {
        switch state {
        case .extensions, .trailerName, .trailerValue, .trailerEnd: true
        default: false
        }
    }

    private mutating func next(_ byte: UInt8) throws(HeadFault) -> State {
        switch (state, byte) {
        case (.size(let size, let digits), _):
            if let digit = HexDigit.value(of: byte), digits < 8 {
                return .size(size << 4 | Int(digit), digits: digits + 1)
            }
            if byte == 0x0D, digits > 0 { return .sizeEnd(size) }
            if digits > 0, let begun = ChunkExtensions.gap.next(byte) { return .extensions(size, begun) }
        case (.extensions(let size, let place), _):
            if size == 0, place.isIEOF, byte == 0x0D || byte == UInt8(ascii: ";") { isWhole = true }
            if byte == 0x0D, place.mayEnd { return .sizeEnd(size) }
            if let following = place.next(byte) { return .extensions(size, following) }
        case (.sizeEnd(let size), 0x0A): return size == 0 ? .last : .data(size)
        case (.dataEnd, 0x0D): return .dataEndLine
        case (.dataEndLine, 0x0A): return .size(0, digits: 0)
        case (.last, 0x0D): return .lastLine
        // A line that begins with white space would continue the field before.
        case (.last, _) where ByteClass.isToken(byte), (.trailerName, _) where ByteClass.isToken(byte):
            return .trailerName
        case (.trailerName, UInt8(ascii: ":")): return .trailerValue
        case (.trailerValue, 0x0D): return .trailerEnd
        case (.trailerValue, 0x09), (.trailerValue, 0x20...0x7E), (.trailerValue, 0x80...0xFF): return .trailerValue
        case (.trailerEnd, 0x0A): return .last
        case (.lastLine, 0x0A): return .end
        default: break
        }
        throw .chunk
    }
}
