public import Diagnostics
public import PolicyModel

/// What readers make of URLs that are made to be read in two ways, held against what a policy decides.
public struct ReaderConsensus: Hashable, Sendable {
    /// The readers that were asked.
    public internal(set) var readers: [ReaderModel] = []
    /// How many texts were made and read.
    public internal(set) var textCount = 0
    /// How many readings would have had another verdict, but for the engine's rejecting the text: as no URL, or because
    /// readers disagree on it.
    public internal(set) var rejectedCount = 0
    /// How many readings of a text have another verdict, while that of the canonical URL, which is what hosts hand on, has the
    /// same one.
    public internal(set) var repairedCount = 0
    /// What is left, by rule.
    public internal(set) var residuals: [ReaderResidual] = []
    /// How many of them were found and not confirmed by a second engine.
    var refusedCount = 0
    /// How many rules were not asked about, because others like them were.
    public internal(set) var passedOverCount = 0
}

/// A rule that decides a URL which some readers go to by another one, and so by another rule's leave.
public struct ReaderResidual: Hashable, Sendable {
    /// One reader that reads one text otherwise.
    public struct Reading: Hashable, Sendable {
        /// The reader.
        public var reader: ReaderModel
        /// The name of the template that the text was made from.
        public var template: String
        /// The text, as somebody may write it.
        public var text: String
        /// The canonical URL of it, with what the engine answers.
        public var step: FlowStep
        /// The URL that the reader goes to.
        public var destination: String
        /// What the engine would answer for that.
        public var otherStep: FlowStep
    }

    /// The name of the rule set.
    public var ruleSet: String
    /// The rule that the reader's URL is decided by; nil where the default does.
    public var rule: RuleReference?
    /// Where the rule, or the default, is written.
    public var location: SourceLocation
    /// The view that was asked, and that stands for all that are alike.
    public var view: String
    /// One text for each reader and template, in the order of both.
    public var readings: [Reading]

    /// The rule in words, such as `corporate.payroll`.
    public var words: String { "\(ruleSet).\(rule?.id ?? "default")" }
}
