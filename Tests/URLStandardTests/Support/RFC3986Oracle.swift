import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Scheme, host and port as read by software that only implements RFC 3986, written with the regular expression of its
/// appendix B and string functions: slow, obvious, and independent of the code under test.
struct RFC3986Oracle: Equatable {
    var scheme: String?
    var host: String?
    var port: String?

    init(_ input: String, base: String? = nil) {
        var (scheme, authority) = Self.split(input)
        if scheme == nil, let base {
            let (baseScheme, baseAuthority) = Self.split(base)
            scheme = baseScheme
            authority = authority ?? baseAuthority
        }
        self.scheme = scheme.map(Self.lowercased)
        guard let authority else { return }
        let hostAndPort = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? []
        if let colon = hostAndPort.lastIndex(of: ":"), !hostAndPort[colon...].contains("]") {
            host = Self.string(hostAndPort[..<colon])
            port = Self.string(hostAndPort[hostAndPort.index(after: colon)...])
        } else {
            host = Self.string(hostAndPort)
        }
    }

    /// Whether the reading equals that of a canonical URL, given as the expected serialization.
    func agrees(withCanonical href: String) -> Bool {
        let canonical = RFC3986Oracle(href)
        let defaultPorts = ["http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"]
        func effectivePort(_ reading: RFC3986Oracle) -> String? {
            let port = reading.port.flatMap { $0.isEmpty ? nil : $0 } ?? defaultPorts[reading.scheme ?? ""]
            return port.map { $0.allSatisfy("0123456789".contains) ? String($0.drop { $0 == "0" }) : $0 }
        }
        return !Self.hasDelimiter(canonical) && scheme == canonical.scheme
            && effectivePort(self) == effectivePort(canonical) && Self.isSameHost(host, canonical.host)
    }

    /// Whether the host of a canonical URL is a domain with a character that older readers treat as the end of a host.
    private static func hasDelimiter(_ canonical: RFC3986Oracle) -> Bool {
        guard ["http", "https", "ws", "wss", "ftp", "file"].contains(canonical.scheme ?? ""),
            let host = canonical.host, !host.hasPrefix("[")
        else { return false }
        return host.contains { !"abcdefghijklmnopqrstuvwxyz0123456789-_.".contains($0) }
    }

    /// The sixteen bytes of an IPv6 address in brackets, as the C library reads it.
    private static func ipv6(_ host: String?) -> [UInt8]? {
        guard let host, host.hasPrefix("["), host.hasSuffix("]") else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        // SAFETY: an address of this family fills exactly sixteen bytes.
        let read = unsafe String(host.dropFirst().dropLast()).withCString { text in
            unsafe bytes.withUnsafeMutableBytes { unsafe inet_pton(AF_INET6, text, $0.baseAddress) }
        }
        return read == 1 ? bytes : nil
    }

    private static func isSameHost(_ host: String?, _ canonical: String?) -> Bool {
        if let address = ipv6(canonical) { return ipv6(host) == address }
        return labels(host).elementsEqual(labels(canonical), by: isSameLabel)
    }

    private static func isSameLabel(_ written: [Unicode.Scalar], _ ascii: [Unicode.Scalar]) -> Bool {
        if lowercased(string(written)) == lowercased(string(ascii)) { return true }
        guard written.contains(where: { !$0.isASCII }) else { return false }
        let prefix = Array("xn--".unicodeScalars)
        let canonical = ascii.starts(with: prefix) ? Punycode.decoded(ascii.dropFirst(4)) : ascii
        return Array(string(written).lowercased().precomposedStringWithCanonicalMapping.unicodeScalars) == canonical
    }

    private static func labels(_ host: String?) -> [[Unicode.Scalar]] {
        (host ?? "").unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).map(Array.init)
    }

    private static func split(_ input: String) -> (scheme: String?, authority: [Unicode.Scalar]?) {
        // Scalars, because a Swift string treats `\r\n`, and a slash with a combining mark, as one character.
        let expression = /(([^:\/?#]+):)?(\/\/([^\/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?/
            .matchingSemantics(.unicodeScalar).dotMatchesNewlines()
        guard let match = input.wholeMatch(of: expression) else { return (nil, nil) }
        return (match.output.2.map(String.init), match.output.4.map { Array($0.unicodeScalars) })
    }

    private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars)
        return String(result)
    }

    private static func lowercased(_ text: String) -> String {
        string(text.unicodeScalars.map { ("A"..."Z").contains($0) ? Unicode.Scalar(UInt8($0.value) | 0x20) : $0 })
    }
}
