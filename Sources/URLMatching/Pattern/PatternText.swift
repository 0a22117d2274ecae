/// A piece of pattern as code points, and where it stands in what the author wrote.
struct PatternText {
    let scalars: [Unicode.Scalar]
    /// Where its first byte stands in the author's text; below zero where the piece begins with text of a base URL.
    let origin: Int
    /// The length of the author's text, in bytes.
    let authorCount: Int

    init(_ text: String, origin: Int = 0, authorCount: Int? = nil) {
        scalars = Array(text.unicodeScalars)
        self.origin = origin
        self.authorCount = authorCount ?? text.utf8.count
    }

    /// The text of some code points.
    func string(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[range])
        return String(view)
    }

    /// The bytes of the author's text that some code points are; nil where they are none of them.
    func bytes(_ range: Range<Int>) -> Range<Int>? {
        let range = range.clamped(to: scalars.indices)
        let start = max(origin + width(of: 0..<range.lowerBound), 0)
        let end = min(origin + width(of: 0..<range.upperBound), authorCount)
        return start < end ? start..<end : nil
    }

    /// The bytes before a code point.
    func width(of range: Range<Int>) -> Int { scalars[range].reduce(0) { $0 + UTF8.width($1) } }

    /// An error about some code points.
    func error(_ message: String, help: String? = nil, at range: Range<Int>) -> MatcherError {
        MatcherError(.invalidPattern, message, help: help, range: bytes(range))
    }
}
