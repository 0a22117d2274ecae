import ByteText

@testable import URLStandard

/// The components of a URL as the getters of the Standard's URL class return them.
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
        `protocol` = url.scheme.string + ":"
        username = url.username.string
        password = url.password.string
        hostname = url.hostString
        port = url.port.map(String.init) ?? ""
        host = port.isEmpty ? hostname : "\(hostname):\(port)"
        pathname = url.path.string
        search = url.query.isEmpty ? "" : "?" + url.query.string
        hash = url.fragment.isEmpty ? "" : "#" + url.fragment.string
    }

    /// The value of the attribute that the test data calls `name`; nil for an unexpected name.
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
}
