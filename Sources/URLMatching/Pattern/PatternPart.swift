/// A [part](https://urlpattern.spec.whatwg.org/#part) of a component's pattern: a fixed text, or a group with the texts
/// that come and go with it.
struct PatternPart: Hashable, Sendable {
    /// In the order in which patterns are compared, the most general first.
    enum Kind: Int {
        /// `*`
        case fullWildcard
        /// `:name`
        case segmentWildcard
        /// `(regexp)`
        case regexp
        case fixedText
    }

    /// In the order in which patterns are compared, the most general first.
    enum Modifier: Int {
        /// `*`
        case zeroOrMore
        /// `?`
        case optional
        /// `+`
        case oneOrMore
        case none

        /// How it is written.
        var text: String {
            switch self {
            case .zeroOrMore: "*"
            case .optional: "?"
            case .oneOrMore: "+"
            case .none: ""
            }
        }

        /// Whether the part may be absent.
        var isOptional: Bool { self == .zeroOrMore || self == .optional }
        /// Whether the part may stand more than once.
        var isRepeated: Bool { self == .zeroOrMore || self == .oneOrMore }
    }

    let kind: Kind
    /// The canonical text, or the regular expression.
    let value: String
    let modifier: Modifier
    var name = ""
    var prefix = ""
    var suffix = ""
    /// The code points of the regular expression, in the text that the part was read from.
    var place: Range<Int>?

    /// Whether the name was written, and not counted.
    var hasCustomName: Bool { name.utf8.first.map { $0 < UInt8(ascii: "0") || $0 > UInt8(ascii: "9") } ?? false }
}
