import ByteText
import URLStandard

/// Reads a host as the author of a rule wrote it, and returns it in the form of a canonical URL's host.
///
/// The URL parser would also accept `contoso.com:80`, `*.contoso.com` or `0x7f.1`, and produce a rule that never
/// matches or that matches something unexpected. The text is therefore checked first, and only a plain host is passed
/// to the parser, which handles IDNA and addresses.
enum HostText {
    /// What the host is for; this decides which hosts are accepted and what the help contains.
    enum Purpose {
        /// Exactly this host, which may be an address.
        case host
        /// A domain and its subdomains.
        case domain

        /// The word for the host in messages.
        var noun: String { self == .host ? "host" : "domain" }
    }

    /// The maximum length of a host in bytes. DNS allows 253, but the UTF-8 form of a domain may be longer than its
    /// ASCII form.
    static var byteLimit: Int { 1024 }

    /// Whether a label can contain a byte unchanged: a lower-case letter, a digit, `-` or `_`.
    @inline(__always)
    static func isLabelByte(_ byte: UInt8) -> Bool {
        // PERF: two 64-bit words instead of a table that would have to be loaded; reading a list calls this for each
        // byte.
        let low: UInt64 = 0x03FF_2000_0000_0000
        let high: UInt64 = 0x07FF_FFFE_8000_0000
        return byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 != 0
    }

    /// The end of a host that is already in canonical form, or nil if it needs closer inspection.
    ///
    /// Accepts labels of lower-case letters, digits, `-` and `_`. The last label must not begin with a digit, so that
    /// the host cannot be an address. Two consecutive hyphens are left to the parser, because `xn--` labels contain
    /// them.
    ///
    /// - Parameters:
    ///   - bytes: Text that begins with the host and may continue after it.
    ///   - start: Where the host begins.
    /// - Returns: The offset of the first byte after the host, which cannot be part of a host.
    /// - Complexity: O(*n*) in the length of the host; allocates nothing.
    @inline(__always)
    static func endOfPlainDomain(in bytes: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        var labelStart = start
        var previous = UInt8(ascii: ".")
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: ".") {
                guard previous != byte else { return nil }
                labelStart = index &+ 1
            } else if !isLabelByte(byte) {
                break
            } else if byte == UInt8(ascii: "-"), previous == byte {
                return nil
            }
            previous = byte
            index &+= 1
        }
        guard labelStart < index, index &- start <= byteLimit else { return nil }
        let first = bytes[labelStart]
        return first.isASCIIDigit ? nil : index
    }

    /// Reads a host and leaves it in the record, in the form in which rules see hosts.
    ///
    /// - Parameters:
    ///   - text: The whole text; spaces around it are an error.
    ///   - purpose: What the host is for.
    ///   - record: Filled with `https://` and the host; its buffer is reused.
    /// - Throws: ``MatcherError``, with the fix if there is exactly one.
    /// - Complexity: O(*n*) in the length of the text.
    static func parse(
        _ text: Span<UInt8>,
        for purpose: Purpose,
        into record: inout URLRecord
    ) throws(MatcherError) {
        try checkEncoding(text, for: purpose)
        // PERF: the detailed checks, which find and describe a mistake, run only if there is one.
        if !hasHostShape(text) { try checkShape(text, for: purpose) }
        do throws(URLParsingError) {
            try record.parse(url(withHost: text).span)
        } catch {
            throw parsingError(error, text, for: purpose)
        }
        if record.hostKind == .domain {
            // IDNA maps the ideographic full stop to a dot and full-width forms to ASCII, so the result needs the
            // checks again.
            if !hasHostShape(record.host) { try checkMappedShape(record.host, of: text, for: purpose) }
        } else {
            try checkAddress(of: record, text, for: purpose)
        }
        guard !record.isInMatchingForm else { return }
        var form = URLRecord()
        form.become(matchingFormOf: record)
        record = form
    }

    /// Whether the bytes are labels separated by single dots, and contain nothing that a host cannot contain.
    static func hasHostShape(_ text: Span<UInt8>) -> Bool {
        var previous = UInt8(ascii: ".")
        for index in text.indices {
            let byte = text[index]
            if byte == UInt8(ascii: ".") {
                guard previous != byte else { return false }
            } else {
                guard byte >= 0x80 || isHostCharacter(byte) else { return false }
            }
            previous = byte
        }
        return previous != UInt8(ascii: ".")
    }

    /// Whether an ASCII byte can be in the text of a domain. The URL Standard also accepts `!`, `$`, `'` and others; no
    /// name that resolves contains them, and in a rule they are typing mistakes.
    static func isHostCharacter(_ byte: UInt8) -> Bool {
        isLabelByte(byte) || byte == UInt8(ascii: ".") || (byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z"))
    }

    /// The position of the `:` before a port in the range of an authority without user info; an IPv6 address in brackets
    /// contains other colons.
    static func portColon(in text: Span<UInt8>, _ authority: Range<Int>) -> Int? {
        var isInBrackets = false
        for index in authority {
            switch text[index] {
            case UInt8(ascii: "["): isInBrackets = true
            case UInt8(ascii: "]"): isInBrackets = false
            case UInt8(ascii: ":") where !isInBrackets: return index
            default: continue
            }
        }
        return nil
    }

    /// The bytes of an `https` URL that consists of a host alone.
    static func url(withHost host: Span<UInt8>) -> [UInt8] {
        let scheme = "https://".utf8.span
        return [UInt8](capacity: scheme.count + host.count + 1) { output in
            for index in scheme.indices { output.append(scheme[index]) }
            for index in host.indices { output.append(host[index]) }
            output.append(UInt8(ascii: "/"))
        }
    }
}
