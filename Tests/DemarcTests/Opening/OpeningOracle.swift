/// A second implementation of the tables for opening: slow, plain, and without code shared with the engine, so that two
/// readings of one table can be compared.
extension OpeningQuestion {
    /// The rows of the table, each named after its subject.
    private enum Row {
        case exempted, web, dialer, messaging, everywhere, nowhere, mail
        case knownManagedApp, twinScheme, declaredTwin, otherwise
    }

    /// The expected result of opening.
    var expected: OpeningAnswer {
        guard let scheme = url.scheme else { return block("url.invalid") }
        if url.isAmbiguous { return block("url.ambiguous") }
        switch identity {
        case .unknown: return block("identity.unknown")
        case .unmanaged: return allow("system", "identity.unmanaged")
        case .lockDown:
            var answer = underPolicy.managed(scheme)
            answer.reasons.insert("identity.lockDown", at: 0)
            return answer
        case .managed: return managed(scheme)
        }
    }

    /// The question with the deciding settings: those of the strictest policy under lock-down.
    private var underPolicy: OpeningQuestion {
        guard identity == .lockDown else { return self }
        var strictest = self
        (strictest.outbound, strictest.exempted) = ("none", [])
        (strictest.isBrowserRequired, strictest.customBrowser) = (true, nil)
        (strictest.dialer, strictest.messaging) = ("blocked", "blocked")
        return strictest
    }

    /// The first row that applies to a managed account.
    private func row(_ scheme: String) -> Row {
        if outbound == "managedApps", exemptedSchemes.contains(scheme) { return .exempted }
        if scheme == "http" || scheme == "https" { return .web }
        if scheme == "tel" || scheme == "telprompt" { return .dialer }
        if ["sms", "imessage", "ms-sms"].contains(scheme) { return .messaging }
        // Where nobody may dial or send, a managed app may not either.
        if ["tel-intunemam", "telprompt-intunemam"].contains(scheme), dialer == "blocked" { return .dialer }
        if ["sms", "imessage", "ms-sms"].contains(where: { scheme == "\($0)-intunemam" }), messaging == "blocked" {
            return .messaging
        }
        if outbound == "allApps" { return .everywhere }
        if outbound == "none" { return .nowhere }
        if scheme == "mailto" { return .mail }
        if isKnown { return .knownManagedApp }
        if scheme.hasSuffix("-intunemam") { return .twinScheme }
        return hasManagedApp(for: scheme + "-intunemam") ? .declaredTwin : .otherwise
    }

    private func managed(_ scheme: String) -> OpeningAnswer {
        switch row(scheme) {
        case .exempted: return allow("unmanagedApp", "open.exempted")
        case .web: return web(scheme)
        case .dialer:
            return phone(
                ["allApps": .anyApp, "managedApps": .managedApps, "customApp": .namedApp][dialer] ?? .blocked,
                "open.dialer.\(dialer)",
                custom: dialerProtocol,
                invalid: "open.redirect.invalid.dialer",
                asked: scheme,
                twinOf: "tel"
            )
        case .messaging:
            return phone(
                ["anyApp": .anyApp, "anyManagedApp": .managedApps, "specificApps": .namedApp][messaging] ?? .blocked,
                "open.messaging.\(messaging)",
                custom: messagingScheme,
                invalid: "open.redirect.invalid.messaging",
                asked: scheme,
                twinOf: scheme
            )
        case .everywhere: return allow("system", "open.outbound.allApps")
        case .nowhere: return block("open.outbound.none")
        case .mail:
            let isThere = apps == nil || hasManagedApp(for: "ms-outlook")
            guard isThere else { return block("open.mail.notInstalled") }
            guard hasOtherApp(for: "ms-outlook") else {
                return OpeningAnswer(
                    verdict: "route",
                    destination: "managedApp",
                    route: url.compose,
                    reasons: ["open.mail"]
                )
            }
            guard hasManagedApp(for: "ms-outlook-intunemam") else {
                return OpeningAnswer(
                    verdict: "block",
                    reasons: ["open.mail", "open.twin.missing", "open.app.notManaged"]
                )
            }
            return OpeningAnswer(
                verdict: "route",
                destination: "managedApp",
                route: wrapped(url.compose, twinOf: "ms-outlook"),
                reasons: ["open.mail"] + shared("ms-outlook-intunemam")
            )
        case .knownManagedApp: return managedApp(scheme, "open.managedApp.known")
        case .twinScheme: return managedApp(scheme, "open.managedApp.scheme")
        case .declaredTwin: return managedApp(scheme, "open.managedApp.declared")
        case .otherwise:
            return OpeningAnswer(verdict: "block", reasons: ["open.outbound.managedApps"] + missing(scheme))
        }
    }

