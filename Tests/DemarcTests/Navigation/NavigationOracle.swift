/// A second implementation of the navigation table: slow, plain, and without code shared with the engine, so that two
/// readings of one table can be compared.
///
/// Each function is one step of the table, written independently; the first row that applies decides.
extension NavigationQuestion {
    /// The result according to the table. Several accounts at once are treated as one account under the strictest
    /// policy, and their reason comes first.
    var expected: NavigationAnswer {
        guard identity == .several else { return expectedOfOne }
        var question = self
        question.identity = .managed
        switch browser {
        case .managedNotInstalled, .managedByNobody, .managedByOthers: break
        case .notRequired, .managed, .custom, .customNoScheme: question.browser = .managed
        }
        question.isLockedDown = true
        var answer = question.expectedOfOne
        switch url.kind {
        case .invalid, .ambiguous: break
        default: answer.reasons.insert("identity.lockDown", at: 0)
        }
        return answer
    }

    private var expectedOfOne: NavigationAnswer {
        // Row 1: a text that is not a URL, or that other readers resolve differently, is blocked.
        if case .invalid = url.kind { return blockBeforeRules("url.invalid") }
        if case .ambiguous = url.kind { return blockBeforeRules("url.ambiguous") }
        // It is unknown whether an unknown account is managed, so it is assumed to be.
        if identity == .unknown { return blockBeforeRules("identity.unknown") }
        return rows2And3 ?? rowsFrom4
    }

    // MARK: Rows 2 and 3: URLs that show nothing from elsewhere, and URLs that are never navigated to

    private var rows2And3: NavigationAnswer? {
        switch (url.kind, frame) {
        case (.blank, _): loadBeforeRules(pageShown, because: "navigation.about")
        case (.handled, _): loadBeforeRules(pageShown, because: "navigation.handledScheme")
        case (.embedded, .sub), (.embedded, .resource): loadBeforeRules(pageShown, because: "navigation.embedded")
        case (.embedded, .top), (.file, _), (.about, _): blockBeforeRules("navigation.localScheme")
        default: nil
        }
    }

    // MARK: Rows 4 to 6

    private var rowsFrom4: NavigationAnswer {
        guard identity == .managed else { return loadBeforeRules("unmanaged", because: "identity.unmanaged") }
        if whatRulesSay.urlClass == "blocked" {
            let offers = rules.transitions.isEmpty ? ["none"] : rules.transitions
            return block([whatRulesSay.reason ?? ""] + offers.map { "transition.\($0)" })
        }
        if frame == .resource { return load(pageShown, because: ["navigation.subresource"]) }
        if frame == .top, case .other = url.kind, !isNamedByRules { return elsewhere }
        var answer = rowsFrom7
        switch self.answer {
        case .delegateInternal, .delegateExternal, .delegateThrows, .delegateLate, .delegateUndecided:
            answer.delegateCalls = 1
        case .absent, .internal, .external, .none: break
        }
        return answer
    }

    /// Row 6: what the policies of this world define for other apps. Each policy defines something different.
    private var elsewhere: NavigationAnswer {
        let scheme = url.text.prefix { $0 != ":" }
        func answer(_ verdict: String, _ destination: String?, _ route: String?, _ reason: String) -> NavigationAnswer {
            NavigationAnswer(
                verdict: verdict,
                destination: destination,
                urlClass: whatRulesSay.urlClass,
                route: route,
                reasons: [reason]
            )
        }
        if isLockedDown { return block(scheme == "tel" ? "open.dialer.blocked" : "open.outbound.none") }
        switch (browser, scheme) {
        case (.notRequired, "tel"): return answer("allow", "system", nil, "open.dialer.allApps")
        case (.notRequired, _): return answer("allow", "system", nil, "open.outbound.allApps")
        case (.managed, "tel"), (.managedNotInstalled, "tel"), (.managedByNobody, "tel"), (.managedByOthers, "tel"):
            return answer("route", "managedApp", "contosodial:+4930123456", "open.dialer.customApp")
        case (.managed, _), (.managedNotInstalled, _), (.managedByNobody, _), (.managedByOthers, _):
            return block("open.outbound.none")
        case (.custom, "tel"): return answer("allow", "managedApp", nil, "open.dialer.managedApps")
        case (.customNoScheme, "tel"): return block("open.dialer.blocked")
        case (_, "mailto"):
            return answer("route", "managedApp", "ms-outlook://compose?to=dana@contoso.example", "open.mail")
        case (.customNoScheme, "other"): return answer("allow", "unmanagedApp", nil, "open.exempted")
        case (.custom, _), (.customNoScheme, _): return block("open.outbound.managedApps")
        }
    }

    // MARK: Rows 7 to 10

