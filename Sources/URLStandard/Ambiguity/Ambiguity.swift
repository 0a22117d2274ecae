/// A way in which other software may see something else in a URL than a browser does.
///
/// ```swift
/// let input = #"https://allow.example\@evil.example/"#
/// try URLRecord(parsing: input.utf8.span).ambiguities(in: input.utf8.span)
/// // backslash-as-slash at 21..<22: the browser opens allow.example, an RFC 3986 reader sees evil.example
/// ```
///
/// An ambiguity by itself is no reason to distrust a URL: `https://example.org:443/a//b` has two and is harmless.
/// ``URLRecord/disagreesOnAuthority(with:)`` tells whether two readers would go to different places.
public struct Ambiguity: Hashable, Sendable {
    /// What stands there.
    public let code: Code
    /// Where it stands, in bytes of the input; never empty.
    public let range: Range<Int>

    init(_ code: Code, at range: Range<Int>) {
        self.code = code
        self.range = range
    }
}
