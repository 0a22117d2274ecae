import Answering

/// Reads a [chunked](https://www.rfc-editor.org/rfc/rfc9112#section-7.1) body as its bytes arrive.
///
/// Chunk extensions and trailer fields are rejected: no client of this server sends any, and both have been used to
/// smuggle requests.
struct ChunkedBody {
    private enum State {
        case size(UInt32, digits: Int)
        case sizeEnd(UInt32)
        case data(Int)
        case dataEnd
        case dataEndLine
        case last
        case lastLine
        case end
    }

    private let limit: Int
    private var state = State.size(0, digits: 0)
    private(set) var body: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    var isComplete: Bool { if case .end = state { true } else { false } }

    /// Reads the bytes that belong to the body.
    ///
    /// - Parameter bytes: The bytes that have arrived.
    /// - Returns: The number of bytes that were read.
    /// - Throws: ``HTTPFault``.
    /// - Complexity: O(*n*) in the bytes.
    mutating func read(_ bytes: Span<UInt8>) throws(HTTPFault) -> Int {
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            switch state {
            case .size(let size, let digits):
                if let digit = HexDigit.value(of: byte), digits < 8 {
                    state = .size(size << 4 | UInt32(digit), digits: digits + 1)
                } else if byte == 0x0D, digits > 0 {
                    state = .sizeEnd(size)
                } else {
                    throw .framingAmbiguous
                }
            case .sizeEnd(let size):
                guard byte == 0x0A else { throw .framingAmbiguous }
                guard body.count + Int(size) <= limit else { throw .bodyTooLarge }
                state = size == 0 ? .last : .data(Int(size))
            case .data(let left):
                let end = min(bytes.count, offset + left)
                for index in offset..<end { body.append(bytes[index]) }
                state = end - offset == left ? .dataEnd : .data(left - (end - offset))
                offset = end
                continue
            case .dataEnd, .last:
                guard byte == 0x0D else { throw .framingAmbiguous }
                if case .last = state { state = .lastLine } else { state = .dataEndLine }
            case .dataEndLine:
                guard byte == 0x0A else { throw .framingAmbiguous }
                state = .size(0, digits: 0)
            case .lastLine:
                guard byte == 0x0A else { throw .framingAmbiguous }
                state = .end
            case .end: return offset
            }
            offset += 1
        }
        return offset
    }
}
