/// A parsed predicate, as `NSExtensionActivationRule` contains it.
///
/// The language is that of
/// [predicate format strings](https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/Predicates/Articles/pSyntax.html),
/// without placeholders, which are meaningless in a file.
struct Predicate: Hashable {
    /// The kinds of predicate.
    indirect enum Content: Hashable {
        /// `TRUEPREDICATE` or `FALSEPREDICATE`.
        case constant(Bool)
        /// A conjunction of at least two predicates.
        case and([Predicate])
        /// A disjunction of at least two predicates.
        case or([Predicate])
        /// A negation.
        case not(Predicate)
        /// A comparison of two values.
        case comparison(Comparison)
    }

    /// Two values and how they are compared.
    struct Comparison: Hashable {
        /// How many elements of the left side must match; nil if that side is a single value.
        var quantifier: Quantifier?
        var left: PredicateExpression
        var comparator: Operator
        var right: PredicateExpression
    }

    /// How many elements must match.
    enum Quantifier: String, Hashable {
        case any = "ANY"
        case some = "SOME"
        case all = "ALL"
        case no = "NONE"
    }

    /// The operator of a comparison.
    enum Operator: String, Hashable {
        case equal = "="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case `in` = "IN"
        case between = "BETWEEN"
        case contains = "CONTAINS"
        case beginsWith = "BEGINSWITH"
        case endsWith = "ENDSWITH"
        case like = "LIKE"
        case matches = "MATCHES"
        case conformsTo = "UTI-CONFORMS-TO"
        case equalsType = "UTI-EQUALS"
    }

    /// The content of the predicate.
    var content: Content
    /// Its byte range in the text, including surrounding parentheses.
    var offsets: Range<Int>
}

/// A value in a predicate.
struct PredicateExpression: Hashable {
    /// The kinds of value.
    indirect enum Content: Hashable {
        /// A text in quotes.
        case string(String)
        /// A number, as it is written.
        case number(String)
        /// A name, a variable with its `$`, `SELF`, or a word such as `nil`.
        case name(String)
        /// A property of another value, as in `$attachment.registeredTypeIdentifiers` or `items.@count`, or an element
        /// of it, as in `items[0]`, which has no name.
        case path(PredicateExpression, String?)
        /// The elements of a collection for which a predicate holds.
        case subquery(PredicateExpression, Predicate)
        /// A list in braces.
        case list([PredicateExpression])
        /// A function call, or a calculation with these values.
        case combination([PredicateExpression])
    }

    /// The content of the value.
    var content: Content
    /// Its byte range in the text, including surrounding parentheses.
    var offsets: Range<Int>
}

/// A syntax error in a predicate: its position and its reason.
struct PredicateError: Error, Hashable {
    /// One line in lower case without a final period.
    var message: String
    /// The byte range that the message refers to; empty if something is missing.
    var offsets: Range<Int>

    init(_ message: String, at offsets: Range<Int>) {
        self.message = message
        self.offsets = offsets
    }
}
