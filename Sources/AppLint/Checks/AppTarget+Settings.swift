import Diagnostics
import PolicyFiles
import PolicyModel
import PropertyList

/// `IntuneMAMSettings`: unknown keys and invalid values.
extension AppTarget {
    /// Keys that older versions of the SDK read; apps that integrated such a version still contain them.
    private static let formerSettings: Set = [
        "DebugSettingsEnabled", "MainNibFile", "MainNibFile~ipad", "MainStoryboardFile", "MainStoryboardFile~ipad",
    ]

    /// Findings about individual settings.
    var settingFindings: [LintFinding] {
        var findings = misplacedFindings + clipFindings
        if !misspeltSettings.isEmpty {
            let byKey = Self.byKey(misspeltSettings)
            findings += (plist?.entries ?? []).compactMap { entry in byKey[entry.key].map { misspelt(entry, $0) } }
        }
        let byKey = Self.byKey(SDKKeys.misspellings(in: settings?.node.entries ?? [], of: SDKKeys.names))
        for entry in settings?.entries ?? [] {
            if let setting = SDKKeys.settings[entry.key] {
                findings += valueFindings(setting, entry)
            } else if Self.formerSettings.contains(entry.key) {
                let message = "`\(entry.key)` was a setting of older versions of the SDK, and has no effect any more"
                findings.append(LintFinding(.unknownSetting, message, at: [entry.place], help: "remove it"))
            } else if let misspelling = byKey[entry.key] {
                findings.append(misspelt(entry, misspelling))
            } else {
                let message = "unknown key `\(Quoted.word(entry.key))` in `\(Self.settingsKey)`"
                let help = "remove it, unless a version of the SDK that is newer than this check reads it"
                findings.append(LintFinding(.unknownSetting, message, at: [entry.place], help: help))
            }
        }
        return findings
    }

    private static func byKey(_ misspellings: [SDKKeys.Misspelling]) -> [String: SDKKeys.Misspelling] {
        Dictionary(misspellings.map { ($0.key.text, $0) }) { first, _ in first }
    }

    /// A finding for a misspelled key. Only the author knows whether the setting should take effect, so a tool that
    /// only adds missing content does not rename the key; an editor can, if only the case is wrong and no other entry
    /// has the right key or is meant to have it.
    private func misspelt(_ entry: LocatedValue.Entry, _ misspelling: SDKKeys.Misspelling) -> LintFinding {
        let isCertain = misspelling.rival == nil && Spelling.isSame(entry.key, misspelling.known)
        let fix = TextEdit(range: entry.place, replacement: "<key>\(misspelling.known)</key>")
        return LintFinding(
            .unknownSetting,
            "unknown key `\(Quoted.word(entry.key))`",
            at: [entry.place],
            help: misspelling.help,
            fix: isCertain && canEditText ? fix : nil
        )
    }

    /// A finding for settings in an app clip, which no policy reaches.
    private var clipFindings: [LintFinding] {
        guard let clip = plist?.entry("NSAppClip"), let entry = plist?.entry(Self.settingsKey) else { return [] }
        let message = "`\(Self.settingsKey)` has no effect in an app clip, which is an unmanaged app"
        let help = "remove it, and show nothing of the organization in the clip"
        return [LintFinding(.appClipSettings, message, at: [entry.place, clip.place], help: help)]
    }

    /// Findings about keys that only the SDK uses, and that are at the root instead of in the dictionary.
    private var misplacedFindings: [LintFinding] {
        guard let plist else { return [] }
        return SDKKeys.misplaced(in: plist.node).compactMap { misplaced in
            plist.entry(misplaced.entry.key.text).map { entry in
                LintFinding(.misplacedSetting, misplaced.message, at: [entry.place], help: misplaced.help)
            }
        }
    }

    // MARK: Values

    private func valueFindings(_ setting: AppSetting, _ entry: LocatedValue.Entry) -> [LintFinding] {
        let value = entry.value
        guard !value.isUnknown || setting.kind.isCollection else { return [] }
        switch setting.kind {
        case .boolean: return booleanFindings(value)
        case .number: return numberFindings(value)
        case .texts, .schemes: return listFindings(setting, value)
        case .color:
            guard let text = value.text else { return [wrongType(value, "a string")] }
            guard !AppSettings.isColor(text) else { return [] }
            let message = "`\(Quoted.word(text))` is not a color"
            return [
                LintFinding(.invalidColor, message, at: [value.place], help: "write six hexadecimal digits: `#RRGGBB`")
            ]
        case .choice(let words):
            guard let text = value.text else { return [wrongType(value, "a string")] }
            return words.contains(text) ? [] : [unknownWord(text, at: value, among: words)]
        case .text, .systemRelease, .dictionary:
            return value.text == nil ? [wrongType(value, "a string")] : []
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
            return [wrongType(value, "an array of strings", help: "put every string into an array, as an element")]
        }
        var known = Set(elements.compactMap { $0.text?.lowercased() }.filter { SchemeText($0).isLegal })
        return elements.compactMap { element -> LintFinding? in
            guard let text = element.text else { return wrongType(element, "a string") }
            guard setting == .webViewHandledURLSchemes, !element.isUnknown else { return nil }
            let scheme = SchemeText(text)
            if let scheme = scheme.scheme, AppSettings.schemesNeverHandled.contains(scheme) {
                let message = "a web view cannot handle `\(Quoted.word(text))` itself: no rule would apply in it"
                return LintFinding(.neverHandledScheme, message, at: [element.place], help: "remove it")
            }
            guard !scheme.isLegal else { return nil }
            return illegalScheme(.illegalListedScheme, text, at: element, known: &known)
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
