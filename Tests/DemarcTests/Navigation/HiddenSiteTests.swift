import Demarc
import PolicyModel
import Testing

/// Links to other apps in which a site is written in the form that those apps read.
@Suite("Sites in links to other apps") struct HiddenSiteTests {
    private static func engine(_ policy: String, canonicalize: Bool = false) throws -> PolicyEngine {
        try DemarcTests.engine(
            """
            demarc: 1
            \(canonicalize ? "ambiguousURLs: canonicalize" : "")
            policies: {work: {\(policy)}}
            ruleSets:
              links:
                default: external
                rules:
                  - {id: bad, class: blocked, domain: evil.example}
                  - {id: path, class: blocked, pattern: 'https://good.example/admin/*'}
            views: [{id: page, webView: true, policy: currentIdentity, isExternalURL: links}]
            """
        )
    }

    private static func decision(_ url: String, _ policy: String, canonicalize: Bool = false) throws -> Decision {
        let engine = try engine(policy, canonicalize: canonicalize)
        var evaluator = engine.makeEvaluator()
        return evaluator.navigation(to: url, in: try engine.requireView("page"))
    }

    @Test(
        "A blocked site stays blocked in a link that a managed app unwraps",
        arguments: [
            "https-intunemam://https%3A%2F%2Fevil.example%2F", "HTTPS-INTUNEMAM://HTTPS%3a%2f%2fEVIL.example",
            "https-intunemam://https%3A%2F%2Fa.evil.example%2F?com.microsoft.intune.mam.policy=1",
            "http-intunemam://http%3A%2F%2Fgood.example%40evil.example%2F",
            "https-intunemam://https%3A%2F%2Fgood.example%2Fadmin%2Fx", "https-intunemam://evil.example/",
            "https-intunemam:https://evil.example/", "https-intunemam:///evil.example/x",
            "https-intunemam:evil.example", "https-intunemam:///https://evil.example",
            "https-intunemam://good.example/admin/x",
            "microsoft-edge-https-intunemam://microsoft-edge-https%3A%2F%2Fevil.example%2F",
            "other-intunemam://https%3A%2F%2Fevil.example%2F",
            // No app wraps a URL like this, but some may unwrap it.
            "https-intunemam://https%3A%2F%2Fevil.example%2F#", "https-intunemam://https%3A%2F%2Fevil.example%2F?x#y",
            "https-intunemam://x@https%3A%2F%2Fevil.example", "https-intunemam://https%3A%2F%2Fevil.example:443/",
            "https-intunemam://https%3A%2F%2Fevil.example/a", "https-intunemam://https%3A%2F%2Fevil.example%2F%FF",
            "https-intunemam://https%3A%2F%2Fevil.example%2F%zz",
            "https-intunemam://https%3A%2F%2Fevil.example%2F?com.microsoft.intune.mam.identity=%zz",
            "https-intunemam:https%3A%2F%2Fevil.example", "https-intunemam:///https%3A%2F%2Fevil.example",
            "https-intunemam://https://evil.example/", "https-intunemam://HTTPS://evil.example%2Fx",
            "https-intunemam://a%40evil.example/x", "https-intunemam://evil.example%2Fx",
            "https-intunemam:evil.example%2Fx", "https-intunemam://evil.example%3a443/x",
            "https-intunemam://evil.example%3fx/a", "https-intunemam:%09//evil.example/x",
            "https-intunemam:/%0a%2fevil.example/x", "https-intunemam:%2f%2fevil.example",
            "https-intunemam:/%2Fevil.example/x",
            "http-intunemam:%5C%5cevil.example", "https-intunemam://%2fevil.example",
            "https-intunemam:%2F%2Fgood.example%2Fadmin%2fx",
            "https-intunemam://msteams://x%40evil.example/",
            "https-intunemam://microsoft-edge-https://evil.example/", "tel-intunemam:/ms-outlook://EVIL.example",
            // The managed browser reads what follows `microsoft-edge-`.
            "microsoft-edge-https-intunemam:evil.example", "microsoft-edge-https-intunemam:///evil.example/",
            "microsoft-edge-https-intunemam://microsoft-edge-https%3Aevil.example%2F",
            "https-intunemam:microsoft-edge-https:evil.example",
        ]
    )
    func wrapped(url: String) throws {
        let restricted = "allowedOutboundDataTransferDestinations: managedApps"
        for policy in [restricted, "\(restricted), managedBrowserToOpenLinksRequired: true", ""] {
            // Readers disagree on some of these.
            #expect(try Self.decision(url, policy).verdict == .block)
            let decision = try Self.decision(url, policy, canonicalize: true)
            #expect(decision.verdict == .block && decision.urlClass == .blocked, "\(policy)")
            #expect(decision.reasonCodes.first == .ruleBlocked)
        }
    }

