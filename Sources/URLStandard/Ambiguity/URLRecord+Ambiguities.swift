import ByteText

extension URLRecord {
    /// The parts of the input that other software may read differently than the URL Standard does, in the order of
    /// their positions.
    ///
    /// - Parameter input: The bytes that this record was parsed from, without a base. With any other bytes, the result
    ///   is meaningless.
    /// - Returns: The ambiguities; none for an empty record.
    /// - Complexity: O(*n* log *n*) in the ambiguities, and O(*n*) in the bytes. Allocates; to decide on a URL, use
    ///   ``disagreesOnAuthority(with:)``.
    public func ambiguities(in input: Span<UInt8>) -> [Ambiguity] { ambiguities(in: input, baseScheme: nil) }

    /// The parts of a reference that other software may read differently than the URL Standard does.
    ///
    /// - Parameters:
    ///   - input: The bytes that this record was parsed from.
    ///   - base: The base that it was parsed with.
    /// - Returns: As ``ambiguities(in:)``; without those of the base.
    /// - Complexity: As ``ambiguities(in:)``.
    public func ambiguities(in input: Span<UInt8>, base: borrowing URLRecord) -> [Ambiguity] {
        ambiguities(in: input, baseScheme: base.specialScheme)
    }

    /// The position of the path in the input.
    ///
    /// - Parameter input: The bytes that this record was parsed from, without a base.
    /// - Returns: The position; nil if the input contains no path.
    /// - Complexity: O(*n*); allocates.
    package func placeOfPath(in input: Span<UInt8>) -> Range<Int>? {
        guard !isEmpty, !hasOpaquePath else { return nil }
        let finder = AmbiguityFinder(input)
        let path = InputParts(finder.text.span, of: self, baseScheme: nil).path
        return path.isEmpty ? nil : finder.source(of: path)
    }

    /// The position of the query in the input, with its `?`.
    ///
    /// - Parameter input: The bytes that this record was parsed from, without a base.
    /// - Returns: The position; nil if the URL has no query, or an opaque path.
    /// - Complexity: O(*n*); allocates.
    package func placeOfQuery(in input: Span<UInt8>) -> Range<Int>? {
        guard hasQuery, !hasOpaquePath else { return nil }
        let finder = AmbiguityFinder(input)
        let text = finder.text
        let start = InputParts(text.span, of: self, baseScheme: nil).path.upperBound
        let end = text[start...].firstIndex(of: UInt8(ascii: "#")) ?? text.count
        return start < end ? finder.source(of: start..<end) : nil
    }

    private func ambiguities(in input: Span<UInt8>, baseScheme: SpecialScheme?) -> [Ambiguity] {
        guard !isEmpty else { return [] }
        var finder = AmbiguityFinder(input)
        let parts = InputParts(finder.text.span, of: self, baseScheme: baseScheme)
        finder.findInScheme(parts, of: self)
        finder.findInAuthority(parts, of: self)
        finder.findInPath(parts, of: self)
        finder.findAnywhere()
        return finder.found.sorted { left, right in
            (left.range.lowerBound, left.range.upperBound, left.code.rawValue)
                < (right.range.lowerBound, right.range.upperBound, right.code.rawValue)
        }
    }
}

// Policy engines are bypassed when the checker and the fetcher find different hosts in the same bytes. Therefore the
// bytes are read a second time, like software that supports only RFC 3986, and callers can reject a URL that reads
// differently.
extension URLRecord {
    /// Whether lenient software that follows RFC 3986 would find another scheme, host or port in the input than the URL
    /// Standard did.
    ///
    /// The other reading applies the regular expression of [appendix
    /// B](https://www.rfc-editor.org/rfc/rfc3986#appendix-B) to the bytes as they are: user information ends at the
    /// last `@`, the port begins after the last `:`. Scheme and host are compared without regard to ASCII case, and
    /// ports by the port a connection would use. A non-ASCII host counts as the same if lower-casing and NFC alone
    /// produce the same labels: `münchen.de`, but not `ｍünchen.de`. IPv6 addresses are compared by value. An absent
    /// host is the same as an empty one. A domain with a code point that is not a letter, digit, `-`, `_` or `.` is
    /// never the same: older readers end the host there.
    ///
    /// ```swift
    /// let input = #"https://allow.example\@evil.example/"#
    /// try URLRecord(parsing: input.utf8.span).disagreesOnAuthority(with: input.utf8.span)  // true
    /// ```
    ///
    /// If neither reading finds an authority, as in `mailto:` and `javascript:` URLs, only the scheme is compared.
    ///
    /// - Parameter input: The bytes that this record was parsed from, without a base. With any other bytes, and for an
    ///   empty record, the result is meaningless.
    /// - Returns: True if the two differ. ``ambiguities(in:)`` then names at least one reason.
    /// - Complexity: O(*n*) in the input up to the end of its authority; O(1) for nearly every URL. Allocates nothing.
    @inlinable
    public func disagreesOnAuthority(with input: Span<UInt8>) -> Bool { !layout.isPlain && isReadOtherwise(input) }

