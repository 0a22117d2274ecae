import Diagnostics
import PolicyFiles
import PropertyList

/// Which entitlements are those of a build with the SDK.
extension AppTarget {
    /// The entitlements that need the groups of the SDK.
    ///
    /// Sandboxed entitlements beside others that are not sandboxed are those of the same app for macOS, unless the
    /// Info.plist itself is for macOS or they have the SDK's group.
    var builds: [LocatedValue] {
        let isSandboxed = { (build: LocatedValue) in build[Self.sandboxKey]?.boolean == true }
        // If all are sandboxed, nothing tells them apart: one file may serve iOS and macOS.
        guard !isForMac, !entitlements.allSatisfy(isSandboxed) else { return entitlements }
        return entitlements.filter { !isSandboxed($0) || Self.hasSDKGroup($0) }
    }

    private static let sandboxKey = "com.apple.security.app-sandbox"

    /// Whether entitlements have the SDK's keychain group.
    static func hasSDKGroup(_ entitlements: LocatedValue) -> Bool {
        (entitlements[groupsKey]?.elements ?? [])
            .contains { $0.text.map { KeychainGroup($0).name == KeychainGroup.sdk } ?? false }
    }

    /// Notes about entitlements without the SDK's group, if they may or may not belong to an app with the SDK.
    func unpairedFindings(beside infoPlist: String) -> [LintFinding] {
        entitlements.filter { !Self.hasSDKGroup($0) }
            .map { root in
                let (plist, file) = (Self.name(infoPlist), Self.name(root.place.path))
                var finding = LintFinding(
                    .missingKeychainGroup,
                    "the file has no keychain group of the SDK, and wasn't checked with `\(plist)`, because it isn't "
                        + "known whether they belong together",
                    at: [root.openingPlace],
                    help: "if they belong together, check both by name: `demarc lint \(plist) \(file)`"
                )
                finding.diagnostic.severity = .note
                return finding
            }
    }

    private static func name(_ path: String) -> String { Quoted.word(String(path.split(separator: "/").last ?? "")) }
}

/// App groups: the SDK must be configured with those in the entitlements.
extension AppTarget {
    /// The app groups of one build.
    private struct AppGroups {
        /// The entry of the entitlements.
        var entry: LocatedValue.Entry
        /// The groups, in order.
        var names: [String]
        /// The same groups, to look them up.
        var known: Set<String>
    }

    /// Groups that are only in the Info.plist, or only in the entitlements of a build.
    var appGroupFindings: [LintFinding] {
        guard let plist, !areSettingsMisspelt else { return [] }
        if let value = plist[Self.settingsKey], value.node.entries == nil { return [] }
        let builds = builds
        let lists = builds.compactMap { build -> AppGroups? in
            guard let entry = build.entry(Self.appGroupsKey), let elements = entry.value.elements else { return nil }
            let names = elements.compactMap(\.text).filter { Spelling.isPlain($0) }
            return AppGroups(entry: entry, names: names, known: Set(names))
        }
        guard let first = lists.first else { return [] }
        // Builds may have different groups. What only some of them have is no certain fix.
        let isEverywhere = lists.count == builds.count
        let common = isEverywhere ? lists.reduce(first.known) { $0.intersection($1.known) } : []
        guard let listed = settings?.entry("AppGroupIdentifiers") else { return missingList(lists, common, in: plist) }
        guard let elements = listed.value.elements else { return [] }
        let listedGroups = Set(elements.compactMap(\.text))
        var findings: [LintFinding] = []
        // A group that the build fills in may be any group of the other side.
        if !listedGroups.contains(where: { BuildVariable.occurs(in: $0) }) {
            var known = listedGroups
            for list in lists {
                for group in list.names where !BuildVariable.occurs(in: group) && known.insert(group).inserted {
                    findings.append(missingAppGroup(group, of: list, isCommon: common.contains(group), in: listed))
                }
            }
        }
        let all = lists.reduce(into: Set<String>()) { $0.formUnion($1.known) }
        guard !all.contains(where: { BuildVariable.occurs(in: $0) }) else { return findings }
        let what = lists.count > 1 ? "no entitlements have" : "the entitlements don't have"
        for element in elements {
            guard let group = element.knownText, !all.contains(group) else { continue }
            let message = "\(what) the app group `\(Quoted.word(group))`"
            let help = "add it to `\(Self.appGroupsKey)`, or remove it here"
            findings.append(LintFinding(.unknownAppGroup, message, at: [element.place, first.entry.place], help: help))
        }
        return findings
    }

    private func missingAppGroup(
        _ group: String,
        of list: AppGroups,
        isCommon: Bool,
        in listed: LocatedValue.Entry
    ) -> LintFinding {
        let owner = entitlements.count > 1 ? "`\(Self.name(list.entry.place.path))`" : "the entitlements"
        return LintFinding(
            .missingAppGroup,
            "the app group `\(Quoted.word(group))` of \(owner) isn't in `\(listed.key)`",
            at: [listed.place, list.entry.place],
            help: isCommon ? "add it" : "add it, or remove it there: not every build has it",
            change: isCommon ? .insert(listed.value.path, at: .max, [.string(group)]) : nil
        )
    }

    private func missingList(_ lists: [AppGroups], _ common: Set<String>, in plist: LocatedValue) -> [LintFinding] {
        guard let list = lists.first(where: { !$0.names.isEmpty }) else { return [] }
        var known: Set<String> = []
        let groups = lists.flatMap(\.names).filter { known.insert($0).inserted }
        let certain = groups.filter { common.contains($0) }
        let path: [PropertyListChange.Step] = [.key(Self.settingsKey), "AppGroupIdentifiers"]
        let owner = entitlements.count > 1 ? "`\(Self.name(list.entry.place.path))` has" : "the entitlements have"
        return [
            LintFinding(
                .missingAppGroup,
                "\(owner) app groups, and `\(Self.settingsKey)` has no `AppGroupIdentifiers`",
                at: [plist.entry(Self.settingsKey)?.place ?? plist.openingPlace, list.entry.place],
                help: "list \(Self.names(groups))",
                change: certain.isEmpty ? nil : .set(path, .array(certain.map { .string($0) }))
            )
        ]
    }
}
