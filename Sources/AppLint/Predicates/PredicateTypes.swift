import PropertyList

/// The types that a predicate takes or refuses, and the missing types of the SDK.
///
/// The SDK hands over protected items with types of its own: `public.image` as `com.microsoft.intune.mam.public.image`.
/// A rule that names the first must also name the second in the same alternative of `||`, in a copy of the whole
/// alternative or, for comparisons with `NONE` or `NOT`, in the same `&&`.
struct PredicateTypes {
    /// The prefix that the SDK adds to a type.
    static var prefix: String { "com.microsoft.intune.mam." }

    /// The types that the predicate takes and whose SDK counterpart is missing, each once, in the order of the text.
    private(set) var taken: [String] = []
    /// The same for the types that the predicate refuses.
    private(set) var refused: [String] = []
    /// Whether the predicate names any type of the SDK.
    private(set) var namesSDK = false
    /// Whether all missing types can be added.
    private(set) var canComplete = true

    private let bytes: [UInt8]
    private var edits: [TextInsertion] = []

    /// Analyzes a predicate.
    ///
    /// - Parameters:
    ///   - predicate: The predicate.
    ///   - text: The text that it was parsed from.
    /// - Complexity: O(*n*) in the length of the text, and quadratic in the missing types and in copies.
    init(_ predicate: Predicate, text: String) { self.init(predicate, in: Array(text.utf8)) }

    private init(_ predicate: Predicate, in bytes: [UInt8]) {
        self.bytes = bytes
        visit(predicate, refusing: false)
    }

    /// All types whose SDK counterpart is missing, each once.
    var lacking: [String] { taken + refused.filter { !taken.contains($0) } }

    /// The insertions that add all missing SDK types to the text; nil if none is missing, or if some cannot be added.
    var completion: [TextInsertion]? {
        guard canComplete, !edits.isEmpty else { return nil }
        return edits.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
            .map(\.element)
    }

    /// How parts are combined.
    private enum Join {
        case and, or

        /// The parts of a predicate that is combined in this way.
        func parts(of predicate: Predicate) -> [Predicate]? {
            switch (self, predicate.content) {
            case (.and, .and(let parts)), (.or, .or(let parts)): parts
            default: nil
            }
        }

        /// The comparisons among the parts, including those in nested parts that are combined in the same way.
        ///
        /// - Parameters:
        ///   - parts: The parts.
        ///   - areDenied: Whether to return those that are denied with `NOT` instead.
        /// - Returns: The comparisons, in order.
        func leaves(of parts: [Predicate], areDenied: Bool = false) -> [Predicate.Comparison] {
            parts.flatMap { part -> [Predicate.Comparison] in
                switch part.content {
                case .comparison(let comparison): return areDenied ? [] : [comparison]
                case .not(let inner):
                    guard areDenied, case .comparison(let comparison) = inner.content else { return [] }
                    return [comparison]
                default: return self.parts(of: part).map { leaves(of: $0, areDenied: areDenied) } ?? []
                }
            }
        }
    }

    /// What a comparison asks about one type. Two comparisons that ask the same about a type and its SDK counterpart
    /// are a pair.
    private struct Question: Hashable {
        var quantifier: Predicate.Quantifier?
        var comparator: Predicate.Operator
        /// The text of the side without the type.
        var subject: [UInt8]
        /// The type in lower case.
        var type: String
    }

    /// The questions of comparisons that are combined in one way, regardless of parentheses: `(a || b) || c` has three.
    private struct Siblings {
        var asked: Set<Question>
        /// The questions of comparisons that are denied with `NOT`.
        var denied: Set<Question>
        /// The questions of subqueries that must find nothing, by the text of the collection that they search.
        var absent: [[UInt8]: Set<Question>]
    }

    // MARK: Walking

