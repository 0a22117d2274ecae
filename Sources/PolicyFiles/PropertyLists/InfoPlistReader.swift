import Diagnostics
import DocumentReading
import PolicyModel
import PropertyList

/// Reads the Info.plist of an app: settings into ``AppSettings``, everything else into ``BundleDeclarations``.
///
/// A wrong value of a decisive setting is an error, because ignoring it could allow or show too much. Any other wrong
/// value is a warning and is skipped: the app was built with the file, and its policy can still be tested. A value with
/// a build variable is unknown, which is not a mistake unless it should be an array; the setting then has its default.
struct InfoPlistReader {
    let reading: ReadingContext
    /// The plist's number among the files of ``ReadingContext``.
    let file: Int32
    let format: PropertyListFormat
    /// The settings that the policy document itself contains; their values in the plist are not used.
    let overridden: Set<AppSetting>
    var app = AppSettings()

    /// Reads the root of a plist.
    mutating func read(_ root: PropertyListNode, path: String) {
        guard let entries = root.entries else {
            report(.wrongType, "expected a dictionary, found \(root.summary)", at: root.place, .error)
            return
        }
        let top = unique(entries, known: Self.bundleKeys)
        app.bundle = BundleDeclarations(path: path)
        for setting in AppSetting.allCases {
            guard case .bundle(let key)? = setting.infoPlistKey, setting != .linkedOn else { continue }
            read(setting, top[key])
        }
        readRelease(top)
        if let settings = top[SDKKeys.dictionary] { readSettings(settings) }
        reportIgnoredSettings(of: root)
        readDeclarations(top)
    }

    private static let bundleKeys = Set(
        [
            "CFBundleIdentifier", "LSApplicationQueriesSchemes", SDKKeys.dictionary, "CFBundleURLTypes",
            "NSFaceIDUsageDescription", "NSExtension", "UIApplicationSceneManifest",
        ] + SDKRelease.keys
    )

    private mutating func readSettings(_ entry: PropertyListNode.Entry) {
        let location = location(of: entry.key.place)
        app.bundle?.settingsLocation = location
        guard let entries = entry.value.entries else {
            let message = "expected a dictionary, found \(entry.value.summary)"
            report(.wrongType, message, at: entry.value.place, .error)
            return
        }
        reportUnknownKeys(among: entries)
        let settings = unique(entries, known: Set(SDKKeys.names))
        for setting in AppSetting.allCases {
            if case .settings(let key)? = setting.infoPlistKey { read(setting, settings[key]) }
        }
    }

    private func reportUnknownKeys(among entries: [PropertyListNode.Entry]) {
        // After the limit of findings, no suggestion would be shown.
        let limit = reading.bounds.findings
        let misspellings = SDKKeys.misspellings(in: entries, of: SDKKeys.names, limit: limit)
        let byPlace = Dictionary(misspellings.map { ($0.key.place, $0) }) { first, _ in first }
        for key in entries.lazy.map(\.key) where SDKKeys.settings[key.text] == nil {
            report("unknown key `\(Quoted.word(key.text))` in `\(SDKKeys.dictionary)`", key, byPlace[key.place])
        }
    }

    /// Reports settings at the root, and dictionaries of settings with a misspelled key. Nothing reads either, so what
    /// they were meant to change keeps its default.
    private func reportIgnoredSettings(of root: PropertyListNode) {
        for misplaced in SDKKeys.misplaced(in: root) {
            report(.unknownKey, misplaced.message, at: misplaced.entry.key.place, .warning, help: misplaced.help)
        }
        for misspelling in SDKKeys.misspeltDictionaries(in: root) {
            let key = misspelling.key
            report("unknown key `\(Quoted.word(key.text))`, so its settings have no effect", key, misspelling)
        }
    }

    private func report(_ message: String, _ key: PropertyListNode.Key, _ misspelling: SDKKeys.Misspelling?) {
        let isFree = misspelling?.rival == nil && format != .binary
        report(
            .unknownKey,
            message,
            at: key.place,
            .warning,
            help: misspelling?.help,
            fix: isFree ? misspelling.map { "<key>\($0.known)</key>" } : nil
        )
    }

