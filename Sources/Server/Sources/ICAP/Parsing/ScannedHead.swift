// A fuzzer compiles this folder, and of that module only `FieldText.swift`.
#if canImport(Answering)
    import Answering
#endif

/// Why bytes are malformed. Every fault denies, and ends the connection, because the start of the next request
/// is then unknown.
package enum HeadFault: Error, Hashable, Sendable {
    /// The head is larger than the limit.
    case tooLarge
    /// A line does not end with CR LF, or contains a control character.
    case line
    /// The first line is not `method SP target SP version`.
    case requestLine
    /// The version is not supported.
    case version
    /// A line is not `name: value`.
    case field
    /// `Encapsulated` is missing, repeated, or has a value that no request has.
    case encapsulated
    /// The encapsulated head does not end at the position given by `Encapsulated`.
    case offset
    /// A field that controls the protocol is repeated, or has an invalid value.
    case control
    /// A body is not chunked, or its extensions or trailer fields are invalid or too large.
    case chunk
}

/// The head of an ICAP or HTTP request, split into parts and not yet interpreted.
///
/// Both have the same grammar, and only one reading is accepted: lines end with CR LF, no field continues on the next
/// line, and nothing is between a name and its colon. Other programs have parsed or will parse the request, so anything
/// ambiguous is rejected and never repaired.
///
/// ```
/// REQMOD icap://h/s ICAP/1.0 CRLF  Host: h CRLF  … CRLF
/// method target     version        name  value   the empty line, and nothing behind it
/// ```
package struct ScannedHead: Hashable, Sendable {
    /// One field: the ranges of its name and its value, without white space around the value.
    struct Field: Hashable, Sendable {
        var name: Range<Int>
        var value: Range<Int>
    }

    /// The head, including the empty line that ends it.
    let bytes: [UInt8]
    package private(set) var method = 0..<0
    package private(set) var target = 0..<0
    package private(set) var version = 0..<0
    private(set) var fields: [Field] = []

    /// Splits a head into parts.
    ///
    /// - Parameter bytes: The head, including the empty line and nothing after it.
    /// - Throws: ``HeadFault``.
    /// - Complexity: O(*n*) in the bytes.
    package init(_ bytes: [UInt8]) throws(HeadFault) {
        self.bytes = bytes
        var cursor = 0
        let line = try Self.line(of: bytes, at: &cursor)
        try cut(requestLine: line)
        fields.reserveCapacity(24)
        while true {
            let line = try Self.line(of: bytes, at: &cursor)
            if line.isEmpty { break }
            fields.append(try Self.field(in: line, of: bytes))
        }
        guard cursor == bytes.count else { throw .offset }
    }

    /// The values of a field, in the original order.
    ///
    /// - Parameter name: The name in lower case.
    /// - Returns: One value for each field with the name.
    func values(of name: StaticString) -> [ArraySlice<UInt8>] {
        fields.lazy.filter { isName($0.name, name) }.map { bytes[$0.value] }
    }

    /// The value of a field that may occur only once.
    ///
    /// - Parameter name: The name in lower case.
    /// - Returns: The value; nil if there is no such field.
    /// - Throws: ``HeadFault/control`` if it is repeated.
    func value(of name: StaticString) throws(HeadFault) -> ArraySlice<UInt8>? {
        let values = values(of: name)
        guard values.count <= 1 else { throw .control }
        return values.first
    }

    private func isName(_ range: Range<Int>, _ name: StaticString) -> Bool {
        range.count == name.utf8CodeUnitCount && bytes[range].isEqual(toLowercase: name)
    }

    // MARK: Lines

    /// The next line without its terminator, which is skipped.
    private static func line(of bytes: [UInt8], at cursor: inout Int) throws(HeadFault) -> Range<Int> {
        let start = cursor
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case 0x0D:
                // Some readers end a line at a single CR, others at a single LF.
                guard index + 1 < bytes.count, bytes[index + 1] == 0x0A else { throw .line }
                cursor = index + 2
                return start..<index
            case 0x09, 0x20...0x7E, 0x80...0xFF: index += 1
            default: throw .line
            }
        }
        throw .line
    }

    private mutating func cut(requestLine line: Range<Int>) throws(HeadFault) {
        guard let first = bytes[line].firstIndex(of: 0x20), let last = bytes[line].lastIndex(of: 0x20), first < last
        else { throw .requestLine }
        (method, target, version) = (line.lowerBound..<first, first + 1..<last, last + 1..<line.upperBound)
        // With a second space, a reader that stops at the first one would see another target.
        guard (1...32).contains(method.count), bytes[method].allSatisfy(ByteClass.isToken), !target.isEmpty,
            bytes[target].allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { throw .requestLine }
    }

    private static func field(in line: Range<Int>, of bytes: [UInt8]) throws(HeadFault) -> Field {
        guard let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")), colon > line.lowerBound,
            bytes[line.lowerBound..<colon].allSatisfy(ByteClass.isToken)
        else { throw .field }
        return Field(name: line.lowerBound..<colon, value: bytes[colon + 1..<line.upperBound].trimmed.indices)
    }
}

extension ArraySlice<UInt8> {
    /// The value of decimal digits; nil for anything else, and for more than nine digits.
    var decimal: Int? {
        guard (1...9).contains(count), allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
