import ByteText

/// The form of a URL that rules match: without credentials, without trailing dots in the host, with the IPv4 address in
/// place of an IPv6 address that maps it, and with an opaque host read as the app that receives the URL will read it.
///
/// A rule about `contoso.com` must apply to `https://contoso.com./` too, and a rule about `10.0.0.0/8` to
/// `https://[::ffff:a00:1]/`: a fetcher connects to the same machine. Squid drops every trailing dot of a host, so
/// `https://contoso.com../` leads to the same host there. And `microsoft-edge-https://EV%69L.example/` leads to
/// `evil.example`, although the URL Standard leaves the host of such a URL unchanged. Nearly every URL is already in
/// this form, so nothing is copied for it.
extension URLRecord {
    /// Whether rules can match this record as it is.
    ///
    /// - Complexity: O(1).
    package var isInMatchingForm: Bool {
        layout.isPlain || (layout.hostKind != .opaque && !hasCredentials && trailingDots == 0 && mappedIPv4 == nil)
    }

    /// Makes this record the matching form of another, reusing its buffer.
    ///
    /// The bytes are cut and joined. Only a host that loses several dots is parsed again, because `https://0x7f.1../`
    /// is an address to software that drops them. A domain that is invalid without its dots, as in `https://foo.1../`,
    /// loses one.
    ///
    /// An opaque host goes through the host parser of special schemes, and is a domain or an IPv4 address afterwards.
    /// If that parser rejects it, with its trailing dots or without them, it stays opaque, in lower case and without
    /// the dots.
    ///
    /// - Parameter url: Any record; an empty record makes this one empty.
    /// - Complexity: O(*n*) in the bytes of the URL; allocates only if the buffer must grow, or for an opaque host that
    ///   ends in several dots.
    package mutating func become(matchingFormOf url: borrowing URLRecord) { become(formOf: url, readsOpaqueHost: true) }

    /// Makes this record the matching form of another, except for an opaque host, which only loses its trailing dots.
    ///
    /// - Parameter url: Any record.
    /// - Complexity: As ``become(matchingFormOf:)``.
    package mutating func become(writtenFormOf url: borrowing URLRecord) { become(formOf: url, readsOpaqueHost: false) }

    private mutating func become(formOf url: borrowing URLRecord, readsOpaqueHost: Bool) {
        removeAll()
        var layout = url.layout
        guard !url.isInMatchingForm else {
            storage.append(url.storage.span)
            self.layout = layout
            return
        }
        layout.usernameEnd = layout.schemeEnd + 3
        layout.hostStart = layout.usernameEnd
        let bytes = url.storage.span
        storage.append(bytes.extracting(..<Int(layout.hostStart)))
        if let address = url.mappedIPv4 {
            appendDottedDecimal(address)
            layout.hostKind = .ipv4
        } else if readsOpaqueHost, layout.hostKind == .opaque {
            layout.hostKind = appendHostAsRead(of: url)
        } else if layout.hostKind == .domain {
            layout.hostKind = appendDomain(url.host)
        } else {
            storage.append(url.host.extracting(droppingLast: url.trailingDots))
        }
        layout.hostEnd = UInt32(truncatingIfNeeded: storage.count)
        storage.append(bytes.extracting(Int(url.layout.hostEnd)...))
        let move = Int64(layout.hostEnd) - Int64(url.layout.hostEnd)
        layout.pathStart = UInt32(truncatingIfNeeded: Int64(layout.pathStart) + move)
        layout.queryStart = UInt32(truncatingIfNeeded: Int64(layout.queryStart) + move)
        layout.fragmentStart = UInt32(truncatingIfNeeded: Int64(layout.fragmentStart) + move)
        layout.count = UInt32(truncatingIfNeeded: storage.count)
        layout.isPlain = false
        self.layout = layout
    }

    /// Writes an opaque host as the app that receives the URL will read it.
    private mutating func appendHostAsRead(of url: borrowing URLRecord) -> HostKind {
        let start = storage.count
        do throws(URLParsingError) {
            let kind = try HostParser.append(url.host, isOpaque: false, to: &storage)
            let dots = Self.trailingDots(of: storage.span.extracting(start...))
            guard kind == .domain, dots > 1 else {
                storage.truncate(to: storage.count - dots)
                return kind
            }
            let domain = storage.span.extracting(start...).indices.map { storage[start + $0] }
            storage.truncate(to: start)
            return try HostParser.append(domain.span.extracting(droppingLast: dots), isOpaque: false, to: &storage)
        } catch {
            storage.truncate(to: start)
            // All dots: with one left, `x://a%20b.evil.example../` would evade a rule for `evil.example`.
            storage.append(url.host.extracting(droppingLast: url.trailingDots))
            for offset in start..<storage.count where ByteClass(of: storage[offset]).intersects(.upperAlpha) {
                storage[offset] |= 0x20
            }
            return .opaque
        }
    }

    /// Writes a domain without its trailing dots, or without one dot if it is not a host without all of them.
    private mutating func appendDomain(_ domain: Span<UInt8>) -> HostKind {
        let dots = Self.trailingDots(of: domain)
        if dots > 1 {
            let start = storage.count
            do throws(URLParsingError) {
                return try HostParser.append(domain.extracting(droppingLast: dots), isOpaque: false, to: &storage)
            } catch {
                storage.truncate(to: start)
            }
        }
        storage.append(domain.extracting(droppingLast: min(dots, 1)))
        return .domain
    }

    /// The number of trailing dots of the host that rules ignore.
    package var trailingDots: Int { Self.trailingDots(of: host) }

    /// The number of trailing dots of a host; in a host that consists of dots only, the first dot is kept.
    private static func trailingDots(of host: Span<UInt8>) -> Int {
        var end = host.count
        while end > 1, host[end - 1] == UInt8(ascii: ".") { end -= 1 }
        return host.count - end
    }

    /// The IPv4 address that the IPv6 host maps, as in `[::ffff:a00:1]`.
    ///
    /// The serializer compresses the five zero pieces of every such address, so they all begin alike and have two more
    /// pieces: `[::ffff:0]` and `[::ffff:1:2:3]` are other addresses.
    var mappedIPv4: UInt32? {
        guard hostKind == .ipv6 else { return nil }
        let host = self.host
        let prefix: InlineArray<8, UInt8> = [0x5B, 0x3A, 0x3A, 0x66, 0x66, 0x66, 0x66, 0x3A]  // [::ffff:
        guard host.count > prefix.count + 3 else { return nil }
        for index in prefix.indices where host[index] != prefix[index] { return nil }
        var address: UInt32 = 0
        var piece: UInt32 = 0
        var colons = 0
        for index in prefix.count..<host.count - 1 {
            if let digit = Hexadecimal.value(of: host[index]) {
                piece = piece << 4 | UInt32(digit)
            } else {
                colons += 1
                address = piece
                piece = 0
            }
        }
        return colons == 1 ? address << 16 | piece : nil
    }

    private mutating func appendDottedDecimal(_ address: UInt32) {
        for shift in stride(from: 24, through: 0, by: -8) {
            let part = UInt8(truncatingIfNeeded: address >> shift)
            if part >= 100 { storage.append(UInt8(ascii: "0") + part / 100) }
            if part >= 10 { storage.append(UInt8(ascii: "0") + part / 10 % 10) }
            storage.append(UInt8(ascii: "0") + part % 10)
            if shift != 0 { storage.append(UInt8(ascii: ".")) }
        }
    }
}
