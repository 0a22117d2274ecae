package import Diagnostics

/// The explanation of the code of a finding or a reason.
package struct CodeExplanation: Hashable, Sendable {
    /// The source of a code.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A check of lint.
        case lint
        /// A reader of files.
        case reading
        /// A decision.
        case reason
        /// The URL parser: an ambiguity, or why a text is not a URL.
        case url
        /// The request reader or the server: why a request is not decided, or how else its path can be read.
        case request
    }

    /// The code.
    package var code: String
    /// The source of the code.
    package var kind: Kind
    /// A short title.
    package var title: String
    /// The meaning, in detail.
    package var text: String
    /// The published severity of a check, or nil for other codes.
    package var severity: Diagnostic.Severity?
    /// A piece of a file that causes the finding, a policy and a scenario in which the reason is given, or a command
    /// whose input has the code; nil if there is no example.
    package var example: String?
    /// The same piece, corrected.
    package var corrected: String?
    /// The setting that causes it, as named in policy documents.
    package var setting: String?
    /// The page of the documentation with more details.
    package var page: String
}

extension CodeExplanation {
    /// All codes of file readers, without duplicates.
    static let ofReaders = ofFiles + ofText + ofDocuments + ofScenarios + ofPropertyLists + ofMatchers

    /// Creates the explanations of the codes that file readers use.
    ///
    /// - Parameters:
    ///   - page: The page of the documentation that describes the correct form.
    ///   - rows: Code, title and text of each explanation.
    /// - Returns: The explanations.
    static func readings(page: String, _ rows: [(code: String, title: String, text: String)]) -> [CodeExplanation] {
        rows.map { row in
            CodeExplanation(
                code: row.code,
                kind: .reading,
                title: row.title,
                text: row.text,
                example: ReadingExamples.all[row.code],
                page: page
            )
        }
    }
}
