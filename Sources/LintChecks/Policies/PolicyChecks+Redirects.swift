import AppLint
import Diagnostics
import PolicyModel

/// Browsers, dialers and messages.
extension PolicyChecks {
    mutating func checkRedirects() {
        checkBrowser()
        checkRedirect(
            isUsed: policy.dialerRestrictionLevel == .customApp,
            chosenBy: .dialerRestrictionLevel,
            word: "customApp",
            scheme: policy.customDialerAppProtocol,
            .customDialerAppProtocol,
            what: "phone numbers",
            of: RedirectScheme.dialerSchemes
        )
        checkRedirect(
            isUsed: policy.protectedMessagingRedirectAppType == .specificApps,
            chosenBy: .protectedMessagingRedirectAppType,
            word: "specificApps",
            scheme: policy.messagingRedirectAppUrlScheme,
            .messagingRedirectAppUrlScheme,
            what: "messages",
            of: RedirectScheme.messagingSchemes
        )
    }

    private mutating func checkBrowser() {
        guard policy.managedBrowserToOpenLinksRequired else {
            if let scheme = policy.customBrowserProtocol {
                add(
                    .browserSchemeWithoutEffect,
                    "no link goes to `\(Quoted.word(scheme.text))`, because no browser is required",
                    at: .customBrowserProtocol,
                    also: [.managedBrowserToOpenLinksRequired],
                    help: "set `managedBrowserToOpenLinksRequired: true`, or remove the browser"
                )
            }
            if policy.managedBrowser == .microsoftEdge {
                add(
                    .managedBrowserNotRequired,
                    "links open in any browser: `managedBrowser` names one, but no browser is required",
                    at: .managedBrowser,
                    also: [.managedBrowserToOpenLinksRequired],
                    help: "set `managedBrowserToOpenLinksRequired: true`"
                )
            }
            return
        }
        guard let scheme = policy.customBrowserProtocol else { return }
        if scheme.isNeverOpened {
            addNeverOpened(scheme, at: .customBrowserProtocol, "all links that must leave are blocked")
        } else if !scheme.isValid {
            add(
                .redirectWithoutScheme,
                "`\(Quoted.word(scheme.text))` is not a URL scheme, so every link that must leave is blocked",
                at: .customBrowserProtocol,
                help: "write the scheme of the browser, without `://`"
            )
        } else if policy.managedBrowser == .microsoftEdge {
            add(
                .customBrowserWins,
                "links go to the unmanaged browser `\(Quoted.word(scheme.text))`, although `managedBrowser` names Edge",
                at: .customBrowserProtocol,
                also: [.managedBrowser],
                help: "remove `customBrowserProtocol` if links are to stay managed"
            )
        }
    }

    /// Adds a finding that no link can be external. The caller determines from the document whether this is the case.
    mutating func addBrowserWithoutRules() {
        add(
            .browserWithoutRules,
            "external links must go to a browser, but the document has no rule set, so no link is external: every URL is "
                + "allowed in its view, as organization data",
            at: .managedBrowserToOpenLinksRequired,
            help: "add `ruleSets` that say which URLs are internal, unless the app answers `isExternalURL` itself"
        )
    }

    private mutating func checkRedirect(
        isUsed: Bool,
        chosenBy choice: PolicySetting,
        word: String,
        scheme: RedirectScheme?,
        _ setting: PolicySetting,
        what: String,
        of schemes: [String]
    ) {
        let blocked = blocked(what, of: schemes)
        if isUsed, scheme == nil {
            add(
                .redirectWithoutScheme,
                "`\(word)` needs `\(setting.name)`; without it \(blocked)",
                at: choice,
                help: "write the app's URL scheme under `\(setting.name)`"
            )
        } else if isUsed, let scheme, scheme.isNeverOpened {
            addNeverOpened(scheme, at: setting, also: [choice], blocked)
        } else if isUsed, let scheme, !scheme.isValid {
            add(
                .redirectWithoutScheme,
                "`\(Quoted.word(scheme.text))` is not a URL scheme, so \(blocked)",
                at: setting,
                also: [choice],
                help: "write the app's URL scheme, without `://`"
            )
        } else if !isUsed, let scheme {
            add(
                .redirectSchemeWithoutEffect,
                "no \(what) go to `\(Quoted.word(scheme.text))`, because `\(choice.name)` is not `\(word)`",
                at: setting,
                also: [choice],
                help: "set `\(choice.name): \(word)`, or remove the scheme"
            )
        }
    }

    /// What is blocked if the app cannot be opened: links with an exempt scheme are not blocked, because they open any
    /// app.
    private func blocked(_ what: String, of schemes: [String]) -> String {
        let exempt = exemptSchemes
        let open = isOutboundManaged ? schemes.filter(exempt.contains) : []
        guard !open.isEmpty else { return "all \(what) are blocked" }
        let names = { (schemes: [String]) in schemes.map { "`\($0)`" }.joined(separator: " and ") }
        let cause = "\(names(open)) \(open.count == 1 ? "is exempt and opens" : "are exempt and open") any app"
        let left = schemes.filter { !open.contains($0) }
        return left.isEmpty
            ? "no \(what) are redirected: \(cause)" : "\(what) with \(names(left)) are blocked, while \(cause)"
    }

    private mutating func addNeverOpened(
        _ scheme: RedirectScheme,
        at setting: PolicySetting,
        also others: [PolicySetting] = [],
        _ blocked: String
    ) {
        add(
            .redirectNeverOpened,
            "nothing may be redirected to `\(Quoted.word(scheme.text))`, so \(blocked)",
            at: setting,
            also: others,
            help: "write the URL scheme of an app"
        )
    }
}
