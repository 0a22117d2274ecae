import URLMatching

/// Where an expression might backtrack, and the texts that might cause it.
extension BacktrackSearch {
    /// Collects the places in pieces that have other pieces before and after them.
    ///
    /// PERF: what is around a piece are slices, and only those of a place are copied. Copying them for each piece would
    /// take quadratic time: an expression may consist of thousands of pieces.
    ///
    /// - Parameters:
    ///   - pieces: The pieces.
    ///   - before: The pieces before them.
    ///   - after: The pieces after them.
    ///   - places: Receives the places, at most ``placeLimit``.
    ///   - budget: Charged for each node that is read. When it is spent, no more places are collected.
    static func collect(
        _ pieces: [RegexTree.Node],
        before: [ArraySlice<RegexTree.Node>],
        after: [ArraySlice<RegexTree.Node>],
        into places: inout [Place],
        budget: inout Int
    ) {
        for (index, piece) in pieces.enumerated() where places.count < placeLimit && budget > 0 {
            budget -= 1
            let parts = piece.parts
            guard !parts.isEmpty else { continue }
            let left = (before + [pieces[..<index]]).filter { !$0.isEmpty }
            let right = ([pieces[(index + 1)...]] + after).filter { !$0.isEmpty }
            if case .repetition(let body, _, let most, false) = piece, most.map({ $0 > 8 }) ?? true {
                let following = Array(right.joined().prefix(16))
                budget -= following.reduce(body.size) { $0 + $1.size }
                let pumps = self.pumps(of: body, RegexTree.flattened(body), followedBy: following)
                if !pumps.isEmpty {
                    places.append(Place(before: Array(left.joined()), pumps: pumps, after: Array(right.joined())))
                }
            }
            for part in parts { collect(part, before: left, after: right, into: &places, budget: &budget) }
        }
    }

    /// The texts to repeat, if the repetition is suspicious at all.
    private static func pumps(
        of body: RegexTree.Node,
        _ inner: [RegexTree.Node],
        followedBy after: [RegexTree.Node]
    ) -> [[UInt8]] {
        var pumps: [[UInt8]] = []
        let own = body.bytes
        if inner.contains(where: \.holdsUnbounded) || body.holdsChoice {
            for choice in 0..<3 {
                if let text = RegexTree.sample(of: body, choice), !pumps.contains(text) { pumps.append(text) }
            }
            if let byte = own.sample { pumps.append([byte]) }
        }
        // Another repetition of the same bytes follows: the boundary between the two is ambiguous.
        for (index, other) in after.enumerated() where other.holdsUnbounded {
            let common = other.bytes.intersection(own)
            guard let byte = common.sample else { continue }
            pumps.append([byte])
            let between = RegexTree.sample(of: after[..<index]) ?? []
            if !between.isEmpty, between.allSatisfy({ own.contains($0) }) { pumps += [between, between + [byte]] }
        }
        return pumps
    }

    // MARK: Texts

    /// The texts that lead from the beginning of a URL to the repetition, past the pieces before it.
    static func starts(_ before: [RegexTree.Node], isAnchored: Bool) -> [String] {
        func text(_ choice: Int) -> String {
            String(decoding: RegexTree.sample(of: .sequence(before), choice) ?? [], as: UTF8.self)
        }
        let shortest = text(0)
        if shortest.hasPrefix("http"), shortest.contains("://") { return [shortest] }
        guard isAnchored else {
            return ["https://demarc.example/" + shortest, "https://demarc.example/?" + shortest, "https://" + shortest]
        }
        // A scheme may be optional, as in `^(https?://)?`, and without it the text is no URL.
        let longer = text(1)
        return longer == shortest ? [shortest] : [shortest, longer]
    }

    /// Texts that make the match fail after the repetition: a byte that is in almost no set, alone or together with
    /// what the expression requires later. Without the latter, PCRE2 recognizes at once that nothing can match.
    static func ends(_ rest: [UInt8]) -> [String] {
        let rest = String(decoding: rest, as: UTF8.self)
        var ends: [String] = []
        if !rest.isEmpty {
            // An expression that ends with `$` also fails at a byte after what it requires.
            ends += ["!" + rest, rest + "!"]
            // Rules that require a host are only asked about it, and many expressions for a host take no port.
            if let slash = rest.firstIndex(of: "/") { ends.append("\(rest[..<slash]):8080/\(rest)") }
            ends += ["/!" + rest, "~" + rest]
        }
        // The sets of many expressions contain all the marks that a URL may have, but not `%`.
        return ends + ["!", "/", "", "~/", "!/", "/%22"]
    }
}

extension RegexTree.Node {
    /// The pieces of which the node consists: of a group, of each alternative, or of what is repeated.
    fileprivate var parts: [[RegexTree.Node]] {
        switch self {
        case .set, .start, .end, .boundary, .lookAround: []
        case .sequence(let nodes): [nodes]
        case .choice(let branches): branches.map { RegexTree.flattened($0) }
        case .repetition(let body, _, _, _): [RegexTree.flattened(body)]
        }
    }

    /// The number of nodes in the node, including itself: the cost of reading it.
    fileprivate var size: Int {
        switch self {
        case .set, .start, .end, .boundary, .lookAround: 1
        case .sequence(let nodes), .choice(let nodes): nodes.reduce(1) { $0 + $1.size }
        case .repetition(let node, _, _, _): 1 + node.size
        }
    }

    /// Whether the node contains a repetition that is unbounded or has a high bound.
    fileprivate var holdsUnbounded: Bool {
        switch self {
        case .set, .start, .end, .boundary, .lookAround: false
        case .sequence(let nodes), .choice(let nodes): nodes.contains(where: \.holdsUnbounded)
        case .repetition(let node, _, let most, _): (most.map { $0 > 8 } ?? true) || node.holdsUnbounded
        }
    }

    /// Whether the node contains alternatives or something optional.
    fileprivate var holdsChoice: Bool {
        switch self {
        case .choice: true
        case .set, .start, .end, .boundary, .lookAround: false
        case .sequence(let nodes): nodes.contains(where: \.holdsChoice)
        case .repetition(let node, let least, let most, _): least != most || node.holdsChoice
        }
    }
}
