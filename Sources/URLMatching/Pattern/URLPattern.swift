import ByteText
import URLStandard

/// A pattern for URLs as defined by the [URL Pattern Standard](https://urlpattern.spec.whatwg.org).
///
/// It has a pattern for each component of a URL, and matches a URL if every component matches:
///
/// ```swift
/// import URLStandard
///
/// let pattern = try URLPattern("https://{*.}?contoso.com/docs/:page")
/// pattern.test(try URLRecord(parsing: "https://www.contoso.com/docs/intro".utf8.span))  // true
/// ```
///
/// Some results are surprising, but follow the Standard: `https://contoso.com/*?x` has no query, because its `?` makes
/// the `*` optional (write `\\?`); `https://contoso.com/` has the default port and any query; `https://contoso.com`
/// also has any path.
///
/// A pattern is immutable and can be shared by any number of threads. Two patterns are equal if their pattern strings
/// and options are equal.
public struct URLPattern: Sendable {
    let compiled: CompiledURLPattern

    /// Makes a pattern from one text.
    ///
    /// - Parameters:
    ///   - text: A [constructor string](https://urlpattern.spec.whatwg.org/#parse-a-constructor-string), at most
    ///     ``byteLimit`` bytes of UTF-8.
    ///   - baseURL: The absolute URL that a pattern without a scheme is relative to.
    ///   - ignoreCase: Whether path, query and fragment ignore case.
    /// - Throws: ``MatcherError``, with the range in the text.
    /// - Complexity: O(*n*) in the text, plus the compilation of at most eight regular expressions.
    public init(_ text: String, baseURL: String? = nil, ignoreCase: Bool = false) throws(MatcherError) {
        guard text.utf8.count <= Self.byteLimit else { throw Self.tooLong }
        var result = try ConstructorStringParser.parse(text)
        guard baseURL != nil || result.components[.protocol] != nil else {
            throw Self.missingScheme(in: text)
        }
        result.components.baseURL = baseURL
        do throws(URLPatternError) {
            compiled = try CompiledURLPattern(result.components, origins: result.origins, text: text, ignoreCase)
        } catch {
            throw error.error
        }
    }

    /// Makes a pattern from patterns for components.
    ///
    /// - Parameters:
    ///   - components: The patterns, together at most ``byteLimit`` bytes of UTF-8. A component that is nil is taken
    ///     from the base URL, or matches everything.
    ///   - ignoreCase: Whether path, query and fragment ignore case.
    /// - Throws: ``MatcherError``, with the range in the component's text.
    /// - Complexity: The same as ``init(_:baseURL:ignoreCase:)``.
    public init(_ components: URLPatternInit, ignoreCase: Bool = false) throws(MatcherError) {
        do throws(URLPatternError) {
            try self.init(reading: components, ignoreCase: ignoreCase)
        } catch {
            throw error.error
        }
    }

    /// Makes a pattern from patterns for components, with errors that name the component.
    package init(reading components: URLPatternInit, ignoreCase: Bool) throws(URLPatternError) {
        let length = URLPatternComponent.allCases.reduce(0) { $0 + (components[$1]?.utf8.count ?? 0) }
        guard length <= Self.byteLimit else { throw URLPatternError(component: nil, error: Self.tooLong) }
        compiled = try CompiledURLPattern(components, origins: [:], text: nil, ignoreCase)
    }

    /// The maximum length of a pattern in bytes.
    public static var byteLimit: Int { 16 << 10 }

    /// The pattern string of a component in canonical form; `*` if the component matches everything.
    public subscript(component: URLPatternComponent) -> String { compiled[component].text }

    /// Whether a group has a regular expression of its own: the Standard's
    /// [has regexp groups](https://urlpattern.spec.whatwg.org/#url-pattern-has-regexp-groups).
    public var hasRegExpGroups: Bool { compiled.components.contains(where: \.hasRegExpGroups) }

    /// Whether path, query and fragment ignore case.
    public var ignoresCase: Bool { compiled.ignoresCase }

    /// The error for a text without a scheme.
    static func missingScheme(in text: String) -> MatcherError {
        MatcherError(
            .invalidPattern,
            "the pattern \(QuotedText.quote(text)) has no scheme",
            help: text.isEmpty ? nil : schemeHelp(for: text)
        )
    }

