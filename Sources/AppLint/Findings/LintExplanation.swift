/// What a check looks for, at length: what `demarc explain` and the documentation say.
public struct LintExplanation: Hashable, Sendable {
    /// The finding in a few words, such as `rule never decides`.
    public var title: String
    /// What is wrong, what follows from it, and what to do: one or more paragraphs.
    public var text: String
    /// A small piece of a file that has the finding.
    public var example: String
    /// The same piece without it; nil where it depends on what was meant.
    public var corrected: String?

    /// Makes an explanation.
    public init(title: String, text: String, example: String, corrected: String? = nil) {
        self.title = title
        self.text = text
        self.example = example
        self.corrected = corrected
    }
}
