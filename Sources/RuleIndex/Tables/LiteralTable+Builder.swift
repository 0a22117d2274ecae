import URLMatching

extension LiteralTable {
    /// Collects literals and what they reach, the strongest rule first.
    struct Builder {
        private var literals: [(text: [UInt8], posting: Int, salt: UInt32)] = []
        private var postings: [Posting] = []

        /// Adds a rule that is reached by a URL with one of these literals, searched for with the same salt.
        mutating func insert(_ required: RequiredLiterals, _ posting: Posting, salt: UInt32 = 0) {
            for literal in required.alternatives { literals.append((literal, postings.count, salt)) }
            postings.append(posting)
        }

        consuming func build() -> LiteralTable {
            let shortest = literals.map(\.text.count).filter { $0 >= LiteralWindow.width }.min() ?? 0
            let stride = min(LiteralTable.longestStride, max(1, shortest - LiteralWindow.width + 1))
            var filing = Filing()
            for (literal, posting, salt) in literals {
                let rank = postings[posting].rank
                filing.file(literal, stride: stride, posting: UInt32(posting), rank: rank, salt: salt)
            }
            return LiteralTable(
                long: Lane(filing.long),
                short: Lane(filing.short),
                stride: stride,
                text: filing.text,
                postings: postings
            )
        }
    }

    /// Chooses the windows under which literals are filed.
    private struct Filing {
        private(set) var long: [Candidate] = []
        private(set) var short: [Candidate] = []
        private(set) var text: [UInt8] = []
        /// How many literals are filed under each window: if many share a text, they are filed under another part.
        private var usage: [UInt32: Int] = [:]

        mutating func file(_ literal: [UInt8], stride: Int, posting: UInt32, rank: UInt32, salt: UInt32) {
            let isShort = literal.count < LiteralWindow.width
            let run = isShort ? 1 : stride
            // INVARIANT: required literals are no shorter than the shortest window.
            let found = LiteralWindow.rarest(in: literal, run: run, usage: { 2 * usage[$0 ^ salt, default: 0] })
            let first = found?.place ?? 0
            for place in first..<first + run {
                let end = min(place + LiteralWindow.width, literal.count)
                let window = LiteralWindow.word(of: literal[place..<end]) ^ salt
                usage[window, default: 0] += 1
                let candidate = Candidate(
                    window: window,
                    start: UInt32(text.count),
                    count: UInt8(literal.count),
                    offset: UInt8(place),
                    posting: posting,
                    rank: rank
                )
                if isShort { short.append(candidate) } else { long.append(candidate) }
            }
            text += literal
        }
    }
}

extension LiteralTable.Lane {
    /// - Parameter candidates: The filed literals, in the order in which they are to be found.
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
