import AppLint
import Diagnostics
import PolicyModel

/// Transfer to other apps: exemptions, open-in, and what they contradict.
extension PolicyChecks {
    /// What every new policy exempts; no statement of whoever wrote this one.
    private static let defaultSchemes: Set = [
        "tel", "telprompt", "skype", "app-settings", "calshow", "itms", "itmss", "itms-apps", "itms-appss",
        "itms-services",
    ]

    private static let dialerSchemes = ["tel", "telprompt"]
    private static let messagingSchemes = ["sms", "imessage", "ms-sms"]
    private static let webSchemes = ["http", "https", "javascript", "file", "data"]

    mutating func checkTransfer() {
        checkExemptions()
        checkExemptedSchemes()
        checkOpenIn()
    }

    private var exemptSchemes: [String] { policy.exemptedAppProtocols.flatMap(\.schemes) }

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
        // Elsewhere no exemption has an effect, which is said once.
        guard isOutboundManaged else { return }
        let schemes = Set(exemptSchemes)
        for scheme in Self.webSchemes where schemes.contains(scheme) {
            let what = scheme == "http" || scheme == "https" ? "every web link" : "every `\(scheme):` URL"
            add(
                .exemptedWebScheme,
                "exempting `\(scheme)` lets \(what) leave for any app, before anything else is asked",
                at: .exemptedAppProtocols,
                element: scheme,
                help: "remove `\(scheme)`; exempt single links under `exemptedUniversalLinks`"
            )
        }
        if policy.dialerRestrictionLevel != .allApps, let scheme = Self.dialerSchemes.first(where: schemes.contains) {
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
            let scheme = Self.messagingSchemes.first(where: schemes.contains)
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
                help: "it says what becomes of data from any app; here none comes"
            )
        }
    }
}
