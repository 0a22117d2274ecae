import AppLint
import Diagnostics
import PolicyModel
import URLMatching

/// Transfer to other apps: exemptions, open-in, and what they contradict.
extension PolicyChecks {
    /// The schemes that every new policy exempts, so they do not express the author's intent.
    private static let defaultSchemes: Set = [
        "tel", "telprompt", "skype", "app-settings", "calshow", "itms", "itmss", "itms-apps", "itms-appss",
        "itms-services",
    ]

    mutating func checkTransfer() {
        checkExemptions()
        checkExemptedSchemes()
        checkOpenIn()
    }

    var exemptSchemes: [String] { policy.exemptedAppProtocols.flatMap(\.schemes) }

    private mutating func checkExemptions() {
        guard !isOutboundManaged, let scheme = exemptSchemes.first(where: { !Self.defaultSchemes.contains($0) }) else {
            return
        }
        let outbound = policy.allowedOutboundDataTransferDestinations.rawValue
        add(
            .exemptionsWithoutEffect,
            "exempting `\(Quoted.word(scheme))` has no effect: outbound transfer is `\(outbound)`, not `managedApps`",
            at: .exemptedAppProtocols,
            element: scheme,
            also: [.allowedOutboundDataTransferDestinations],
            help: "restrict `allowedOutboundDataTransferDestinations` to `managedApps`, or remove the exemption"
        )
    }

    private mutating func checkExemptedSchemes() {
        // Otherwise no exemption has an effect, which is reported once.
        guard isOutboundManaged else { return }
        let schemes = Set(exemptSchemes)
        for scheme in AppSettings.schemesNeverHandled where schemes.contains(scheme) {
            let what = scheme == "http" || scheme == "https" ? "every web link" : "every `\(scheme):` URL"
            add(
                .exemptedWebScheme,
                "exempting `\(scheme)` lets \(what) open any app, before anything else is checked",
                at: .exemptedAppProtocols,
                element: scheme,
                help: "remove `\(scheme)`; exempt single links under `exemptedUniversalLinks`"
            )
        }
        if policy.dialerRestrictionLevel != .allApps,
            let scheme = RedirectScheme.dialerSchemes.first(where: schemes.contains)
        {
            let level = policy.dialerRestrictionLevel.rawValue
            add(
                .exemptionBypassesDialer,
                "exempting `\(scheme)` lets phone numbers open any dialer, although it is restricted to `\(level)`",
                at: .exemptedAppProtocols,
                element: scheme,
                also: [.dialerRestrictionLevel],
                help: "remove `tel` and `telprompt` from the exemptions"
            )
        }
        if policy.protectedMessagingRedirectAppType != .anyApp,
            let scheme = RedirectScheme.messagingSchemes.first(where: schemes.contains)
        {
            let level = policy.protectedMessagingRedirectAppType.rawValue
            add(
                .exemptionBypassesMessaging,
                "exempting `\(scheme)` lets messages open any app, although they are restricted to `\(level)`",
                at: .exemptedAppProtocols,
                element: scheme,
                also: [.protectedMessagingRedirectAppType],
                help: "remove the schemes of messages from the exemptions"
            )
        }
    }

    private mutating func checkOpenIn() {
        let outbound = policy.allowedOutboundDataTransferDestinations.rawValue
        if !isOutboundManaged {
            let settings: [(PolicySetting, Bool)] = [
                (.filterOpenInToOnlyManagedApps, policy.filterOpenInToOnlyManagedApps),
                (.disableProtectionOfManagedOutboundOpenInData, policy.disableProtectionOfManagedOutboundOpenInData),
            ]
            for (setting, isSet) in settings where isSet {
                add(
                    .openInWithoutEffect,
                    "`\(setting.name)` has no effect: outbound transfer is `\(outbound)`, not `managedApps`",
                    at: setting,
                    also: [.allowedOutboundDataTransferDestinations],
                    help: "restrict `allowedOutboundDataTransferDestinations` to `managedApps`"
                )
            }
        }
        let inbound = policy.allowedInboundDataTransferSources
        if policy.protectInboundDataFromUnknownSources, inbound != .allApps {
            add(
                .openInWithoutEffect,
                "`protectInboundDataFromUnknownSources` has no effect: inbound transfer is `\(inbound.rawValue)`",
                at: .protectInboundDataFromUnknownSources,
                also: [.allowedInboundDataTransferSources],
                help: "it only applies to data from any app, and this policy accepts none"
            )
        }
    }
}

/// Universal links.
extension PolicyChecks {
    /// The maximum number of pairs of links to compare. Nobody writes longer lists by hand.
    private static let mostPairs = 1_000_000

