/// The tables for opening once more: slow, plain, and sharing no code with the engine, so that two readings of one table
/// can be held against each other.
extension OpeningQuestion {
    /// What opening gives.
    var expected: OpeningAnswer {
        guard let scheme = url.scheme else { return block("url.invalid") }
        if url.isAmbiguous { return block("url.ambiguous") }
        switch identity {
        case .unknown: return block("identity.unknown")
        case .unmanaged: return allow("system", "identity.unmanaged")
        case .lockDown:
            var strictest = self
            (strictest.outbound, strictest.exempted) = ("none", [])
            (strictest.isBrowserRequired, strictest.customBrowser) = (true, nil)
            (strictest.dialer, strictest.messaging) = ("blocked", "blocked")
            var answer = strictest.managed(scheme)
            answer.reasons.insert("identity.lockDown", at: 0)
            return answer
        case .managed: return managed(scheme)
        }
    }

    private func managed(_ scheme: String) -> OpeningAnswer {
        if outbound == "managedApps", exemptedSchemes.contains(scheme) {
            return allow("unmanagedApp", "open.exempted")
        }
        if scheme == "http" || scheme == "https" { return web(scheme) }
        if scheme == "tel" || scheme == "telprompt" {
            return phone(
                [
                    "allApps": "open.dialer.allApps", "managedApps": "open.dialer.managedApps",
                    "customApp": "open.dialer.customApp", "blocked": "open.dialer.blocked",
                ][dialer] ?? "",
                custom: dialerProtocol,
                invalid: "open.redirect.invalid.dialer",
                twinOf: "tel"
            )
        }
        if ["sms", "imessage", "ms-sms"].contains(scheme) {
            return phone(
                [
                    "anyApp": "open.messaging.anyApp", "anyManagedApp": "open.messaging.anyManagedApp",
                    "specificApps": "open.messaging.specificApps", "blocked": "open.messaging.blocked",
                ][messaging] ?? "",
                custom: messagingScheme,
                invalid: "open.redirect.invalid.messaging",
                twinOf: scheme
            )
        }
        if outbound == "allApps" { return allow("system", "open.outbound.allApps") }
        if outbound == "none" { return block("open.outbound.none") }
        if scheme == "mailto" {
            let isThere = apps == nil || hasManagedApp(for: "ms-outlook")
            guard isThere else { return block("open.mail.notInstalled") }
            return OpeningAnswer(
                verdict: "route",
                destination: "managedApp",
                route: url.compose,
                reasons: ["open.mail"]
            )
        }
        return managedApp(scheme)
    }

    /// The rows of managed apps, whose scheme may have a twin that is opened in its place.
    private func managedApp(_ scheme: String) -> OpeningAnswer {
        let missing = misses(twinOf: scheme) ? ["open.twin.missing"] : []
        let hasTwin = !scheme.hasSuffix("-intunemam") && hasManagedApp(for: scheme + "-intunemam")
        let reason: String
        if isKnown {
            reason = "open.managedApp.known"
        } else if scheme.hasSuffix("-intunemam") {
            reason = "open.managedApp.scheme"
        } else if hasTwin {
            reason = "open.managedApp.declared"
        } else {
            return OpeningAnswer(verdict: "block", reasons: ["open.outbound.managedApps"] + missing)
        }
        if hasTwin {
            guard hasOtherApp(for: scheme) else { return allow("managedApp", reason) }
            return OpeningAnswer(
                verdict: "route",
                destination: "managedApp",
                route: wrapped(scheme),
                reasons: [reason]
            )
        }
        if opensOtherApp(for: scheme) {
            return OpeningAnswer(verdict: "block", reasons: ["open.outbound.managedApps", "open.app.notManaged"])
        }
        return allow("managedApp", [reason] + missing)
    }

