import URLMatching

extension LiteralTable {
    /// Collects literals and what they reach, the strongest rule first.
    struct Builder {
        private var long: [LiteralTable.Candidate] = []
        private var medium: [LiteralTable.Candidate] = []
        private var short: [LiteralTable.Candidate] = []
        private var text: [UInt8] = []
        private var postings: [Posting] = []
        /// How many literals are filed under each window: where many share a text, another part tells them apart.
        private var usage: [UInt32: Int] = [:]

        /// Says that a URL that has one of these literals reaches a rule.
        mutating func insert(_ literals: RequiredLiterals, _ posting: Posting) {
            for literal in literals.alternatives {
                if literal.count >= LiteralTable.longLength {
                    long += file(literal, run: LiteralWindow.width)
                } else if literal.count >= LiteralWindow.width {
                    medium += file(literal, run: 1)
                } else {
                    short += file(literal, run: 1)
                }
                text += literal
            }
            postings.append(posting)
        }

        /// What a literal is filed as: `run` windows in a row.
        private mutating func file(_ literal: [UInt8], run: Int) -> [Candidate] {
            // INVARIANT: required literals are no shorter than the shortest window.
            let found = LiteralWindow.rarest(in: literal, run: run, usage: { 2 * usage[$0, default: 0] })
            let first = found?.place ?? 0
            return (first..<first + run).map { place in
                let end = min(place + LiteralWindow.width, literal.count)
                let window = LiteralWindow.word(of: literal[place..<end])
                usage[window, default: 0] += 1
                return Candidate(
                    window: window,
                    start: UInt32(text.count),
                    count: UInt8(literal.count),
                    offset: UInt8(place),
                    posting: UInt32(postings.count)
                )
            }
        }

        consuming func build() -> LiteralTable {
            LiteralTable(
                long: Lane(long),
                medium: Lane(medium),
                short: Lane(short),
                text: text,
                skipsSchemes: !(long + medium + short).contains { LiteralWindow.isOfScheme($0.window) },
                postings: postings
            )
        }
    }
}

extension LiteralTable.Lane {
    /// - Parameter candidates: What is filed, in the order in which it is to be found.
    init(_ candidates: [LiteralTable.Candidate]) {
        var bits = WindowBits()
        var bucketWidth: UInt32 = 10
        while bucketWidth < 24, 1 << bucketWidth < candidates.count * 2 { bucketWidth += 1 }
        let bucketShift = 32 - bucketWidth
        let buckets = candidates.map { Self.bucket(of: $0.window, shift: bucketShift) }
        var starts = [UInt32](repeating: 0, count: candidates.isEmpty ? 0 : (1 << Int(bucketWidth)) + 1)
        for (candidate, bucket) in zip(candidates, buckets) {
            bits.insert(candidate.window)
            starts[bucket + 1] += 1
        }
        for bucket in starts.indices.dropFirst() { starts[bucket] += starts[bucket - 1] }
        var next = starts
        var filed = candidates
        for (candidate, bucket) in zip(candidates, buckets) {
            filed[Int(next[bucket])] = candidate
            next[bucket] += 1
        }
        self.init(bits: bits, bucketShift: bucketShift, starts: starts, candidates: filed)
    }
}
