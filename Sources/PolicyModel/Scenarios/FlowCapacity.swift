/// How much data a way out can carry; the capacity of a path is the least of its steps.
///
/// Claims specify it, and the audit reports it for every path. The raw values are those names, from the least to the
/// most.
public enum FlowCapacity: String, CaseIterable, Comparable, Hashable, Sendable {
    /// Data that fits into a URL.
    case url
    /// Text that is short enough for an exception; more of it by repetition.
    case shortText
    /// Anything.
    case content

    /// Orders capacities by how much they can carry.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .url: 0
        case .shortText: 1
        case .content: 2
        }
    }

    /// The name in JSON and in claims.
    public var name: String { rawValue }

    /// The description for people.
    public var words: String {
        switch self {
        case .url: "a URL"
        case .shortText: "short text"
        case .content: "content"
        }
    }
}
