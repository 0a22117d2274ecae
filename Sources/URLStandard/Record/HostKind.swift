/// What kind of host a URL has.
///
/// See [host representation](https://url.spec.whatwg.org/#host-representation).
public enum HostKind: UInt8, Hashable, Sendable {
    /// The URL has no host: `mailto:a@b`, `data:,x`.
    case none
    /// The host is the empty string: `file:///x`, `foo:///x`.
    case empty
    /// A domain in ASCII form.
    case domain
    /// An IPv4 address, serialized as four decimal parts.
    case ipv4
    /// An IPv6 address, serialized in brackets.
    case ipv6
    /// The host of a URL that is not special, percent-encoded and otherwise as it was given.
    case opaque
}
