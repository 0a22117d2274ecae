import URLStandard

/// Reads a host as the author of a rule wrote it, and gives the form that the host of a canonical URL has.
///
/// The URL parser would take `contoso.com:80`, `*.contoso.com` or `0x7f.1` too, and give a rule that never matches or
/// matches something else than it seems to. So the text is checked first, and only what is nothing but a host is
/// handed to the parser, for IDNA and for addresses.
enum HostText {
    /// What the host is for; it decides which hosts are accepted and what the help says.
    enum Purpose {
        /// Exactly this host, which may be an address.
        case host
        /// A domain and its subdomains.
        case domain

        /// The word for it in messages.
        var noun: String { self == .host ? "host" : "domain" }
    }

    /// Hosts of more bytes are refused; DNS ends at 253, and the UTF-8 of a domain may be longer than its ASCII form.
    static var byteLimit: Int { 1024 }

    /// Whether a byte can be in a label as it is: a lower-case letter, a digit, `-` or `_`.
    @inline(__always)
    static func isLabelByte(_ byte: UInt8) -> Bool {
        // PERF: two words of 64 bits instead of a table that would have to be loaded; a list asks once for each byte.
        let low: UInt64 = 0x03FF_2000_0000_0000
        let high: UInt64 = 0x07FF_FFFE_8000_0000
        return byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 != 0
    }

    /// The end of a host that is in canonical form as it stands, or nil where that takes a closer look.
    ///
    /// Accepts labels of lower-case letters, digits, `-` and `_`, the last of which does not begin with a digit, so that
    /// it cannot be an address. Two hyphens in a row are left to the parser, since `xn--` labels are.
    ///
    /// - Parameters:
    ///   - bytes: Text that begins with the host and may go on behind it.
    ///   - start: Where the host begins.
    /// - Returns: The offset of the first byte behind the host, which is not one of a host.
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
        return first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9") ? nil : index
    }

    /// Reads a host and leaves it in the record, in the form in which rules see hosts.
    ///
    /// - Parameters:
    ///   - text: The whole text; spaces around it are an error.
    ///   - purpose: What the host is for.
    ///   - record: Filled with `https://` and the host; its buffer is reused.
    /// - Throws: ``MatcherError``, with the fix where there is exactly one.
    /// - Complexity: O(*n*) in the length of the text.
    static func parse(
        _ text: Span<UInt8>,
        for purpose: Purpose,
        into record: inout URLRecord
    ) throws(MatcherError) {
        try checkEncoding(text, for: purpose)
        // PERF: the checks that find what is wrong, and say it well, run only where something is.
        if !hasHostShape(text) { try checkShape(text, for: purpose) }
        do throws(URLParsingError) {
            try record.parse(url(withHost: text).span)
        } catch {
            throw parsingError(error, text, for: purpose)
        }
        if record.hostKind == .domain {
            // IDNA maps the ideographic full stop to a dot and full-width forms to ASCII, so that what was checked
            // above can come back.
            if !hasHostShape(record.host) { try checkMappedShape(record.host, of: text, for: purpose) }
        } else {
            try checkAddress(of: record, text, for: purpose)
        }
        guard !record.isInMatchingForm else { return }
        var form = URLRecord()
        form.become(matchingFormOf: record)
        record = form
    }

    /// Whether the bytes are labels with single dots between them, and nothing that cannot be in a host.
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

    /// Whether an ASCII byte can be in the text of a domain. The URL Standard takes `!`, `$`, `'` and more; no name
    /// that resolves has them, and in a rule they are slips of the pen.
    static func isHostCharacter(_ byte: UInt8) -> Bool {
        isLabelByte(byte) || byte == UInt8(ascii: ".") || (byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z"))
    }

    /// The bytes of an `https` URL with a host and nothing else.
    static func url(withHost host: Span<UInt8>) -> [UInt8] {
        let scheme = "https://".utf8.span
        return [UInt8](capacity: scheme.count + host.count + 1) { output in
            for index in scheme.indices { output.append(scheme[index]) }
            for index in host.indices { output.append(host[index]) }
            output.append(UInt8(ascii: "/"))
        }
    }
}
