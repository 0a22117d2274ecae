import AppLint
import Diagnostics
import PolicyFiles
import PolicyModel

/// The checks of one policy, a topic to a file, and what they found.
struct PolicyChecks {
    let policy: AppProtectionPolicy
    let places: SettingPlaces
    private(set) var findings: [LintFinding] = []

    init(_ policy: AppProtectionPolicy, places: SettingPlaces) {
        self.policy = policy
        self.places = places
    }

    /// Adds a finding about a setting, and where one of its elements is meant, about that.
    mutating func add(
        _ code: PolicyLintCode,
        _ message: String,
        at setting: PolicySetting,
        element: String? = nil,
        also others: [PolicySetting] = [],
        help: String
    ) {
        let first = element.flatMap { places.element($0, of: setting) } ?? places.value(of: setting)
        // What has its default is nowhere.
        let rest = others.filter { policy.location(of: $0) != nil }.map { places.value(of: $0) }
        findings.append(LintFinding(code, message, at: [first] + rest, help: help))
    }

    /// Adds a finding about a place.
    mutating func add(_ code: PolicyLintCode, _ message: String, at place: SourceRange, help: String?) {
        findings.append(LintFinding(code, message, at: [place], help: help))
    }

    /// Whether data goes to managed apps only; exemptions mean something then.
    var isOutboundManaged: Bool {
        if case .managedApps = policy.allowedOutboundDataTransferDestinations { return true }
        return false
    }
}

/// Keys of Graph documents and device logs that no setting has.
extension PolicyChecks {
    /// How many of them are looked at: a file has a few.
    private static let mostKeys = 1_000

    mutating func checkUnknownSettings() {
        // Tools write one set of keys for all systems. Those for Android decide nothing here, as they should.
        let unknown = policy.unknownSettings.lazy.filter { !PolicyFileNames.isAndroidSetting($0.name) }
        for unknown in unknown.prefix(Self.mostKeys) {
            let name = Quoted.word(unknown.name)
            if let known = Self.nearest(unknown.name) {
                add(
                    .misspeltSetting,
                    "`\(name)` is not a setting, so it protects nothing; it looks like `\(known)`",
                    at: places.key(at: unknown.location),
                    help: "did you mean `\(known)`?"
                )
            } else {
                add(
                    .unknownPolicySetting,
                    "`\(name)` is not a known setting, so it decides nothing",
                    at: places.key(at: unknown.location),
                    help: nil
                )
            }
        }
    }

    /// The setting within two edits of a word; case counts for nothing.
    private static func nearest(_ word: String) -> String? {
        let written = Array(word.lowercased().unicodeScalars.prefix(101))
        guard written.count <= 100 else { return nil }
        var best: (name: String, distance: Int)?
        for setting in PolicySetting.allCases {
            let known = Array(setting.name.lowercased().unicodeScalars)
            guard abs(known.count - written.count) <= 2 else { continue }
            let distance = NearMiss.editDistance(written, known)
            if distance <= 2, distance < best?.distance ?? .max { best = (setting.name, distance) }
        }
        return best?.name
    }
}
