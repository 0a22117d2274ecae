package import AppLint
package import Diagnostics

/// The checks of an nginx configuration, DM150 to DM162: ways to bypass Demarc, and directives without effect.
package enum NginxLintCode: String, LintCode {
    /// The configuration cannot be read completely.
    case unreadable = "DM150"
    /// `return` or a redirect answers before Demarc decides.
    case answersBefore = "DM151"
    /// A location is undecided although other locations of the server are decided.
    case undecided = "DM152"
    /// With `satisfy any`, passing another check alone can allow a request.
    case satisfiedOtherwise = "DM153"
    /// `error_page` turns a denial into something else, or something else answers instead of Demarc.
    case denialUndone = "DM154"
    /// Clients can reach the location that calls Demarc.
    case openToClients = "DM155"
    /// One cached answer is used for several requests.
    case cachedAnswer = "DM156"
    /// Requests with a body wait until they fail.
    case bodyExpected = "DM157"
    /// The client determines its own account.
    case accountFromClient = "DM158"
    /// Demarc does not decide about the request that the client wrote.
    case askedAboutAnother = "DM159"
    /// The site receives a different target than the decided one.
    case rewrittenTarget = "DM160"
    /// Demarc decides nothing.
    case nothingDecided = "DM161"
    /// Fields with other names pass as those that Demarc and sites read.
    case aliasesPass = "DM162"

    /// The severity of this check's findings, unless a configuration file changes it.
    package var severity: Diagnostic.Severity {
        switch self {
        case .unreadable, .satisfiedOtherwise, .denialUndone, .cachedAnswer: .error
        case .answersBefore, .undecided, .openToClients, .bodyExpected, .accountFromClient, .askedAboutAnother,
            .nothingDecided, .aliasesPass:
            .warning
        case .rewrittenTarget: .note
        }
    }

    /// The detailed explanation of the check.
    package var explanation: LintExplanation {
        switch self {
        case .unreadable: .unreadableNginx
        case .answersBefore: .answersBefore
        case .undecided: .undecidedLocation
        case .satisfiedOtherwise: .satisfiedOtherwise
        case .denialUndone: .denialUndone
        case .openToClients: .openToClients
        case .cachedAnswer: .cachedAnswer
        case .bodyExpected: .bodyExpected
        case .accountFromClient: .accountFromClient
        case .askedAboutAnother: .askedAboutAnother
        case .rewrittenTarget: .rewrittenTarget
        case .nothingDecided: .nothingDecided
        case .aliasesPass: .aliasesPass
        }
    }
}
