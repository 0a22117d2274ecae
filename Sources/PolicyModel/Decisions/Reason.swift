public import Diagnostics

/// One reason of a decision, ready to be shown.
public struct Reason: Hashable, Sendable {
    /// The stable code.
    public var code: ReasonCode
    /// The rule behind it.
    public var rule: RuleReference?
    /// The name of the setting behind it: a key of an app protection policy, of `app`, or of a view.
    public var setting: String?
    /// Where the rule or setting is written; nil where a default stands, or code set it.
    public var location: SourceLocation?
    /// How many characters of text the owner's policy lets out whatever its level says; nil where it makes no such
    /// exception, or the reason does not speak of it.
    public var characterLimit: Int?

    /// Makes a reason.
    public init(
        code: ReasonCode,
        rule: RuleReference? = nil,
        setting: String? = nil,
        location: SourceLocation? = nil,
        characterLimit: Int? = nil
    ) {
        self.code = code
        self.rule = rule
        self.setting = setting
        self.location = location
        self.characterLimit = characterLimit
    }
}