    private static func schemeHelp(for text: String) -> String {
        let bytes = text.utf8
        if bytes.starts(with: "//".utf8) { return "write \(QuotedText.quote("https:" + text))" }
        // A path or a query behind `https://` would be read as a host.
        if let first = bytes.first, "/?#".utf8.contains(first) {
            return "write a scheme and a host before it, such as `https://contoso.com`, or a mapping for any host"
        }
        if let (scheme, rest) = HostText.incompleteScheme(text.utf8.span) {
            return "write \(QuotedText.quote("\(scheme)://\(rest)"))"
        }
        // The `:` of `https:contoso.com` begins the name of a group.
        for scheme in SpecialScheme.allCases where text.lowercased().utf8.starts(with: "\(scheme.name):".utf8) {
            let rest = String(text.unicodeScalars.dropFirst(scheme.name.utf8.count + 1))
            return "write \(QuotedText.quote("\(scheme.name)://\(rest)"))"
        }
        if let pattern = escapingColon(of: text) {
            return "write \(QuotedText.quote(pattern)), because a `:` before a letter begins a group"
        }
        if beginsGroup(text) {
            return "write `https://` before a host and `/` before a path, or `\\:` behind the scheme of an app"
        }
        return "write \(QuotedText.quote("https://" + text)), or `*://` for any scheme"
    }

    /// Whether the first `:` begins the name of a group, also behind `https://`.
    private static func beginsGroup(_ text: String) -> Bool {
        let name = text.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()
        return name.first.map { $0.isASCIILetter || $0 == UInt8(ascii: "_") } ?? false
    }

    /// A pattern such as `myapp:open/*` with a `\` before its `:`; nil for one that does not begin with a scheme.
    private static func escapingColon(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = text[..<colon].lowercased()
        // A name with a dot is rather a host.
        guard SchemeMatcher.isScheme(scheme.utf8.span), scheme != "localhost", !scheme.contains(".") else { return nil }
        let pattern = "\(text[..<colon])\\\(text[colon...])"
        return (try? PatternMatcher(pattern)) == nil ? nil : pattern
    }

    private static var tooLong: MatcherError {
        MatcherError(.tooLong, "the pattern is longer than \(byteLimit) bytes", help: "split it into several values")
    }
}

extension URLPattern: Hashable {
    /// Whether all pattern strings and the options are equal.
    public static func == (left: URLPattern, right: URLPattern) -> Bool {
        left.ignoresCase == right.ignoresCase
            && left.compiled.components.elementsEqual(right.compiled.components) { $0.text == $1.text }
    }

    /// Hashes the pattern strings.
    public func hash(into hasher: inout Hasher) {
        for component in compiled.components { hasher.combine(component.text) }
    }
}

extension URLPattern: CustomStringConvertible {
    /// The pattern as one text, such as `https://contoso.com/a`. If no such text gives these components, the pattern
    /// strings of those that do not match everything, such as `hostname contoso.com, port "", pathname /a`.
    ///
    /// - Complexity: The same as ``init(_:baseURL:ignoreCase:)``, because the text is read to compare it.
    public var description: String {
        let text = constructorString
        let isSame = (try? URLPattern(text, ignoreCase: ignoresCase)) == self
        return (isSame ? text : componentList) + (ignoresCase ? ", ignoreCase" : "")
    }

    /// What would be a constructor string of this pattern, if its components contained no delimiters.
    private var constructorString: String {
        let credentials =
            self[.username] == "*" && self[.password] == "*" ? "" : "\(self[.username]):\(self[.password])@"
        return "\(self[.protocol])://\(credentials)\(self[.hostname])" + (self[.port].isEmpty ? "" : ":\(self[.port])")
            + (self[.pathname] == "*" ? "" : self[.pathname])
            + (self[.search] == "*" ? "" : "\\?\(self[.search])")
            + (self[.hash] == "*" ? "" : "#\(self[.hash])")
    }

    private var componentList: String {
        let components = URLPatternComponent.allCases.filter { self[$0] != "*" }
        return components.map { "\($0.rawValue) \(self[$0].isEmpty ? "\"\"" : self[$0])" }.joined(separator: ", ")
    }
}

/// What is wrong with a pattern that was given as components, and in which component.
package struct URLPatternError: Error {
    /// The component whose text the error's range refers to; nil if the error is about the base URL or all components.
    package let component: URLPatternComponent?
    package let error: MatcherError
}

extension URLPatternError {
    /// Makes an error about the whole text of a component.
    init(_ component: URLPatternComponent, _ code: MatcherError.Code, _ message: String, help: String) {
        self.init(component: component, error: MatcherError(code, message, help: help))
    }
}
