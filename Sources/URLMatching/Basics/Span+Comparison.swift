import ByteText
public import URLStandard

extension Span<UInt8> {
    /// Whether this is a host equal to a domain, or a subdomain of it: `notcontoso.com` is not within `contoso.com`.
    func isWithin(domain: Span<UInt8>) -> Bool {
        let start = count - domain.count
        guard start >= 0, start == 0 || self[start - 1] == UInt8(ascii: ".") else { return false }
        return extracting(start...).isEqual(to: domain)
    }

    /// Whether the bytes begin with others.
    func begins(with prefix: Span<UInt8>) -> Bool {
        count >= prefix.count && extracting(..<prefix.count).isEqual(to: prefix)
    }

    /// Whether no byte is above 127.
    var isASCII: Bool {
        for index in indices where self[index] >= 0x80 { return false }
        return true
    }

    /// The first place of a byte, or nil.
    func firstOffset(of byte: UInt8) -> Int? {
        for index in indices where self[index] == byte { return index }
        return nil
    }

    /// The first place of a run of bytes, or nil.
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
    /// The host as the tables of an index look it up: without the dots that may end it.
    ///
    /// An IPv6 host that maps an IPv4 address is still written as IPv6 here; only the matching form of the URL has the
    /// IPv4 address in its place.
    ///
    /// - Complexity: O(*n*) in the dots.
    public var matchingHost: Span<UInt8> {
        @_lifetime(borrow self)
        get { host.extracting(droppingLast: trailingDots) }
    }
}
