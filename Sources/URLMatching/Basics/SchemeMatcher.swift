import ByteText
package import URLStandard

/// Matches URLs of one scheme.
///
/// `scheme: http` does not match `https:` URLs: a rule for both schemes lists both.
public struct SchemeMatcher: Hashable, Sendable {
    /// The scheme in lower case, without `:`.
    public let scheme: String

    /// Reads a scheme.
    ///
    /// - Parameter text: A lower-case letter, then lower-case letters, digits, `+`, `-` and `.`.
    /// - Throws: ``MatcherError``; for `https:`, `https://` and `HTTPS`, the help gives the scheme itself.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String) throws(MatcherError) {
        let bytes = text.utf8.span
        guard !bytes.isEmpty else { throw MatcherError(.empty, "the scheme is empty") }
        let quoted = QuotedText.quote(bytes)
        let end = bytes.firstOffset(of: UInt8(ascii: ":")) ?? bytes.count
        let scheme = QuotedText.decode(bytes.extracting(..<end)).lowercased()
        let help = Self.isScheme(scheme.utf8.span) ? "write `\(scheme)`" : nil
        guard end == bytes.count else {
            throw MatcherError(.invalidScheme, "\(quoted) is more than a scheme", help: help, range: end..<bytes.count)
        }
        guard help != nil else {
            throw MatcherError(
                .invalidScheme,
                "\(quoted) is not a scheme",
                help: "a scheme is a letter, then letters, digits, `+`, `-` and `.`"
            )
        }
        guard scheme == text else {
            throw MatcherError(.notLowerCase, "the scheme \(quoted) is not in lower case", help: help)
        }
        self.scheme = scheme
    }

    /// Whether a URL has the scheme.
    package func matches(form: borrowing URLRecord) -> Bool { form.scheme.isEqual(to: scheme.utf8.span) }

    /// The scheme of a URL, in the case in which it is written: the text before the first colon.
    package static func scheme(of url: String) -> String { String(url.prefix { $0 != ":" }) }

    /// Whether the bytes are a scheme in lower case.
    static func isScheme(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                guard index > 0 else { return false }
            default: return false
            }
        }
        return !bytes.isEmpty
    }
}