    /// Whether lenient software that follows RFC 3986 would find another scheme, host or port by resolving the input
    /// against the base.
    ///
    /// Such software takes the base's scheme if the input has none, and the base's authority if the input has neither,
    /// as [section 5.2.2](https://www.rfc-editor.org/rfc/rfc3986#section-5.2.2) specifies: `https:evil.example` has no
    /// authority, regardless of the base.
    ///
    /// - Parameters:
    ///   - input: The bytes that this record was parsed from.
    ///   - base: The base that it was parsed with.
    /// - Returns: As ``disagreesOnAuthority(with:)``.
    /// - Complexity: As ``disagreesOnAuthority(with:)``.
    public func disagreesOnAuthority(with input: Span<UInt8>, base: borrowing URLRecord) -> Bool {
        guard !layout.isPlain else { return false }
        let reading = RFC3986Reading(input)
        guard reading.scheme == nil else { return isReadOtherwise(input) }
        guard scheme.isEqual(to: base.scheme) else { return true }
        // A problem of the base's host is not a problem of the reference.
        guard reading.host == nil else { return hostDelimiter != nil || !hasAuthority(of: reading, in: input) }
        return !(host.isEqual(to: base.host) && port == base.port)
    }

    @usableFromInline
    func isReadOtherwise(_ input: Span<UInt8>) -> Bool {
        guard hostDelimiter == nil else { return true }
        guard !beginsCanonically(input) else { return false }
        let reading = RFC3986Reading(input)
        return !(hasScheme(of: reading, in: input) && hasAuthority(of: reading, in: input))
    }

    /// Which parts of the authority lenient software that follows RFC 3986 would find elsewhere or otherwise in the
    /// input, for a message about a URL on which readers disagree.
    ///
    /// - Parameter input: As for ``disagreesOnAuthority(with:)``.
    /// - Returns: Whether the host and the scheme differ; if neither does, the port differs.
    /// - Complexity: As for ``disagreesOnAuthority(with:)``.
    package func disagreement(with input: Span<UInt8>) -> (onHost: Bool, onScheme: Bool) {
        let reading = RFC3986Reading(input)
        let hasHost = hostDelimiter == nil && hasHost(input.extracting(reading.host ?? 0..<0))
        return (!hasHost, !hasScheme(of: reading, in: input))
    }

    /// Whether the scheme and authority of the input are already as serialized; all readers interpret these alike.
    ///
    /// PERF: true for most URLs that are not plain, and several times cheaper than a second reading.
    private func beginsCanonically(_ input: Span<UInt8>) -> Bool {
        let end = Int(layout.pathStart)
        guard layout.hostKind != .none, end <= input.count else { return false }
        guard end == input.count || RFC3986Reading.endsAuthority(input[end]) else { return false }
        return input.extracting(..<end).isEqualIgnoringASCIICase(to: href.extracting(..<end))
    }

    private func hasScheme(of reading: RFC3986Reading, in input: Span<UInt8>) -> Bool {
        guard let range = reading.scheme else { return false }
        return input.extracting(range).isEqualIgnoringASCIICase(to: scheme)
    }

    private func hasAuthority(of reading: RFC3986Reading, in input: Span<UInt8>) -> Bool {
        hasHost(input.extracting(reading.host ?? 0..<0))
            && hasPort(input.extracting(reading.port ?? 0..<0))
    }

    private func hasHost(_ text: Span<UInt8>) -> Bool {
        if HostComparison.isSame(text, as: host) { return true }
        guard hostKind == .ipv6, let written = IPv6Address(inBrackets: text), let own = IPv6Address(inBrackets: host)
        else { return false }
        return written.isSame(as: own)
    }

    private func hasPort(_ text: Span<UInt8>) -> Bool {
        guard !text.isEmpty else { return port == nil }
        var value: UInt32 = 0
        for offset in 0..<text.count {
            guard ByteClass(of: text[offset]).intersects(.digit) else { return false }
            // Leading zeros may make the port long without making it large.
            value = min(value &* 10 &+ UInt32(text[offset] & 0xF), 1 << 16)
        }
        return value == effectivePort.map(UInt32.init)
    }
}

// MARK: Host delimiters

extension URLRecord {
    /// The position in the host of the first code point at which older readers end a domain; nil if there is none, and
    /// for every host that is not a domain.
    ///
    /// - Complexity: O(*n*) in the bytes of the host; allocates nothing.
    var hostDelimiter: Int? {
        guard hostKind == .domain, !layout.isPlain else { return nil }
        let host = self.host
        for offset in 0..<host.count where Self.isHostDelimiter(host[offset]) { return offset }
        return nil
    }

    /// Whether a byte is ASCII that a domain may contain, but not a letter, digit, `-`, `_` or `.`.
    ///
    /// PERF: the first test decides on nearly every byte of a host.
    @inline(__always)
    static func isHostDelimiter(_ byte: UInt8) -> Bool {
        let ofByte = ByteClass(of: byte)
        guard !ofByte.intersects(.schemeByte) else { return byte == UInt8(ascii: "+") }
        return byte < 0x80 && byte != UInt8(ascii: "_") && !ofByte.intersects(.forbiddenDomain)
    }

    /// Appends the host that the other reader finds in an input; nothing if it finds none.
    ///
    /// Code that reports a URL as ambiguous shows it together with ``host``, where a browser goes.
    ///
    /// - Parameters:
    ///   - input: The bytes that this record was parsed from, without a base.
    ///   - output: The bytes are appended to it, as they are in the input.
    /// - Complexity: O(*n*) in the input up to the end of its authority; allocates nothing if `output` has room.
    public func appendOtherHost(in input: Span<UInt8>, to output: inout [UInt8]) {
        let written = input.extracting(RFC3986Reading(input).host ?? 0..<0)
        let endsAtDelimiter = hostDelimiter != nil
        for offset in written.indices {
            if endsAtDelimiter, Self.isHostDelimiter(written[offset]) { return }
            output.append(written[offset])
        }
    }
}
