import ByteText
import URLStandard

/// The pattern of one component, compiled: the Standard's
/// [component](https://urlpattern.spec.whatwg.org/#component).
struct PatternComponent: Sendable {
    let parts: [PatternPart]
    let options: PatternOptions
    let encoder: ComponentEncoder
    /// How it is matched.
    let form: ComponentForm
    /// The pattern string that the parts are written back to.
    let text: String

    /// [Compiles a component](https://urlpattern.spec.whatwg.org/#compile-a-component).
    ///
    /// - Throws: ``MatcherError``, with the place in the author's text.
    /// - Complexity: O(*n*) in the text, and the compilation of a regular expression where one is needed.
    init(_ text: PatternText, _ options: PatternOptions, _ encoder: ComponentEncoder) throws(MatcherError) {
        self.options = options
        self.encoder = encoder
        parts = try PatternParser.parse(text, options, encoder)
        form = try ComponentForm(parts, options, of: text)
        self.text = PatternStringWriter.text(of: parts, options)
    }

    /// Whether a group has a regular expression of its own.
    var hasRegExpGroups: Bool { parts.contains { $0.kind == .regexp } }

    /// Whether [a special scheme matches](https://urlpattern.spec.whatwg.org/#protocol-component-matches-a-special-scheme).
    var matchesSpecialScheme: Bool {
        var scratch = RegexScratch()
        for scheme in SpecialScheme.allCases
        where form.matches(scheme.name.utf8.span, scratch: &scratch) == .matched { return true }
        return false
    }

    /// The groups as the Standard's regular expression finds them; nil where the component does not match.
    ///
    /// - Throws: ``MatcherError`` where the expression is too large or reaches a limit.
    func groups(in input: Span<UInt8>) throws(MatcherError) -> [URLPatternResult.Group]? {
        let expression = try PatternExpression(parts, options)
        let program = try RegexProgram(compiling: expression.bytes.span, dialect: .pattern)
        let captures: [Range<Int>?]
        switch program.captures(in: input) {
        case .notMatched: return nil
        case .limitReached: throw MatcherError(.regexTooLarge, "the pattern reached a limit of regular expressions")
        case .matched(let found): captures = found
        }
        return expression.names.enumerated().map { index, name in
            var range = index + 1 < captures.count ? captures[index + 1] : nil
            if range?.isEmpty ?? false, expression.absentWhereEmpty.contains(index + 1) { range = nil }
            return URLPatternResult.Group(name: name, value: range.map { input.extracting($0).string })
        }
    }
}
