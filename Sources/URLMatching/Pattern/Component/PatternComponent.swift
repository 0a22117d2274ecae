import ByteText
import URLStandard

/// The pattern of one component, compiled: the Standard's
/// [component](https://urlpattern.spec.whatwg.org/#component).
struct PatternComponent: Sendable {
    let parts: [PatternPart]
    let options: PatternOptions
    let encoder: ComponentEncoder
    /// How the component is matched.
    let form: ComponentForm
    /// The pattern string generated from the parts.
    let text: String

    /// [Compiles a component](https://urlpattern.spec.whatwg.org/#compile-a-component).
    ///
    /// - Throws: ``MatcherError``, with the range in the author's text.
    /// - Complexity: O(*n*) in the text, plus the compilation of a regular expression if one is needed.
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

    /// The groups as the Standard's regular expression finds them; nil if the component does not match.
    ///
    /// - Throws: ``MatcherError`` if the expression is too large or reaches a limit.
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

/// The components of a URL that a pattern matches separately, as the [URL Pattern
/// Standard](https://urlpattern.spec.whatwg.org) names them.
public enum URLPatternComponent: String, CaseIterable, Hashable, Sendable {
    /// The scheme, without `:`.
    case `protocol`
    /// The user name.
    case username
    /// The password.
    case password
    /// The host, without its port.
    case hostname
    /// The port; empty if it is the scheme's default.
    case port
    /// The path.
    case pathname
    /// The query, without `?`.
    case search
    /// The fragment, without `#`.
    case hash

    /// The index of the component in the Standard's order.
    var position: Int {
        switch self {
        case .protocol: 0
        case .username: 1
        case .password: 2
        case .hostname: 3
        case .port: 4
        case .pathname: 5
        case .search: 6
        case .hash: 7
        }
    }
}

/// What a pattern found in a URL that it matches: the Standard's
/// [URLPatternResult](https://urlpattern.spec.whatwg.org/#dictdef-urlpatternresult).
public struct URLPatternResult: Hashable, Sendable {
    /// What was found in one component.
    public struct Component: Hashable, Sendable {
        /// The component of the URL that was matched.
        public let input: String
        /// What each group matched, in the order of the pattern; nil for a group that did not participate.
        public let groups: [Group]
    }

    /// What one group matched.
    public struct Group: Hashable, Sendable {
        /// The name after `:`, or for a group without a name its number, from 0.
        public let name: String
        /// The text it matched; nil if the group did not participate.
        public let value: String?
    }

    let components: [Component]

    /// What was found in a component.
    public subscript(component: URLPatternComponent) -> Component { components[component.position] }
}
