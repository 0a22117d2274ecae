/// What rules say of a URL, from the least to the most restrictive.
public enum URLClass: String, CaseIterable, Comparable, Hashable, Sendable {
    /// An organizational location: organization data may be shown and shared there.
    case `internal`
    /// A location outside the organization, which could leak organization data.
    case external
    /// A location that must not be opened at all.
    case blocked

    /// How restrictive the class is; a higher number wins among rules of one priority.
    public var restrictiveness: Int {
        switch self {
        case .internal: 0
        case .external: 1
        case .blocked: 2
        }
    }

    /// Orders classes by ``restrictiveness``.
    public static func < (left: URLClass, right: URLClass) -> Bool { left.restrictiveness < right.restrictiveness }
}
