/// Splits a pattern for a whole URL into patterns for its components:
/// [parse a constructor string](https://urlpattern.spec.whatwg.org/#parse-a-constructor-string).
///
/// It has the states of the URL parser, but advances token by token, so that the `:` of a name and the `/` of a group
/// are not taken as delimiters of a URL.
struct ConstructorStringParser {
    private enum State {
        case initial, authority, done
        case component(URLPatternComponent)
    }

    /// The components, and the byte offset of each in the text.
    struct Result {
        var components = URLPatternInit()
        var origins: [URLPatternComponent: Int] = [:]
    }

    private let input: PatternText
    private let tokens: [PatternToken]
    private var result = Result()
    private var componentStart = 0
    private var index = 0
    private var increment = 1
    private var groupDepth = 0
    private var bracketDepth = 0
    private var matchesSpecialScheme = false
    private var state = State.initial

    /// - Throws: ``MatcherError`` about the scheme, which must be understood to interpret the rest.
    static func parse(_ text: String) throws(MatcherError) -> Result {
        let input = PatternText(text)
        var parser = ConstructorStringParser(input, try PatternTokenizer.tokenize(input, .lenient))
        try parser.run()
        return parser.result
    }

    private init(_ input: PatternText, _ tokens: [PatternToken]) {
        self.input = input
        self.tokens = tokens
    }

    private mutating func run() throws(MatcherError) {
        while index < tokens.count {
            increment = 1
            if tokens[index].kind == .end {
                guard finish() else { break }
            } else if tokens[index].kind == .open {
                groupDepth += 1
            } else if groupDepth > 0, tokens[index].kind != .close {
                // Inside braces, nothing separates components.
            } else {
                if groupDepth > 0 { groupDepth -= 1 }
                try step()
            }
            index += increment
        }
        // An author who writes no port usually means the default one.
        if result.components[.hostname] != nil, result.components[.port] == nil { result.components[.port] = "" }
    }

    /// Handles the end of the text in the current state; returns false when everything has been read.
    private mutating func finish() -> Bool {
        switch state {
        case .initial:
            rewind()
            if isHashPrefix {
                change(to: .component(.hash), skip: 1)
            } else if isSearchPrefix {
                change(to: .component(.search), skip: 1)
            } else {
                change(to: .component(.pathname), skip: 0)
            }
            return true
        case .authority:
            rewind()
            state = .component(.hostname)
            return true
        case .component, .done:
            change(to: .done, skip: 0)
            return false
        }
    }

    private mutating func step() throws(MatcherError) {
        switch state {
        case .initial:
            guard isLiteral(":") else { return }
            rewind()
            state = .component(.protocol)
        case .authority:
            if isLiteral("@") {
                rewind()
                state = .component(.username)
            } else if isLiteral("/") || isSearchPrefix || isHashPrefix {
                rewind()
                state = .component(.hostname)
            }
        case .component(.protocol):
            guard isLiteral(":") else { return }
            try computeMatchesSpecialScheme()
            let hasSlashes = isLiteral("/", at: index + 1) && isLiteral("/", at: index + 2)
            let hasAuthority = hasSlashes || matchesSpecialScheme
            change(to: hasAuthority ? .authority : .component(.pathname), skip: hasSlashes ? 3 : 1)
        case .component(.username):
            if isLiteral(":") {
                change(to: .component(.password), skip: 1)
            } else if isLiteral("@") {
                change(to: .component(.hostname), skip: 1)
            }
        case .component(.password): if isLiteral("@") { change(to: .component(.hostname), skip: 1) }
        case .component(.hostname):
            if isLiteral("[") {
                bracketDepth += 1
            } else if isLiteral("]") {
                bracketDepth -= 1
            } else if isLiteral(":"), bracketDepth == 0 {
                change(to: .component(.port), skip: 1)
            } else {
                stepToSuffix(from: .hostname)
            }
        case .component(let component): stepToSuffix(from: component)
        case .done: break
        }
    }

    /// Moves on to the path, the query or the fragment if one begins here and may follow.
    private mutating func stepToSuffix(from component: URLPatternComponent) {
        if isLiteral("/"), component.position < URLPatternComponent.pathname.position {
            change(to: .component(.pathname), skip: 0)
        } else if isSearchPrefix, component.position < URLPatternComponent.search.position {
            change(to: .component(.search), skip: 1)
        } else if isHashPrefix, component.position < URLPatternComponent.hash.position {
            change(to: .component(.hash), skip: 1)
        }
    }

    private mutating func change(to next: State, skip: Int) {
        if case .component(let component) = state { store(component) }
        let from: Int
        switch state {
        case .initial, .done: from = .max
        case .authority: from = URLPatternComponent.protocol.position
        case .component(let component): from = component.position
        }
        // The components that are skipped are empty rather than wildcards.
        if case .component(let component) = next, from != .max {
            let to = component.position
            let defaults: [(URLPatternComponent, String)] = [
                (.hostname, ""), (.pathname, matchesSpecialScheme ? "/" : ""), (.search, ""),
            ]
            for (skipped, value) in defaults where from < skipped.position && skipped.position < to {
                if result.components[skipped] == nil { result.components[skipped] = value }
            }
        }
        state = next
        index += skip
        componentStart = index
        increment = 0
    }

    private mutating func rewind() {
        index = componentStart
        increment = 0
    }

    // MARK: Tokens

    private func token(at index: Int) -> PatternToken { tokens[min(index, tokens.count - 1)] }

    /// Whether a token is this literal character, and not part of the pattern's syntax.
    private func isLiteral(_ character: Unicode.Scalar, at index: Int) -> Bool {
        let token = token(at: index)
        switch token.kind {
        case .char, .escapedChar, .invalidChar:
            return token.value.count == 1 && input.scalars[token.value.lowerBound] == character
        default: return false
        }
    }

    private func isLiteral(_ character: Unicode.Scalar) -> Bool { isLiteral(character, at: index) }

    private var isHashPrefix: Bool { isLiteral("#") }

    /// Whether a query begins here: a `?` that does not modify a group.
    private var isSearchPrefix: Bool {
        if isLiteral("?") { return true }
        let token = token(at: index)
        guard token.kind == .otherModifier, input.scalars[token.index] == "?" else { return false }
        guard index > 0 else { return true }
        switch self.token(at: index - 1).kind {
        case .name, .regexp, .close, .asterisk: return false
        default: return true
        }
    }

    private var componentRange: Range<Int> { token(at: componentStart).index..<tokens[index].index }

    private mutating func store(_ component: URLPatternComponent) {
        result.components[component] = input.string(componentRange)
        result.origins[component] = input.width(of: 0..<componentRange.lowerBound)
    }

    private mutating func computeMatchesSpecialScheme() throws(MatcherError) {
        let text = PatternText(
            input.string(componentRange),
            origin: input.width(of: 0..<componentRange.lowerBound),
            authorCount: input.origin + input.authorCount
        )
        matchesSpecialScheme = try PatternComponent(text, .standard, .protocol).matchesSpecialScheme
    }
}