    private func missing(_ scheme: String) -> [String] { misses(twinOf: scheme) ? ["open.twin.missing"] : [] }

    /// Whether the system may open another app than that of the organization with a scheme.
    private func shared(_ scheme: String) -> [String] { hasOtherApp(for: scheme) ? ["open.app.notManaged"] : [] }

    /// The rows of managed apps, whose scheme may have a twin that is opened instead.
    private func managedApp(_ scheme: String, _ reason: String) -> OpeningAnswer {
        let hasTwin = !scheme.hasSuffix("-intunemam") && hasManagedApp(for: scheme + "-intunemam")
        if hasTwin {
            let reasons = [reason] + shared(scheme + "-intunemam")
            guard hasOtherApp(for: scheme) else { return allow("managedApp", reasons) }
            return OpeningAnswer(
                verdict: "route",
                destination: "managedApp",
                route: wrapped(scheme + url.rest, twinOf: scheme),
                reasons: reasons
            )
        }
        if opensOtherApp(for: scheme) {
            return OpeningAnswer(verdict: "block", reasons: ["open.outbound.managedApps", "open.app.notManaged"])
        }
        return allow("managedApp", [reason] + missing(scheme) + shared(scheme))
    }

    /// The wrapped form of a URL, with the claims of dana's app.
    private func wrapped(_ text: String, twinOf handled: String) -> String {
        let kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        let inner = text.utf8.map { byte -> String in
            let character = Character(UnicodeScalar(byte))
            guard !kept.contains(character) else { return String(character) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }
        return "\(handled)-intunemam://\(inner.joined())?com.microsoft.intune.mam.appmdmmgtstate=0"
            + "&com.microsoft.intune.mam.policysource=MAM"
            + "&com.microsoft.intune.mam.identity=dana&com.microsoft.intune.mam.identity.oid=dana"
            + "&com.microsoft.intune.mam.policy=1"
    }

    private func web(_ scheme: String) -> OpeningAnswer {
        guard isBrowserRequired else { return allow("system", "open.browser.notRequired") }
        if let customBrowser {
            guard isScheme(customBrowser) else {
                return OpeningAnswer(verdict: "block", reasons: ["browser.required", "open.redirect.invalid"])
            }
            return OpeningAnswer(
                verdict: "route",
                destination: "unmanagedBrowser",
                route: customBrowser + scheme.dropFirst("http".count) + url.rest,
                reasons: ["browser.required", "browser.custom"]
            )
        }
        if let obstacle = browserObstacle(for: scheme) {
            return OpeningAnswer(
                verdict: "route",
                destination: "installBrowser",
                reasons: ["browser.required", obstacle]
            )
        }
        return OpeningAnswer(
            verdict: "route",
            destination: "managedBrowser",
            route: "microsoft-edge-\(scheme)\(url.rest)",
            reasons: ["browser.required", "browser.managed"] + sharedBrowser(for: scheme)
        )
    }

    /// The apps that phone numbers or messages may open.
    private enum PhoneLevel { case anyApp, managedApps, namedApp, blocked }

    private func phone(
        _ level: PhoneLevel,
        _ reason: String,
        custom: String?,
        invalid: String,
        asked: String,
        twinOf scheme: String
    ) -> OpeningAnswer {
        switch level {
        case .anyApp: return allow("system", reason)
        case .managedApps:
            let others = [asked, scheme].filter { hasOtherApp(for: $0) || opensOtherApp(for: $0) }
            if hasManagedApp(for: scheme + "-intunemam") {
                let reasons = [reason] + shared(scheme + "-intunemam")
                guard hasOtherApp(for: asked) || hasOtherApp(for: scheme) else { return allow("managedApp", reasons) }
                return OpeningAnswer(
                    verdict: "route",
                    destination: "managedApp",
                    route: wrapped(asked + url.rest, twinOf: scheme),
                    reasons: reasons
                )
            }
            guard others.isEmpty, !opensOtherApp(for: scheme + "-intunemam") else {
                return OpeningAnswer(verdict: "block", reasons: [reason] + missing(scheme) + ["open.app.notManaged"])
            }
            return allow("managedApp", [reason] + missing(scheme))
        case .namedApp:
            guard let custom, isScheme(custom) else { return block(invalid) }
            let isOther = opensOtherApp(for: custom)
            return OpeningAnswer(
                verdict: "route",
                destination: isOther ? "unmanagedApp" : "managedApp",
                route: custom + url.rest,
                reasons: [reason] + (isOther ? ["open.app.notManaged"] : shared(custom))
            )
        case .blocked: return block(reason)
        }
    }

    // MARK: canOpen

    /// The expected result of asking whether the URL can be opened.
    var expectedCanOpen: OpeningAnswer {
        let opened = expected
        guard let scheme = url.scheme else { return opened }
        let read = queriedSchemes.prefix(linkedOn >= 27 ? 25 : 50).map { $0.lowercased() }
        var failures: [String] = []
        if queriedSchemes.isEmpty {
            failures.append("canOpen.querySchemes.none")
        } else if !read.contains(scheme) {
            let isBehind = queriedSchemes.contains { $0.lowercased() == scheme }
            failures.append(isBehind ? "canOpen.querySchemes.notRead" : "canOpen.querySchemes.missing")
        }
        // No policy decides for an account without one; an invalid or ambiguous URL is blocked before any policy
        // applies.
        let isUnderPolicy = (identity == .managed || identity == .lockDown) && !url.isAmbiguous
        let row = isUnderPolicy ? underPolicy.row(scheme) : nil
        let first = isUnderPolicy && identity == .lockDown ? ["identity.lockDown"] : []
        if opened.verdict == "block" { failures += opened.reasons.dropFirst(first.count) }
        if row == .declaredTwin || row == .otherwise, !read.contains(scheme + "-intunemam") {
            failures.append("canOpen.querySchemes.twinMissing")
        }
        if opened.verdict != "block", !isHandled(opened, row, scheme) { failures.append("canOpen.notInstalled") }
        if failures.isEmpty { return opened }
        return OpeningAnswer(verdict: "block", reasons: first + failures)
    }

    /// Whether an installed app handles the scheme that would actually be opened.
    private func isHandled(_ opened: OpeningAnswer, _ row: Row?, _ scheme: String) -> Bool {
        if opened.destination == "installBrowser" { return false }
        guard apps != nil else { return true }
        if opened.destination == "managedBrowser" { return true }
        let twin = scheme == "telprompt" ? "tel-intunemam" : scheme + "-intunemam"
        switch row {
        case .knownManagedApp: return hasApp(for: scheme) || hasManagedApp(for: twin)
        case .mail: return hasManagedApp(for: "ms-outlook")
        case .declaredTwin: return hasManagedApp(for: twin)
        case .twinScheme where opened.route == nil: return hasApp(for: scheme)
        default: break
        }
        if let route = opened.route { return hasApp(for: String(route.prefix { $0 != ":" })) }
        return opened.destination == "managedApp" ? hasManagedApp(for: twin) : hasApp(for: scheme)
    }

    // MARK: Installed apps

    private func hasApp(for scheme: String) -> Bool {
        let schemes = scheme == "telprompt" ? [scheme, "tel"] : [scheme]
        return apps?.contains { $0.isInstalled && !$0.schemes.filter(schemes.contains).isEmpty } ?? true
    }

    private func hasManagedApp(for scheme: String) -> Bool {
        guard identity != .lockDown else { return false }
        return apps?.contains {
            $0.isInstalled && $0.isManaged && $0.isContosos && $0.schemes.contains(scheme)
        } ?? false
    }

    private func misses(twinOf scheme: String) -> Bool {
        !scheme.hasSuffix("-intunemam") && hasManagedApp(for: scheme) && !hasManagedApp(for: scheme + "-intunemam")
    }

    private func isManaged(_ app: App) -> Bool {
        identity != .lockDown && app.isManaged && app.isContosos
    }

    private func hasOtherApp(for scheme: String) -> Bool {
        (apps ?? []).contains { $0.isInstalled && $0.schemes.contains(scheme) && !isManaged($0) }
    }

    /// Whether apps are declared for a scheme, but the app that opens is not managed for the organization. Installed
    /// apps take precedence.
    private func opensOtherApp(for scheme: String) -> Bool {
        let declared = (apps ?? []).filter { $0.schemes.contains(scheme) }
        let installed = declared.filter(\.isInstalled)
        let candidates = installed.isEmpty ? declared : installed
        return !candidates.isEmpty && !candidates.contains { isManaged($0) }
    }

    /// The apps that are the managed browser.
    private var browsers: [App] {
        (apps ?? []).filter { app in
            app.id == "com.microsoft.msedge"
                || !Set(app.schemes).isDisjoint(with: ["microsoft-edge-http", "microsoft-edge-https"])
        }
    }

    private func browserObstacle(for scheme: String) -> String? {
        if hostMissesBrowser { return "browser.notInstalled" }
        // An empty list means that no other apps exist.
        guard !browsers.isEmpty else { return apps?.isEmpty ?? false ? "browser.notInstalled" : nil }
        guard browsers.contains(where: \.isInstalled) else { return "browser.notInstalled" }
        return browsers(for: scheme).contains { isManaged($0) } ? nil : "browser.notManaged"
    }

    /// The installed browsers that handle URLs with a scheme of the web.
    private func browsers(for scheme: String) -> [App] {
        browsers.filter { app in
            app.isInstalled
                && (app.schemes.contains("microsoft-edge-\(scheme)")
                    || !app.schemes.contains { $0.hasPrefix("microsoft-edge-") })
        }
    }

    private func sharedBrowser(for scheme: String) -> [String] {
        browsers(for: scheme).contains { !isManaged($0) } ? ["open.app.notManaged"] : []
    }

    private var exemptedSchemes: [String] {
        exempted.joined(separator: ";").lowercased().split(separator: ";").map { part in
            String(part.filter { $0 != " " && $0 != ":" && $0 != "/" })
        }
    }

    /// Whether the text can name an app: some schemes carry content or lead back to a browser.
    private func isScheme(_ text: String) -> Bool {
        let never = ["http", "https", "file", "data", "blob", "about", "javascript"]
        return !text.isEmpty && !text.contains(" ") && !never.contains(text.lowercased())
    }

    // MARK: Answers

    private func block(_ reason: String) -> OpeningAnswer { OpeningAnswer(verdict: "block", reasons: [reason]) }

    private func allow(_ destination: String, _ reason: String) -> OpeningAnswer { allow(destination, [reason]) }

    private func allow(_ destination: String, _ reasons: [String]) -> OpeningAnswer {
        OpeningAnswer(verdict: "allow", destination: destination, reasons: reasons)
    }
}
