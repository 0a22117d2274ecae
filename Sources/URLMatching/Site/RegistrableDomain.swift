import CPSL
public import URLStandard

/// The registrable domain of a host according to the [Public Suffix List](https://publicsuffix.org): the part that one
/// owner registered, `contoso.co.uk` of `www.contoso.co.uk`.
///
/// The list is the one built into the installed libpsl, including private suffixes (`github.io`). It is constant
/// memory, so any thread may use it. All unsafe use of libpsl is in this type.
public enum RegistrableDomain {
    /// The maximum length of a name in the DNS; longer names have no owner.
    private static var hostLimit: Int { 253 }

    /// The registrable domain of a URL's host.
    ///
    /// - Returns: nil for a host that is not a domain and for a public suffix.
    /// - Complexity: The same as ``range(in:)``; allocates the string.
    public static func of(_ url: borrowing URLRecord) -> String? {
        guard url.hostKind == .domain else { return nil }
        let host = url.matchingHost
        return range(in: host).map { QuotedText.decode(host.extracting($0)) }
    }

    /// The range of the registrable domain in a domain; it always ends at the domain's end.
    ///
    /// - Parameter domain: A domain in canonical form: ASCII, lower case, without a dot at either end. Must not be an
    ///   address.
    /// - Returns: nil for a public suffix, for an empty label and for a domain of more than 253 bytes.
    /// - Complexity: O(*n*) in the length of the domain. Allocates nothing, except as libpsl does.
    public static func range(in domain: Span<UInt8>) -> Range<Int>? {
        guard isDomain(domain) else { return nil }
        // SAFETY: the buffer contains the domain and its terminating 0. libpsl returns nil or a pointer into the string
        // it was given, of which only the distance from the start is used.
        let start: Int? = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: domain.count + 1) { buffer in
            for index in domain.indices { unsafe buffer[index] = CChar(bitPattern: domain[index]) }
            unsafe buffer[domain.count] = 0
            guard let text = buffer.baseAddress,
                let found = unsafe psl_registrable_domain(psl_builtin(), text)
            else { return nil }
            return unsafe found - UnsafePointer(text)
        }
        guard let start, start >= 0, start < domain.count else { return nil }
        return start..<domain.count
    }

    private static func isDomain(_ domain: Span<UInt8>) -> Bool {
        guard !domain.isEmpty, domain.count <= hostLimit else { return false }
        var previous = UInt8(ascii: ".")
        for index in domain.indices {
            let byte = domain[index]
            guard byte != 0, byte != UInt8(ascii: ".") || previous != byte else { return false }
            previous = byte
        }
        return previous != UInt8(ascii: ".")
    }
}

extension RegistrableDomain {
    /// Whether a domain is a public suffix that the list names: `com`, `co.uk`, `github.io`.
    ///
    /// A single label that the list does not contain, such as `corp`, is not a public suffix here, although
    /// ``range(in:)`` returns nil for it too.
    ///
    /// - Parameter domain: A domain in canonical form.
    /// - Returns: False for a name that is not in the list, and for one that is too long.
    /// - Complexity: O(*n*) in the length of the domain.
    package static func isPublicSuffix(_ domain: String) -> Bool {
        guard !domain.isEmpty, domain.utf8.count <= 253, !domain.utf8.contains(0) else { return false }
        // SAFETY: the string ends with a 0 and is read only during the call; the built-in list is constant.
        return unsafe domain.withCString { text in
            unsafe psl_is_public_suffix2(psl_builtin(), text, PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE) != 0
        }
    }
}
