import URLMatching

extension LiteralTable {
    /// Collects literals and what they reach, the strongest rule first.
    struct Builder {
        private var candidates: [LiteralTable.Candidate] = []
        private var shortCandidates: [LiteralTable.Candidate] = []
        private var text: [UInt8] = []
        private var postings: [Posting] = []
        /// How many literals are filed under each window: where many share a text, another part tells them apart.
        private var usage: [UInt32: Int] = [:]

        /// Says that a URL that has one of these literals reaches a rule.
        mutating func insert(_ literals: RequiredLiterals, _ posting: Posting) {
            for literal in literals.alternatives {
                guard let (place, _) = LiteralWindow.rarest(in: literal, usage: { 2 * usage[$0, default: 0] })
                else {
                    continue  // INVARIANT: required literals are no shorter than the shortest window.
                }
                let window = LiteralWindow.word(of: literal[place..<min(place + LiteralWindow.width, literal.count)])
                self.usage[window, default: 0] += 1
                let candidate = Candidate(
                    window: window,
                    start: UInt32(text.count),
                    count: UInt8(literal.count),
                    offset: UInt8(place),
                    posting: UInt32(postings.count)
                )
                text += literal
                if literal.count < LiteralWindow.width {
                    shortCandidates.append(candidate)
                } else {
                    candidates.append(candidate)
                }
            }
            postings.append(posting)
        }

        consuming func build() -> LiteralTable {
            LiteralTable(long: Lane(candidates), short: Lane(shortCandidates), text: text, postings: postings)
        }
    }
}

extension LiteralTable.Lane {
    /// - Parameter candidates: What is filed, in the order in which it is to be found.
    init(_ candidates: [LiteralTable.Candidate]) {
        // PERF: 32 bits for each candidate, so that few windows find a bit that another has set; 8 KiB stay in the first
        // cache.
        var hashBits: UInt32 = 16
        while hashBits < 28, 1 << hashBits < candidates.count * 32 { hashBits += 1 }
        let bucketBits: UInt32 = hashBits - 4
        let (hashShift, bucketShift) = (32 - hashBits, hashBits - bucketBits)
        let hashes = candidates.map { Self.hash($0.window, shift: hashShift) }
        var bits = [UInt64](repeating: 0, count: candidates.isEmpty ? 0 : 1 << Int(hashBits - 6))
        var starts = [UInt32](repeating: 0, count: candidates.isEmpty ? 0 : (1 << Int(bucketBits)) + 1)
        for hash in hashes {
            bits[Int(hash >> 6)] |= 1 << UInt64(hash & 63)
            starts[Int(hash >> bucketShift) + 1] += 1
        }
        for bucket in starts.indices.dropFirst() { starts[bucket] += starts[bucket - 1] }
        var next = starts
        var filed = candidates
        for (candidate, hash) in zip(candidates, hashes) {
            let bucket = Int(hash >> bucketShift)
            filed[Int(next[bucket])] = candidate
            next[bucket] += 1
        }
        self.init(hashShift: hashShift, bucketShift: bucketShift, bits: bits, starts: starts, candidates: filed)
    }
}
