/// What the host must do.
public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// Do it as requested; the destination specifies where.
    case allow
    /// Do not do it.
    case block
    /// Open the decision's route at its destination instead.
    case route
    /// Hand the data over, but only encrypted, so that no app without the organization's key can read it.
    case allowEncrypted
    /// Receive the data, and treat it as the organization's from then on.
    case allowAsOrganizationData
    /// Receive the data under another account: the decision's account.
    case switchAccount
    /// Write it to the pasteboard unchanged.
    case plain
    /// Write it to the pasteboard so that only apps managed for the owner can read it.
    case protected
}

/// Where an allowed or routed URL opens.
public enum Destination: String, CaseIterable, Hashable, Sendable {
    /// The view that made the request.
    case view
    /// The managed browser, through its own scheme.
    case managedBrowser
    /// The browser of the policy's custom protocol; content is unmanaged there.
    case unmanagedBrowser
    /// An app managed for the same organization.
    case managedApp
    /// An app outside management.
    case unmanagedApp
    /// The system's own handling.
    case system
    /// The offer to install the managed browser.
    case installBrowser
}

/// The classification of the content that a view or page shows.
public enum PageClassification: String, CaseIterable, Hashable, Sendable {
    /// Content of the acting managed account.
    case managed
    /// Content that no policy protects.
    case unmanaged
}

/// The kind of load that a navigation is.
public enum Frame: String, CaseIterable, Hashable, Sendable {
    /// The page of a web view.
    case top
    /// A frame inside a page.
    case sub
    /// A resource of a page: image, script, style sheet, fetch.
    case resource
}

/// The answer of a delegate when a view calls `isExternalURL`.
public enum ExternalURLAnswer: String, CaseIterable, Hashable, Sendable {
    /// An organizational location.
    case `internal`
    /// A location that could leak organization data.
    case external
    /// It threw, was late, or could not decide. A parameter that is nil means that nobody was asked.
    case noAnswer = "none"
}