    private mutating func read(_ setting: AppSetting, _ entry: PropertyListNode.Entry?) {
        guard let entry else { return }
        if !setting.kind.isCollection, let text = variable(in: entry.value) {
            app.setVariable(for: setting, to: text)
            app.setLocation(of: setting, to: location(of: entry.key.place))
            noteVariable(text, for: setting, at: entry.value.place, "the default is used")
            return
        }
        guard let value = value(of: setting, entry.value) else { return }
        app[setting] = value
        app.setLocation(of: setting, to: location(of: entry.key.place))
    }

    /// Notes that a text with a build variable is unknown, and what follows for the setting.
    func noteVariable(_ text: String, for setting: AppSetting, at place: Range<Int>, _ consequence: String) {
        // Nearly every Info.plist has a variable for its id; other variables deserve a note.
        guard setting.isDecisive, setting != .id, !overridden.contains(setting) else { return }
        report(
            .unresolvedBuildVariable,
            "the value of `\(Quoted.word(text))` isn't known here, so \(consequence)",
            at: place,
            .note,
            help: "write `\(setting.name)` under `app` to set it"
        )
    }

    /// Reads the release from `DTSDKName`, the SDK that the app was linked with, or from `DTPlatformVersion`, the
    /// version of that SDK. If neither gives one, a mistake is reported, or that the build fills the values in.
    private mutating func readRelease(_ top: [String: PropertyListNode.Entry]) {
        if let known = SDKRelease.known({ top[$0] }) {
            read(.linkedOn, known.entry)
            return
        }
        let entries = SDKRelease.keys.compactMap { top[$0] }
        let mistake = entries.first { entry in
            guard case .string(let text) = entry.value.content else { return true }
            return !BuildVariable.occurs(in: text) && SDKRelease(text) == .invalid
        }
        read(.linkedOn, mistake ?? entries.first)
    }

    /// The entries by key; a duplicate key is reported, because it is ambiguous which value counts.
    func unique(
        _ entries: [PropertyListNode.Entry],
        known: Set<String>
    ) -> [String: PropertyListNode.Entry] {
        var byKey: [String: PropertyListNode.Entry] = [:]
        for entry in entries where known.contains(entry.key.text) {
            guard let first = byKey.updateValue(entry, forKey: entry.key.text) else { continue }
            byKey[entry.key.text] = first
            let place = place(of: entry.key.place)
            reading.report(
                .duplicateKey,
                "the key `\(entry.key.text)` appears twice",
                at: place,
                also: [self.place(of: first.key.place)],
                severity: severity(ofKey: entry.key.text),
                help: "keep one of them"
            )
        }
        return byKey
    }

    private func severity(ofKey key: String) -> Diagnostic.Severity {
        if key == SDKKeys.dictionary { return .error }
        if SDKRelease.keys.contains(key) { return severity(of: .linkedOn) }
        let setting = AppSetting.allCases.first { $0.infoPlistKey?.name == key }
        return setting.map { severity(of: $0) } ?? .warning
    }

    /// The severity of a mistake in a setting.
    func severity(of setting: AppSetting) -> Diagnostic.Severity {
        setting.isDecisive && !overridden.contains(setting) ? .error : .warning
    }
}

/// Places and texts.
extension InfoPlistReader {
    /// Reports a finding at a place in the plist.
    func report(
        _ code: FindingCode,
        _ message: String,
        at place: Range<Int>,
        _ severity: Diagnostic.Severity,
        help: String? = nil,
        fix: String? = nil
    ) {
        reading.report(code, message, at: self.place(of: place), severity: severity, help: help, fix: fix)
    }

    /// Converts a place in the plist to a place among all files.
    func place(of place: Range<Int>) -> DocumentNode.Place {
        DocumentNode.Place(file: file, start: Int32(place.lowerBound), end: Int32(place.upperBound))
    }

    func location(of place: Range<Int>) -> SourceLocation { reading.location(of: self.place(of: place)) }

    /// The text of a value that contains a build variable; nil if the value is known.
    func variable(in node: PropertyListNode) -> String? {
        guard case .string(let text) = node.content, BuildVariable.occurs(in: text) else { return nil }
        return text
    }
}
