import ByteText
package import URLMatching

/// A regular expression that tests only a domain or a host. Its tree determines its meaning with certainty.
///
/// `^https?://([^/]+\.)?contoso\.com(/|$)`: the schemes, what may precede the host, the host, and its end.
package struct DomainExpression: Equatable {
    package var schemes: [String]
    package var host: String
    /// Whether subdomains match, too.
    package var coversSubdomains: Bool
    /// Whether the names of those subdomains may have every character that a host can have.
    package var takesEveryName = true
    /// Whether ports other than the scheme's default match, too.
    package var takesPorts: Bool

    package init?(_ tree: RegexTree) {
        var pieces = tree.pieces[...]
        guard case .start? = pieces.popFirst(), let schemes = Self.schemes(&pieces) else { return nil }
        self.schemes = schemes
        let label = Self.subdomains(&pieces)
        coversSubdomains = label != nil
        takesEveryName = label.map { Self.hostBytes.isSubset(of: $0) } ?? true
        var host: [UInt8] = []
        while case .set(let set)? = pieces.first, let byte = set.single, byte != UInt8(ascii: "/"),
            byte != UInt8(ascii: ":")
        {
            host.append(byte)
            pieces.removeFirst()
        }
        guard host.contains(UInt8(ascii: ".")), host.first != UInt8(ascii: "."), host.last != UInt8(ascii: ".") else {
            return nil
        }
        self.host = String(decoding: host, as: UTF8.self).lowercased()
        guard let takesPorts = Self.end(pieces) else { return nil }
        self.takesPorts = takesPorts
        // Other hosts need quotes, or the key does not take them: an escaped `*.contoso.com` is no domain.
        let isPlain = self.host.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_.".utf8.contains($0) }
        guard isPlain, (try? Matcher(key: key, text: self.host)) != nil else { return nil }
    }

    /// The key that tests the same.
    package var key: MatcherKey { coversSubdomains ? .domain : .host }

    /// `http`, an optional `s`, and `://`; or two schemes in a group.
    private static func schemes(_ pieces: inout ArraySlice<RegexTree.Node>) -> [String]? {
        // The pieces up to the second slash are few, so every text that they match is written out.
        var texts: [[UInt8]] = [[]]
        while let piece = pieces.popFirst() {
            guard let choices = choices(piece) else { return nil }
            texts = texts.flatMap { text in choices.map { text + $0 } }
            guard texts.count <= 4, let first = texts.first, first.count <= 12 else { return nil }
            if first.suffix(3).elementsEqual("://".utf8) { break }
        }
        let schemes = texts.map { String(decoding: $0, as: UTF8.self) }
        guard schemes.allSatisfy({ $0 == "https://" || $0 == "http://" }) else { return nil }
        return Set(schemes.map { String($0.dropLast(3)) }).sorted(by: >)
    }

    /// The few texts that a piece matches, or nil if there are many.
    private static func choices(_ node: RegexTree.Node) -> [[UInt8]]? {
        switch node {
        case .set(let set): return set.single.map { [[$0]] }
        case .sequence(let nodes):
            return nodes.reduce([[]] as [[UInt8]]?) { texts, node in
                guard let texts, let choices = choices(node), texts.count * choices.count <= 4 else { return nil }
                return texts.flatMap { text in choices.map { text + $0 } }
            }
        case .choice(let nodes):
            let all = nodes.map { choices($0) }
            guard !all.contains(nil), nodes.count <= 4 else { return nil }
            return all.compactMap { $0 }.flatMap { $0 }
        case .repetition(let node, 0, 1, false): return choices(node).map { [[]] + $0 }
        default: return nil
        }
    }

    /// The visible bytes that a domain in canonical form can have; see
    /// [forbidden domain code points](https://url.spec.whatwg.org/#forbidden-domain-code-point).
    private static let hostBytes: ByteSet = {
        let forbidden = "#%/:<>?@[\\]^|"
        var bytes = ByteSet()
        for byte in UInt8(0x21)...0x7E where !(0x41...0x5A).contains(byte) && !forbidden.utf8.contains(byte) {
            bytes.insert(byte)
        }
        return bytes
    }()

    /// `([^/]+\.)?`, `([a-z0-9_-]+\.)*` and similar: any subdomain, or none. Returns the bytes of its name.
    private static func subdomains(_ pieces: inout ArraySlice<RegexTree.Node>) -> ByteSet? {
        guard case .repetition(let body, 0, let most, _)? = pieces.first, most == 1 || most == nil else { return nil }
        let inner = RegexTree.flattened(body)
        guard inner.count == 2, case .repetition(.set(let label), let least, nil, _) = inner[0], least <= 1,
            case .set(let dot) = inner[1], dot.single == UInt8(ascii: "."), dot == ByteSet(UInt8(ascii: "."))
        else { return nil }
        // A single repetition must match dots, too; a repeated group matches them one at a time.
        let wanted = "abcdefghijklmnopqrstuvwxyz0123456789-_" + (most == 1 ? "." : "")
        // In such URLs, a `/` precedes any `?` and `#`, so it is enough that no `/` is matched.
        guard wanted.utf8.allSatisfy(label.contains), !label.contains(UInt8(ascii: "/")) else { return nil }
        pieces.removeFirst()
        return label.union(dot)
    }

    /// `/`, `(/|$)`, `[/:]`, `(:\d+)?/`, each optionally followed by `.*` and `$`. Returns whether ports match, or nil
    /// for anything else.
    private static func end(_ rest: ArraySlice<RegexTree.Node>) -> Bool? {
        var rest = rest
        var takesPorts = false
        if case .repetition(let body, 0, 1, _)? = rest.first, isPort(RegexTree.flattened(body)) {
            takesPorts = true
            rest.removeFirst()
        }
        guard let first = rest.popFirst(), let end = delimiter(first) else { return nil }
        if end.contains(UInt8(ascii: ":")) { takesPorts = true }
        guard end.contains(UInt8(ascii: "/")) else { return nil }
        // After a delimiter, the expression must not require anything more.
        if case .repetition(.set(let set), 0, nil, _)? = rest.first {
            guard set.union(ByteSet(0x0A)) == .all else { return nil }
            rest.removeFirst()
            if case .end? = rest.first { rest.removeFirst() }
        }
        return rest.isEmpty ? takesPorts : nil
    }

    private static func isPort(_ nodes: [RegexTree.Node]) -> Bool {
        guard nodes.count == 2, case .set(let colon) = nodes[0], colon == ByteSet(UInt8(ascii: ":")),
            case .repetition(.set(let digits), let least, let most, _) = nodes[1], least <= 1,
            most.map({ $0 >= 5 }) ?? true
        else { return false }
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).allSatisfy { digits.contains($0) }
    }

    /// The bytes that end the host, or nil if the node matches something else.
    private static func delimiter(_ node: RegexTree.Node) -> ByteSet? {
        switch node {
        case .set(let set):
            let delimiters = ByteSet(0x2F...0x2F, 0x3A...0x3A, 0x3F...0x3F, 0x23...0x23)
            return set.intersection(delimiters) == set ? set : nil
        case .choice(let nodes):
            var set = ByteSet()
            for node in nodes {
                if case .end = node { continue }
                guard let one = delimiter(node) else { return nil }
                set = set.union(one)
            }
            return set
        default: return nil
        }
    }
}
