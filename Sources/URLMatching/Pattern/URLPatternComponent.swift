/// The components of a URL that a pattern has a part for, as the
/// [URL Pattern Standard](https://urlpattern.spec.whatwg.org) names them.
public enum URLPatternComponent: String, CaseIterable, Hashable, Sendable {
    /// The scheme, without `:`.
    case `protocol`
    /// The user name.
    case username
    /// The password.
    case password
    /// The host, without port.
    case hostname
    /// The port; empty where it is the scheme's default.
    case port
    /// The path.
    case pathname
    /// The query, without `?`.
    case search
    /// The fragment, without `#`.
    case hash

    /// Its place among the components.
    var position: Int {
        switch self {
        case .protocol: 0
        case .username: 1
        case .password: 2
        case .hostname: 3
        case .port: 4
        case .pathname: 5
        case .search: 6
        case .hash: 7
        }
    }
}
