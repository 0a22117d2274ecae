/// Reads the parts of a component's pattern: [parse a pattern string](https://urlpattern.spec.whatwg.org/#parse-a-pattern-string).
///
/// 1. ``PatternTokenizer`` splits the text into tokens;
/// 2. a group is `<prefix><name><regexp><modifier>` or the same in braces, and everything else is text;
/// 3. text is accumulated as far as possible, and put into canonical form by the component's ``ComponentEncoder``.
struct PatternParser {
    private let input: PatternText
    private let options: PatternOptions
    private let encoder: ComponentEncoder
    private let tokens: [PatternToken]
    private var index = 0
    private var parts: [PatternPart] = []
    private var names: Set<String> = []
    private var nextNumber = 0
    /// Text that is not yet in a part, and the code points it was written with.
    private var pending = ""
    private var pendingRange: Range<Int>?

    static func parse(
        _ input: PatternText,
        _ options: PatternOptions,
        _ encoder: ComponentEncoder
    ) throws(MatcherError) -> [PatternPart] {
        var parser = PatternParser(input, options, encoder, try PatternTokenizer.tokenize(input, .strict))
        try parser.run()
        return parser.parts
    }

    private init(
        _ input: PatternText,
        _ options: PatternOptions,
        _ encoder: ComponentEncoder,
        _ tokens: [PatternToken]
    ) {
        self.input = input
        self.options = options
        self.encoder = encoder
        self.tokens = tokens
    }

    private mutating func run() throws(MatcherError) {
        while index < tokens.count {
            let start = tokens[index].index
            let char = consume(.char)
            let name = consume(.name)
            let group = consumeGroup(name)
            if name != nil || group != nil {
                var prefix = char.map { input.string($0.value) } ?? ""
                if !prefix.isEmpty, !options.isPrefix(prefix) {
                    append(prefix, start..<start + 1)
                    prefix = ""
                }
                try addPendingText()
                let modifier = consumeModifier()
                try addPart(prefix, name, group, "", modifier, from: start)
            } else if let fixed = char ?? consume(.escapedChar) {
                append(input.string(fixed.value), start..<fixed.value.upperBound)
            } else if consume(.open) != nil {
                let prefix = consumeText()
                let name = consume(.name)
                let group = consumeGroup(name)
                let suffix = consumeText()
                try require(.close, openedAt: start)
                let modifier = consumeModifier()
                try addPart(prefix, name, group, suffix, modifier, from: start)
            } else {
                try addPendingText()
                try require(.end, openedAt: nil)
            }
        }
    }

    // MARK: Tokens

    private mutating func consume(_ kind: PatternToken.Kind) -> PatternToken? {
        guard index < tokens.count, tokens[index].kind == kind else { return nil }
        index += 1
        return tokens[index - 1]
    }

    private mutating func consumeGroup(_ name: PatternToken?) -> PatternToken? {
        consume(.regexp) ?? (name == nil ? consume(.asterisk) : nil)
    }

    private mutating func consumeModifier() -> PatternPart.Modifier {
        guard let token = consume(.otherModifier) else { return consume(.asterisk) == nil ? .none : .zeroOrMore }
        return input.scalars[token.index] == "?" ? .optional : .oneOrMore
    }

    private mutating func consumeText() -> String {
        var text = ""
        while let token = consume(.char) ?? consume(.escapedChar) { text += input.string(token.value) }
        return text
    }

    private mutating func require(_ kind: PatternToken.Kind, openedAt open: Int?) throws(MatcherError) {
        guard consume(kind) == nil else { return }
        let token = tokens[index]
        let place = token.index..<token.index + 1
        switch token.kind {
        case .end:
            let open = open ?? token.index
            throw input.error("`{` is not closed", help: "write `\\{` for a brace", at: open..<open + 1)
        case .otherModifier:
            let sign = input.string(place)
            throw input.error(
                "the modifier `\(sign)` has no group before it",
                help: "write `\\\(sign)` for the character itself",
                at: place
            )
        case .close: throw input.error("`}` has no `{` before it", help: "write `\\}` for a brace", at: place)
        case .open: throw input.error("`{` is not allowed inside braces", help: "write `\\{` for a brace", at: place)
        default: throw input.error("braces contain more than one group", help: "put each into its own", at: place)
        }
    }

