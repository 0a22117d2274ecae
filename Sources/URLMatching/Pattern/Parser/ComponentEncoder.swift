import ByteText
import URLStandard

/// Puts pieces of a component into the form that they have in canonical URLs: the Standard's [encoding
/// callbacks](https://urlpattern.spec.whatwg.org/#canon-encoding-callbacks).
///
/// Each piece of a pattern is canonicalized separately, which has side effects in the Standard: the host `10.0.0.*`
/// contains the piece `10.0.0.`, which by itself is the address 10.0.0.0.
enum ComponentEncoder {
    case `protocol`, username, password, hostname, ipv6Hostname, port, pathname, opaquePathname, search, hash

    /// The component's name in messages.
    var noun: String {
        switch self {
        case .protocol: "scheme"
        case .username: "user name"
        case .password: "password"
        case .hostname: "host"
        case .ipv6Hostname: "host that is an IPv6 address"
        case .port: "port"
        case .pathname, .opaquePathname: "path"
        case .search: "query"
        case .hash: "fragment"
        }
    }

    /// The canonical form; nil if the value has none.
    func encode(_ value: String) -> String? {
        guard !value.isEmpty else { return value }
        switch self {
        case .protocol:
            guard let record = URLRecord(value + "://dummy.invalid/") else { return nil }
            return record.scheme.string
        case .username, .password: return ComponentEncoding.userinfo.encode(value.utf8.span)
        case .hostname:
            guard var record = URLRecord("https://dummy.invalid/"), record.setHostname(value.utf8.span) else {
                return nil
            }
            return record.hostString
        case .ipv6Hostname: return Self.ipv6(value)
        case .port: return Self.port(value, scheme: "")
        case .pathname: return Self.path(value)
        case .opaquePathname: return ComponentEncoding.opaquePath.encode(value.utf8.span)
        case .search: return ComponentEncoding.query.encode(value.utf8.span)
        case .hash: return ComponentEncoding.fragment.encode(value.utf8.span)
        }
    }

    /// [Canonicalizes a port](https://urlpattern.spec.whatwg.org/#canonicalize-a-port): digits, optionally followed by
    /// other characters. A scheme's default port becomes empty.
    static func port(_ value: String, scheme: String) -> String? {
        guard !value.isEmpty else { return value }
        var port = 0
        var hasDigits = false
        for byte in value.utf8 {
            if byte == 9 || byte == 10 || byte == 13 { continue }
            guard byte.isASCIIDigit else { break }
            hasDigits = true
            port = min(port * 10 + Int(byte - UInt8(ascii: "0")), 1 << 16)
        }
        guard hasDigits, port < 1 << 16 else { return nil }
        return SpecialScheme(named: scheme)?.defaultPort.map(Int.init) == port ? "" : "\(port)"
    }

    private static func ipv6(_ value: String) -> String? {
        let isAddress = value.utf8.allSatisfy { byte in
            byte.isHexadecimalDigit || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
                || byte == UInt8(ascii: ":")
        }
        return isAddress ? value.lowercased() : nil
    }

    /// [Canonicalizes a path](https://urlpattern.spec.whatwg.org/#canonicalize-a-pathname).
    private static func path(_ value: String) -> String? {
        let isAbsolute = value.utf8.first == UInt8(ascii: "/")
        var url = "https://dummy.invalid" + (isAbsolute ? "" : "/-")
        for scalar in value.unicodeScalars {
            switch scalar {
            // Here these characters do not end the path, and the URL parser must not trim the end of the piece.
            case "?": url += "%3F"
            case "#": url += "%23"
            case "\t", "\n", "\r": continue
            case "\u{0}"..."\u{20}":
                url += "%" + Hexadecimal.upperText(of: UInt8(ascii: scalar))
            default: url.unicodeScalars.append(scalar)
            }
        }
        guard let record = URLRecord(url) else { return nil }
        let path = record.path
        return isAbsolute ? path.string : path.count < 2 ? "" : path.extracting(2...).string
    }
}

extension SpecialScheme {
    /// The special scheme with a name.
    init?(named name: String) {
        guard let scheme = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = scheme
    }
}
