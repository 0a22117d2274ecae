import URLMatching

/// Where an expression might backtrack, and the texts that might cause it.
extension BacktrackSearch {
    /// Collects the places in pieces that have other pieces before and after them.
    static func collect(
        _ pieces: [RegexTree.Node],
        before: [RegexTree.Node],
        after: [RegexTree.Node],
        into places: inout [Place]
    ) {
        for (index, piece) in pieces.enumerated() where places.count < placeLimit {
            let left = before + Array(pieces[..<index])
            let right = Array(pieces[(index + 1)...]) + after
            switch piece {
            case .repetition(let body, _, let most, let isPossessive):
                let inner = RegexTree.flattened(body)
                if !isPossessive, most.map({ $0 > 8 }) ?? true {
                    let pumps = self.pumps(of: body, inner, followedBy: right)
                    if !pumps.isEmpty { places.append(Place(before: left, pumps: pumps, after: right)) }
                }
                collect(inner, before: left, after: right, into: &places)
            case .choice(let branches):
                for branch in branches {
                    collect(RegexTree.flattened(branch), before: left, after: right, into: &places)
                }
            case .sequence(let nodes): collect(nodes, before: left, after: right, into: &places)
            case .set, .start, .end, .boundary, .lookAround: continue
            }
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
        for (index, other) in after.prefix(16).enumerated() where other.holdsUnbounded {
            let common = other.bytes.intersection(own)
            guard let byte = common.sample else { continue }
            pumps.append([byte])
            let between = RegexTree.sample(of: Array(after[..<(after.startIndex + index)])) ?? []
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
