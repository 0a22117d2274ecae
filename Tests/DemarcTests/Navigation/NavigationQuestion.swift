/// One navigation, described by the inputs of the navigation table, in plain words and without the engine's types.
struct NavigationQuestion {
    /// Whether the URL is the page, a frame inside it, or one of its resources.
    enum Frame: String, CaseIterable { case top, sub, resource }

    /// The acting account.
    enum Identity: CaseIterable {
        /// No level is set.
        case unset
        /// The empty account: explicitly no account.
        case nobody
        case unmanaged
        /// An account that the policy does not list.
        case unknown
        case managed
        /// Several accounts at once, one of them managed.
        case several
    }

    /// What a policy defines for external links, and what the host knows about the browser.
    enum Browser: CaseIterable {
        case notRequired, managed, managedNotInstalled, custom, customNoScheme
        /// The document declares the managed browser, but not as managed by the organization.
        case managedByNobody, managedByOthers
        var isRequired: Bool { self != .notRequired }
    }

    /// What host code answers about the URL.
    enum HostAnswer: CaseIterable {
        /// There is no delegate, and the request contains no answer.
        case absent
        /// The request contains an answer.
        case `internal`, external, none
        /// The view has a delegate that gives this answer.
        case delegateInternal, delegateExternal, delegateThrows, delegateLate, delegateUndecided
    }

    var url: SampleURL
    var frame: Frame
    /// The web-view policies, from the view itself up to the root.
    var tags: [String]
    var treatsAllAsUnmanaged: Bool
    var identity: Identity
    var rules: SampleRules
    var answer: HostAnswer
    var browser: Browser
    /// Whether the view shows a page that was classified as external.
    var showsExternalPage: Bool
    /// Whether the strictest policy is in force, regardless of what ``browser`` defines for other apps.
    var isLockedDown = false
}

/// The result according to the table.
struct NavigationAnswer: Equatable {
    var verdict: String
    var destination: String?
    var urlClass: String?
    var page: String?
    var route: String?
    var reasons: [String]
    /// How often the view's delegate must have been called.
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
