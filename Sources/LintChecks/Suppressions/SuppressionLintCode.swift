package import AppLint
package import Diagnostics

/// The checks of suppressions, DM001 to DM009.
package enum SuppressionLintCode: String, LintCode {
    /// A suppression that suppresses nothing.
    case unusedSuppression = "DM001"
    /// A suppression without a reason.
    case suppressionWithoutReason = "DM002"
    /// A suppression, or an entry of a configuration file, names a code that does not exist.
    case unknownCode = "DM003"
    /// A suppression, an entry of a configuration file or an option names a reading error, which cannot be suppressed.
    case errorNotSuppressed = "DM004"

    /// The severity of this check's findings, unless a configuration file changes it.
    package var severity: Diagnostic.Severity {
        switch self {
        case .suppressionWithoutReason, .unknownCode, .errorNotSuppressed: .warning
        case .unusedSuppression: .note
        }
    }

    /// The detailed explanation of the check.
    package var explanation: LintExplanation {
        switch self {
        case .unusedSuppression: .unusedSuppression
        case .suppressionWithoutReason: .suppressionWithoutReason
        case .unknownCode: .unknownCode
        case .errorNotSuppressed: .errorNotSuppressed
        }
    }
}

extension LintFinding {
    /// Creates a finding of one of these checks; see ``init(check:_:at:help:fix:change:)``.
    package init(
        _ code: SuppressionLintCode,
        _ message: String,
        at places: [SourceRange],
        help: String? = nil,
        fix: TextEdit? = nil
    ) {
        self.init(check: code, message, at: places, help: help, fix: fix)
    }
}

/// Explanations of the checks of suppressions.
extension LintExplanation {
    static let unusedSuppression = LintExplanation(
        title: "suppression without a finding",
        text: """
            A comment suppresses a finding that its line doesn't have. The finding that it was written for has been \
            fixed or has moved. Left there, the comment would hide the next finding of that code. A comment applies to \
            its own line or, if it is alone on a line, to the next one.
            """,
        example: """
            # demarc:ignore DM041 the browser is only tried out
            managedBrowserToOpenLinksRequired: true
            """,
        corrected: "managedBrowserToOpenLinksRequired: true"
    )

    static let suppressionWithoutReason = LintExplanation(
        title: "suppression without a reason",
        text: """
            Later readers of the file have to know why a finding doesn't count. Without a reason, a suppression \
            suppresses nothing.
            """,
        example: "customBrowserProtocol: contoso-browser  # demarc:ignore DM041",
        corrected: "customBrowserProtocol: contoso-browser  # demarc:ignore DM041 required from May on"
    )

    static let unknownCode = LintExplanation(
        title: "unknown code",
        text: """
            A suppression or an entry of a configuration file names no code, or a code that no finding can have. \
            `demarc explain` lists all codes.
            """,
        example: "customBrowserProtocol: contoso-browser  # demarc:ignore DM941 required from May on",
        corrected: "customBrowserProtocol: contoso-browser  # demarc:ignore DM041 required from May on"
    )

    static let errorNotSuppressed = LintExplanation(
        title: "error that cannot be suppressed",
        text: """
            A suppression, an entry of a configuration file, or an option such as `--skip` names a reading error. With \
            such an error, a document cannot be used and nothing else in it is checked, so the error always counts.
            """,
        example: "printBlockd: true  # demarc:ignore unknown-key we know"
    )
}
