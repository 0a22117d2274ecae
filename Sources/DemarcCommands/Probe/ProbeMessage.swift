import ByteText

/// An HTTP message as received: its first line and its fields, as bytes.
struct ProbeHead: Equatable {
    var line: [UInt8]
    var fields: [(name: [UInt8], value: [UInt8])]
    /// The whole head, without the empty line.
    var raw: [UInt8]
    /// Whether the empty line arrived; without it, a site may read further bytes as a part of this head.
    var isComplete: Bool

    static func == (one: ProbeHead, other: ProbeHead) -> Bool { one.raw == other.raw }

    /// Splits a head. For a line that is not a valid field, the bytes become the name.
    init(_ raw: [UInt8], isComplete: Bool = true) {
        self.raw = raw
        self.isComplete = isComplete
        var lines = Self.lines(of: raw)
        line = lines.isEmpty ? [] : lines.removeFirst()
        fields = lines.map { line in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return (line, []) }
            return (Array(line[..<colon]), Self.trimmed(line[(colon + 1)...]))
        }
    }

    /// The parts of the first line; nil unless there are three.
    var request: (method: [UInt8], target: [UInt8])? {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].starts(with: Array("HTTP/1.".utf8)) else { return nil }
        return (Array(parts[0]), Array(parts[1]))
    }

    /// The status of an answer; nil if it is not an answer.
    var status: Int? {
        let parts = line.split(separator: UInt8(ascii: " "))
        guard line.starts(with: Array("HTTP/1.".utf8)), parts.count >= 2 else { return nil }
        return Int(String(decoding: parts[1], as: UTF8.self))
    }

    /// Every value of a field, in order.
    func values(_ name: String) -> [[UInt8]] {
        let wanted = Array(name.utf8)
        return fields.filter { $0.name.map(\.asciiLowercased) == wanted }.map(\.value)
    }

    /// The first value of a field as text.
    func text(_ name: String) -> String? { values(name).first.map { String(decoding: $0, as: UTF8.self) } }

    private static func lines(of raw: [UInt8]) -> [[UInt8]] {
        raw.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : Array(line)
        }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        Array(bytes.drop(while: \.isSpaceOrTab).reversed().drop(while: \.isSpaceOrTab).reversed())
    }
}

/// Extracts messages from the bytes of a connection. Bytes after a message begin another message, as for any server.
struct ProbeMessages {
    private var pending: [UInt8] = []
    private var body = Body.none

    private enum Body {
        case none
        case bytes(Int)
        case chunkSize
        case chunk(Int)
        case trailers
    }

    /// Whether everything has been read, and the last message is complete.
    var isAtEnd: Bool {
        if case .none = body { pending.isEmpty } else { false }
    }

    /// The bytes that have arrived without the end of a head. The unread part of a body belongs to a head that is known.
    var incompleteHead: [UInt8] {
        if case .none = body { pending } else { [] }
    }

    mutating func append(_ bytes: [UInt8]) { pending += bytes }

    /// The next head, once it is complete; bodies are skipped.
    mutating func next() -> ProbeHead? {
        guard passBody(), let end = Self.endOfHead(pending) else { return nil }
        let head = ProbeHead(Array(pending[..<end.start]))
        pending.removeFirst(end.next)
        // Chunked encoding takes precedence over a length, as in RFC 9112.
        if head.values("transfer-encoding").contains(where: { String(decoding: $0, as: UTF8.self).hasSuffix("chunked") }
        ) {
            body = .chunkSize
        } else if let length = head.values("content-length").first.flatMap({ Self.number($0[...], radix: 10) }),
            length > 0
        {
            body = .bytes(length)
        }
        return head
    }

    private static func endOfHead(_ bytes: [UInt8]) -> (start: Int, next: Int)? {
        var offset = 0
        while offset + 1 < bytes.count {
            if bytes[offset...].starts(with: [13, 10, 13, 10]) { return (offset, offset + 4) }
            offset += 1
        }
        return nil
    }

    /// Skips the available part of a body; false while more is expected.
    private mutating func passBody() -> Bool {
        while true {
            switch body {
            case .none: return true
            case .bytes(let left):
                let taken = min(left, pending.count)
                pending.removeFirst(taken)
                body = taken == left ? .none : .bytes(left - taken)
                if taken < left { return false }
            case .chunkSize:
                guard let end = pending.firstIndex(of: UInt8(ascii: "\n")) else { return false }
                let digits = pending[..<end].prefix { !$0.isSpaceOrLineBreak && $0 != UInt8(ascii: ";") }
                // It is unknown where the body ends, so all that follows is reported as if it were a head.
                guard let size = Self.number(digits, radix: 16) else {
                    body = .none
                    return true
                }
                pending.removeFirst(end + 1)
                body = size == 0 ? .trailers : .chunk(min(size, .max - 2) + 2)
            case .chunk(let left):
                let taken = min(left, pending.count)
                pending.removeFirst(taken)
                body = taken == left ? .chunkSize : .chunk(left - taken)
                if taken < left { return false }
            case .trailers:
                guard let line = takeLine() else { return false }
                if line.isEmpty { body = .none }
            }
        }
    }

    /// A length or the size of a chunk; nil for anything but digits, such as `-5` or `+5`, and for more than an `Int`
    /// ([RFC 9112, 7.1](https://www.rfc-editor.org/rfc/rfc9112#section-7.1)).
    private static func number(_ digits: ArraySlice<UInt8>, radix: Int) -> Int? {
        guard digits.allSatisfy(\.isASCIIAlphanumeric) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self), radix: radix)
    }

    private mutating func takeLine() -> [UInt8]? {
        guard let end = pending.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let line = pending[..<end]
        pending.removeFirst(end + 1)
        return line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : Array(line)
    }
}
