/// How much data a way out carries; of a path it is the least of its steps.
///
/// Claims name it, and the audit tells it of every path. The raw values are those names, from the least to the most.
public enum FlowCapacity: String, CaseIterable, Comparable, Hashable, Sendable {
    /// What fits into a URL.
    case url
    /// Text that is short enough for an exception; more of it by doing the same again.
    case shortText
    /// Anything.
    case content

    /// Orders capacities by how much they carry.
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

    /// For people.
    public var words: String {
        switch self {
        case .url: "a URL"
        case .shortText: "short text"
        case .content: "content"
        }
    }
}
