import AppLint

/// Explanations of the checks of suppressions.
extension LintExplanation {
    static var unusedSuppression: LintExplanation {
        LintExplanation(
            title: "suppression of nothing",
            text: """
                A comment suppresses a finding that its line doesn't have. What it was written for is mended, or \
                stands elsewhere by now. Left there, it would hide the next finding of that code. A comment speaks \
                of its own line, and where it stands alone, of the next one.
                """,
            example: """
                # demarc:ignore DM041 the browser is only tried out
                managedBrowserToOpenLinksRequired: true
                """,
            corrected: "managedBrowserToOpenLinksRequired: true"
        )
    }

    static var suppressionWithoutReason: LintExplanation {
        LintExplanation(
            title: "suppression without a reason",
            text: """
                Whoever reads the file later has to know why a finding doesn't count. Without a reason a \
                suppression suppresses nothing.
                """,
            example: "customBrowserProtocol: contoso-browser  # demarc:ignore DM041",
            corrected: "customBrowserProtocol: contoso-browser  # demarc:ignore DM041 required from May on"
        )
    }

    static var unknownCode: LintExplanation {
        LintExplanation(
            title: "unknown code",
            text: """
                A suppression or an entry of a configuration file names no code, or one that no finding can have. \
                `demarc explain` lists all codes.
                """,
            example: "customBrowserProtocol: contoso-browser  # demarc:ignore DM941 required from May on",
            corrected: "customBrowserProtocol: contoso-browser  # demarc:ignore DM041 required from May on"
        )
    }

    static var errorNotSuppressed: LintExplanation {
        LintExplanation(
            title: "error that can't be suppressed",
            text: """
                A suppression names an error of reading. With such an error a document can't be used and nothing \
                else in it is checked, so it always counts.
                """,
            example: "printBlockd: true  # demarc:ignore unknown-key we know"
        )
    }
}