    @Test(
        "A link to a managed app is ambiguous if readers disagree on the URL inside it",
        arguments: [
            "https-intunemam://https%3A%2F%2Fgood.example%5C%40evil.example%2F",
            #"https-intunemam:https://good.example\@evil.example/"#,
            "https-intunemam:https%3A%2F%2Fgood.example%5C%40evil.example",
            "https-intunemam:good.example", "https-intunemam:///good.example/",
            "other-intunemam://https%3A%09%2F%2Fgood.example%2F",
            "other-intunemam://microsoft-edge-https%3Agood.example%2F",
            "microsoft-edge-https-intunemam://microsoft-edge-https%3A%2F%2Fgood.example%5C%40other.example%2F",
        ]
    )
    func ambiguous(url: String) throws {
        for policy in ["allowedOutboundDataTransferDestinations: managedApps", ""] {
            #expect(try Self.decision(url, policy).reasonCodes == [.urlAmbiguous])
            #expect(try Self.decision(url, policy, canonicalize: true).verdict == .allow)
        }
    }

    @Test(
        "Other links to managed apps open",
        arguments: [
            "https-intunemam://https%3A%2F%2Fgood.example%2F", "https-intunemam://https%3A%2F%2Fgood.example%2Fadminx",
            "contoso-mail-intunemam:compose", "contoso-mail-intunemam://contoso-mail%3Acompose%3Fto%3Devil.example",
            "https-intunemam:", "https-intunemam://%00", "contoso-intunemam:%FF",
        ]
    )
    func harmless(url: String) throws {
        let decision = try Self.decision(url, "allowedOutboundDataTransferDestinations: managedApps")
        #expect(decision.verdict == .allow && decision.destination == .managedApp)
    }

    @Test(
        "Claims and ports of a link are not part of the URL inside it",
        arguments: [
            "https-intunemam://https%3A%2F%2Fgood.example%2Fa",
            "https-intunemam://https%3A%2F%2Fgood.example%2Fa?com.microsoft.intune.mam.identity=a%40good.example",
            "https-intunemam://inside.example:8443/", "https-intunemam://INSIDE.example:443/a%40b",
        ]
    )
    func claims(url: String) throws {
        let engine = try DemarcTests.engine(
            """
            demarc: 1
            policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}
            ruleSets:
              links:
                default: blocked
                rules:
                  - {id: twin, class: internal, scheme: https-intunemam}
                  - {id: url, class: internal, url: 'https://good.example/a'}
                  - {id: domain, class: internal, domain: inside.example}
            views: [{id: page, webView: true, policy: currentIdentity, isExternalURL: links}]
            """
        )
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.navigation(to: url, in: try engine.requireView("page"))
        #expect(decision.verdict == .allow, "\(decision.reasonCodes)")
    }

    @Test(
        "A blocked page stays blocked in a URL of a browser's own scheme",
        arguments: [
            "microsoft-edge-https://good.example/admin/x", "MICROSOFT-EDGE-HTTPS://GOOD.example/admin/x",
            "microsoft-edge-https-intunemam://microsoft-edge-https%3A%2F%2Fgood.example%2Fadmin%2Fx",
            "other-intunemam://%20Microsoft-Edge-https%3A%2F%2F%5Cgood.example%2Fadmin%2Fx",
            "https-intunemam://mi%09crosoft-edge-https%3A%2F%2Fgood.example%2Fadmin%2Fx",
            "https-intunemam:microsoft-edge-https:%5C%5Cgood.example/admin/x",
            String(repeating: "microsoft-edge-", count: 60_000) + "https://good.example/admin/x",
            "https-intunemam://" + String(repeating: "microsoft-edge-%20", count: 50_000)
                + "https%3A%2F%2Fgood.example%2Fadmin%2Fx",
            "kiosks://good.example/admin/x", "https-intunemam://KIOSKS%3A%2F%2Fgood.example%2Fadmin%2Fx",
            "kiosks-intunemam://kiosks%3A%5C%5Cgood.example%2Fadmin%2Fx",
        ]
    )
    func browserScheme(url: String) throws {
        let custom = "managedBrowserToOpenLinksRequired: true, customBrowserProtocol: kiosk"
        #expect(try Self.decision(url, custom).verdict == .block)
        let decision = try Self.decision(url, custom, canonicalize: true)
        #expect(decision.reasonCodes.first == .ruleBlocked && decision.urlClass == .blocked)
        let other = url.replacing("admin", with: "adm")
        #expect(try Self.decision(other, custom, canonicalize: true).verdict == .allow)
        // Without that browser it is a scheme like any other.
        guard !url.lowercased().contains("kiosk") else { return }
        #expect(try Self.decision(url, "", canonicalize: true).reasonCodes.first == .ruleBlocked)
    }

