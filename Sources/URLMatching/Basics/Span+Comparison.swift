import ByteText
public import URLStandard

extension Span<UInt8> {
    /// Whether these bytes are a host that equals a domain or is a subdomain of it: `notcontoso.com` is not within
    /// `contoso.com`.
    func isWithin(domain: Span<UInt8>) -> Bool {
        let start = count - domain.count
        guard start >= 0, start == 0 || self[start - 1] == UInt8(ascii: ".") else { return false }
        return extracting(start...).isEqual(to: domain)
    }

    /// Whether the bytes begin with a prefix.
    func begins(with prefix: Span<UInt8>) -> Bool {
        count >= prefix.count && extracting(..<prefix.count).isEqual(to: prefix)
    }

    /// Whether no byte is above 127.
    var isASCII: Bool {
        for index in indices where self[index] >= 0x80 { return false }
        return true
    }

    /// The first offset of a byte, or nil.
    func firstOffset(of byte: UInt8) -> Int? {
        for index in indices where self[index] == byte { return index }
        return nil
    }

    /// The first range of a run of bytes, or nil.
    func firstRange(of run: String) -> Range<Int>? {
        let run = run.utf8.span
        guard count >= run.count else { return nil }
        for start in 0...(count - run.count) where extracting(start..<start + run.count).isEqual(to: run) {
            return start..<start + run.count
        }
        return nil
    }
}

extension URLRecord {
    /// The host as the tables of an index look it up: without its trailing dots.
    ///
    /// An IPv6 host that maps an IPv4 address is still in IPv6 form here; only the matching form of the URL has the
    /// IPv4 address instead.
    ///
    /// - Complexity: O(*n*) in the number of dots.
    public var matchingHost: Span<UInt8> {
        @_lifetime(borrow self)
        get { host.extracting(droppingLast: trailingDots) }
    }
}
