/// The texts of a branch of an expression while its items come one by one.
///
/// A run is what stands without a gap in a match; where a few texts are possible it is all of them: `https?://(www|m)\.`
/// makes four.
struct LiteralRuns {
    /// More texts than these are not followed.
    static var most: Int { 16 }
    /// Longer ones are cut.
    private static var longest: Int { 64 }

    private var runs: [[UInt8]] = [[]]
    private var best: RequiredLiterals?
    /// Whether the runs are all that the branch matches.
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
            // The first of them stands behind what was before, the last before what comes.
            append(texts)
            end()
            runs = texts
        case .any: end()
        }
    }

    /// What is known of the branch.
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
