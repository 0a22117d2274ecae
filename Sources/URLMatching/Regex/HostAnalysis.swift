/// Finds out which hosts a regular expression is about, where it says so at its beginning:
/// `^https?://([^/]+\.)?contoso\.com(:[0-9]+)?/`.
///
/// Everything that such an expression matches has one of the hosts found, or one below, so that an index has to ask it of
/// no other URL. What is read is what ``LiteralAnalysis`` understands; anything else gives no host.
struct HostAnalysis {
    /// What may stand between `://` and the host that is written out.
    private enum Front { case subdomain, optionalSubdomain }

    private static let schemes: Set<[UInt8]> = [Array("http://".utf8), Array("https://".utf8)]
    /// More texts than these are not followed.
    private static let most = 16

    private var front: Front?
    /// What has been matched so far, of which one text stands there: from the beginning, or from ``front`` on.
    private var texts: [[UInt8]] = [[]]

    /// Reads an expression.
    ///
    /// - Parameter pattern: As for ``LiteralAnalysis/literals(of:)``.
    /// - Returns: The hosts of which one has every URL that matches; nil where that is not known.
    static func anchors(of pattern: Span<UInt8>) -> [HostAnchor]? {
        var analysis = HostAnalysis()
        do throws(LiteralAnalysis.NotUnderstood) {
            guard let all = try LiteralAnalysis.items(of: pattern) else { return nil }
            // Case means nothing to a host.
            let items = all.drop { $0.source.elementsEqual("(?i)".utf8) }
            guard items.first?.source == [UInt8(ascii: "^")] else { return nil }
            return analysis.anchors(items.dropFirst())
        } catch {
            return nil
        }
    }

    private mutating func anchors(_ items: ArraySlice<LiteralAnalysis.Item>) -> [HostAnchor]? {
        var rest = items
        while let item = rest.first, !isHostWhole {
            if let texts = item.texts {
                guard self.texts.count * texts.count <= Self.most else { return nil }
                self.texts = self.texts.flatMap { text in texts.map { text + $0 } }
            } else if front == nil, Set(texts).isSubset(of: Self.schemes), let front = Self.front(item.source) {
                self.front = front
                texts = [[]]
            } else {
                break
            }
            rest.removeFirst()
        }
        guard isHostWhole || Self.endsHost(rest) else { return nil }
        var anchors: [HostAnchor] = []
        for text in texts {
            guard let host = host(of: text) else { return nil }
            let anchor: HostAnchor =
                switch front {
                case nil: .host(host)
                case .subdomain?: .subdomains(host)
                case .optionalSubdomain?: .domain(host)
                }
            if !anchors.contains(anchor) { anchors.append(anchor) }
        }
        return anchors
    }

    /// Whether every text goes on behind its host.
    private var isHostWhole: Bool {
        texts.allSatisfy { text in
            afterScheme(text)?.contains { Self.isDelimiter($0) } ?? false
        }
    }

    /// A text without its scheme; nil where it has none.
    private func afterScheme(_ text: [UInt8]) -> ArraySlice<UInt8>? {
        if front != nil { return text[...] }
        return Self.schemes.first { text.starts(with: $0) }.map { text[$0.count...] }
    }

    /// The host of a text; nil where it is none that a canonical URL can have.
    private func host(of text: [UInt8]) -> [UInt8]? {
        guard let name = afterScheme(text)?.prefix(while: { !Self.isDelimiter($0) }) else { return nil }
        let host = name.map(\.asciiLowercased)
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard !labels.contains([]), host.allSatisfy({ Self.isOfName($0) }) else { return nil }
        return host
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        LiteralAnalysis.isLetterOrDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_")
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: ":") }

    /// What a group such as `([^/]+\.)?` lets stand before a host: labels, each with its dot, and never a `/`.
    private static func front(_ source: [UInt8]) -> Front? {
        var source = source[...]
        guard let last = source.last else { return nil }
        let isOptional = last == UInt8(ascii: "?") || last == UInt8(ascii: "*")
        if isOptional || last == UInt8(ascii: "+") { source.removeLast() }
        guard source.first == UInt8(ascii: "("), source.last == UInt8(ascii: ")") else { return nil }
        source = source.dropFirst().dropLast()
        if source.starts(with: "?:".utf8) { source = source.dropFirst(2) }
        guard source.suffix(2).elementsEqual("\\.".utf8) else { return nil }
        source = source.dropLast(2)
        guard source.last == UInt8(ascii: "+") || source.last == UInt8(ascii: "*") else { return nil }
        return hasNoSlash(class: source.dropLast()) ? (isOptional ? .optionalSubdomain : .subdomain) : nil
    }

    /// Whether this is a class that no `/` is of, in one of the forms that are easily told: `[^/…]`, or nothing but letters,
    /// digits, `-`, `_`, `.` and their ranges; `\w`.
    private static func hasNoSlash(class source: ArraySlice<UInt8>) -> Bool {
        if source.elementsEqual("\\w".utf8) { return true }
        guard source.first == UInt8(ascii: "["), source.last == UInt8(ascii: "]") else { return false }
        let inner = source.dropFirst().dropLast()
        if inner.first == UInt8(ascii: "^") {
            // Without `\`, `[`, `]` and `-`, each byte stands for itself.
            return inner.contains(UInt8(ascii: "/")) && !inner.contains { "\\[]-".utf8.contains($0) }
        }
        let plain = inner.split(separator: UInt8(ascii: "\\"), omittingEmptySubsequences: false)
        guard let first = plain.first, plain.dropFirst().allSatisfy({ "wd.-".utf8.contains($0.first ?? 0) }) else {
            return false
        }
        // Of these bytes no range reaches over `/`, but the one from `-` or `.` to a digit or letter.
        let bytes = Array(first) + plain.dropFirst().flatMap { Array($0.dropFirst()) }
        guard bytes.allSatisfy({ isOfName($0) }) else { return false }
        let withoutLast = inner.dropLast()
        return !zip(withoutLast, withoutLast.dropFirst()).contains { one, next in
            next == UInt8(ascii: "-") && (one == UInt8(ascii: ".") || one == UInt8(ascii: "-"))
        }
    }

    /// Whether what comes next ends a host: `(/|$)`, `[/:]`, or a port that may be missing and a `/`.
    private static func endsHost(_ rest: ArraySlice<LiteralAnalysis.Item>) -> Bool {
        guard let first = rest.first else { return false }
        let source = String(decoding: first.source, as: UTF8.self)
        if ["(/|$)", "(?:/|$)", "($|/)", "(?:$|/)", "[/:]", "[:/]", "(:|/)", "(/|:)", "$"].contains(source) {
            return true
        }
        guard source.hasPrefix("(:") || source.hasPrefix("(?::"), source.hasSuffix(")?"), !source.contains("|"),
            let second = rest.dropFirst().first
        else { return false }
        return second.texts?.allSatisfy { $0.first == UInt8(ascii: "/") } ?? endsHost(rest.dropFirst())
    }
}
