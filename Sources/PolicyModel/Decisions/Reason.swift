public import Diagnostics

/// One reason of a decision, ready to be shown.
public struct Reason: Hashable, Sendable {
    /// The stable code.
    public var code: ReasonCode
    /// The rule that caused the reason.
    public var rule: RuleReference?
    /// The name of the setting that caused the reason: a key of an app protection policy, of `app`, of a view, or of an
    /// app configuration.
    public var setting: String?
    /// The name of the policy that contains the setting; nil for a setting of the app, of a view, or of an app
    /// configuration.
    public var policy: String?
    /// Where the rule or setting is written; nil if it is a default or was set by code.
    public var location: SourceLocation?
    /// The number of characters of text that the owner's policy lets out regardless of its level; nil if the policy
    /// makes no such exception, or the reason is not about such a level.
    public var characterLimit: Int?
    /// The two hosts of a URL that readers disagree on; nil if the reason is not about such a URL.
    public var hosts: HostReadings?
    /// The verdict that the reason alone would produce; nil if it is not about a launch.
    public var action: LaunchVerdict?
    /// The fact that a launch was judged by; nil if the reason is not about a fact.
    public var fact: LaunchFact?
    /// The limit of the setting, as written; nil if it has none.
    public var limit: String?

    /// Creates a reason.
    public init(
        code: ReasonCode,
        rule: RuleReference? = nil,
        setting: String? = nil,
        policy: String? = nil,
        location: SourceLocation? = nil,
        characterLimit: Int? = nil,
        hosts: HostReadings? = nil,
        action: LaunchVerdict? = nil,
        fact: LaunchFact? = nil,
        limit: String? = nil
    ) {
        self.code = code
        self.rule = rule
        self.setting = setting
        self.policy = policy
        self.location = location
        self.characterLimit = characterLimit
        self.hosts = hosts
        self.action = action
        self.fact = fact
        self.limit = limit
    }
}

/// The hosts that two readers find in the same URL.
public struct HostReadings: Hashable, Sendable, CustomStringConvertible {
    /// The part of a URL that readers disagree on.
    public enum Difference: String, Hashable, Sendable {
        /// The scheme.
        case scheme
        /// The host.
        case host
        /// The port.
        case port
    }

    /// The host that a browser goes to, in serialized form; empty if the URL has none. For a URL with a scheme of the
    /// managed browser, the host that this browser finds.
    public var browser: String
    /// The host that other software finds in the same bytes; empty if it finds none.
    public var other: String
    /// What the readers disagree on. If it is not the host, both go to the same one.
    public var difference: Difference

    /// Creates a pair.
    public init(browser: String, other: String, difference: Difference = .host) {
        self.browser = browser
        self.other = other
        self.difference = difference
    }

    /// Both hosts, in a sentence; if the readers go to the same host, the host and what they disagree on.
    public var description: String {
        switch difference {
        case .host where browser.isEmpty && other.isEmpty: "Neither a browser nor other software finds a host in it."
        case .host: "A browser goes to \(Self.name(browser)), other software to \(Self.name(other))."
        case .scheme, .port:
            "A browser and other software \(browser.isEmpty ? "" : "go to \(Self.name(browser)), but ")"
                + "read different \(difference.rawValue)s."
        }
    }

    private static func name(_ host: String) -> String { host.isEmpty ? "no host" : "“\(host)”" }
}

/// A rule as referenced by a reason.
public struct RuleReference: Hashable, Sendable {
    /// The name of the rule set.
    public var ruleSet: String
    /// The id of the rule.
    public var id: String
    /// The class that the rule assigns.
    public var urlClass: URLClass
    /// Where the rule is written, or the location of the entry in its list that matched.
    public var location: SourceLocation
    /// The author's own explanation.
    public var because: String?

    /// Creates a reference.
    public init(ruleSet: String, id: String, urlClass: URLClass, location: SourceLocation, because: String? = nil) {
        self.ruleSet = ruleSet
        self.id = id
        self.urlClass = urlClass
        self.location = location
        self.because = because
    }
}
