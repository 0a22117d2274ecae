import Diagnostics
import PolicyModel
import PropertyList

/// `IntuneMAMSettings`: keys that aren't known, and values that can't be.
extension AppTarget {
    private static let settingsByKey: [String: AppSetting] = {
        var settings: [String: AppSetting] = [:]
        for setting in AppSetting.allCases {
            if case .settings(let key)? = setting.infoPlistKey { settings[key] = setting }
        }
        return settings
    }()

    /// Keys of the SDK in the order of the model.
    private static let settingKeys: [String] = AppSetting.allCases.compactMap { setting in
        if case .settings(let key)? = setting.infoPlistKey { return key }
        return nil
    }

    /// What can be said of every setting by itself.
    var settingFindings: [LintFinding] {
        var findings = misplacedFindings
        if let entry = misspeltSettings { findings.append(misspelt(entry, as: Self.settingsKey)) }
        for entry in settings?.entries ?? [] {
            if let setting = Self.settingsByKey[entry.key] {
                findings += valueFindings(setting, entry)
            } else if let known = Spelling.nearest(to: entry.key, among: Self.settingKeys) {
                findings.append(misspelt(entry, as: known))
            } else {
                let message = "unknown key `\(Quoted.word(entry.key))` in `\(Self.settingsKey)`"
                let help = "remove it, unless a version of the SDK that is newer than this check reads it"
                findings.append(LintFinding(.unknownSetting, message, at: [entry.place], help: help))
            }
        }
        return findings
    }

    /// A key in which something is written wrong. What it then switches on is for the author to know, so no tool that
    /// only adds what is missing renames it; an editor can, where nothing but the case is wrong.
    private func misspelt(_ entry: LocatedValue.Entry, as known: String) -> LintFinding {
        let isSame = Spelling.isSame(entry.key, known)
        let isThere = known == Self.settingsKey ? plist?.entry(known) != nil : settings?.entry(known) != nil
        let fix = TextEdit(range: entry.place, replacement: "<key>\(known)</key>")
        return LintFinding(
            .unknownSetting,
            "unknown key `\(Quoted.word(entry.key))`",
            at: [entry.place],
            help: isThere ? "remove it: `\(known)` is there too" : "did you mean `\(known)`?",
            fix: isSame && !isThere && canEditText ? fix : nil
        )
    }

    /// Names that nobody but the SDK has, so that one of them at the root was meant for the dictionary.
    private var misplacedFindings: [LintFinding] {
        let shared: Set<String> = [
            "BackgroundColor", "ForegroundColor", "AccentColor", "SecondaryBackgroundColor",
            "SecondaryForegroundColor", "SplashIconFile", "SplashIconFile~ipad", "SplashDuration", "SupportsDarkMode",
            "VerboseLoggingEnabled",
        ]
        return (plist?.entries ?? []).compactMap { entry in
            guard Self.settingsByKey[entry.key] != nil, !shared.contains(entry.key) else { return nil }
            let isThere = settings?.entry(entry.key) != nil
            return LintFinding(
                .misplacedSetting,
                "`\(entry.key)` has no effect outside the dictionary `\(Self.settingsKey)`",
                at: [entry.place],
                help: isThere ? "remove it: the dictionary has it too" : "move it into the dictionary, if it is meant"
            )
        }
    }

    // MARK: Values

    private func valueFindings(_ setting: AppSetting, _ entry: LocatedValue.Entry) -> [LintFinding] {
        let value = entry.value
        guard !value.isUnknown else { return [] }
        switch setting.kind {
        case .boolean: return booleanFindings(value)
        case .number: return numberFindings(value)
        case .texts, .schemes: return listFindings(setting, value)
        case .color:
            guard let text = value.text else { return [wrongType(value, "a text")] }
            guard !AppSettings.isColor(text) else { return [] }
            let message = "`\(Quoted.word(text))` is not a color"
            return [
                LintFinding(.invalidColor, message, at: [value.place], help: "write six hexadecimal digits: `#RRGGBB`")
            ]
        case .choice(let words):
            guard let text = value.text else { return [wrongType(value, "a text")] }
            return words.contains(text) ? [] : [unknownWord(text, at: value, among: words)]
        case .text, .systemRelease, .dictionary:
            return value.text == nil ? [wrongType(value, "a text")] : []
        }
    }

    private func booleanFindings(_ value: LocatedValue) -> [LintFinding] {
        guard value.boolean == nil else { return [] }
        var finding = wrongType(value, "a boolean")
        if let meant = value.meantBoolean {
            finding.diagnostic.help = "write the boolean `\(meant)`"
            finding.change = .set(value.path, .boolean(meant))
        }
        return [finding]
    }

    private func numberFindings(_ value: LocatedValue) -> [LintFinding] {
        switch value.node.content {
        case .integer(let number) where number >= 0: return []
        case .real(let number) where number.isFinite && number >= 0: return []
        case .integer, .real: return [wrongType(value, "a number that isn't negative")]
        default:
            var finding = wrongType(value, "a number")
            if let meant = value.meantInteger {
                finding.diagnostic.help = "write the number `\(meant)`"
                finding.change = .set(value.path, .integer(Int128(meant)))
            }
            return [finding]
        }
    }

    private func listFindings(_ setting: AppSetting, _ value: LocatedValue) -> [LintFinding] {
        guard let elements = value.elements else {
            return [wrongType(value, "an array of texts", help: "put every text into an array, as an element")]
        }
        var known = Set(elements.compactMap { $0.text?.lowercased() }.filter { SchemeText($0).isLegal })
        return elements.compactMap { element -> LintFinding? in
            guard let text = element.text else { return wrongType(element, "a text") }
            guard setting == .webViewHandledURLSchemes, !element.isUnknown else { return nil }
            let scheme = SchemeText(text)
            if let scheme = scheme.scheme, AppSettings.schemesNeverHandled.contains(scheme) {
                let message = "a web view can't handle `\(Quoted.word(text))` itself: no rule would hold in it any more"
                return LintFinding(.neverHandledScheme, message, at: [element.place], help: "remove it")
            }
            return scheme.isLegal ? nil : illegalScheme(.illegalListedScheme, text, at: element, known: &known)
        }
    }

    private func unknownWord(_ text: String, at value: LocatedValue, among words: [String]) -> LintFinding {
        let nearest = Spelling.nearest(to: text, among: words)
        let isSame = nearest.map { Spelling.isSame(text, $0) } ?? false
        return LintFinding(
            .unknownFileProtection,
            "unknown level of file protection `\(Quoted.word(text))`",
            at: [value.place],
            help: nearest.map { "did you mean `\($0)`?" } ?? "write \(Quoted.list(words))",
            change: isSame ? nearest.map { .set(value.path, .string($0)) } : nil
        )
    }
}

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
                    "`\(Quoted.word(text))` is not an authority",
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
