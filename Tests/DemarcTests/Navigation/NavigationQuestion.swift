/// One navigation, described by what the table of navigation asks about, in plain words and without the engine's types.
struct NavigationQuestion {
    /// Whether the URL is the page, a frame inside it, or one of its resources.
    enum Frame: String, CaseIterable { case top, sub, resource }

    /// Who acts.
    enum Identity: CaseIterable {
        /// No level is set.
        case unset
        /// The empty account: explicitly nobody.
        case nobody
        case unmanaged
        /// An account that the policy does not list.
        case unknown
        case managed
        /// Several accounts at once, one of them managed.
        case several
    }

    /// What a policy says of external links, and what the host knows of the browser.
    enum Browser: CaseIterable {
        case notRequired, managed, managedNotInstalled, custom, customNoScheme
        /// The document declares the managed browser, and not as one that the organization manages.
        case managedByNobody, managedByOthers
        var isRequired: Bool { self != .notRequired }
    }

    /// What host code says of the URL.
    enum HostAnswer: CaseIterable {
        /// There is no delegate, and the request brings no answer.
        case absent
        /// The request brings an answer.
        case `internal`, external, none
        /// The view has a delegate that says so.
        case delegateInternal, delegateExternal, delegateThrows, delegateLate, delegateUndecided
    }

    var url: SampleURL
    var frame: Frame
    /// The web-view policies from the view itself up to the root.
    var tags: [String]
    var treatsAllAsUnmanaged: Bool
    var identity: Identity
    var rules: SampleRules
    var answer: HostAnswer
    var browser: Browser
    /// The view shows a page that was called external.
    var showsExternalPage: Bool
    /// The strictest policy is in force, whatever ``browser`` says of other apps.
    var isLockedDown = false
}

/// What the table says.
struct NavigationAnswer: Equatable {
    var verdict: String
    var destination: String?
    var urlClass: String?
    var page: String?
    var route: String?
    var reasons: [String]
    /// How often the view's delegate must have been asked.
    var delegateCalls = 0
}

extension NavigationQuestion: CustomStringConvertible {
    var description: String {
        let page = showsExternalPage ? ", external page shown" : ""
        return """
            \(url) as \(frame), view \(tags.joined(separator: " in ")), treatAll \(treatsAllAsUnmanaged), \(identity), \
            rules \(rules.name ?? "none"), answer \(answer), browser \(browser)\(page)
            """
    }
}

extension NavigationAnswer: CustomStringConvertible {
    var description: String {
        let parts = [destination, page, urlClass, route].map { $0 ?? "-" }.joined(separator: " ")
        return "\(verdict) \(parts) [\(reasons.joined(separator: " "))], delegate asked \(delegateCalls) times"
    }
}
