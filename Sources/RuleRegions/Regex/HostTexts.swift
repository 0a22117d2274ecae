package import URLMatching

/// The domains in a regular expression, and URLs of other hosts that it might match as well.
package struct HostTexts {
    /// A domain in the expression.
    package struct Found: Equatable {
        /// The domain with dots, whether they are escaped or not.
        package var domain: String
        /// The positions of dots in it that match any character.
        var openDots: [Int]
        /// The text that the expression requires before and after it.
        var before: String
        var behind: String
        /// Whether the expression requires a dot before it.
        var isBelow: Bool
    }

    package let found: [Found]

    package init(_ tree: RegexTree) {
        var found: [Found] = []
        Self.collect(tree.pieces, before: [], behind: [], into: &found)
        self.found = found
    }

    /// Collects the domains in pieces that have other pieces before and behind them.
    ///
    /// PERF: the text before a piece is extended from piece to piece, and what is behind it are slices. Copying all of
    /// that for each piece would take quadratic time: an expression may consist of thousands of pieces.
    ///
    /// - Parameters:
    ///   - pieces: The pieces.
    ///   - before: The text that leads to them; nil if it is too long for a sample.
    ///   - behind: The pieces behind them.
    ///   - found: Receives the domains.
    private static func collect(
        _ pieces: [RegexTree.Node],
        before: [UInt8]?,
        behind: [ArraySlice<RegexTree.Node>],
        into found: inout [Found]
    ) {
        var text = before
        var index = 0
        while index < pieces.count, found.count < 4 {
            var end = index
            while end < pieces.count, character(pieces[end]) != nil { end += 1 }
            if end > index {
                if let one = domain(pieces[index..<end], before: text, behind: [pieces[end...]] + behind) {
                    found.append(one)
                }
            } else {
                end = index + 1
                let parts: [RegexTree.Node]
                switch pieces[index] {
                case .choice(let branches): parts = branches
                case .repetition(let body, 1, _, _): parts = [body]
                default: parts = []
                }
                for part in parts {
                    let right = ([pieces[end...]] + behind).filter { !$0.isEmpty }
                    collect(RegexTree.flattened(part), before: text, behind: right, into: &found)
                }
            }
            RegexTree.extend(&text, by: pieces[index..<end])
            index = end
        }
    }

    /// A character of a domain, and whether the node matches any character.
    private static func character(_ node: RegexTree.Node) -> (byte: UInt8, isOpen: Bool)? {
        guard case .set(let set) = node else { return nil }
        if let byte = set.single {
            let isLetter = (0x61...0x7A).contains(byte | 0x20) && byte >= 0x41
            guard isLetter || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F else {
                return nil
            }
            return (isLetter ? byte | 0x20 : byte, false)
        }
        return set.union(ByteSet(0x0A)) == .all ? (UInt8(ascii: "."), true) : nil
    }

    private static func domain(
        _ run: ArraySlice<RegexTree.Node>,
        before: [UInt8]?,
        behind: [ArraySlice<RegexTree.Node>]
    ) -> Found? {
        var characters = run.compactMap { character($0) }
        var dots = 0
        while let first = characters.first, first.byte == UInt8(ascii: ".") {
            characters.removeFirst()
            dots += 1
        }
        while let last = characters.last, last.byte == UInt8(ascii: ".") { characters.removeLast() }
        let domain = String(decoding: characters.map(\.byte), as: UTF8.self)
        guard domain.contains("."), !domain.contains(".."), domain.utf8.count <= 253,
            RegistrableDomain.range(in: domain.utf8.span) != nil
        else { return nil }
        let beforeText = String(decoding: before ?? [], as: UTF8.self)
        // `/readme.md` and `?to=contoso.com` contain a file and a parameter that look like domains.
        if let last = beforeText.last, last != ".", !last.isLetter, !last.isNumber {
            guard beforeText.hasSuffix("://") || beforeText.hasSuffix("@") else { return nil }
        }
        return Found(
            domain: domain,
            openDots: characters.indices.filter { characters[$0].isOpen },
            before: beforeText,
            behind: String(decoding: RegexTree.sample(of: behind.joined()) ?? [], as: UTF8.self),
            isBelow: dots > 0 || beforeText.hasSuffix(".")
        )
    }
}

