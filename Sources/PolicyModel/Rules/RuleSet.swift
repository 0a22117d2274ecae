public import Diagnostics
import URLMatching

/// A named set of rules with a default; it can answer a view's `isExternalURL`.
public struct RuleSet: Hashable, Sendable {
    /// The maximum number of rule sets in a document; decisions keep the number of theirs in 16 bits.
    package static var countLimit: Int { Int(UInt16.max) }

    /// An option that a person has instead of opening a blocked URL here.
    public enum Transition: String, CaseIterable, Hashable, Sendable {
        /// Open it under a personal account.
        case personalAccount
        /// Open it in a private window.
        case privateWindow
    }

    /// Whether `blocked` also applies to the resources of a page.
    public enum Subresources: String, CaseIterable, Hashable, Sendable {
        /// Resources of an allowed page load, regardless of the rules.
        case allow
        /// Resources that the rules block are blocked.
        case block
    }

    /// The name that views and hosts refer to.
    public var name: String
    /// The class of a URL that no rule matches.
    public var defaultClass: URLClass
    /// Where the default is written, or the rule set itself.
    public var defaultLocation: SourceLocation
    /// The rules, including those of included files. Their order never matters.
    public var rules: [Rule]
    /// Whether blocked sub-resources are blocked.
    public var subresources: Subresources
    /// The transitions offered when a navigation is blocked.
    public var transitions: [Transition]

    /// Creates a rule set.
    public init(
        name: String,
        defaultClass: URLClass,
        defaultLocation: SourceLocation,
        rules: [Rule],
        subresources: Subresources = .allow,
        transitions: [Transition] = []
    ) {
        self.name = name
        self.defaultClass = defaultClass
        self.defaultLocation = defaultLocation
        self.rules = rules
        self.subresources = subresources
        self.transitions = transitions
    }

    /// The number of entries of all lists.
    package var entryCount: Int { rules.flatMap(\.lists).reduce(0) { $0 + $1.count } }
}

/// The class that rules assign to a URL, from the least to the most restrictive.
public enum URLClass: String, CaseIterable, Comparable, Hashable, Sendable {
    /// An organizational location: organization data may be shown and shared there.
    case `internal`
    /// A location outside the organization, which could leak organization data.
    case external
    /// A location that must not be opened at all.
    case blocked

    /// How restrictive the class is; a higher number wins among rules with the same priority.
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
