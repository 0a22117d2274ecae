import URLStandard

/// The components of a URL as the getters of the Standard's URL class give them.
///
/// See [URL class](https://url.spec.whatwg.org/#url-class).
struct ComponentValues: Equatable {
    var href: String
    var origin: String
    var `protocol`: String
    var username: String
    var password: String
    var host: String
    var hostname: String
    var port: String
    var pathname: String
    var search: String
    var hash: String

    init(_ url: borrowing URLRecord) {
        href = url.hrefString
        origin = url.origin.serialization
        `protocol` = Self.text(url.scheme) + ":"
        username = Self.text(url.username)
        password = Self.text(url.password)
        hostname = url.hostString
        port = url.port.map(String.init) ?? ""
        host = port.isEmpty ? hostname : "\(hostname):\(port)"
        pathname = Self.text(url.path)
        search = url.query.isEmpty ? "" : "?" + Self.text(url.query)
        hash = url.fragment.isEmpty ? "" : "#" + Self.text(url.fragment)
    }

    /// The value of the attribute that the test data calls `name`; nil for one it should not contain.
    subscript(name: String) -> String? {
        switch name {
        case "href": href
        case "origin": origin
        case "protocol": `protocol`
        case "username": username
        case "password": password
        case "host": host
        case "hostname": hostname
        case "port": port
        case "pathname": pathname
        case "search": search
        case "hash": hash
        default: nil
        }
    }

    private static func text(_ bytes: Span<UInt8>) -> String {
        var copy: [UInt8] = []
        for offset in 0..<bytes.count { copy.append(bytes[offset]) }
        return String(decoding: copy, as: UTF8.self)
    }
}
