public import Diagnostics
public import PropertyList

/// The checks of one area, each with its code.
///
/// Codes are public and stable: suppressions, configuration files and CI use them. No two areas share one.
public protocol LintCode: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// How much a finding of this check matters, unless a configuration file says otherwise.
    var severity: Diagnostic.Severity { get }
    /// What the check looks for, at length.
    var explanation: LintExplanation { get }
}

/// What a check looks for, at length: what `demarc explain` and the documentation say.
public struct LintExplanation: Hashable, Sendable {
    /// The finding in a few words, such as `rule never decides`.
    public var title: String
    /// What is wrong, what follows from it, and what to do: one or more paragraphs.
    public var text: String
    /// A small piece of a file that has the finding.
    public var example: String
    /// The same piece without it; nil if it depends on what was meant.
    public var corrected: String?

    /// Makes an explanation.
    public init(title: String, text: String, example: String, corrected: String? = nil) {
        self.title = title
        self.text = text
        self.example = example
        self.corrected = corrected
    }
}

/// One problem in a file, found by a check or by a reader, with the change that corrects it if there is exactly one.
public struct LintFinding: Hashable, Sendable {
    /// Message, places, and the edit of a text file if exactly one corrects it. The severity is the one that applies here.
    public var diagnostic: Diagnostic
    /// The change of a property list that corrects it; nil if none is certain, and for every other file.
    public var change: PropertyListChange?
    /// Whether a check found it; otherwise a reader did.
    public let isFromCheck: Bool
    /// Why it does not count; nil if it does.
    public package(set) var suppression: SARIFReport.Suppression?
    /// Its position among all findings of a run: changes of one property list are made in this order.
    package var number = 0

    /// Makes the finding of a check, with the severity of its code.
    ///
    /// - Parameters:
    ///   - code: The check.
    ///   - message: Lower case, one line, no final period; the author's own words are in backticks.
    ///   - places: What to underline, the place to act on first.
    ///   - help: What to do next.
    ///   - fix: The edit of a text file that corrects it, if there is exactly one.
    ///   - change: The change of a property list that corrects it, if there is exactly one.
    public init(
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

    /// Makes a finding of what a reader reported.
    public init(reading diagnostic: Diagnostic) {
        self.diagnostic = diagnostic
        isFromCheck = false
    }

    /// The code, of a check or of a reader.
    public var code: String { diagnostic.code }

    /// Whether an edit or a change corrects it with certainty.
    ///
    /// What a reader offers is a guess at what was meant, and changes what a policy says: it is shown, and left to
    /// people. A change of a property list is always a check's.
    public var isMendable: Bool {
        suppression == nil && (isFromCheck && diagnostic.fix != nil || change != nil)
    }

    /// Whether it is an error of reading, without which a file can't be used: it always counts.
    package var isReadingError: Bool { !isFromCheck && diagnostic.severity == .error }
}