extension HostTexts.Found {
    private var tails: [String] {
        let behind = behind.hasPrefix("/") || behind.hasPrefix(":") || behind.hasPrefix("?") ? behind : "/" + behind
        return behind == "/" ? ["/"] : [behind, "/"]
    }

    /// URLs of the domain itself. An expression that matches none of these does not test a host.
    package var ownURLs: [String] {
        tails.flatMap { tail in
            ["https", "http"].flatMap { ["\($0)://\(domain)\(tail)", "\($0)://a.\(domain)\(tail)"] }
        }
    }

    /// URLs of other hosts that contain the domain somewhere.
    package var foreignURLs: [String] {
        let name = isBelow ? "a." + domain : domain
        return ["https", "http"].flatMap { scheme in
            tails.flatMap { tail in
                [
                    "\(scheme)://evil.example/?\(name)\(tail)",
                    "\(scheme)://evil.example/\(name)\(tail)",
                    "\(scheme)://evil.example/?https://\(name)\(tail)",
                    "\(scheme)://evil\(domain)\(tail)",
                    "\(scheme)://\(name).evil.example\(tail)",
                    "\(scheme)://evil.example/.\(name)\(tail)",
                ]
            }
        }
    }

    /// URLs of other hosts that have another character in place of a dot.
    package var misspelledURLs: [String] {
        openDots.reversed().flatMap { position in
            var bytes = Array(domain.utf8)
            bytes[position] = UInt8(ascii: "x")
            let name = (isBelow ? "a." : "") + String(decoding: bytes, as: UTF8.self)
            return ["https", "http"].flatMap { scheme in
                tails.flatMap { tail in
                    ["\(scheme)://\(name).evil.example\(tail)", "\(scheme)://\(name)\(tail)"]
                }
            }
        }
    }
}

/// Matching texts, generated by walking the tree.
extension RegexTree {
    private static let byteLimit = 512

    /// Some matching texts, as far as assertions and anchors in the middle allow.
    package func samples(limit: Int) -> [String] {
        var found: [String] = []
        for choice in 0..<limit * 2 where found.count < limit {
            var text: [UInt8] = []
            guard Self.write(root, choice, into: &text) else { continue }
            let string = String(decoding: text, as: UTF8.self)
            if !found.contains(string) { found.append(string) }
        }
        return found
    }

    /// The largest number of alternatives in one place; 1 if there are no alternatives.
    var alternativeCount: Int { Self.alternativeCount(of: root) }

    private static func alternativeCount(of node: Node) -> Int {
        switch node {
        case .sequence(let nodes): nodes.reduce(1) { max($0, alternativeCount(of: $1)) }
        case .choice(let nodes): nodes.reduce(nodes.count) { max($0, alternativeCount(of: $1)) }
        case .repetition(let node, _, _, _): alternativeCount(of: node)
        case .set, .start, .end, .boundary, .lookAround: 1
        }
    }

    /// A text that matches a piece. `choice` selects among alternatives, and whether optional parts are present.
    static func sample(of node: Node, _ choice: Int = 0) -> [UInt8]? {
        var text: [UInt8] = []
        return write(node, choice, into: &text) ? text : nil
    }

    /// A text that matches a sequence of pieces.
    static func sample(of nodes: some Sequence<Node>) -> [UInt8]? {
        var text: [UInt8]? = []
        extend(&text, by: nodes)
        return text
    }

    /// Appends a text that matches a sequence of pieces; the text becomes nil if there is none, or if it is too long.
    fileprivate static func extend(_ text: inout [UInt8]?, by nodes: some Sequence<Node>) {
        guard var extended = text else { return }
        text = nil
        for node in nodes where !write(node, 0, into: &extended) { return }
        text = extended
    }

    private static func write(_ node: Node, _ choice: Int, into text: inout [UInt8]) -> Bool {
        guard text.count < byteLimit else { return false }
        switch node {
        case .set(let set):
            guard let byte = set.sample else { return false }
            text.append(byte)
            return true
        case .sequence(let nodes): return nodes.allSatisfy { write($0, choice, into: &text) }
        case .choice(let nodes): return write(nodes[choice % nodes.count], choice / nodes.count, into: &text)
        case .repetition(let node, let least, let most, _):
            var count = least
            if least == 0, choice % 2 == 1, most != 0 { count = 1 }
            for _ in 0..<count where !write(node, choice, into: &text) { return false }
            return true
        case .start, .end, .boundary, .lookAround: return true
        }
    }
}
