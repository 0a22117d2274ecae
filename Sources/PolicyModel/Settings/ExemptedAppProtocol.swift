/// One entry of `exemptedAppProtocols`: schemes that may leave the managed apps.
public struct ExemptedAppProtocol: Hashable, Sendable {
    /// The name that administrators see; it decides nothing.
    public var name: String
    /// The schemes, separated by `;`, as Graph keeps them.
    public var value: String

    /// Makes an entry.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// The schemes in lower case, without a trailing `:` or `://`; whatever is no URL scheme is left out, since
    /// nothing can be exempted by it.
    public var schemes: [String] {
        value.split(separator: ";").compactMap { part in
            let trimmed = part.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
            return RedirectScheme.scheme(trimming: String(trimmed))
        }
    }
}
