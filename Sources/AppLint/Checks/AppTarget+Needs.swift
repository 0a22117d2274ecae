import Diagnostics
import PolicyModel
import PropertyList

/// Settings that an app has to have, and settings that go together.
extension AppTarget {
    /// What is missing in `IntuneMAMSettings`, and what shouldn't be there.
    var needFindings: [LintFinding] {
        guard plist != nil, misspeltSettings == nil else { return [] }
        // A value of another type was reported as that; it can't be told what would be missing in it.
        if let value = plist?[Self.settingsKey], value.node.entries == nil { return [] }
        var findings = isExtension ? extensionNeeds : signInNeeds
        findings += formFindingsOfSignIn
        if isOn(.mamPolicyRequired), !isOn(.autoEnrollOnLaunch) { findings += enrollmentFindings }
        if isOn(.safariViewControllerBlockedOverride),
            let entry = settings?.entry("SafariViewControllerBlockedOverride")
        {
            findings.append(
                LintFinding(
                    .safariHooksOff,
                    "what the embedded Safari shows isn't protected any more, whatever the policy says",
                    at: [entry.place],
                    help: "let sign-in use a `WKWebView` and remove it, or show no organization data in such views"
                )
            )
        }
        return findings
    }

    /// Where to speak of what is missing in the dictionary.
    private var settingsPlace: [SourceRange] {
        guard let plist else { return [] }
        return [plist.entry(Self.settingsKey)?.place ?? plist.openingPlace]
    }

    /// Whether a setting is there. A value that the build fills in may be anything, but it is there.
    private func has(_ key: String) -> Bool {
        guard let value = settings?[key] else { return false }
        return value.text != ""
    }

    private var signInNeeds: [LintFinding] {
        // Where there is no dictionary, that is what is said.
        guard settings != nil else { return [] }
        var findings: [LintFinding] = []
        if !has("ADALClientId") {
            findings.append(
                LintFinding(
                    .missingClientId,
                    "`ADALClientId` is missing in `\(Self.settingsKey)`, which an app that signs in with MSAL needs",
                    at: settingsPlace,
                    help: "write the client ID of the app's registration, or set `aadClientIdOverride` in code"
                )
            )
        }
        if !has("ADALRedirectUri"), !has("ADALRedirectScheme") {
            findings.append(
                LintFinding(
                    .missingRedirect,
                    "neither `ADALRedirectUri` nor `ADALRedirectScheme` is in `\(Self.settingsKey)`, and an app that "
                        + "signs in with MSAL needs one",
                    at: settingsPlace,
                    help: "write the redirect URI of the app's registration, or set `aadRedirectUriOverride` in code"
                )
            )
        }
        return findings
    }

    private var extensionNeeds: [LintFinding] {
        guard !has("ContainingAppBundleId") else { return [] }
        return [
            LintFinding(
                .missingContainingApp,
                "an extension needs `ContainingAppBundleId` in `\(Self.settingsKey)`",
                at: settingsPlace,
                help: "write the bundle ID of the app that the extension belongs to"
            )
        ]
    }

    private var enrollmentFindings: [LintFinding] {
        guard let settings, let required = settings.entry("MAMPolicyRequired") else { return [] }
        let enroll = settings.entry("AutoEnrollOnLaunch")
        if let enroll, enroll.value.isUnknown { return [] }
        return [
            LintFinding(
                .requiredPolicyWithoutEnrollment,
                "`MAMPolicyRequired` is on and `AutoEnrollOnLaunch` isn't, so an app without a policy never gets one",
                at: [required.place] + (enroll.map { [$0.place] } ?? []),
                help: "switch `AutoEnrollOnLaunch` on",
                // What somebody switched off is for them to switch on.
                change: enroll == nil ? .set(settings.path + ["AutoEnrollOnLaunch"], .boolean(true)) : nil
            )
        ]
    }
}

/// Whether the SDK shows at all.
extension AppTarget {
    /// What is said of an app without `IntuneMAMSettings`: one that shows the SDK elsewhere, or one that somebody named.
    var presenceFindings: [LintFinding] {
        guard let plist, plist.entry(Self.settingsKey) == nil, misspeltSettings == nil, isRunnable else { return [] }
        guard !usesSDK else {
            // An extension without it is told of the one setting that it needs.
            guard !isExtension else { return [] }
            return [
                missingSettings(
                    in: plist,
                    "`\(Self.settingsKey)` is missing, so the SDK isn't told how the app signs in",
                    help: "add it with `ADALClientId` and `ADALRedirectUri`, or set these in code"
                )
            ]
        }
        guard isNamed, !isForMac, plist.entries?.isEmpty != false || AppFileKind(of: plist.node) == .infoPlist else {
            return []
        }
        return [
            missingSettings(
                in: plist,
                "`\(Self.settingsKey)` is missing, and nothing else shows the SDK, so only what concerns every app "
                    + "was checked",
                help:
                    "let `demarc configure` prepare the \(isExtension ? "extension" : "app") for the SDK, if it is to "
                    + "use it"
            )
        ]
    }

    private func missingSettings(in plist: LocatedValue, _ message: String, help: String) -> LintFinding {
        LintFinding(.missingSettings, message, at: [plist.openingPlace], help: help)
    }
}
