import Diagnostics
import PropertyList

/// App groups: what the entitlements have, the SDK has to be told.
extension AppTarget {
    /// Groups that one side has and the other lacks.
    var appGroupFindings: [LintFinding] {
        guard let plist, misspeltSettings == nil, let entry = entitlements?.entry(Self.appGroupsKey),
            let elements = entry.value.elements
        else { return [] }
        if let value = plist[Self.settingsKey], value.node.entries == nil { return [] }
        let groups = elements.compactMap(\.text).filter { Spelling.isPlain($0) }
        let key = "AppGroupIdentifiers"
        let path: [PropertyListChange.Step] = [.key(Self.settingsKey), .key(key)]
        guard let listed = settings?.entry(key) else {
            return groups.isEmpty ? [] : [missingList(of: groups, at: path, in: plist, entry)]
        }
        guard let listedElements = listed.value.elements else { return [] }
        let listedGroups = listedElements.compactMap(\.text)
        var findings: [LintFinding] = []
        // One group that the build fills in may be any of the other side's.
        if !listedGroups.contains(where: { BuildVariable.occurs(in: $0) }) {
            for group in groups where !listedGroups.contains(group) && !BuildVariable.occurs(in: group) {
                findings.append(
                    LintFinding(
                        .missingAppGroup,
                        "the app group `\(Quoted.word(group))` of the entitlements isn't in `\(key)`",
                        at: [listed.place, entry.place],
                        help: "add it",
                        change: .insert(listed.value.path, at: .max, [.string(group)])
                    )
                )
            }
        }
        guard !groups.contains(where: { BuildVariable.occurs(in: $0) }) else { return findings }
        for element in listedElements {
            guard let group = element.knownText, !groups.contains(group) else { continue }
            let message = "the entitlements don't have the app group `\(Quoted.word(group))`"
            let help = "add it to `\(Self.appGroupsKey)`, or remove it here"
            findings.append(LintFinding(.unknownAppGroup, message, at: [element.place, entry.place], help: help))
        }
        return findings
    }

    private func missingList(
        of groups: [String],
        at path: [PropertyListChange.Step],
        in plist: LocatedValue,
        _ entry: LocatedValue.Entry
    ) -> LintFinding {
        LintFinding(
            .missingAppGroup,
            "the entitlements have app groups, and `\(Self.settingsKey)` has no `AppGroupIdentifiers`",
            at: [plist.entry(Self.settingsKey)?.place ?? plist.openingPlace, entry.place],
            help: "list \(Self.names(groups))",
            change: .set(path, .array(groups.map { .string($0) }))
        )
    }
}