    // MARK: Parts

    private mutating func append(_ text: String, _ range: Range<Int>) {
        pending += text
        pendingRange = (pendingRange?.lowerBound ?? range.lowerBound)..<range.upperBound
    }

    private mutating func addPendingText() throws(MatcherError) {
        guard !pending.isEmpty else { return }
        let value = try encode(pending, at: pendingRange ?? 0..<input.scalars.count)
        parts.append(PatternPart(kind: .fixedText, value: value, modifier: .none))
        pending = ""
        pendingRange = nil
    }

    private mutating func addPart(
        _ prefix: String,
        _ name: PatternToken?,
        _ group: PatternToken?,
        _ suffix: String,
        _ modifier: PatternPart.Modifier,
        from start: Int
    ) throws(MatcherError) {
        let end = index < tokens.count ? tokens[index].index : input.scalars.count
        if name == nil, group == nil, modifier == .none { return append(prefix, start..<end) }
        try addPendingText()
        if name == nil, group == nil {
            guard !prefix.isEmpty else { return }
            let value = try encode(prefix, at: start..<end)
            parts.append(PatternPart(kind: .fixedText, value: value, modifier: modifier))
            return
        }
        let regexp = group.map { $0.kind == .asterisk ? ".*" : input.string($0.value) } ?? options.segmentWildcard
        let kind: PatternPart.Kind =
            regexp == options.segmentWildcard ? .segmentWildcard : regexp == ".*" ? .fullWildcard : .regexp
        let label = name.map { input.string($0.value) } ?? "\(nextNumber)"
        if name == nil { nextNumber += 1 }
        guard names.insert(label).inserted else {
            throw input.error(
                "the name \(QuotedText.quote(label)) is given twice",
                help: "give each group its own name",
                at: name.map { $0.index..<$0.value.upperBound } ?? start..<end
            )
        }
        parts.append(
            PatternPart(
                kind: kind,
                value: kind == .regexp ? regexp : "",
                modifier: modifier,
                name: label,
                prefix: try encode(prefix, at: start..<end),
                suffix: try encode(suffix, at: start..<end),
                place: group?.value
            )
        )
    }

    private func encode(_ text: String, at range: Range<Int>) throws(MatcherError) -> String {
        guard let encoded = encoder.encode(text) else {
            throw input.error("\(QuotedText.quote(text)) is not allowed in a \(encoder.noun)", at: range)
        }
        return encoded
    }
}

/// A piece of a pattern as code points, with its position in the author's text.
struct PatternText {
    let scalars: [Unicode.Scalar]
    /// The offset of its first byte in the author's text; negative if the piece begins with text of a base URL.
    let origin: Int
    /// The length of the author's text, in bytes.
    let authorCount: Int

    init(_ text: String, origin: Int = 0, authorCount: Int? = nil) {
        scalars = Array(text.unicodeScalars)
        self.origin = origin
        self.authorCount = authorCount ?? text.utf8.count
    }

    /// The text of a range of code points.
    func string(_ range: Range<Int>) -> String {
        // PERF: `append(contentsOf:)` transcodes through two arrays, which is slow for the few code points of a token.
        var view = String.UnicodeScalarView()
        for scalar in scalars[range] { view.append(scalar) }
        return String(view)
    }

    /// The bytes of the author's text for a range of code points; nil if none of these are in that text.
    func bytes(_ range: Range<Int>) -> Range<Int>? {
        let range = range.clamped(to: scalars.indices)
        let start = max(origin + width(of: 0..<range.lowerBound), 0)
        let end = min(origin + width(of: 0..<range.upperBound), authorCount)
        return start < end ? start..<end : nil
    }

    /// The number of bytes in a range of code points.
    func width(of range: Range<Int>) -> Int { scalars[range].reduce(0) { $0 + UTF8.width($1) } }

    /// An error about a range of code points.
    func error(_ message: String, help: String? = nil, at range: Range<Int>) -> MatcherError {
        MatcherError(.invalidPattern, message, help: help, range: bytes(range))
    }
}
