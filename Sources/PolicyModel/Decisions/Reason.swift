public import Diagnostics

/// One reason of a decision, ready to be shown.
public struct Reason: Hashable, Sendable {
    /// The stable code.
    public var code: ReasonCode
    /// The rule behind it.
    public var rule: RuleReference?
    /// The name of the setting behind it: a key of an app protection policy, of `app`, or of a view.
    public var setting: String?
    /// The name of the policy that the setting is of; nil where it is a setting of the app or of a view.
    public var policy: String?
    /// Where the rule or setting is written; nil where it is a default, or was set by code.
    public var location: SourceLocation?
    /// How many characters of text the owner's policy lets out whatever its level says; nil where it makes no such
    /// exception, or the reason does not speak of it.
    public var characterLimit: Int?
    /// The two hosts of a URL that readers disagree on; nil where the reason does not speak of one.
    public var hosts: HostReadings?
    /// What the reason alone would come to; nil where it is not about a launch.
    public var action: LaunchVerdict?
    /// The fact that a launch was judged by; nil where the reason does not speak of one.
    public var fact: LaunchFact?
    /// The limit that the setting has, as it is written; nil where it has none.
    public var limit: String?

    /// Makes a reason.
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

/// The hosts that two readers find in one URL.
public struct HostReadings: Hashable, Sendable, CustomStringConvertible {
    /// The host that a browser goes to, as it is serialized; empty where the URL has none.
    public var browser: String
    /// The host that other software finds in the same bytes; empty where it finds none.
    public var other: String

    /// Makes a pair.
    public init(browser: String, other: String) {
        self.browser = browser
        self.other = other
    }

    /// Both, in a sentence. Where they are the same, readers disagree on scheme or port.
    public var description: String {
        "A browser goes to \(Self.name(browser)), other software to \(Self.name(other))."
    }

    private static func name(_ host: String) -> String { host.isEmpty ? "no host" : "“\(host)”" }
}

/// A rule as a reason names it.
public struct RuleReference: Hashable, Sendable {
    /// The name of the rule set.
    public var ruleSet: String
    /// The id of the rule.
    public var id: String
    /// What the rule says.
    public var urlClass: URLClass
    /// Where the rule is written, or the entry of its list that matched.
    public var location: SourceLocation
    /// The author's own explanation.
    public var because: String?

    /// Makes a reference.
    public init(ruleSet: String, id: String, urlClass: URLClass, location: SourceLocation, because: String? = nil) {
        self.ruleSet = ruleSet
        self.id = id
        self.urlClass = urlClass
        self.location = location
        self.because = because
    }
}
