import ByteText
import URLStandard

/// The components of a pattern, or of a URL to match, each optional: the Standard's
/// [URLPatternInit](https://urlpattern.spec.whatwg.org/#dictdef-urlpatterninit).
///
/// In a pattern, a component that is nil is taken from the base URL if it can be inherited; otherwise it matches
/// anything.
public struct URLPatternInit: Hashable, Sendable {
    /// An absolute URL that provides missing components.
    public var baseURL: String?

    private var values: [String?]

    /// Creates a value in which all components are missing.
    ///
    /// - Parameter baseURL: An absolute URL that provides missing components.
    public init(baseURL: String? = nil) {
        self.baseURL = baseURL
        values = Array(repeating: nil, count: URLPatternComponent.allCases.count)
    }

    /// The text of a component; nil if it is missing, which differs from an empty text.
    public subscript(component: URLPatternComponent) -> String? {
        get { values[component.position] }
        set { values[component.position] = newValue }
    }

    /// Whether any of the components is present.
    func has(any components: URLPatternComponent...) -> Bool { components.contains { self[$0] != nil } }
}

/// [Process a URLPatternInit](https://urlpattern.spec.whatwg.org/#process-a-urlpatterninit), for patterns and for URLs.
extension URLPatternInit {
    /// The components of a pattern combined with those of the base URL, and by how much each has shifted from the given
    /// text.
    func processedAsPattern() throws(URLPatternError) -> (URLPatternInit, shifts: [URLPatternComponent: Int]) {
        var result = URLPatternInit()
        var shifts: [URLPatternComponent: Int] = [:]
        for component in URLPatternComponent.allCases { result[component] = self[component] }
        if self[.protocol]?.utf8.last == UInt8(ascii: ":") { result[.protocol]?.unicodeScalars.removeLast() }
        for (component, sign) in [(URLPatternComponent.search, UInt8(ascii: "?")), (.hash, UInt8(ascii: "#"))]
        where self[component]?.utf8.first == sign {
            result[component]?.unicodeScalars.removeFirst()
            shifts[component] = 1
        }
        guard let baseURL else { return (result, shifts) }
        guard let base = URLRecord(baseURL) else {
            throw URLPatternError(
                component: nil,
                error: MatcherError(.invalidURL, "the base URL \(QuotedText.quote(baseURL)) is not a URL")
            )
        }
        for component in URLPatternComponent.allCases where inherits(component) {
            if component == .username || component == .password { continue }
            result[component] = PatternStringWriter.escape(base.text(of: component).string)
        }
        if let path = self[.pathname], !base.hasOpaquePath, !Self.isAbsolute(path, isPattern: true) {
            let folder = Self.folder(of: PatternStringWriter.escape(base.path.string))
            result[.pathname] = folder + path
            shifts[.pathname] = -folder.utf8.count
        }
        return (result, shifts)
    }

    /// The components of a URL to match, in canonical form; nil if no URL has such components.
    func processedAsURL() -> URLPatternInit? {
        var result = URLPatternInit()
        for component in URLPatternComponent.allCases { result[component] = "" }
        var folder: String?
        if let baseURL {
            guard let base = URLRecord(baseURL) else { return nil }
            for component in URLPatternComponent.allCases where inherits(component) {
                result[component] = base.text(of: component).string
            }
            if let path = self[.pathname], !base.hasOpaquePath, !Self.isAbsolute(path, isPattern: false) {
                folder = Self.folder(of: base.path.string)
            }
        }
        for component in URLPatternComponent.allCases {
            guard let value = self[component] else { continue }
            let scheme = result[.protocol] ?? ""
            guard let canonical = Self.canonical(component, value, scheme: scheme, folder: folder ?? "") else {
                return nil
            }
            result[component] = canonical
        }
        return result
    }

    private static func canonical(
        _ component: URLPatternComponent,
        _ value: String,
        scheme: String,
        folder: String
    ) -> String? {
        switch component {
        case .protocol:
            ComponentEncoder.protocol.encode(
                value.utf8.last == UInt8(ascii: ":") ? String(value.unicodeScalars.dropLast()) : value
            )
        case .username: ComponentEncoder.username.encode(value)
        case .password: ComponentEncoder.password.encode(value)
        case .hostname: ComponentEncoder.hostname.encode(value)
        case .port: ComponentEncoder.port(value, scheme: scheme)
        case .pathname:
            (scheme.isEmpty || SpecialScheme(named: scheme) != nil ? ComponentEncoder.pathname : .opaquePathname)
                .encode(folder + value)
        case .search: ComponentEncoder.search.encode(withoutFirst(UInt8(ascii: "?"), value))
        case .hash: ComponentEncoder.hash.encode(withoutFirst(UInt8(ascii: "#"), value))
        }
    }

    private static func withoutFirst(_ sign: UInt8, _ value: String) -> String {
        guard value.utf8.first == sign else { return value }
        var scalars = value.unicodeScalars
        scalars.removeFirst()
        return String(scalars)
    }

    /// Whether a component is taken from the base URL, because no component that is at least as specific is given.
    private func inherits(_ component: URLPatternComponent) -> Bool {
        switch component {
        case .protocol: !has(any: .protocol)
        case .username: !has(any: .protocol, .hostname, .port, .username)
        case .password: !has(any: .protocol, .hostname, .port, .username, .password)
        case .hostname: !has(any: .protocol, .hostname)
        case .port: !has(any: .protocol, .hostname, .port)
        case .pathname: !has(any: .protocol, .hostname, .port, .pathname)
        case .search: !has(any: .protocol, .hostname, .port, .pathname, .search)
        case .hash: !has(any: .protocol, .hostname, .port, .pathname, .search, .hash)
        }
    }

    /// Whether a path [is absolute](https://urlpattern.spec.whatwg.org/#is-an-absolute-pathname).
    private static func isAbsolute(_ path: String, isPattern: Bool) -> Bool {
        let start = path.utf8.prefix(2)
        if start.first == UInt8(ascii: "/") { return true }
        return isPattern && (start.elementsEqual("\\/".utf8) || start.elementsEqual("{/".utf8))
    }

    /// A path up to its last slash; empty if it contains none.
    private static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    }
}
