package import Diagnostics
package import PropertyList

/// The checks of one area, each with its code.
///
/// Codes are public and stable: suppressions, configuration files and CI use them. Each code belongs to one area.
package protocol LintCode: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The severity of this check's findings, unless a configuration file overrides it.
    var severity: Diagnostic.Severity { get }
    /// A detailed explanation of the check.
    var explanation: LintExplanation { get }
}

/// A detailed explanation of a check, as shown by `demarc explain` and the documentation.
package struct LintExplanation: Hashable, Sendable {
    /// The finding in a few words, such as `rule never decides`.
    package var title: String
    /// What is wrong, its consequences, and what to do: one or more paragraphs.
    package var text: String
    /// A small piece of a file that has the finding.
    package var example: String
    /// The same piece corrected; nil if the correction depends on the intention.
    package var corrected: String?

    /// Creates an explanation.
    package init(title: String, text: String, example: String, corrected: String? = nil) {
        self.title = title
        self.text = text
        self.example = example
        self.corrected = corrected
    }
}

/// A problem in a file, found by a check or by a reader, with the change that corrects it if there is exactly one.
package struct LintFinding: Hashable, Sendable {
    /// The message, the places, and the text edit if exactly one corrects the problem. The severity is the one in
    /// effect.
    package var diagnostic: Diagnostic
    /// The property list change that corrects it; nil if none is certain, and for other kinds of files.
    package var change: PropertyListChange?
    /// Whether a check rather than a reader found it.
    package let isFromCheck: Bool
    /// Why the finding is suppressed; nil if it counts.
    package var suppression: SARIFReport.Suppression?
    /// Its position among all findings of a run: changes of one property list are applied in this order.
    package var number = 0
    /// What has the finding, if it can have so many of one code that a run shows only the first of them.
    package var holder: Holder?
    /// The number of further problems of its code in the holder that have no finding of their own.
    package var unlistedCount = 0

    /// What can have many findings of one code: a rule set or a list.
    package struct Holder: Hashable, Sendable {
        /// Its kind and name, such as "the rule set `links`".
        package var name: String
        /// Where the number of the findings that are not shown is reported.
        package var place: SourceRange

        /// Creates a holder.
        package init(name: String, place: SourceRange) {
            self.name = name
            self.place = place
        }
    }

    /// Creates a finding of a check, with the severity of its code.
    ///
    /// - Parameters:
    ///   - code: The check.
    ///   - message: One line in lower case without a final period; the author's own words are in backticks.
    ///   - places: The places to underline, with the place to act on first.
    ///   - help: What to do next.
    ///   - fix: The text edit that corrects it, if there is exactly one.
    ///   - change: The property list change that corrects it, if there is exactly one.
    package init(
        check code: some LintCode,
        _ message: String,
        at places: [SourceRange],
        help: String? = nil,
        fix: TextEdit? = nil,
        change: PropertyListChange? = nil
    ) {
        diagnostic = Diagnostic(
            code: code.rawValue,
            severity: code.severity,
            message: message,
            places: places,
            help: help,
            fix: fix
        )
        self.change = change
        isFromCheck = true
    }

    /// Creates a finding from a reader's report.
    package init(reading diagnostic: Diagnostic) {
        self.diagnostic = diagnostic
        isFromCheck = false
    }

    /// The code, of a check or of a reader.
    package var code: String { diagnostic.code }

    /// Whether an edit or a change is certain to correct it.
    ///
    /// A reader's fix is a guess at the intention and changes the meaning of a policy, so it is only shown and not
    /// applied automatically. A property list change always comes from a check.
    package var isFixable: Bool {
        suppression == nil && (isFromCheck && diagnostic.fix != nil || change != nil)
    }

    /// Whether it is a reading error, which makes a file unusable: it always counts.
    package var isReadingError: Bool { !isFromCheck && diagnostic.severity == .error }
}
