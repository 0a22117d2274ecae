/// Determines which texts every match of a regular expression contains.
///
/// A text too many would make a rule miss URLs; a text too few only makes it slower.
///
/// ```
/// choice        one of the texts of every branch
/// sequence      the most selective literals of any piece; pieces with known texts are joined into runs
/// repetition    `?` may omit the piece, `+` ends a run and begins another, `*` requires nothing
/// set           the byte, if the set contains exactly one
/// ```
enum LiteralAnalysis {
    /// What is known about a piece of an expression.
    struct Piece {
        /// The only texts that the piece matches, if there are few.
        var texts: [[UInt8]]?
        /// The literals that everything it matches contains.
        var required: RequiredLiterals?

        /// A piece about which nothing is known.
        static let anything = Piece()

        fileprivate var literals: RequiredLiterals? {
            RequiredLiterals.better(required, texts.flatMap(RequiredLiterals.init(oneOf:)))
        }
    }

    /// How often a piece may occur.
    enum Repetition { case once, optional, onceOrMore, any }

    /// The literals that every match of an expression contains; nil if they are not known.
    ///
    /// - Complexity: O(*n*) in the pieces, times a constant for the number of texts kept.
    static func literals(of tree: RegexTree) -> RequiredLiterals? { piece(tree.root).literals }

    private static func piece(_ node: RegexTree.Node) -> Piece {
        switch node {
        // Case is ignored here, because the search ignores it too.
        case .set(let set): return set.single.map { Piece(texts: [[$0]]) } ?? .anything
        // The text that a look-around examines may be anything to the runs around it, but it does not separate them.
        case .start, .end, .boundary, .lookAround: return Piece(texts: [[]])
        case .choice(let nodes): return choice(nodes.map { piece($0) })
        case .sequence(let nodes):
            var runs = LiteralRuns()
            for node in nodes {
                guard case .repetition(let body, let least, let most, _) = node else {
                    runs.append(piece(node), .once)
                    continue
                }
                runs.append(piece(body), repetition(least, most))
            }
            return runs.piece()
        case .repetition(let body, let least, let most, _):
            var runs = LiteralRuns()
            runs.append(piece(body), repetition(least, most))
            return runs.piece()
        }
    }

    private static func repetition(_ least: Int, _ most: Int?) -> Repetition {
        switch (least, most) {
        case (1, 1): .once
        case (0, 1): .optional
        case (0, _): .any
        default: .onceOrMore
        }
    }

    private static func choice(_ branches: [Piece]) -> Piece {
        var texts: [[UInt8]]? = []
        for branch in branches { texts = branch.texts.flatMap { more in texts.map { $0 + more } } }
        return Piece(
            texts: texts.flatMap { $0.count <= LiteralRuns.most ? $0 : nil },
            required: .union(branches.map(\.literals))
        )
    }
}

/// Collects the texts of a branch of an expression, item by item.
///
/// A run is text without a gap in a match. If a few texts are possible, all of them are kept: `https?://(www|m)\.`
/// yields four.
struct LiteralRuns {
    /// The maximum number of texts that are followed.
    static var most: Int { 16 }
    /// The length to which texts are cut.
    private static var longest: Int { 64 }

    private var runs: [[UInt8]] = [[]]
    private var best: RequiredLiterals?
    /// Whether the runs are the complete match of the branch.
    private var isWhole = true

    /// Adds an item.
    mutating func append(_ piece: LiteralAnalysis.Piece, _ repetition: LiteralAnalysis.Repetition) {
        switch repetition {
        case .once:
            guard let texts = piece.texts else {
                best = RequiredLiterals.better(best, piece.required)
                return end()
            }
            append(texts)
        case .optional:
            guard let texts = piece.texts else { return end() }
            append(texts + [[]])
        case .onceOrMore:
            guard let texts = piece.texts else {
                best = RequiredLiterals.better(best, piece.required)
                return end()
            }
            // The first iteration follows the preceding text, and the last one precedes the following text.
            append(texts)
            end()
            runs = texts
        case .any: end()
        }
    }

    /// What is known about the branch.
    consuming func piece() -> LiteralAnalysis.Piece {
        if isWhole { return LiteralAnalysis.Piece(texts: runs) }
        end()
        return LiteralAnalysis.Piece(required: best)
    }

    private mutating func append(_ texts: [[UInt8]]) {
        let isFew = runs.count * texts.count <= Self.most
        let length = (runs.map(\.count).max() ?? 0) + (texts.map(\.count).max() ?? 0)
        if !isFew || length > Self.longest { end() }
        runs = runs.flatMap { run in texts.map { run + $0 } }
    }

    private mutating func end() {
        best = RequiredLiterals.better(best, RequiredLiterals(oneOf: runs))
        runs = [[]]
        isWhole = false
    }
}
