package import Diagnostics
package import PolicyModel

/// How readers interpret ambiguous URLs, compared with the decisions of a policy.
package struct ReaderConsensus: Hashable, Sendable {
    /// The readers.
    package internal(set) var readers: [ReaderModel] = []
    /// How many texts were generated and read.
    package internal(set) var textCount = 0
    /// How many readings would have a different verdict, but the engine rejects the text, as an invalid URL or because
    /// readers disagree on it.
    package internal(set) var rejectedCount = 0
    /// How many readings of a text have a different verdict, while the reading of the canonical URL, which hosts pass
    /// on, has the same verdict.
    package internal(set) var repairedCount = 0
    /// The remaining differences, by rule.
    package internal(set) var residuals: [ReaderResidual] = []
    /// How many differences a second engine did not confirm.
    var refusedCount = 0
    /// How many rules were left out: similar rules were checked, the limit was reached, or no URL was found.
    package internal(set) var passedOverCount = 0
}

/// A rule that decides the URL to which some readers go, although another rule allowed the text.
package struct ReaderResidual: Hashable, Sendable {
    /// A reader that reads a text differently.
    package struct Reading: Hashable, Sendable {
        /// The reader.
        package var reader: ReaderModel
        /// The name of the template from which the text was generated.
        package var template: String
        /// The text, as somebody may write it.
        package var text: String
        /// The canonical URL of the text, with the engine's answer.
        package var step: FlowStep
        /// The URL to which the reader goes.
        package var destination: String
        /// The engine's answer for that URL.
        package var otherStep: FlowStep
    }

    /// The name of the rule set.
    package var ruleSet: String
    /// The rule that decides the reader's URL, or nil if the default does.
    package var rule: RuleReference?
    /// Where the rule, or the default, is written.
    package var location: SourceLocation
    /// The view that was checked. It represents all equivalent views.
    package var view: String
    /// One text for each reader and template, in the order of both.
    package var readings: [Reading]

    /// The rule in words, such as `corporate.payroll`.
    package var words: String { "\(ruleSet).\(rule?.id ?? "default")" }
}
