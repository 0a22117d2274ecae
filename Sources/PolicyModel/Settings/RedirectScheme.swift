import ByteText

/// The scheme of an app that a policy sends links to, as an administrator entered it.
public struct RedirectScheme: Hashable, Sendable, CustomStringConvertible {
    /// The entered text, without a trailing `:` or `://`.
    public let text: String

    /// Reads a scheme; nil if nothing remains after trimming, which is how Graph writes a setting that isn't set.
    ///
    /// The remaining text may still be a scheme that nothing can be redirected to: ``scheme`` is then nil, and the
    /// decision that needs it blocks.
    public init?(_ text: String) {
        var rest = text[...]
        if rest.hasSuffix("://") {
            rest = rest.dropLast(3)
        } else if rest.hasSuffix(":") {
            rest = rest.dropLast()
        }
        guard !rest.isEmpty else { return nil }
        self.text = String(rest)
    }

    /// The schemes that carry content, execute it, or lead back to a browser instead of naming an app: with
    /// `javascript`, the number in `tel:alert(1)` would be executed as a script.
    public static let neverOpened: Set<String> = ["http", "https", "file", "data", "blob", "about", "javascript"]

    /// The schemes of phone numbers, which open the dialer of a policy.
    package static var dialerSchemes: [String] { ["tel", "telprompt"] }
    /// The schemes of messages, which open the messaging app of a policy.
    package static var messagingSchemes: [String] { ["sms", "imessage", "ms-sms"] }

    /// The scheme in lower case; nil if the text is not a [URL scheme](https://url.spec.whatwg.org/#url-scheme-string)
    /// or is in ``neverOpened``.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var scheme: String? {
        guard Self.isScheme(text) else { return nil }
        let scheme = text.lowercased()
        return Self.neverOpened.contains(scheme) ? nil : scheme
    }

    /// Whether URLs can be redirected to the scheme.
    public var isValid: Bool { scheme != nil }

    /// Whether the text is in ``neverOpened``, in any case.
    public var isNeverOpened: Bool { Self.neverOpened.contains(text.lowercased()) }

    /// The URL scheme, in lower case, in a text that may end in `:` or `://`; nil if it is not a URL scheme.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public static func scheme(trimming text: String) -> String? {
        guard let redirect = RedirectScheme(text), isScheme(redirect.text) else { return nil }
        return redirect.text.lowercased()
    }

    /// The text as entered.
    public var description: String { text }

    /// Whether a text is a URL scheme: an ASCII letter, then letters, digits, `+`, `-` and `.`.
    public static func isScheme(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, first.isASCIILetter else { return false }
        return text.utf8.allSatisfy { byte in
            byte.isASCIIAlphanumeric || byte == 0x2B || byte == 0x2D || byte == 0x2E
        }
    }
}

/// One entry of `exemptedAppProtocols`: schemes that may leave the managed apps.
public struct ExemptedAppProtocol: Hashable, Sendable {
    /// The name that administrators see; it has no effect on decisions.
    public var name: String
    /// The schemes, separated by `;`, as Graph stores them.
    public var value: String

    /// Creates an entry.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// The schemes in lower case, without a trailing `:` or `://`. Anything that is not a URL scheme is omitted,
    /// because it cannot exempt anything.
    public var schemes: [String] {
        value.split(separator: ";").compactMap { part in
            let trimmed = part.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
            return RedirectScheme.scheme(trimming: String(trimmed))
        }
    }
}

/// The second scheme of a managed app: for `contoso` it is `contoso-intunemam`, which no unmanaged app handles.
///
/// If organization data may go to managed apps only, the twin is opened in place of the scheme itself.
public enum TwinScheme {
    /// The suffix of every twin.
    public static var suffix: String { "-intunemam" }

    /// Whether a scheme in lower case is a twin.
    public static func isTwin(_ scheme: some StringProtocol) -> Bool { scheme.hasSuffix(suffix) }

    /// The twin of a scheme in lower case.
    public static func of(_ scheme: some StringProtocol) -> String { scheme + suffix }

    /// The scheme whose twin a scheme in lower case is, or nil if it is not a twin.
    package static func base(of scheme: String) -> String? {
        isTwin(scheme) ? String(scheme.dropLast(suffix.count)) : nil
    }
}