    /// Visits a predicate.
    ///
    /// - Parameters:
    ///   - predicate: The predicate.
    ///   - refusing: Whether what it holds for is refused, as by a `NOT` around it.
    ///   - siblings: The questions among which the pair of a single comparison may be.
    private mutating func visit(_ predicate: Predicate, refusing: Bool, among siblings: Set<Question> = []) {
        switch predicate.content {
        case .constant: break
        case .not(let inner): visit(inner, refusing: !refusing)
        case .and(let parts): visit(parts, as: .and, among: self.siblings(of: parts, as: .and), refusing: refusing)
        case .or(let parts):
            var inside = self.siblings(of: parts, as: .or)
            inside.asked.formUnion(siblings)
            visit(parts, as: .or, among: inside, refusing: refusing)
        case .comparison(let comparison):
            visit(comparison, refusing: refusing)
            guard note(comparison, among: siblings, refusing: refusing), comparison.isOfTypes else { return }
            // A single comparison becomes a pair in parentheses, so that the text around it keeps its meaning.
            let isNone = comparison.quantifier == .no
            let text = twin(of: comparison, in: predicate.offsets)
            edits.append(TextInsertion("(", at: predicate.offsets.lowerBound))
            edits.append(TextInsertion((isNone ? " && " : " || ") + text + ")", at: predicate.offsets.upperBound))
        }
    }

    private func siblings(of parts: [Predicate], as join: Join) -> Siblings {
        // "Not an image, or not a protected image" refuses neither.
        let denied = join == .and ? join.leaves(of: parts, areDenied: true) : []
        let leaves = join.leaves(of: parts)
        var absent: [[UInt8]: Set<Question>] = [:]
        for (collection, predicate) in join == .and ? leaves.compactMap(\.emptySubquery) : [] {
            let inner = Join.or.leaves(of: [predicate]).flatMap { questions(of: $0) }
            absent[source(collection.offsets), default: []].formUnion(inner)
        }
        return Siblings(
            asked: Set(leaves.flatMap { questions(of: $0) }),
            denied: Set(denied.flatMap { questions(of: $0) }),
            absent: absent
        )
    }

    /// Visits the parts of an `||`, or of an `&&`, in which only comparisons with `NONE` or `NOT` form pairs.
    private mutating func visit(_ parts: [Predicate], as join: Join, among siblings: Siblings, refusing: Bool) {
        var additions = ""
        let copied = join == .or ? copiedAlternatives(parts) : []
        for (position, part) in parts.enumerated() where !copied.contains(position) {
            if let inner = join.parts(of: part) {
                visit(inner, as: join, among: siblings, refusing: refusing)
                continue
            }
            if case .not(let inner) = part.content {
                visit(inner, refusing: !refusing, among: siblings.denied)
                continue
            }
            if case .comparison(let comparison) = part.content, let (collection, predicate) = comparison.emptySubquery {
                visit(collection, refusing: !refusing)
                visit(predicate, refusing: !refusing, among: siblings.absent[source(collection.offsets)] ?? [])
                continue
            }
            guard case .comparison(let comparison) = part.content,
                (comparison.quantifier == .no) == (join == .and)
            else {
                visit(part, refusing: refusing)
                continue
            }
            visit(comparison, refusing: refusing)
            guard note(comparison, among: siblings.asked, refusing: refusing), comparison.isOfTypes else { continue }
            additions += separator(parts)
            additions += twin(of: comparison, in: part.offsets)
        }
        if !additions.isEmpty, let last = parts.last {
            edits.append(TextInsertion(additions, at: last.offsets.upperBound))
        }
    }

    /// The positions of alternatives that another one repeats with the SDK's types, as in a whole rule that was copied.
    ///
    /// "Not an image, or not a protected image" refuses neither, so an alternative that refuses types has no such pair.
    private func copiedAlternatives(_ parts: [Predicate]) -> Set<Int> {
        let texts = parts.map { part in
            String(decoding: source(part.offsets), as: UTF8.self).replacing(Self.prefix, with: "")
        }
        var copied: Set<Int> = []
        for alike in Dictionary(grouping: parts.indices, by: { texts[$0] }).values where alike.count > 1 {
            let types = alike.map { PredicateTypes(parts[$0], in: bytes) }
            guard types.contains(where: { $0.namesSDK && $0.lacking.isEmpty }) else { continue }
            for (position, own) in zip(alike, types) where !own.lacking.isEmpty && own.refused.isEmpty {
                copied.insert(position)
            }
        }
        return copied
    }

