/// What a pattern found in a URL that it matches: the Standard's
/// [URLPatternResult](https://urlpattern.spec.whatwg.org/#dictdef-urlpatternresult).
public struct URLPatternResult: Hashable, Sendable {
    /// What was found in one component.
    public struct Component: Hashable, Sendable {
        /// The component of the URL that the pattern was matched with.
        public let input: String
        /// What each group matched, in the order of the pattern; nil for a group that took no part.
        public let groups: [Group]
    }

    /// What one group matched.
    public struct Group: Hashable, Sendable {
        /// The name after `:`, or the number of a group that has none, from 0.
        public let name: String
        /// What it matched; nil where it took no part.
        public let value: String?
    }

    let components: [Component]

    /// What was found in a component.
    public subscript(component: URLPatternComponent) -> Component { components[component.position] }
}