    private var rowsFrom7: NavigationAnswer {
        let (isExternal, why) = whoeverAnswers
        switch (isExternal, frame) {
        case (nil, .top):
            return browser.isRequired
                ? toBrowser(because: [why, "navigation.noAnswer"]) : block([why, "navigation.noAnswer"])
        case (nil, _): return block([why, "navigation.noAnswer"])
        case (true?, .top):
            return browser.isRequired
                ? toBrowser(because: [why]) : load("unmanaged", because: [why, "browser.notRequired", "page.external"])
        case (true?, _): return load("unmanaged", because: [why, "page.external"])
        case (false?, .top): return load(ownClassification.page, because: [why, ownClassification.reason])
        // A frame is part of its page.
        case (false?, _): return load(pageShown, because: [why])
        }
    }

    private func toBrowser(because reasons: [String]) -> NavigationAnswer {
        let reasons = reasons + ["browser.required"]
        if browser == .customNoScheme { return block(reasons + ["open.redirect.invalid"]) }
        guard case .web(let isSecure, let rest) = url.kind else { return block(reasons + ["browser.unroutable"]) }
        let secure = isSecure ? "s" : ""
        var answer = NavigationAnswer(verdict: "route", urlClass: whatRulesSay.urlClass, reasons: reasons)
        switch browser {
        case .notRequired, .customNoScheme: break
        case .custom:
            answer.destination = "unmanagedBrowser"
            answer.route = "kiosk\(secure)\(rest)"
            answer.reasons.append("browser.custom")
        case .managed:
            answer.destination = "managedBrowser"
            answer.route = "microsoft-edge-http\(secure)\(rest)"
            answer.reasons.append("browser.managed")
        case .managedNotInstalled:
            answer.destination = "installBrowser"
            answer.reasons.append("browser.notInstalled")
        case .managedByNobody, .managedByOthers:
            answer.destination = "installBrowser"
            answer.reasons.append("browser.notManaged")
        }
        return answer
    }

    // MARK: Rules and answers

    /// The class from the view's rule set, and its reason; no reason if the rule set was not consulted.
    private var whatRulesSay: (urlClass: String?, reason: String?) {
        if case .none = rules.kind { return (nil, nil) }
        guard identity == .managed, rows2And3 == nil else { return (nil, nil) }
        if case .missing = rules.kind { return (nil, "rule.setMissing") }
        if frame == .resource, !rules.blocksSubresources { return (nil, nil) }
        if case .blobWithoutOrigin = url.kind { return (nil, "rule.opaqueOrigin") }
        switch rules.kind {
        case .limit where url.isCostly: return (nil, "rule.limit")
        case .limit: return ("external", "rule.default.external")
        case .ruled(let rule?, _) where url.isRuled: return (rule, "rule.\(rule)")
        case .ruled(_, let standard): return (standard, "rule.default.\(standard)")
        case .none, .missing: return (nil, nil)
        }
    }

    private var isNamedByRules: Bool {
        switch rules.kind {
        case .none, .missing: false
        case .ruled, .limit: url.isNamed
        }
    }

    /// Whether the URL is external, and the source of the answer; nil if there is no answer.
    private var whoeverAnswers: (isExternal: Bool?, reason: String) {
        let (urlClass, reason) = whatRulesSay
        let answerOfRules = urlClass.map { $0 != "internal" }
        switch answer {
        case .internal, .delegateInternal: return (false, "delegate.internal")
        case .external, .delegateExternal: return (true, "delegate.external")
        case .none: return (nil, "delegate.noAnswer")
        case .delegateThrows: return (nil, "delegate.threw")
        case .delegateLate: return (nil, "delegate.late")
        case .delegateUndecided: return (answerOfRules, reason ?? "delegate.undecided")
        case .absent:
            guard let reason else { return (false, "navigation.unclassified") }
            return (answerOfRules, reason)
        }
    }

    // MARK: The owner of the content

    /// The classification that the tags give the view: the nearest tag that is set counts.
    private var ownClassification: (page: String, reason: String) {
        let current = identity == .managed ? "managed" : "unmanaged"
        let tag = tags.first { $0 != "unset" }
        guard let tag else {
            return treatsAllAsUnmanaged
                ? ("unmanaged", "view.treatAllWebViewsAsUnmanaged") : (current, "view.unset")
        }
        return (tag == "unmanaged" ? "unmanaged" : current, "view.\(tag)")
    }

    /// The classification of the current page.
    private var pageShown: String { showsExternalPage ? "unmanaged" : ownClassification.page }

    // MARK: Answers

    // Rows before the fifth do not consult the rules, so the answer has no class.

    private func blockBeforeRules(_ reason: String) -> NavigationAnswer {
        NavigationAnswer(verdict: "block", reasons: [reason])
    }

    private func loadBeforeRules(_ page: String, because reason: String) -> NavigationAnswer {
        NavigationAnswer(verdict: "allow", destination: "view", page: page, reasons: [reason])
    }

    private func block(_ reason: String) -> NavigationAnswer { block([reason]) }

    private func block(_ reasons: [String]) -> NavigationAnswer {
        NavigationAnswer(verdict: "block", urlClass: whatRulesSay.urlClass, reasons: reasons)
    }

    private func load(_ page: String, because reasons: [String]) -> NavigationAnswer {
        NavigationAnswer(
            verdict: "allow",
            destination: "view",
            urlClass: whatRulesSay.urlClass,
            page: page,
            reasons: reasons
        )
    }
}
