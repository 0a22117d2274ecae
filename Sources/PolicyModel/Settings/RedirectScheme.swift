/// The scheme of an app that a policy sends links to, as an administrator typed it.
public struct RedirectScheme: Hashable, Sendable, CustomStringConvertible {
    /// What was typed, without the `:` or `://` that people leave at the end.
    public let text: String

    /// Reads a scheme; nil where nothing is left of it, which is how Graph writes a setting that isn't set.
    ///
    /// What remains may still be no scheme: ``scheme`` tells, and the decision that needs it blocks.
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

    /// The scheme in lower case; nil where the text is no
    /// [URL scheme](https://url.spec.whatwg.org/#url-scheme-string).
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var scheme: String? { Self.isScheme(text) ? text.lowercased() : nil }

    /// Whether the text is a URL scheme.
    public var isValid: Bool { Self.isScheme(text) }

    /// What was typed.
    public var description: String { text }

    /// Whether a text is a URL scheme: an ASCII letter, then letters, digits, `+`, `-` and `.`.
    public static func isScheme(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { byte in
            isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
