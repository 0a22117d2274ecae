public import AppLint
public import Diagnostics

/// The checks of suppressions, DM001 to DM009.
public enum SuppressionLintCode: String, LintCode {
    /// A suppression that suppresses nothing.
    case unusedSuppression = "DM001"
    /// A suppression without a reason.
    case suppressionWithoutReason = "DM002"
    /// A suppression, or an entry of a configuration file, names a code that there is not.
    case unknownCode = "DM003"
    /// A suppression names an error of reading, which cannot be suppressed.
    case errorNotSuppressed = "DM004"

    /// How much a finding of this check matters, unless a configuration file says otherwise.
    public var severity: Diagnostic.Severity {
        switch self {
        case .suppressionWithoutReason, .unknownCode, .errorNotSuppressed: .warning
        case .unusedSuppression: .note
        }
    }

    /// What the check looks for, at length.
    public var explanation: LintExplanation {
        switch self {
        case .unusedSuppression: .unusedSuppression
        case .suppressionWithoutReason: .suppressionWithoutReason
        case .unknownCode: .unknownCode
        case .errorNotSuppressed: .errorNotSuppressed
        }
    }
}

extension LintFinding {
    /// Makes a finding of one of these checks; see ``init(check:_:at:help:fix:change:)``.
    init(
        _ code: SuppressionLintCode,
        _ message: String,
        at places: [SourceRange],
        help: String? = nil,
        fix: TextEdit? = nil
    ) {
        self.init(check: code, message, at: places, help: help, fix: fix)
    }
}
