public import Diagnostics
public import PropertyList

/// What lint says of one place, with the change that mends it where one is certain.
public struct LintFinding: Hashable, Sendable {
    /// Which check found it.
    public var code: LintCode
    /// What there is to say, where, and the edit of a text file if exactly one mends it.
    public var diagnostic: Diagnostic
    /// The change of a property list that mends it; nil where none is certain, and for every other file.
    public var change: PropertyListChange?

    /// Makes a finding of the code's own severity.
    ///
    /// - Parameters:
    ///   - code: The check.
    ///   - message: Lower case, one line, no final period; the author's own words stand in backticks.
    ///   - places: What to underline, the place to act on first.
    ///   - help: What to do next.
    ///   - fix: The edit of a text file that mends it, if there is exactly one.
    ///   - change: The change of a property list that mends it, if there is exactly one.
    public init(
        _ code: LintCode,
        _ message: String,
        at places: [SourceRange],
        help: String? = nil,
        fix: TextEdit? = nil,
        change: PropertyListChange? = nil
    ) {
        self.code = code
        diagnostic = Diagnostic(
            code: code.rawValue,
            severity: code.severity,
            message: message,
            places: places,
            help: help,
            fix: fix
        )
        self.change = change
    }
}
