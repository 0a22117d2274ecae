import Diagnostics
import DocumentReading
import PolicyModel
import PropertyList

/// Reads the Info.plist of an app: settings into ``AppSettings``, everything else into ``BundleDeclarations``.
///
/// A wrong value that a decision depends on is an error, because ignoring it could allow too much. Any other wrong
/// value is a warning and is skipped: the app was built with the file, and its policy can still be tested. A value with
/// a build variable is unknown, which is not a mistake; the setting then has its default.
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
        if let settings = top[Self.settingsKey] { readSettings(settings) }
        readDeclarations(top)
    }

    /// The key of the dictionary that configures the SDK.
    static let settingsKey = "IntuneMAMSettings"

    private static let bundleKeys: Set<String> = [
        "CFBundleIdentifier", "DTSDKName", "DTPlatformVersion", "LSApplicationQueriesSchemes", settingsKey,
        "CFBundleURLTypes", "NSFaceIDUsageDescription", "NSExtension", "UIApplicationSceneManifest",
    ]

    /// The keys of `IntuneMAMSettings`.
    private static let settingsByKey: [String: AppSetting] = {
        var settings: [String: AppSetting] = [:]
        for setting in AppSetting.allCases {
            if case .settings(let key)? = setting.infoPlistKey { settings[key] = setting }
        }
        return settings
    }()

    private mutating func readSettings(_ entry: PropertyListNode.Entry) {
        let location = location(of: entry.key.place)
        app.bundle?.settingsLocation = location
        guard let entries = entry.value.entries else {
            let message = "expected a dictionary, found \(entry.value.summary)"
            report(.wrongType, message, at: entry.value.place, .error)
            return
        }
        let known = Set(Self.settingsByKey.keys)
        for entry in entries where !known.contains(entry.key.text) { reportUnknown(entry.key, among: known) }
        let settings = unique(entries, known: known)
        for setting in AppSetting.allCases {
            if case .settings(let key)? = setting.infoPlistKey { read(setting, settings[key]) }
        }
    }

    private func reportUnknown(_ key: PropertyListNode.Key, among known: Set<String>) {
        let nearest = reading.suggestion(for: key.text, among: known.sorted())
        report(
            .unknownKey,
            "unknown key `\(Quoted.word(key.text))` in `\(Self.settingsKey)`",
            at: key.place,
            .warning,
            help: nearest.map { "did you mean `\($0)`?" },
            fix: format == .binary ? nil : nearest.map { "<key>\($0)</key>" }
        )
    }

    private mutating func read(_ setting: AppSetting, _ entry: PropertyListNode.Entry?) {
        guard let entry else { return }
        if let text = variable(in: entry.value) {
            app.setVariable(for: setting, to: text)
            app.setLocation(of: setting, to: location(of: entry.key.place))
            noteVariable(text, for: setting, at: entry.value.place)
            return
        }
        guard let value = value(of: setting, entry.value) else { return }
        app[setting] = value
        app.setLocation(of: setting, to: location(of: entry.key.place))
    }

    private func noteVariable(_ text: String, for setting: AppSetting, at place: Range<Int>) {
        // Nearly every Info.plist has a variable for its id; other variables deserve a note.
        guard setting.isDecisive, setting != .id, !overridden.contains(setting) else { return }
        report(
            .unresolvedBuildVariable,
            "the value of `\(Quoted.word(text))` isn't known here, so the default is used",
            at: place,
            .note,
            help: "write `\(setting.name)` under `app` to set it"
        )
    }

    /// Reads the release from `DTSDKName`, the SDK that the app was linked with, or from `DTPlatformVersion`, the
    /// system that the SDK is for. The first that is known is used; if the build fills in both, the SDK is reported as
    /// unknown.
    private mutating func readRelease(_ top: [String: PropertyListNode.Entry]) {
        let entries = [top["DTSDKName"], top["DTPlatformVersion"]].compactMap { $0 }
        guard let entry = entries.first(where: { variable(in: $0.value) == nil }) ?? entries.first else { return }
        read(.linkedOn, entry)
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
        if key == Self.settingsKey { return .error }
        if key == "DTPlatformVersion" { return severity(of: .linkedOn) }
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
