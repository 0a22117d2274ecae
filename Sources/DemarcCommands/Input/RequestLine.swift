import ByteText
import Diagnostics

/// One parsed line of NDJSON input: a string, or an object with `url`, `view` and `user`, and with `ref` or `id`, which
/// is copied to the result.
///
/// The parser is this small because nothing else is allowed on such a line: any other value, key or nesting is
/// malformed. So are duplicate keys, because different readers would interpret them differently. Memory is reused from
/// line to line.
struct RequestLine: ~Copyable {
    /// The location of a string of the line: in the line itself, or unescaped in ``unescaped``.
    struct Text {
        let range: Range<Int>
        let isUnescaped: Bool
    }

    private(set) var url = Text(range: 0..<0, isUnescaped: false)
    /// Nil if the key is absent or null.
    private(set) var view: Text?
    private(set) var user: Text?
    private var ref: Reference?
    private var id: Reference?
    /// The strings of the line that contained escapes, concatenated.
    private(set) var unescaped: [UInt8] = []

    /// A URL of the maximum length, with every byte escaped, and a view and a user.
    static let byteLimit = 7 << 20

    /// The reference of a line.
    private enum Reference {
        case string(Text)
        case number(Range<Int>)
    }

    private var offset = 0

    /// Parses a line.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - isCut: Whether it was longer than ``byteLimit``, which makes it malformed.
    /// - Throws: ``MalformedLine``, with the position.
    mutating func parse(_ line: Span<UInt8>, isCut: Bool = false) throws(MalformedLine) {
        guard !isCut else { throw .tooLong(limit: Self.byteLimit) }
        unescaped.removeAll(keepingCapacity: true)
        (view, user, ref, id) = (nil, nil, nil, nil)
        offset = 0
        skipSpace(line)
        switch byte(line) {
        case UInt8(ascii: "\""): url = try string(line)
        case UInt8(ascii: "{"): try object(line)
        default: throw .notARequest(column: offset + 1)
        }
        skipSpace(line)
        guard offset == line.count else { throw .notJSON("nothing more", column: offset + 1) }
    }

    /// A copy of a string of the line.
    func string(_ text: Text, in line: Span<UInt8>) -> String {
        text.isUnescaped ? unescaped.span.extracting(text.range).string : line.extracting(text.range).string
    }

    /// The reference of the line, as a JSON value: its `ref`, or else its `id`; nil without either.
    func reference(in line: Span<UInt8>) -> String? {
        switch ref ?? id {
        case nil: nil
        case .string(let text)?: JSONText.string(string(text, in: line))
        case .number(let range)?: line.extracting(range).string
        }
    }

    // MARK: Values

    private mutating func object(_ line: Span<UInt8>) throws(MalformedLine) {
        var keysSeen: Set<RequestKey> = []
        var sawURL = false
        offset += 1
        skipSpace(line)
        guard byte(line) != UInt8(ascii: "}") else { throw .missingURL }
        while true {
            skipSpace(line)
            let column = offset + 1
            guard byte(line) == UInt8(ascii: "\"") else { throw .notJSON("a key", column: column) }
            let name = string(try string(line), in: line)
            guard let key = RequestKey(rawValue: name) else { throw .unknownKey(name, column: column) }
            guard keysSeen.insert(key).inserted else { throw .duplicateKey(key, column: column) }
            skipSpace(line)
            try expect(UInt8(ascii: ":"), "a colon", line)
            skipSpace(line)
            switch key {
            case .url:
                let value = try stringOrNull(key, line)
                sawURL = value != nil
                url = value ?? url
            case .view: view = try stringOrNull(key, line)
            case .user:
                let column = offset + 1
                user = try stringOrNull(key, line)
                guard user?.range.isEmpty != true else { throw .emptyUser(column: column) }
            case .ref: ref = try reference(key, line)
            case .id: id = try reference(key, line)
            }
            skipSpace(line)
            if byte(line) == UInt8(ascii: "}") { break }
            try expect(UInt8(ascii: ","), "a comma or the end of the object", line)
        }
        offset += 1
        guard sawURL else { throw .missingURL }
    }

    private mutating func stringOrNull(_ key: RequestKey, _ line: Span<UInt8>) throws(MalformedLine) -> Text? {
        switch byte(line) {
        case UInt8(ascii: "\""): return try string(line)
        case UInt8(ascii: "n") where line.extracting(offset...).extracting(first: 4).isEqual(to: "null"):
            offset += 4
            return nil
        default: throw .wrongType(key, column: offset + 1)
        }
    }