    /// The wrapped form of the URL, with what dana's app says of itself.
    private func wrapped(_ scheme: String) -> String {
        let kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        let inner = (scheme + url.rest).utf8.map { byte -> String in
            let character = Character(UnicodeScalar(byte))
            guard !kept.contains(character) else { return String(character) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }
        return "\(scheme)-intunemam://\(inner.joined())?com.microsoft.intune.mam.appmdmmgtstate=0"
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
        if let obstacle = browserObstacle {
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
            reasons: ["browser.required", "browser.managed"]
        )
    }

    private func phone(_ reason: String, custom: String?, invalid: String, twinOf scheme: String) -> OpeningAnswer {
        switch reason.split(separator: ".").last {
        case "allApps", "anyApp": return allow("system", reason)
        case "managedApps", "anyManagedApp":
            if opensOtherApp(for: scheme + "-intunemam") {
                return OpeningAnswer(verdict: "block", reasons: [reason, "open.app.notManaged"])
            }
            return allow("managedApp", [reason] + (misses(twinOf: scheme) ? ["open.twin.missing"] : []))
        case "customApp", "specificApps":
            guard let custom, isScheme(custom) else { return block(invalid) }
            let isOther = opensOtherApp(for: custom)
            return OpeningAnswer(
                verdict: "route",
                destination: isOther ? "unmanagedApp" : "managedApp",
                route: custom + url.rest,
                reasons: [reason] + (isOther ? ["open.app.notManaged"] : [])
            )
        default: return block(reason)
        }
    }

    // MARK: canOpen

    /// What asking whether it can be opened gives.
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
        if opened.verdict == "block" { failures += opened.reasons.filter { $0 != "identity.lockDown" } }
        let isRestricted = opened.reasons.contains {
            $0 == "open.managedApp.declared" || $0 == "open.outbound.managedApps"
        }
        if isRestricted, !isKnown, !scheme.hasSuffix("-intunemam"), !read.contains(scheme + "-intunemam") {
            failures.append("canOpen.querySchemes.twinMissing")
        }
        if opened.verdict != "block", !isHandled(opened, scheme) { failures.append("canOpen.notInstalled") }
        if failures.isEmpty { return opened }
        let first = opened.reasons.filter { $0 == "identity.lockDown" }
        return OpeningAnswer(verdict: "block", reasons: first + failures)
    }

    private func isHandled(_ opened: OpeningAnswer, _ scheme: String) -> Bool {
        if opened.destination == "installBrowser" { return false }
        guard apps != nil else { return true }
        if opened.destination == "managedBrowser", !browsers.isEmpty { return true }
        let twin = scheme == "telprompt" ? "tel-intunemam" : scheme + "-intunemam"
        if opened.reasons.contains("open.managedApp.known") { return hasApp(for: scheme) || hasManagedApp(for: twin) }
        if opened.reasons.contains("open.mail") { return hasManagedApp(for: "ms-outlook") }
        if opened.reasons.contains("open.managedApp.declared") { return hasManagedApp(for: twin) }
        if let route = opened.route { return hasApp(for: String(route.prefix { $0 != ":" })) }
        if opened.reasons.contains("open.managedApp.scheme") || opened.destination != "managedApp" {
            return hasApp(for: scheme)
        }
        return hasManagedApp(for: twin)
    }

    // MARK: What is installed

    private func hasApp(for scheme: String) -> Bool {
        apps?.contains { $0.isInstalled && $0.schemes.contains(scheme) } ?? true
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

    /// Whether apps are declared for a scheme and the one that opens is managed by nobody in the organization: an
    /// installed one where there is any.
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

    private var browserObstacle: String? {
        if hostMissesBrowser { return "browser.notInstalled" }
        guard !browsers.isEmpty else { return nil }
        guard browsers.contains(where: \.isInstalled) else { return "browser.notInstalled" }
        return browsers.contains { $0.isInstalled && isManaged($0) } ? nil : "browser.notManaged"
    }

    private var exemptedSchemes: [String] {
        exempted.joined(separator: ";").lowercased().split(separator: ";").map { part in
            String(part.filter { $0 != " " && $0 != ":" && $0 != "/" })
        }
    }

    /// Whether an app can be named by it: some schemes carry content or lead back to a browser.
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
