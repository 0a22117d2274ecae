/// A value in a predicate.
struct PredicateExpression: Hashable {
    /// What a value is.
    indirect enum Content: Hashable {
        /// A text in quotes.
        case string(String)
        /// A number.
        case number
        /// A name, a variable, `SELF`, or a word such as `nil`.
        case name
        /// Something of another value, as in `$attachment.registeredTypeIdentifiers` or `items[0]`.
        case path(PredicateExpression)
        /// Those elements of a collection for which a predicate holds.
        case subquery(PredicateExpression, Predicate)
        /// What a function gives, or a list in braces, or a calculation, of these values.
        case combination([PredicateExpression])
    }

    /// What the value is.
    var content: Content
    /// The bytes of the text that it takes, with the parentheses around it.
    var offsets: Range<Int>
}
