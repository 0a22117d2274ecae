import Diagnostics
import PolicyModel
import PropertyList

/// Required settings of an app, and settings that depend on each other.
extension AppTarget {
    /// Missing settings in `IntuneMAMSettings`, and settings that should not be there.
    var needFindings: [LintFinding] {
        guard plist != nil, !areSettingsMisspelt else { return [] }
        // A value of a wrong type has already been reported; what is missing in it is unknown.
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

    /// The place for findings about missing settings.
    private var settingsPlace: [SourceRange] {
        guard let plist else { return [] }
        return [plist.entry(Self.settingsKey)?.place ?? plist.openingPlace]
    }

    /// Whether a setting is present. A value that the build fills in counts as present, whatever it is.
    private func has(_ key: String) -> Bool {
        guard let value = settings?[key] else { return false }
        return value.text != ""
    }

    private var signInNeeds: [LintFinding] {
        // A missing dictionary has already been reported.
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
                // A setting that somebody disabled is not enabled automatically.
                change: enroll == nil ? .set(settings.path + ["AutoEnrollOnLaunch"], .boolean(true)) : nil
            )
        ]
    }
}

/// Whether there is any sign of the SDK.
extension AppTarget {
    /// Findings about an app without `IntuneMAMSettings`, if there are other signs of the SDK or the file was named.
    var presenceFindings: [LintFinding] {
        guard let plist, plist.entry(Self.settingsKey) == nil, !areSettingsMisspelt, isRunnable else { return [] }
        guard !usesSDK else {
            // For an extension, only the one setting it needs is reported as missing.
            guard !isExtension else { return [] }
            return [
                missingSettings(
                    in: plist,
                    "`\(Self.settingsKey)` is missing, so the SDK doesn't know how the app signs in",
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
                "`\(Self.settingsKey)` is missing, and nothing else shows that the app uses the SDK, so only the "
                    + "checks for every app were made",
                help:
                    "run `demarc configure` to prepare the \(isExtension ? "extension" : "app") for the SDK, if it "
                    + "should use it"
            )
        ]
    }

    private func missingSettings(in plist: LocatedValue, _ message: String, help: String) -> LintFinding {
        LintFinding(.missingSettings, message, at: [plist.openingPlace], help: help)
    }
}
