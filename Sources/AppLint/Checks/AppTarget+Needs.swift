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
        if let value = settings?["ADALAuthority"], let text = value.knownText, !Self.isAuthority(text) {
            findings.append(
                LintFinding(
                    .invalidAuthority,
                    "`\(Quoted.word(text))` is no authority",
                    at: [value.place],
                    help: "write a URL with the tenant, such as `https://login.microsoftonline.com/contoso.com`"
                )
            )
        }
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

    /// Whether a text is `https`, a host and a tenant.
    private static func isAuthority(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0].lowercased() == "https:", parts[1].isEmpty else { return false }
        let isWord = { (part: Substring) in
            !part.isEmpty && part.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }
        }
        let last = parts.count > 4 && parts[parts.count - 1].isEmpty ? parts.count - 1 : parts.count
        return parts[2].contains(".") && parts[2..<last].allSatisfy(isWord)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }
}
