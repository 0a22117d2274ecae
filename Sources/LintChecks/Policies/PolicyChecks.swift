import AppLint
import Diagnostics
import PolicyFiles
import PolicyModel

/// The checks of one policy, one topic for each file, and their findings.
package struct PolicyChecks {
    let policy: AppProtectionPolicy
    let places: SettingPlaces
    private(set) var findings: [LintFinding] = []

    init(_ policy: AppProtectionPolicy, places: SettingPlaces) {
        self.policy = policy
        self.places = places
    }

    /// Adds a finding about a setting, or about one of its elements if given.
    mutating func add(
        _ code: PolicyLintCode,
        _ message: String,
        at setting: PolicySetting,
        element: String? = nil,
        also others: [PolicySetting] = [],
        help: String
    ) {
        let first = element.flatMap { places.element($0, of: setting) } ?? places.value(of: setting)
        // A setting with its default value has no place.
        let rest = others.filter { policy.location(of: $0) != nil }.map { places.value(of: $0) }
        findings.append(LintFinding(code, message, at: [first] + rest, help: help))
    }

    /// Adds a finding about a place.
    mutating func add(_ code: PolicyLintCode, _ message: String, at place: SourceRange, help: String?) {
        findings.append(LintFinding(code, message, at: [place], help: help))
    }

    /// Adds a finding that another check has made.
    mutating func add(_ finding: LintFinding) { findings.append(finding) }

    /// Whether data goes to managed apps only; exemptions have an effect only then.
    var isOutboundManaged: Bool {
        if case .managedApps = policy.allowedOutboundDataTransferDestinations { return true }
        return false
    }
}

/// Unknown keys of Graph documents and device logs.
extension PolicyChecks {
    /// The maximum number of unknown keys to check; a typical file has a few.
    package static let mostKeys = 1_000

    mutating func checkUnknownSettings() {
        // Tools write one set of keys for all systems. Keys for Android correctly have no effect here.
        let unknown = policy.unknownSettings.lazy.filter { !PolicyFileNames.isAndroidSetting($0.name) }
        for unknown in unknown.prefix(Self.mostKeys) {
            let name = Quoted.word(unknown.name)
            if let known = Self.nearest(unknown.name) {
                add(
                    .misspelledSetting,
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

    /// The setting that a word misspells; nil if there is none.
    package static func nearest(_ word: String) -> String? {
        NearMiss.suggestion(for: word, among: PolicySetting.allCases.lazy.map(\.name))
    }
}

/// The comparison with a level of the data protection framework.
extension PolicyChecks {
    mutating func compare(with level: BaselineLevel) {
        for deviation in BaselineComparison(of: policy, with: level.policy).deviations {
            let has = deviation.element == nil ? "is \(deviation.actual)" : "also has \(deviation.actual)"
            add(
                .weakerThanBaseline,
                "`\(deviation.setting.name)` \(has); level \(level.rawValue) asks for \(deviation.wanted)",
                at: deviation.setting,
                element: deviation.element,
                help: "make it at least as strict, or choose a lower level"
            )
        }
    }
}
