/// The types that comparisons name.
extension Predicate.Comparison {
    /// Whether the comparison is one of types, to which another one can be added for the SDK's type.
    var isOfTypes: Bool { comparator == .conformsTo || comparator == .equalsType }

    /// The types that the comparison names, and the value that is compared with them; nil if it names none.
    ///
    /// Texts count as types in comparisons of types, and in comparisons with `registeredTypeIdentifiers`.
    var named: (subject: PredicateExpression, types: [String])? {
        guard !isOfTypes else {
            guard case .string(let type) = right.content, !type.isEmpty else { return nil }
            return (left, [type])
        }
        switch comparator {
        case .equal, .in, .contains, .beginsWith: break
        default: return nil
        }
        for (subject, literal) in [(left, right), (right, left)] where subject.isListOfTypes {
            let types = literal.texts.filter { !$0.isEmpty }
            if !types.isEmpty { return (subject, types) }
        }
        return nil
    }

    /// Whether the comparison with a text holds for a type of the SDK whenever it holds for the original type.
    ///
    /// `ANY … CONTAINS "public.image"` looks inside each type, and the SDK's type ends with the original. Every type of
    /// the SDK begins with what `BEGINSWITH "com."` asks for.
    func matchesTwins(of text: String) -> Bool {
        switch comparator {
        case .contains: quantifier != nil
        case .beginsWith: PredicateTypes.prefix.hasPrefix(text.lowercased())
        default: false
        }
    }

    /// The subquery that finds nothing if the comparison holds, as in `SUBQUERY(…).@count == 0`; nil if there is none.
    var emptySubquery: (collection: PredicateExpression, predicate: Predicate)? {
        for (counted, comparator, limit) in [(left, comparator, right), (right, comparator.flipped, left)] {
            guard case .path(let base, "@count"?) = counted.content,
                case .subquery(let collection, let predicate) = base.content, case .number(let number) = limit.content
            else { continue }
            switch (comparator, number) {
            case (.equal, "0"), (.lessOrEqual, "0"), (.less, "1"): return (collection, predicate)
            default: return nil
            }
        }
        return nil
    }
}

extension Predicate.Operator {
    /// The operator that means the same with the sides exchanged.
    fileprivate var flipped: Self {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        default: self
        }
    }
}

extension PredicateExpression {
    /// Whether the value is the list of types of an attachment.
    fileprivate var isListOfTypes: Bool {
        switch content {
        case .name(let name), .path(_, let name?): name == "registeredTypeIdentifiers"
        default: false
        }
    }

    /// The texts that the value consists of: one, or those of a list.
    fileprivate var texts: [String] {
        switch content {
        case .string(let text): [text]
        case .list(let values): values.flatMap(\.texts)
        default: []
        }
    }
}

/// Predicates that hold for everything that can be shared.
///
/// Not every such predicate is recognized, but no other one is.
extension Predicate {
    /// Whether the predicate is known to hold for everything, as `TRUEPREDICATE` does.
    var holdsForEverything: Bool {
        switch content {
        case .constant(let value): value
        case .and(let parts): parts.allSatisfy(\.holdsForEverything)
        case .or(let parts): parts.contains(where: \.holdsForEverything)
        case .not(let inner): inner.content == .constant(false)
        case .comparison(let comparison): comparison.alwaysHolds
        }
    }
}

extension Predicate.Comparison {
    /// Whether both sides are the same literal, or the count of something that is always there is to be positive.
    fileprivate var alwaysHolds: Bool {
        guard quantifier == nil else { return false }
        switch (left.content, right.content) {
        case (.string(let one), .string(let other)), (.number(let one), .number(let other)):
            return comparator == .equal && one == other
        case (.path(let base, "@count"?), .number(let number)):
            switch (comparator, number) {
            case (.greaterOrEqual, "0"): return true
            case (.greaterOrEqual, "1"), (.greater, "0"), (.notEqual, "0"): return base.isNeverEmpty
            default: return false
            }
        default: return false
        }
    }
}

extension PredicateExpression {
    /// Whether the value is a collection that has elements whatever is shared: the items, their attachments, or those
    /// of them that a subquery finds if its predicate always holds.
    fileprivate var isNeverEmpty: Bool {
        switch content {
        case .name(let name): name == "extensionItems"
        case .path(_, let name?): name == "attachments" || name == "extensionItems"
        case .subquery(let collection, let predicate): collection.isNeverEmpty && predicate.holdsForEverything
        default: false
        }
    }
}
