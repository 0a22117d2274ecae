import PropertyList

/// The types that a predicate accepts, and the missing types of the SDK.
///
/// The SDK hands over protected items with types of its own: `public.image` as `com.microsoft.intune.mam.public.image`.
/// A rule that accepts the first must also accept the second in the same alternative of `||` or, for a `NONE`
/// comparison, in the same `&&`.
struct PredicateTypes {
    /// The prefix that the SDK adds to a type.
    static var prefix: String { "com.microsoft.intune.mam." }

    /// The types whose SDK counterpart is missing, each once, in the order of the text.
    private(set) var lacking: [String] = []
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
    /// - Complexity: O(*n*) in the length of the text, and quadratic in the alternatives of one `||`.
    init(_ predicate: Predicate, text: String) {
        bytes = Array(text.utf8)
        visit(predicate)
    }

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
        func leaves(of parts: [Predicate]) -> [Predicate.Comparison] {
            parts.flatMap { part -> [Predicate.Comparison] in
                if case .comparison(let comparison) = part.content { return [comparison] }
                return self.parts(of: part).map { leaves(of: $0) } ?? []
            }
        }
    }

    // MARK: Walking

    private mutating func visit(_ predicate: Predicate) {
        switch predicate.content {
        case .constant: break
        case .not(let inner): visit(inner)
        case .and(let parts): visit(parts, as: .and, among: Join.and.leaves(of: parts))
        case .or(let parts): visit(parts, as: .or, among: Join.or.leaves(of: parts))
        case .comparison(let comparison):
            visit(comparison)
            guard let type = type(of: comparison, among: []) else { return }
            note(type)
            // A single comparison becomes a pair in parentheses, so that the text around it keeps its meaning.
            let isNone = comparison.quantifier == .no
            let text = twin(of: comparison, in: predicate.offsets)
            edits.append(TextInsertion("(", at: predicate.offsets.lowerBound))
            edits.append(TextInsertion((isNone ? " && " : " || ") + text + ")", at: predicate.offsets.upperBound))
        }
    }

    /// Visits the parts of an `||`, or of an `&&`, in which only `NONE` comparisons form pairs.
    ///
    /// The leaves are the comparisons of everything that is combined in this way, regardless of parentheses:
    /// `(a || b) || c` has three.
    private mutating func visit(_ parts: [Predicate], as join: Join, among leaves: [Predicate.Comparison]) {
        var additions = ""
        for part in parts {
            if let inner = join.parts(of: part) {
                visit(inner, as: join, among: leaves)
                continue
            }
            guard case .comparison(let comparison) = part.content,
                (comparison.quantifier == .no) == (join == .and)
            else {
                visit(part)
                continue
            }
            visit(comparison)
            guard let type = type(of: comparison, among: leaves) else { continue }
            note(type)
            additions += separator(parts)
            additions += twin(of: comparison, in: part.offsets)
        }
        if !additions.isEmpty, let last = parts.last {
            edits.append(TextInsertion(additions, at: last.offsets.upperBound))
        }
    }

    private mutating func visit(_ comparison: Predicate.Comparison) {
        visit(comparison.left)
        visit(comparison.right)
    }

    private mutating func visit(_ value: PredicateExpression) {
        switch value.content {
        case .string, .number, .name: break
        case .path(let base): visit(base)
        case .combination(let values): for value in values { visit(value) }
        case .subquery(let collection, let predicate):
            visit(collection)
            visit(predicate)
        }
    }

    // MARK: Types

    private mutating func note(_ type: String) { if !lacking.contains(type) { lacking.append(type) } }

    /// The type that a comparison accepts without its SDK counterpart.
    private mutating func type(of comparison: Predicate.Comparison, among others: [Predicate.Comparison]) -> String? {
        guard let type = Self.type(of: comparison) else { return nil }
        guard !type.lowercased().hasPrefix(Self.prefix) else {
            namesSDK = true
            return nil
        }
        let subject = source(comparison.left.offsets)
        let hasTwin = others.contains { other in
            Self.type(of: other)?.lowercased() == Self.prefix + type.lowercased()
                && other.quantifier == comparison.quantifier
                && other.comparator == comparison.comparator && source(other.left.offsets) == subject
        }
        guard !hasTwin else { return nil }
        // "All of them are images, or all of them are protected images" is not "all of them are one or the other".
        if comparison.quantifier == .all { canComplete = false }
        return type
    }

    private static func type(of comparison: Predicate.Comparison) -> String? {
        guard comparison.comparator == .conformsTo || comparison.comparator == .equalsType,
            case .string(let type) = comparison.right.content, !type.isEmpty
        else { return nil }
        return type
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