    private mutating func visit(_ comparison: Predicate.Comparison, refusing: Bool) {
        // The side that is not the subquery is a number.
        let refusing = refusing != (comparison.emptySubquery != nil)
        visit(comparison.left, refusing: refusing)
        visit(comparison.right, refusing: refusing)
    }

    private mutating func visit(_ value: PredicateExpression, refusing: Bool) {
        switch value.content {
        case .string, .number, .name: break
        case .path(let base, _): visit(base, refusing: refusing)
        case .list(let values), .combination(let values): for value in values { visit(value, refusing: refusing) }
        case .subquery(let collection, let predicate):
            visit(collection, refusing: refusing)
            visit(predicate, refusing: refusing)
        }
    }

    // MARK: Types

    /// Notes the types that a comparison names without their SDK counterparts, and returns whether there are any.
    private mutating func note(
        _ comparison: Predicate.Comparison,
        among siblings: Set<Question>,
        refusing: Bool
    ) -> Bool {
        let isRefused = refusing != (comparison.quantifier == .no)
        let questions = questions(of: comparison)
        let own = Set(questions)
        var isLacking = false
        for (question, type) in zip(questions, comparison.named?.types ?? []) {
            guard !question.type.hasPrefix(Self.prefix) else {
                namesSDK = true
                continue
            }
            var twin = question
            twin.type = Self.prefix + question.type
            if comparison.matchesTwins(of: type) {
                if Self.prefix == question.type + "." { namesSDK = true }
                continue
            }
            guard !own.contains(twin), !siblings.contains(twin) else { continue }
            isLacking = true
            if isRefused {
                if !refused.contains(type) { refused.append(type) }
            } else if !taken.contains(type) {
                taken.append(type)
            }
        }
        // "All of them are images, or all of them are protected images" is not "all of them are one or the other".
        if isLacking, comparison.quantifier == .all || !comparison.isOfTypes { canComplete = false }
        return isLacking
    }

    /// The questions of a comparison, one for each type that it names.
    private func questions(of comparison: Predicate.Comparison) -> [Question] {
        guard let (subject, types) = comparison.named else { return [] }
        let source = source(subject.offsets)
        return types.map { type in
            Question(
                quantifier: comparison.quantifier,
                comparator: comparison.comparator,
                subject: source,
                type: type.lowercased()
            )
        }
    }

    /// The text of a comparison, with the SDK's type instead of the original.
    private func twin(of comparison: Predicate.Comparison, in offsets: Range<Int>) -> String {
        let type = comparison.right.offsets
        // The first byte of a quoted text is the quote; redundant parentheses around it are kept.
        var quote = type.lowerBound
        while bytes[quote] != UInt8(ascii: "\""), bytes[quote] != UInt8(ascii: "'"), quote < type.upperBound {
            quote += 1
        }
        let before = String(decoding: bytes[offsets.lowerBound...quote], as: UTF8.self)
        return before + Self.prefix + String(decoding: bytes[(quote + 1)..<offsets.upperBound], as: UTF8.self)
    }

    /// The text between the last two parts, used so that an addition looks like the existing text.
    private func separator(_ parts: [Predicate]) -> String {
        guard parts.count > 1 else { return "" }
        let between = parts[parts.count - 2].offsets.upperBound..<parts[parts.count - 1].offsets.lowerBound
        return String(decoding: bytes[between], as: UTF8.self)
    }

    /// The text of a byte range without spaces.
    private func source(_ offsets: Range<Int>) -> [UInt8] { bytes[offsets].filter { $0 > 0x20 } }
}
