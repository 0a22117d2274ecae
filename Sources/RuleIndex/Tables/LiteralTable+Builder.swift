import URLMatching

extension LiteralTable {
    /// Collects literals and what they reach, the strongest rule first.
    struct Builder {
        /// How many values one literal may find that are filed one by one; see ``Posting/isFoundByLiteral``. If it finds
        /// more, they are one text for a look-up, whose first texts are not charged: together they would use up the
        /// allowance of every URL that contains the literal.
        private static let most = 16

        private var literals: [(literal: Literal, posting: Int)] = []
        private var postings: [Posting] = []
        /// How many values were given each literal out of several.
        private var uses: [Literal: Int] = [:]

        /// Adds a rule that is reached by a URL with one of these literals, searched for with the same salt.
        mutating func insert(_ required: RequiredLiterals, _ posting: Posting, salt: UInt32 = 0) {
            for text in required.alternatives { literals.append((Literal(text: text, salt: salt), postings.count)) }
            postings.append(posting)
        }

        /// Adds a value that can be found in several ways, in the way that finds the fewest values so far.
        ///
        /// - Parameters:
        ///   - choices: The literals of each way. There is at least one.
        ///   - posting: The value.
        ///   - salt: The salt with which they are searched for.
        mutating func insert(oneOf choices: [RequiredLiterals], _ posting: Posting, salt: UInt32 = 0) {
            var best: (required: RequiredLiterals, count: Int)?
            for required in choices {
                let counts = required.alternatives.map { uses[Literal(text: $0, salt: salt), default: 0] }
                let count = counts.max() ?? 0
                if let best, (best.count, best.required.commonness) <= (count, required.commonness) { continue }
                best = (required, count)
            }
            guard let best else { return }
            for text in best.required.alternatives { uses[Literal(text: text, salt: salt), default: 0] += 1 }
            insert(best.required, posting, salt: salt)
        }

        consuming func build() -> LiteralTable {
            let shortest = literals.map(\.literal.text.count).filter { $0 >= LiteralWindow.width }.min() ?? 0
            let stride = min(LiteralTable.longestStride, max(1, shortest - LiteralWindow.width + 1))
            var filing = Filing()
            var shared: [[UInt32]] = []
            var sharing: [Literal: Int] = [:]
            for (literal, posting) in literals {
                let rank = postings[posting].rank
                var number = posting
                if postings[posting].isFoundByLiteral, uses[literal, default: 0] > Self.most {
                    if let position = sharing[literal] {
                        shared[position].append(UInt32(posting))
                        continue
                    }
                    number = postings.count + shared.count
                    sharing[literal] = shared.count
                    shared.append([UInt32(posting)])
                }
                filing.file(literal, stride: stride, posting: UInt32(number), rank: rank)
            }
            return LiteralTable(
                long: Lane(filing.long),
                short: Lane(filing.short),
                stride: stride,
                text: filing.text,
                postings: postings,
                shared: shared
            )
        }
    }

    /// A literal with the salt with which it is filed.
    private struct Literal: Hashable {
        let text: [UInt8]
        let salt: UInt32
    }

    /// Chooses the windows under which literals are filed.
    private struct Filing {
        private(set) var long: [Candidate] = []
        private(set) var short: [Candidate] = []
        private(set) var text: [UInt8] = []
        /// How many literals are filed under each window: if many share a text, they are filed under another part.
        private var usage: [UInt32: Int] = [:]

        mutating func file(_ filed: Literal, stride: Int, posting: UInt32, rank: UInt32) {
            let (literal, salt) = (filed.text, filed.salt)
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