    private mutating func reference(_ key: RequestKey, _ line: Span<UInt8>) throws(MalformedLine) -> Reference? {
        let start = offset
        switch byte(line) {
        case let byte? where byte == UInt8(ascii: "-") || byte.isASCIIDigit:
            skipNumber(line)
            guard offset > start else { throw .notJSON("a number", column: start + 1) }
            return .number(start..<offset)
        default: return try stringOrNull(key, line).map { .string($0) }
        }
    }

    /// Advances past a JSON number; does not move if there is none.
    private mutating func skipNumber(_ line: Span<UInt8>) {
        let start = offset
        if byte(line) == UInt8(ascii: "-") { offset += 1 }
        let startsWithZero = byte(line) == UInt8(ascii: "0")
        let digits = skipDigits(line)
        guard digits > 0, digits == 1 || !startsWithZero else {
            offset = start
            return
        }
        if byte(line) == UInt8(ascii: ".") {
            offset += 1
            guard skipDigits(line) > 0 else {
                offset = start
                return
            }
        }
        guard byte(line) == UInt8(ascii: "e") || byte(line) == UInt8(ascii: "E") else { return }
        offset += 1
        if byte(line) == UInt8(ascii: "+") || byte(line) == UInt8(ascii: "-") { offset += 1 }
        if skipDigits(line) == 0 { offset = start }
    }

    private mutating func skipDigits(_ line: Span<UInt8>) -> Int {
        let start = offset
        while let byte = byte(line), byte.isASCIIDigit { offset += 1 }
        return offset - start
    }

    /// The string whose opening quote is at `offset`.
    private mutating func string(_ line: Span<UInt8>) throws(MalformedLine) -> Text {
        let start = offset + 1
        var end = start
        while end < line.count {
            switch line[end] {
            case UInt8(ascii: "\""):
                offset = end + 1
                return Text(range: start..<end, isUnescaped: false)
            case UInt8(ascii: "\\"): return try stringWithEscapes(line, from: start, firstEscape: end)
            case 0..<0x20: throw .notJSON("an escape instead of a control character", column: end + 1)
            default: end &+= 1
            }
        }
        throw .notJSON("the end of the string", column: end + 1)
    }

    private mutating func stringWithEscapes(
        _ line: Span<UInt8>,
        from start: Int,
        firstEscape: Int
    ) throws(MalformedLine) -> Text {
        let first = unescaped.count
        for index in start..<firstEscape { unescaped.append(line[index]) }
        offset = firstEscape
        while offset < line.count {
            let byte = line[offset]
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return Text(range: first..<unescaped.count, isUnescaped: true)
            case UInt8(ascii: "\\"): try escape(line)
            case 0..<0x20: throw .notJSON("an escape instead of a control character", column: offset + 1)
            default:
                unescaped.append(byte)
                offset += 1
            }
        }
        throw .notJSON("the end of the string", column: offset + 1)
    }

    private mutating func escape(_ line: Span<UInt8>) throws(MalformedLine) {
        let column = offset + 1
        offset += 2
        guard offset <= line.count else { throw .notJSON("an escape", column: column) }
        switch line[offset - 1] {
        case UInt8(ascii: "\""): unescaped.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): unescaped.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): unescaped.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "u"):
            guard let scalar = scalar(line) else { throw .notJSON("four hexadecimal digits", column: column) }
            unescaped += Array(String(Character(scalar)).utf8)
        default: throw .notJSON("an escape", column: column)
        }
    }

    /// The code point of a `\u` escape, or of a surrogate pair; a lone surrogate is U+FFFD.
    private mutating func scalar(_ line: Span<UInt8>) -> Unicode.Scalar? {
        guard let unit = Hexadecimal.fourDigits(in: line, at: offset) else { return nil }
        offset += 4
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if offset + 1 < line.count, line[offset] == UInt8(ascii: "\\"), line[offset + 1] == UInt8(ascii: "u"),
            let low = Hexadecimal.fourDigits(in: line, at: offset + 2),
            let scalar = Unicode.Scalar(high: unit, low: low)
        {
            offset += 6
            return scalar
        }
        return "\u{FFFD}"
    }

    // MARK: Bytes

    private func byte(_ line: Span<UInt8>) -> UInt8? { offset < line.count ? line[offset] : nil }

    private mutating func expect(_ byte: UInt8, _ what: String, _ line: Span<UInt8>) throws(MalformedLine) {
        guard self.byte(line) == byte else { throw .notJSON(what, column: offset + 1) }
        offset += 1
    }

    private mutating func skipSpace(_ line: Span<UInt8>) {
        while let byte = byte(line), byte.isSpaceOrLineBreak { offset += 1 }
    }
}

/// A key of an object of NDJSON input.
enum RequestKey: String, CaseIterable {
    case url, view, user, ref, id

    /// The required type of its value.
    var expected: String {
        switch self {
        case .url, .view, .user: "a string"
        case .ref, .id: "a string or a number"
        }
    }
}
