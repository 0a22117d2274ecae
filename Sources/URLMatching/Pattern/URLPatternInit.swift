/// The components of a pattern, or of a URL to match, each of them optional: the Standard's
/// [URLPatternInit](https://urlpattern.spec.whatwg.org/#dictdef-urlpatterninit).
///
/// In a pattern, a component that is nil is taken from the base URL, if it is one that the base may give, else it matches
/// anything.
public struct URLPatternInit: Hashable, Sendable {
    /// An absolute URL from which components are taken that are not given.
    public var baseURL: String?

    private var values: [String?]

    /// Makes components of which none is given.
    ///
    /// - Parameter baseURL: Where to take components from that are not given.
    public init(baseURL: String? = nil) {
        self.baseURL = baseURL
        values = Array(repeating: nil, count: URLPatternComponent.allCases.count)
    }

    /// The text of a component; nil where it is not given, which is not the same as an empty one.
    public subscript(component: URLPatternComponent) -> String? {
        get { values[component.position] }
        set { values[component.position] = newValue }
    }

    /// Whether any of the components is given.
    func has(any components: URLPatternComponent...) -> Bool { components.contains { self[$0] != nil } }
}
