// A fuzzer compiles this folder, and of that module only `FieldText.swift`.
#if canImport(Answering)
    import Answering
#endif

/// Finds the end of a chunked body as its bytes arrive, and keeps none of them: bodies are never read.
///
/// The only accepted extension is `; ieof` in the last chunk, which marks a preview that contains the whole body ([RFC
/// 3507, 4.5](https://www.rfc-editor.org/rfc/rfc3507#section-4.5)). Trailer fields are rejected.
struct ChunkScanner: Hashable, Sendable {
    private enum State: Hashable {
        case size(Int, digits: Int)
        case ieof(Int)
        case sizeEnd(Int)
        case data(Int)
        case dataEnd
        case dataEndLine
        case last
        case lastLine
        case end
    }

    private var state = State.size(0, digits: 0)
    /// Whether the last chunk indicated that nothing follows the preview.
    private(set) var isWhole = false

    /// Whether the last chunk and the following empty line have been seen.
    var isComplete: Bool { state == .end }

    /// Reads the bytes that belong to the body.
    ///
    /// - Parameter bytes: The bytes that have arrived.
    /// - Returns: The number of bytes that belong to the body.
    /// - Throws: ``HeadFault/chunk``.
    /// - Complexity: O(*k*) in the bytes that are not data.
    mutating func scan(_ bytes: Span<UInt8>) throws(HeadFault) -> Int {
        var offset = 0
        while offset < bytes.count, state != .end {
            if case .data(let left) = state {
                let taken = min(left, bytes.count - offset)
                state = taken == left ? .dataEnd : .data(left - taken)
                offset += taken
            } else {
                state = try next(bytes[offset])
                offset += 1
            }
        }
        return offset
    }

    private mutating func next(_ byte: UInt8) throws(HeadFault) -> State {
        switch (state, byte) {
        case (.size(let size, let digits), _):
            if let digit = HexDigit.value(of: byte), digits < 8 {
                return .size(size << 4 | Int(digit), digits: digits + 1)
            }
            if byte == 0x0D, digits > 0 { return .sizeEnd(size) }
            if byte == UInt8(ascii: ";"), digits > 0, size == 0 { return .ieof(0) }
        case (.ieof(0), 0x20): return .ieof(0)
        case (.ieof(let matched), _) where matched < Self.ieof.count && byte == Self.ieof[matched]:
            return .ieof(matched + 1)
        case (.ieof(Self.ieof.count), 0x0D):
            isWhole = true
            return .sizeEnd(0)
        case (.sizeEnd(let size), 0x0A): return size == 0 ? .last : .data(size)
        case (.dataEnd, 0x0D): return .dataEndLine
        case (.dataEndLine, 0x0A): return .size(0, digits: 0)
        case (.last, 0x0D): return .lastLine
        case (.lastLine, 0x0A): return .end
        default: break
        }
        throw .chunk
    }

    private static let ieof = Array("ieof".utf8)
}
