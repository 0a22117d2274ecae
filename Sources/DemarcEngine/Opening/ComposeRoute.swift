import ByteText
import URLStandard

/// Converts a [`mailto` URL](https://www.rfc-editor.org/rfc/rfc6068) to the compose URL of the managed mail app.
///
/// The fields that both support are carried over: `to`, `subject`, `cc`, `bcc` and `body`. Addresses of a repeated
/// field are joined; for `subject` and `body` the first one counts. Escapes are kept as they are, so that nothing is
/// decoded twice, and every byte that could end a value is escaped. Line breaks and other control characters are
/// omitted from all fields except `body`: they could smuggle in a header.
enum ComposeRoute {
    /// The scheme of the managed mail app.
    static var scheme: String { "ms-outlook" }

    private enum Field {
        case to, subject, cc, bcc, body

        var name: String {
            switch self {
            case .to: "to"
            case .subject: "subject"
            case .cc: "cc"
            case .bcc: "bcc"
            case .body: "body"
            }
        }

        /// Whether values of a repeated field are joined.
        var holdsAddresses: Bool { self == .to || self == .cc || self == .bcc }
    }

    /// Appends the route.
    ///
    /// - Complexity: O(*n*) in the bytes of the URL.
    static func append(of url: borrowing URLRecord, to output: inout [UInt8]) {
        output += scheme.utf8
        output += "://compose".utf8
        let start = output.count
        append(.to, of: url, from: start, to: &output)
        append(.subject, of: url, from: start, to: &output)
        append(.cc, of: url, from: start, to: &output)
        append(.bcc, of: url, from: start, to: &output)
        append(.body, of: url, from: start, to: &output)
    }

    /// Appends a field, if the URL has it.
    private static func append(
        _ field: Field,
        of url: borrowing URLRecord,
        from queryStart: Int,
        to output: inout [UInt8]
    ) {
        let start = output.count
        output.append(start == queryStart ? UInt8(ascii: "?") : UInt8(ascii: "&"))
        output += field.name.utf8
        output.append(UInt8(ascii: "="))
        let valueStart = output.count
        // A `mailto` URL has no host; if there is a host, what follows it is not an address.
        if field == .to, url.hasOpaquePath { append(url.path, of: field, from: valueStart, to: &output) }
        appendHeaders(of: url.query, field, from: valueStart, to: &output)
        if output.count == valueStart { output.removeSubrange(start...) }
    }

    private static func appendHeaders(
        of query: Span<UInt8>,
        _ field: Field,
        from valueStart: Int,
        to output: inout [UInt8]
    ) {
        var start = 0
        while start < query.count {
            var end = start
            var equals: Int?
            while end < query.count, query[end] != UInt8(ascii: "&") {
                if equals == nil, query[end] == UInt8(ascii: "=") { equals = end }
                end += 1
            }
            if let equals, isName(query.extracting(start..<equals), of: field),
                field.holdsAddresses || output.count == valueStart
            {
                append(query.extracting(equals + 1..<end), of: field, from: valueStart, to: &output)
            }
            start = end + 1
        }
    }

    /// Whether the name of a header is that of a field. It may have escapes and is compared ignoring case.
    private static func isName(_ text: Span<UInt8>, of field: Field) -> Bool {
        let fieldName = field.name
        let name = fieldName.utf8.span
        var offset = 0
        var matched = 0
        while offset < text.count {
            guard matched < name.count else { return false }
            var byte = text[offset]
            if let escaped = Hexadecimal.percentDecodedByte(in: text, at: offset) {
                byte = escaped
                offset += 2
            }
            guard byte | 0x20 == name[matched] else { return false }
            matched += 1
            offset += 1
        }
        return matched == name.count
    }

    private static func append(
        _ value: Span<UInt8>,
        of field: Field,
        from valueStart: Int,
        to output: inout [UInt8]
    ) {
        let start = output.count
        if start > valueStart { output.append(UInt8(ascii: ",")) }
        let begin = output.count
        var offset = 0
        while offset < value.count {
            if let byte = Hexadecimal.percentDecodedByte(in: value, at: offset) {
                if isCarried(byte, in: field) {
                    for index in offset..<offset + 3 { output.append(value[index]) }
                }
                offset += 3
                continue
            }
            appendEscaped(value[offset], to: &output)
            offset += 1
        }
        // If nothing remains of the value, there is nothing to join.
        if output.count == begin { output.removeSubrange(start...) }
    }

    private static func appendEscaped(_ byte: UInt8, to output: inout [UInt8]) {
        if byte.isUnreserved || byte == UInt8(ascii: "@") || byte == UInt8(ascii: ",") {
            output.append(byte)
        } else {
            Hexadecimal.appendPercentEncoded(byte, to: &output)
        }
    }

    /// Whether an escaped byte is kept.
    private static func isCarried(_ byte: UInt8, in field: Field) -> Bool {
        if byte >= 0x20, byte != 0x7F { return true }
        return field == .body && (byte == 0x09 || byte == 0x0A || byte == 0x0D)
    }
}
