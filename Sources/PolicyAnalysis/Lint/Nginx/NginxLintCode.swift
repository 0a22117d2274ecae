public import AppLint
public import Diagnostics

/// The checks of a configuration of nginx, DM150 to DM162: what leads past Demarc, or does nothing.
public enum NginxLintCode: String, LintCode {
    /// The configuration can't be read to its end.
    case unreadable = "DM150"
    /// `return` or a redirect answers before Demarc is asked.
    case answersBefore = "DM151"
    /// A location beside decided ones is not decided.
    case undecided = "DM152"
    /// With `satisfy any`, another check is enough.
    case satisfiedOtherwise = "DM153"
    /// `error_page` makes something else of a denial.
    case denialUndone = "DM154"
    /// Clients can ask the location that asks Demarc.
    case openToClients = "DM155"
    /// One answer is kept for several requests.
    case cachedAnswer = "DM156"
    /// Requests with a body wait until they fail.
    case bodyExpected = "DM157"
    /// The client says itself who it is.
    case accountFromClient = "DM158"
    /// Demarc is not asked about what the client wrote.
    case askedAboutAnother = "DM159"
    /// The site gets another target than the one that was decided.
    case rewrittenTarget = "DM160"
    /// Demarc is set up, and decides nothing.
    case nothingDecided = "DM161"
    /// Fields with other names pass for those that Demarc and sites read.
    case aliasesPass = "DM162"

    /// How much a finding of this check matters, unless a configuration file says otherwise.
    public var severity: Diagnostic.Severity {
        switch self {
        case .unreadable, .satisfiedOtherwise, .denialUndone, .cachedAnswer: .error
        case .answersBefore, .undecided, .openToClients, .bodyExpected, .accountFromClient, .askedAboutAnother,
            .nothingDecided, .aliasesPass:
            .warning
        case .rewrittenTarget: .note
        }
    }

    /// What the check looks for, at length.
    public var explanation: LintExplanation {
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
