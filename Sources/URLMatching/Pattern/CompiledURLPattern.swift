import ByteText
import URLStandard

/// The compiled components of a pattern, shared by its copies: the Standard's
/// [URL pattern](https://urlpattern.spec.whatwg.org/#url-pattern).
final class CompiledURLPattern: Sendable {
    /// In the order of ``URLPatternComponent``.
    let components: [PatternComponent]
    let ignoresCase: Bool
    /// The components that do not match everything, the cheap ones first.
    ///
    /// PERF: stored separately from the rest of a component, which would be retained and released for each access.
    private let checks: [(component: URLPatternComponent, form: ComponentForm)]

    subscript(component: URLPatternComponent) -> PatternComponent { components[component.position] }

    /// [Creates](https://urlpattern.spec.whatwg.org/#url-pattern-create) a pattern.
    ///
    /// - Parameters:
    ///   - given: The patterns of the components.
    ///   - origins: The offset of each pattern in the author's text, if all are in one text.
    ///   - text: That text.
    ///   - ignoresCase: Whether path, query and fragment ignore case.
    /// - Throws: ``URLPatternError``, with the component whose text its range refers to.
    init(
        _ given: URLPatternInit,
        origins: [URLPatternComponent: Int],
        text: String?,
        _ ignoresCase: Bool
    ) throws(URLPatternError) {
        var (processed, shifts) = try given.processedAsPattern()
        if let port = SpecialScheme(named: processed[.protocol] ?? "*")?.defaultPort, processed[.port] == "\(port)" {
            processed[.port] = ""
        }
        let texts = ProcessedTexts(given: given, processed: processed, shifts: shifts, origins: origins, text: text)
        var suffixOptions = PatternOptions.standard
        suffixOptions.ignoresCase = ignoresCase
        var pathOptions = PatternOptions.pathname
        pathOptions.ignoresCase = ignoresCase
        let scheme = try texts.compile(.protocol, .standard, .protocol)
        let hasPath = scheme.matchesSpecialScheme
        let isAddress = Self.isIPv6(processed[.hostname] ?? "*")
        components = [
            scheme,
            try texts.compile(.username, .standard, .username),
            try texts.compile(.password, .standard, .password),
            try texts.compile(.hostname, .hostname, isAddress ? .ipv6Hostname : .hostname),
            try texts.compile(.port, .standard, .port),
            try texts.compile(.pathname, hasPath ? pathOptions : suffixOptions, hasPath ? .pathname : .opaquePathname),
            try texts.compile(.search, suffixOptions, .search),
            try texts.compile(.hash, suffixOptions, .hash),
        ]
        self.ignoresCase = ignoresCase
        let checks = zip(URLPatternComponent.allCases, components).map { ($0, $1.form) }.filter { _, form in
            if case .any = form { false } else { true }
        }
        self.checks = checks.filter { !$0.1.isRegex } + checks.filter { $0.1.isRegex }
    }

    /// The texts of the components, with their positions in the author's text.
    private struct ProcessedTexts {
        let given: URLPatternInit
        let processed: URLPatternInit
        let shifts: [URLPatternComponent: Int]
        let origins: [URLPatternComponent: Int]
        let text: String?

        // Inlined eight times, this function made the initializer the slowest function of the module to compile.
        @inline(never)
        func compile(
            _ component: URLPatternComponent,
            _ options: PatternOptions,
            _ encoder: ComponentEncoder
        ) throws(URLPatternError) -> PatternComponent {
            let pattern = PatternText(
                processed[component] ?? "*",
                origin: (origins[component] ?? 0) + (shifts[component] ?? 0),
                authorCount: text?.utf8.count ?? given[component]?.utf8.count ?? 0
            )
            do throws(MatcherError) {
                return try PatternComponent(pattern, options, encoder)
            } catch {
                throw URLPatternError(component: component, error: error)
            }
        }
    }

    /// Whether a pattern [is for an IPv6 address](https://urlpattern.spec.whatwg.org/#hostname-pattern-is-an-ipv6-address).
    private static func isIPv6(_ text: String) -> Bool {
        let start = text.utf8.prefix(2)
        return start.count == 2
            && (start.first == UInt8(ascii: "[") || start.elementsEqual("{[".utf8) || start.elementsEqual("\\[".utf8))
    }

    /// Whether every component of a URL matches.
    func matches(_ url: borrowing URLRecord, scratch: inout RegexScratch) -> MatchOutcome {
        var outcome = MatchOutcome.matched
        for index in checks.indices where outcome != .notMatched {
            outcome = outcome.and(checks[index].form.matches(url.text(of: checks[index].component), scratch: &scratch))
        }
        return outcome
    }

    /// The same for all URLs that have the origin of a URL with the path `/`.
    func matches(originOf url: borrowing URLRecord, scratch: inout RegexScratch) -> MatchOutcome {
        var outcome = MatchOutcome.matched
        for index in checks.indices where outcome != .notMatched {
            let (component, form) = checks[index]
            switch component {
            case .pathname where !form.isAnyPath, .search: outcome = outcome.and(.limitReached)
            case .pathname: break
            default: outcome = outcome.and(form.matches(url.text(of: component), scratch: &scratch))
            }
        }
        return outcome
    }
}

extension URLRecord {
    /// A component as patterns see it.
    @_lifetime(borrow self)
    func text(of component: URLPatternComponent) -> Span<UInt8> {
        switch component {
        case .protocol: scheme
        case .username: username
        case .password: password
        case .hostname: host
        case .port: portText
        case .pathname: path
        case .search: query
        case .hash: fragment
        }
    }

    /// The digits of the port; empty if there is none.
    private var portText: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            guard let port else { return href.extracting(0..<0) }
            let start = hostRange.upperBound + 1
            let count = port >= 10_000 ? 5 : port >= 1000 ? 4 : port >= 100 ? 3 : port >= 10 ? 2 : 1
            return href.extracting(start..<start + count)
        }
    }
}
