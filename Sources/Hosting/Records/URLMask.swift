import ByteText
public import PolicyModel

/// A part of URLs that is removed before they are logged, by its name in the configuration and in records.
public enum URLMask: String, CaseIterable, Hashable, Sendable {
    /// The user name and password before the host.
    case credentials
    /// The query, and the fragment, with or without a query.
    case query

    /// Removes parts of a URL.
    ///
    /// - Parameters:
    ///   - url: A URL as the URL Standard serializes it.
    ///   - parts: The parts to remove.
    /// - Returns: The URL without these parts, and the parts that it contained. The result is still a URL, with the
    ///   same host and path.
    /// - Complexity: O(*n*) in the bytes of the URL; a URL with none of the parts is not copied.
    public static func mask(_ url: String, _ parts: Set<URLMask>) -> (url: String, masked: Set<URLMask>) {
        var masked: Set<URLMask> = []
        let bytes = url.utf8
        var text = url[...]
        if parts.contains(.query), let end = bytes.firstIndex(where: { $0 == Self.question || $0 == Self.hash }) {
            text = text[..<end]
            masked.insert(.query)
        }
        guard parts.contains(.credentials), let range = credentials(of: text) else {
            return (masked.isEmpty ? url : String(text), masked)
        }
        masked.insert(.credentials)
        return (String(text[..<range.lowerBound] + text[range.upperBound...]), masked)
    }

    private static let question = UInt8(ascii: "?")
    private static let hash = UInt8(ascii: "#")

    /// The bytes from after `//` up to the `@` before the host. In a serialized URL, no other `@` comes before the
    /// host.
    ///
    /// A path without `//` can contain another URL, as in `blob:https://user@host/…`; therefore the first `//` is used,
    /// wherever it is.
    private static func credentials(of url: Substring) -> Range<Substring.Index>? {
        let bytes = url.utf8
        guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let second = bytes.index(after: slash)
        guard second < bytes.endIndex, bytes[second] == UInt8(ascii: "/") else { return nil }
        let start = bytes.index(after: second)
        let authority = bytes[start...].prefix { $0 != UInt8(ascii: "/") && $0 != question && $0 != hash }
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        return start..<bytes.index(after: at)
    }
}

/// Pseudonyms for accounts in logs: the same name of an account always has the same pseudonym, and only a holder of the
/// key can find out which account it is. An account with an id and a user principal name has two names.
public struct AccountPseudonyms: Sendable {
    private let codes: HMACSHA256

    /// Creates pseudonyms with a key. Under another key, every account has another pseudonym.
    public init(_ key: SecretKey) { codes = key.codes(for: .account) }

    /// The pseudonym of an account: 64 hexadecimal digits.
    ///
    /// - Parameter account: The id or user principal name in the form in which ids are compared, see
    ///   `AccountID.canonical`.
    /// - Returns: The pseudonym.
    public func pseudonym(of account: AccountID) -> String {
        Hexadecimal.text(of: codes.code(of: account.canonical.utf8.span))
    }
}
