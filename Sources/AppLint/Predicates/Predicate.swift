/// A predicate as `NSExtensionActivationRule` holds one, taken apart.
///
/// The language is that of
/// [predicate format strings](https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/Predicates/Articles/pSyntax.html),
/// without the placeholders, which have no meaning in a file.
struct Predicate: Hashable {
    /// What a predicate is.
    indirect enum Content: Hashable {
        /// `TRUEPREDICATE` or `FALSEPREDICATE`.
        case constant(Bool)
        /// All of them hold; at least two.
        case and([Predicate])
        /// One of them holds; at least two.
        case or([Predicate])
        /// It doesn't hold.
        case not(Predicate)
        /// Two values are compared.
        case comparison(Comparison)
    }

    /// Two values and how they are compared.
    struct Comparison: Hashable {
        /// How many elements of the left side have to fit; nil if that side is one value.
        var quantifier: Quantifier?
        var left: PredicateExpression
        var comparator: Operator
        var right: PredicateExpression
    }

    /// How many elements have to fit.
    enum Quantifier: String, Hashable {
        case any = "ANY"
        case some = "SOME"
        case all = "ALL"
        case no = "NONE"
    }

    /// How two values are compared.
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

    /// What the predicate is.
    var content: Content
    /// The bytes of the text that it takes, with the parentheses around it.
    var offsets: Range<Int>
}

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

/// Where a text stops being a predicate, and why.
struct PredicateError: Error, Hashable {
    /// Lower case, one line, no final period.
    var message: String
    /// The bytes of the text that the message speaks of; empty where something is missing.
    var offsets: Range<Int>

    init(_ message: String, at offsets: Range<Int>) {
        self.message = message
        self.offsets = offsets
    }
}