    @Test(
        "The explanation of a blocked link names the rules about the link and about the URL inside it",
        arguments: [
            ("https://evil.example/x", ["h", "u"]), ("microsoft-edge-https://evil.example/x", ["h", "u", "i"]),
            ("https-intunemam://https%3A%2F%2Fevil.example%2Fx", ["h", "u"]),
            // A rule blocks the link itself, so rules are not asked about the URL inside it.
            ("microsoft-edge-http://evil.example/x", ["j"]),
        ]
    )
    func overridden(url: String, rules: [String]) throws {
        let engine = try DemarcTests.engine(
            """
            demarc: 1
            policies: {work: {}}
            ruleSets:
              links:
                default: external
                rules:
                  - {id: u, class: blocked, edge: 'https://evil.example/*'}
                  - {id: e, class: blocked, url: 'https://evil.example/x', priority: 5}
                  - {id: h, class: blocked, scheme: [https, http], host: evil.example}
                  - {id: i, class: internal, scheme: microsoft-edge-https, domain: evil.example}
                  - {id: b, class: blocked, scheme: microsoft-edge-http, priority: 5}
                  - {id: j, class: internal, scheme: microsoft-edge-http, domain: evil.example}
            views: [{id: page, webView: true, policy: currentIdentity, isExternalURL: links}]
            """
        )
        var evaluator = engine.makeEvaluator()
        for frame in [Frame.top, .sub] {
            let decision = evaluator.navigation(to: url, in: try engine.requireView("page"), frame: frame)
            let explanation = try evaluator.explanation(of: decision)
            #expect(explanation.reasons.first?.code == .ruleBlocked)
            #expect(explanation.overridden.map(\.id) == rules)
        }
    }

    @Test("A rule about the managed browser's scheme also counts behind another prefix")
    func repeatedPrefix() throws {
        let engine = try DemarcTests.engine(
            """
            demarc: 1
            policies: {work: {}}
            ruleSets: {links: {default: internal, rules: [{id: b, class: blocked, scheme: microsoft-edge-https}]}}
            views: [{id: page, webView: true, policy: currentIdentity, isExternalURL: links}]
            """
        )
        var evaluator = engine.makeEvaluator()
        let urls = [
            "microsoft-edge-microsoft-edge-https://a.example/", "x-intunemam:Microsoft-Edge-https://a.example/",
        ]
        for url in urls {
            #expect(evaluator.navigation(to: url, in: try engine.requireView("page")).verdict == .block)
        }
    }

    @Test("A custom protocol that is the web's own is read once")
    func webProtocol() throws {
        let custom = "managedBrowserToOpenLinksRequired: true, customBrowserProtocol: http"
        #expect(try Self.decision("https-intunemam://https%3A%2F%2Fevil.example", custom).verdict == .block)
        _ = try Self.decision("https-intunemam://https%3A%2F%2Fgood.example", custom)
    }

    @Test(
        "A custom browser finds a host where the Standard finds none",
        arguments: [
            "kiosks:evil.example", "kiosks:/evil.example/", "kiosk:///evil.example/", #"kiosks:\\evil.example"#,
            "kiosks-intunemam:evil.example", "kiosks-intunemam://kiosks%3Aevil.example",
        ]
    )
    func customBrowser(url: String) throws {
        let custom = "managedBrowserToOpenLinksRequired: true, customBrowserProtocol: kiosk"
        #expect(try Self.decision(url, custom).reasonCodes == [.urlAmbiguous])
        #expect(try Self.decision(url, custom, canonicalize: true).reasonCodes.first == .ruleBlocked)
        #expect(try Self.decision("kiosks://evil.example/", custom).reasonCodes.first == .ruleBlocked)
        #expect(try Self.decision("kiosks://good.example/", custom).verdict == .allow)
        // Without that browser it is a scheme like any other.
        #expect(try Self.decision(url, "managedBrowserToOpenLinksRequired: true").verdict == .allow)
    }

    @Test(
        "The reason of a custom browser's ambiguous URL names the host that it finds",
        arguments: [
            ("kiosks:good.example/x", "A browser goes to “good.example”, other software to no host."),
            ("https-intunemam://kiosks%3Agood.example", "A browser goes to “good.example”, other software to no host."),
            (
                #"kiosks://good.example\@evil.example/"#,
                "A browser goes to “good.example”, other software to “evil.example”."
            ),
            ("kiosk:", "Neither a browser nor other software finds a host in it."),
        ]
    )
    func customBrowserHosts(url: String, sentence: String) throws {
        let engine = try Self.engine("managedBrowserToOpenLinksRequired: true, customBrowserProtocol: kiosk")
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.navigation(to: url, in: try engine.requireView("page"))
        #expect(try evaluator.reasons(of: decision).first?.hosts?.description == sentence)
    }
}
