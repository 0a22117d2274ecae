import Diagnostics
import PropertyList

/// What is wrong with the form of the files, whatever the app is.
extension AppTarget {
    /// Roots that are no dictionaries, and keys that stand twice.
    var formFindings: [LintFinding] {
        var findings = strangers.map { root in
            LintFinding(
                .notADictionary,
                "expected a dictionary, found \(root.summary)",
                at: [root.openingPlace],
                help: "an Info.plist and entitlements are dictionaries of keys with values"
            )
        }
        let settings = plist?[Self.settingsKey]
        for value in [plist, settings, plist?["NSExtension"], extensionAttributes, activationRule?.value, entitlements]
        {
            if let value { findings += repeatedKeys(of: value) }
        }
        for (root, key) in [(plist, Self.settingsKey), (plist, "NSExtension"), (plist, "UIApplicationSceneManifest")] {
            guard let value = root?[key], value.node.entries == nil, !value.isUnknown else { continue }
            findings.append(wrongType(value, "a dictionary"))
        }
        let arrays = [
            (plist, Self.queriesKey), (plist, "CFBundleURLTypes"), (plist, "CFBundleDocumentTypes"),
            (entitlements, Self.groupsKey), (entitlements, Self.appGroupsKey),
        ]
        for (root, key) in arrays {
            guard let value = root?[key], value.elements == nil, !value.isUnknown else { continue }
            findings.append(wrongType(value, "an array"))
        }
        for value in listedSchemes + urlSchemes.map(\.value) where value.text == nil {
            findings.append(wrongType(value, "a text"))
        }
        return findings
    }

    /// A value of another type than the one that is read.
    func wrongType(_ value: LocatedValue, _ expected: String, help: String? = nil) -> LintFinding {
        LintFinding(.wrongType, "expected \(expected), found \(value.summary)", at: [value.openingPlace], help: help)
    }

    private func repeatedKeys(of value: LocatedValue) -> [LintFinding] {
        var first: [String: LocatedValue.Entry] = [:]
        return value.allEntries.compactMap { entry in
            guard let earlier = first[entry.key] else {
                first[entry.key] = entry
                return nil
            }
            return LintFinding(
                .repeatedKey,
                "the key `\(Quoted.word(entry.key))` is there twice",
                at: [entry.place, earlier.place],
                help: "keep one of them: which of the two counts is anybody's guess"
            )
        }
    }
}
