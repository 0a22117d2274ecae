import PolicyModel

/// The result of a row of a decision table, without its reasons.
struct Outcome: Hashable, Sendable {
    let verdict: Verdict
    let destination: Destination?
    let page: PageClassification?
    /// The kind of page that replaces the page shown; ``LoadedPage/Kind/unreported`` if that page stays.
    let loads: LoadedPage.Kind
    /// What is actually opened in place of a URL.
    let opens: OpenTarget
    /// Whether only a managed app may open the URL and the caller does not vouch for one. The app must then be able to
    /// query the system about the twin of the URL's scheme.
    var dependsOnTwin = false
    /// The more detailed answer for a single setting.
    var value: SettingValue?

    /// Creates a verdict that classifies no page and opens nothing, unless these are given.
    @inline(__always)
    init(
        _ verdict: Verdict,
        to destination: Destination? = nil,
        opens: OpenTarget = .nothing,
        page: PageClassification? = nil,
        loads: LoadedPage.Kind = .unreported
    ) {
        self.verdict = verdict
        self.destination = destination
        self.opens = opens
        self.page = page
        self.loads = loads
    }

    /// The request is not allowed.
    static var block: Outcome { Outcome(.block) }

    /// It opens in the view that made the request, as a part of the page shown, which has this classification.
    static func allow(_ page: PageClassification) -> Outcome {
        Outcome(.allow, to: .view, page: page)
    }

    /// It opens in the view that made the request, as a page that replaces the page shown.
    @inline(__always)
    static func load(_ page: LoadedPage.Kind) -> Outcome {
        Outcome(.allow, to: .view, page: page.isManaged ? .managed : .unmanaged, loads: page)
    }

    /// It opens outside the view that made the request.
    static func open(_ target: OpenTarget, in destination: Destination) -> Outcome {
        Outcome(.allow, to: destination, opens: target)
    }

    /// The route opens instead of the requested URL.
    static func route(_ target: OpenTarget, to destination: Destination) -> Outcome {
        Outcome(.route, to: destination, opens: target)
    }
}

/// What is actually opened in place of a URL that may be opened.
enum OpenTarget: UInt8, Sendable {
    /// Nothing that has a scheme.
    case nothing
    /// The URL itself.
    case asked
    /// The URL with the scheme's twin.
    case twin
    /// The URL, or its twin: the caller vouches for the app.
    case askedOrTwin
    /// The URL with the twin of `tel`.
    case dialerTwin
    /// The URL with the scheme of the policy's dialer.
    case dialer
    /// The URL with the scheme of the policy's messaging app.
    case messaging
    /// The message that the managed mail app is asked to compose.
    case mail
    /// The same message, through the twin of the mail app's scheme.
    case mailTwin
    /// The URL with a scheme of the managed browser.
    case managedBrowser
    /// The URL with a scheme of the policy's custom browser.
    case customBrowser
}
