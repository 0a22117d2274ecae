public import AppLint
public import Diagnostics
public import PropertyList

/// One finding of a run of lint, from a reader or from a check.
public struct LintResult: Hashable, Sendable {
    /// What there is to say, with the severity that holds here.
    public var diagnostic: Diagnostic
    /// The check that found it; nil for what readers find.
    public var code: LintCode?
    /// The change of a property list that mends it; nil where none is certain.
    public var change: PropertyListChange?
    /// Where it came among all that was found: changes of one property list are made in this order.
    var number = 0
    /// Why it doesn't count; nil where it does.
    public var suppression: SARIFReport.Suppression?

    /// Whether an edit or a change mends it with certainty.
    ///
    /// What a reader offers is a guess at what was meant, and changes what a policy says: it is shown, and left to
    /// people. A change of a property list is always a check's.
    public var isMendable: Bool {
        suppression == nil && (code != nil && diagnostic.fix != nil || change != nil)
    }

    /// Whether it is an error of reading, without which a file can't be used: it always counts.
    var isReadingError: Bool { code == nil && diagnostic.severity == .error }

    init(_ finding: LintFinding) {
        diagnostic = finding.diagnostic
        code = finding.code
        change = finding.change
    }

    init(reading diagnostic: Diagnostic) { self.diagnostic = diagnostic }
}
