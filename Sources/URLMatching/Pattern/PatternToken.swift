/// A [token](https://urlpattern.spec.whatwg.org/#token) of a pattern string.
struct PatternToken {
    enum Kind {
        /// `{`
        case open
        /// `}`
        case close
        /// `(…)`; the value is what stands between the parentheses.
        case regexp
        /// `:name`; the value is the name.
        case name
        /// An ordinary code point.
        case char
        /// `\` and a code point; the value is the latter.
        case escapedChar
        /// `?` or `+`
        case otherModifier
        /// `*`, a wildcard or a modifier
        case asterisk
        /// The end of the pattern.
        case end
        /// What is no token; only where the tokenizer is lenient.
        case invalidChar
    }

    let kind: Kind
    /// The first code point of the token.
    let index: Int
    /// The code points of its value.
    let value: Range<Int>
}
