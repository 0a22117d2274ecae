/// Why an input is not a URL.
///
/// The raw values are stable and appear in the command line's output. Most are the URL Standard's names of the
/// [validation errors](https://url.spec.whatwg.org/#validation-error) for which its parser returns failure.
public enum URLParsingError: String, Error, CaseIterable, Hashable, Sendable {
    /// The input is longer than the limit.
    case inputTooLong = "input-too-long"
    /// There is no scheme, and no base to take a scheme from.
    case missingScheme = "missing-scheme-non-relative-URL"
    /// A special URL has no host, or only credentials or a port in its place.
    case hostMissing = "host-missing"
    /// The port has a character that is not a digit.
    case portInvalid = "port-invalid"
    /// The port is above 65535.
    case portOutOfRange = "port-out-of-range"
    /// The domain fails IDNA processing, or has a code point that the installed Unicode tables would map to another
    /// domain than a current browser does.
    case domainToASCII = "domain-to-ASCII"
    /// The domain has a forbidden code point.
    case domainInvalidCodePoint = "domain-invalid-code-point"
    /// The host of a URL that is not special has a forbidden code point.
    case hostInvalidCodePoint = "host-invalid-code-point"
    /// The host ends in a number but has more than four parts.
    case ipv4TooManyParts = "IPv4-too-many-parts"
    /// A part of the IPv4 address is not a number.
    case ipv4NonNumericPart = "IPv4-non-numeric-part"
    /// A part of the IPv4 address is too large.
    case ipv4OutOfRangePart = "IPv4-out-of-range-part"
    /// The IPv6 address has no closing bracket.
    case ipv6Unclosed = "IPv6-unclosed"
    /// The text in brackets is not an IPv6 address.
    case ipv6Invalid = "IPv6-invalid"
}

extension URLParsingError: CustomStringConvertible {
    /// One lower-case sentence without a period.
    public var description: String {
        switch self {
        case .inputTooLong: "the input is longer than the limit"
        case .missingScheme: "no scheme, and nothing to resolve a relative reference against"
        case .hostMissing: "the host is missing"
        case .portInvalid: "the port is not a number"
        case .portOutOfRange: "the port is above 65535"
        case .domainToASCII: "the domain cannot be converted to ASCII"
        case .domainInvalidCodePoint: "the domain has a forbidden code point"
        case .hostInvalidCodePoint: "the host has a forbidden code point"
        case .ipv4TooManyParts: "the IPv4 address has more than four parts"
        case .ipv4NonNumericPart: "the host ends in a number but is not an IPv4 address"
        case .ipv4OutOfRangePart: "a part of the IPv4 address is too large"
        case .ipv6Unclosed: "the IPv6 address has no closing bracket"
        case .ipv6Invalid: "the brackets contain no IPv6 address"
        }
    }
}
