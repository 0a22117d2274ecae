package import AppLint
import ByteText
import Diagnostics
package import PolicyModel

/// Finds app configurations that contradict each other or have no effect.
///
/// Values may be personal data, so no finding contains a value, and its place is the configuration, not the line of the
/// value.
package struct ConfigurationLint {
    /// The keys that have an effect here or in the SDK.
    private static let knownKeys = [
        AppConfigurationDocument.screenCaptureKey, AppConfigurationDocument.userObjectIDKey,
        AppConfigurationDocument.userPrincipalNameKey, "IntuneMAMAllowedAccountsOnly",
    ]
    /// The maximum number of findings with one code, because people read the reports.
    private static let mostFindings = 1_000

    private let document: PolicyDocument
    private var results: [LintFinding] = []
    private var counts: [ConfigurationLintCode: Int] = [:]

    package init(_ document: PolicyDocument) { self.document = document }

    /// All findings, in the order of the files.
    ///
    /// - Complexity: O(*n*) in the settings of each different view, and in all of them for the keys.
    package func findings() -> [LintFinding] {
        guard !document.allAppConfigurations.isEmpty else { return [] }
        var lint = self
        let groups = lint.groups()
        lint.checkConflicts(groups)
        lint.checkDefaults(groups)
        lint.checkKeys()
        lint.checkDocuments()
        return lint.results.sorted(on: \.diagnostic)
    }

    /// The accounts that share a view.
    private typealias Group = (view: AppConfigurationView, accounts: [AccountID])

    private func groups() -> [Group] {
        var groups: [Group] = []
        for (account, view) in zip(document.accounts.accounts, document.appConfigurationViews())
        where !view.fullData.isEmpty {
            // Accounts with the same documents share one view, which compares quickly.
            if let index = groups.firstIndex(where: { $0.view == view }) {
                groups[index].accounts.append(account.id)
            } else {
                groups.append((view, [account.id]))
            }
        }
        return groups
    }

    // MARK: Checks

    /// Values of a key that disagree.
    private struct Conflict: Hashable {
        var key: AppConfigurationKey
        var first: SourceLocation?
        var other: SourceLocation?
    }

    private mutating func checkConflicts(_ groups: [Group]) {
        var conflicts: [Conflict] = []
        // Accounts with different views may have the same conflict, and a key may conflict elsewhere for others.
        var positions: [Conflict: [Int]] = [:]
        for (position, group) in groups.enumerated() {
            for key in group.view.keys where group.view.hasConflict(key) {
                let candidates = group.view.candidates(of: key)
                let conflict = Conflict(
                    key: AppConfigurationKey(key),
                    first: candidates.first?.location,
                    other: candidates.last?.location
                )
                if positions[conflict] == nil { conflicts.append(conflict) }
                positions[conflict, default: []].append(position)
            }
        }
        for conflict in conflicts {
            let accounts = positions[conflict, default: []].flatMap { groups[$0].accounts }
            let names = Quoted.first(3, of: accounts.lazy.map { "`\(Quoted.word($0.description))`" })
            add(
                .configurationConflict,
                "app configurations disagree on `\(Self.shown(conflict.key.text))` for \(names)",
                at: [conflict.first, conflict.other],
                help: "keep one of the values, or target them at different accounts"
            )
        }
    }

    private mutating func checkDefaults(_ groups: [Group]) {
        for configuration in document.appConfigurations where configuration.isDefault {
            let reached = groups.filter { $0.view.fullData.contains(configuration) }
            for setting in configuration.settings
            where !reached.contains(where: { $0.view.candidates(of: setting.key).contains { $0.isDefault } }) {
                add(
                    .defaultNeverRead,
                    "the default of `\(Self.shown(setting.key))` is never read: every account has a targeted value, "
                        + "or none is reached",
                    at: [setting.location],
                    help: "remove it"
                )
            }
        }
    }

    private mutating func checkKeys() {
        var spellings: [String: AppConfigurationSetting] = [:]
        for configuration in document.allAppConfigurations {
            for setting in configuration.settings {
                if let known = Self.nearestKnown(setting.key) {
                    add(
                        .misspelledKey,
                        "`\(Self.shown(setting.key))` has no effect; it looks like `\(known)`",
                        at: [setting.location],
                        help: "did you mean `\(known)`?"
                    )
                    continue
                }
                let other = spellings.updateValue(setting, forKey: setting.key.lowercased())
                guard let other, !other.key.utf8.elementsEqual(setting.key.utf8) else { continue }
                add(
                    .misspelledKey,
                    "`\(Self.shown(setting.key))` and `\(Self.shown(other.key))` differ only in case, so they are two keys",
                    at: [setting.location, other.location],
                    help: "write both the same way"
                )
            }
        }
    }

    private mutating func checkDocuments() {
        for configuration in document.allAppConfigurations {
            for setting in configuration.settings {
                switch setting.value {
                case .string(let text) where configuration.channel == .mam && AppConfigurationValue.hasToken(text):
                    add(
                        .tokenNeverReplaced,
                        "app protection replaces no tokens, so `\(Self.shown(setting.key))` stays as written",
                        at: [setting.location],
                        help: "write the value itself"
                    )
                default: break
                }
                if setting.key == AppConfigurationDocument.screenCaptureKey,
                    setting.value != .string(AppConfigurationDocument.screenCaptureDisabled)
                {
                    add(
                        .valueWithoutEffect,
                        "this value of `\(setting.key)` has no effect",
                        at: [setting.location],
                        help: "write `\(AppConfigurationDocument.screenCaptureDisabled)`, or remove the key"
                    )
                }
            }
            let names = [AppConfigurationDocument.userObjectIDKey, AppConfigurationDocument.userPrincipalNameKey]
            if configuration.channel == .mdm, !names.contains(where: { configuration.value($0) != nil }) {
                add(
                    .deviceUserUnnamed,
                    "this configuration of device management does not say whose device it is",
                    at: [configuration.location],
                    help: "set `\(names[0])` or `\(names[1])`"
                )
            }
        }
    }

    // MARK: Findings

    private mutating func add(
        _ code: ConfigurationLintCode,
        _ message: String,
        at places: [SourceLocation?],
        help: String
    ) {
        guard counts[code, default: 0] < Self.mostFindings else { return }
        counts[code, default: 0] += 1
        var ranges: [SourceRange] = []
        for place in places.compactMap(\.self).map({ SourceRange(at: $0) }) where !ranges.contains(place) {
            ranges.append(place)
        }
        guard !ranges.isEmpty else { return }
        results.append(LintFinding(check: code, message, at: ranges, help: help))
    }

    private static func shown(_ key: String) -> String { Quoted.word(String(key.prefix(80))) }

    /// The known key that a key misspells; nil if there is none.
    private static func nearestKnown(_ key: String) -> String? {
        knownKeys.contains(key) ? nil : NearMiss.suggestion(for: key, among: knownKeys)
    }
}
