public import Diagnostics

/// The explanation of a code, of a finding or of a reason.
public struct CodeExplanation: Hashable, Sendable {
    /// What gives the code.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A check of lint.
        case lint
        /// A reader of files.
        case reading
        /// A decision.
        case reason
        /// The reader of URLs: an ambiguity, or why a text is not a URL.
        case url
        /// The reader of requests: why one is none, or how else its path is read.
        case request
    }

    /// The code.
    public var code: String
    /// What gives it.
    public var kind: Kind
    /// It in a few words.
    public var title: String
    /// What it means, at length.
    public var text: String
    /// The published severity of a check; nil for all else.
    public var severity: Diagnostic.Severity?
    /// A piece of a file that has the finding.
    public var example: String?
    /// The same piece without it.
    public var corrected: String?
    /// The setting that causes it, as policy documents name it.
    public var setting: String?
    /// The page of the documentation that says more.
    public var page: String
}

extension CodeExplanation {
    /// All codes of readers, each once.
    static let ofReaders = ofFiles + ofText + ofDocuments + ofScenarios + ofPropertyLists + ofMatchers

    /// Makes the explanations of codes that readers of files give their findings.
    ///
    /// - Parameters:
    ///   - page: The page of the documentation that says what is right.
    ///   - rows: Code, title and text of each.
    /// - Returns: Them.
    static func readings(page: String, _ rows: [(code: String, title: String, text: String)]) -> [CodeExplanation] {
        rows.map { CodeExplanation(code: $0.code, kind: .reading, title: $0.title, text: $0.text, page: page) }
    }
}
