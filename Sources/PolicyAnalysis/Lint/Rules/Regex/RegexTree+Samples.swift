import URLMatching

/// Texts that match, made by walking the tree.
extension RegexTree {
    private static let byteLimit = 512

    /// Some texts that match, as far as assertions and anchors in the middle allow.
    func samples(limit: Int) -> [String] {
        var found: [String] = []
        for choice in 0..<limit * 2 where found.count < limit {
            var text: [UInt8] = []
            guard Self.write(root, choice, into: &text) else { continue }
            let string = String(decoding: text, as: UTF8.self)
            if !found.contains(string) { found.append(string) }
        }
        return found
    }

    /// A text that matches a piece; `choice` selects among alternatives and whether what may be absent is.
    static func sample(of node: Node, _ choice: Int = 0) -> [UInt8]? {
        var text: [UInt8] = []
        return write(node, choice, into: &text) ? text : nil
    }

    /// A text that matches some pieces one after the other.
    static func sample(of nodes: some Collection<Node>) -> [UInt8]? { sample(of: .sequence(Array(nodes))) }

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
