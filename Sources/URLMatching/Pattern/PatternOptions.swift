/// How the pattern of a component is read: its [options](https://urlpattern.spec.whatwg.org/#options).
struct PatternOptions: Hashable {
    /// What a named group stops at; nil for nothing.
    let delimiter: UInt8?
    /// What becomes part of the group behind it; nil for nothing.
    let prefix: UInt8?
    /// Whether upper and lower case are the same.
    var ignoresCase = false

    /// For every component but host and path.
    static let standard = PatternOptions(delimiter: nil, prefix: nil)
    /// For the host.
    static let hostname = PatternOptions(delimiter: UInt8(ascii: "."), prefix: nil)
    /// For a path that is not opaque.
    static let pathname = PatternOptions(delimiter: UInt8(ascii: "/"), prefix: UInt8(ascii: "/"))

    /// The [segment wildcard regexp](https://urlpattern.spec.whatwg.org/#generate-a-segment-wildcard-regexp).
    var segmentWildcard: String {
        switch delimiter {
        case UInt8(ascii: "."): "[^\\.]+?"
        case UInt8(ascii: "/"): "[^\\/]+?"
        default: "[^]+?"
        }
    }

    /// Whether a text is the prefix code point.
    func isPrefix(_ text: String) -> Bool { prefix.map { text.utf8.elementsEqual([$0]) } ?? false }
}
