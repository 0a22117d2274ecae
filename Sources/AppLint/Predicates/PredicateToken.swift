/// A piece of the text of a predicate.
struct PredicateToken: Hashable {
    /// What a piece is.
    enum Kind: Hashable {
        /// A name, or a word such as `ANY`; words count in either case, so they stay as they are written.
        case word(String)
        /// A variable, such as `$attachment`, without its `$`.
        case variable(String)
        /// A word of collections, such as `@count`, without its `@`.
        case collection(String)
        /// A text, without its quotes and escapes.
        case string(String)
        /// A number.
        case number
        /// What makes a comparison, and no word.
        case comparison(Predicate.Operator)
        /// `&&`
        case and
        /// `||`
        case or
        /// `!`
        case not
        /// Any other sign, such as `(` or `**`.
        case sign(String)
        /// Nothing is left.
        case end
    }

    /// What it is.
    var kind: Kind
    /// Its bytes.
    var offsets: Range<Int>

    /// Whether it is a word, in upper or lower case.
    func isWord(_ name: String) -> Bool {
        if case .word(let text) = kind { return text.uppercased() == name }
        return false
    }

    /// Whether it is a sign.
    func isSign(_ sign: String) -> Bool { kind == .sign(sign) }

    /// Whether it joins with `and`.
    var isAnd: Bool { kind == .and || isWord("AND") }

    /// Whether it joins with `or`.
    var isOr: Bool { kind == .or || isWord("OR") }
}