    /// The links that every new policy exempts, so they do not express the author's intent.
    private static let defaultLinks: Set = [
        "http://facetime.apple.com", "http://maps.apple.com", "https://facetime.apple.com", "https://maps.apple.com",
    ]

    mutating func checkUniversalLinks() {
        checkEffect()
        let managed = Self.patterns(policy.managedUniversalLinks)
        checkWidth(managed, of: .managedUniversalLinks)
        checkWidth(Self.patterns(policy.exemptedUniversalLinks), of: .exemptedUniversalLinks)
        guard !managed.isEmpty, managed.count * policy.exemptedUniversalLinks.count <= Self.mostPairs else { return }
        let texts = Set(policy.managedUniversalLinks)
        for text in policy.exemptedUniversalLinks {
            guard let pattern = try? LinkPattern(text, as: .universalLink),
                let (cover, _) = texts.contains(text) ? (text, pattern) : managed.first(where: { $0.1.covers(pattern) })
            else { continue }
            let how = cover == text ? "it is managed too" : "`\(Quoted.word(cover))` is managed and covers it"
            add(
                .exemptedLinkIsManaged,
                "exempting `\(Quoted.word(text))` has no effect: \(how)",
                at: .exemptedUniversalLinks,
                element: text,
                also: [.managedUniversalLinks],
                help: "keep it on one of the lists"
            )
        }
    }

    /// The links of both lists matter only if data goes to managed apps only.
    private mutating func checkEffect() {
        guard !isOutboundManaged,
            let link = policy.exemptedUniversalLinks.first(where: { !Self.defaultLinks.contains($0) })
        else { return }
        let outbound = policy.allowedOutboundDataTransferDestinations.rawValue
        add(
            .exemptionsWithoutEffect,
            "exempting `\(Quoted.word(link))` has no effect: outbound transfer is `\(outbound)`, not `managedApps`",
            at: .exemptedUniversalLinks,
            element: link,
            also: [.allowedOutboundDataTransferDestinations],
            help: "restrict `allowedOutboundDataTransferDestinations` to `managedApps`, or remove the exemption"
        )
    }

    /// The links that are valid, as they are written and as they are read.
    private static func patterns(_ links: [String]) -> [(String, LinkPattern)] {
        links.compactMap { text in (try? LinkPattern(text, as: .universalLink)).map { (text, $0) } }
    }

    /// Links that take in hosts of others, by the same tests as the values of rules.
    private mutating func checkWidth(_ links: [(String, LinkPattern)], of setting: PolicySetting) {
        // Otherwise no link has an effect.
        guard isOutboundManaged else { return }
        // A managed app protects what a link carries; another app does not.
        let isManaged = setting == .managedUniversalLinks
        for (text, pattern) in links {
            guard let width = RuleLint.width(of: pattern) else { continue }
            let (code, whose): (RuleLintCode, String) =
                if let foreign = width.foreign {
                    (.unanchoredHost, "links of others, such as those of `\(Quoted.word(foreign))`,")
                } else if let suffix = width.suffix {
                    (.publicSuffix, "links of whatever anybody registers under `\(suffix)`, which is a public suffix,")
                } else {
                    (.matchesEveryHost, "links of every host")
                }
            var finding = LintFinding(
                code,
                "`\(Quoted.word(text))` opens \(whose) in \(isManaged ? "managed apps" : "any app")",
                at: [places.element(text, of: setting) ?? places.value(of: setting)],
                help: width.foreign == nil
                    ? "name the registered domains that are meant"
                    : "write `*.` before the registered domain for what is below it, and no `*` for the domain itself"
            )
            if isManaged { finding.diagnostic.severity = .note }
            add(finding)
        }
        checkBlocks(links, of: setting)
    }

    /// Blocks of addresses, each of which is narrow, that together take in every address.
    private mutating func checkBlocks(_ links: [(String, LinkPattern)], of setting: PolicySetting) {
        let blocks = links.compactMap { text, pattern in RuleLint.partialBlock(of: pattern).map { (text, $0) } }
        let isManaged = setting == .managedUniversalLinks
        for family in WholeFamily.families(in: blocks.map { $0.1 }) {
            guard let text = blocks.first(where: { $0.1 == family.first })?.0 else { continue }
            var finding = LintFinding(
                RuleLintCode.matchesEveryHost,
                "`\(Quoted.word(text))` and the other blocks open links of every \(family.address) in "
                    + "\(isManaged ? "managed apps" : "any app")",
                at: [places.element(text, of: setting) ?? places.value(of: setting)],
                help: "name the registered domains that are meant"
            )
            if isManaged { finding.diagnostic.severity = .note }
            add(finding)
        }
    }
}
