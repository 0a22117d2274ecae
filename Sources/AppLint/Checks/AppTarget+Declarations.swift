import Diagnostics
import PropertyList

/// Other declarations of an app.
extension AppTarget {
    /// The text that is added for Face ID if the app has none.
    static let faceIDText = "Face ID makes sure that it is you before the data of your organization is shown."

    /// Findings about Face ID and windows.
    var declarationFindings: [LintFinding] {
        guard usesSDK, !isExtension, let plist else { return [] }
        var findings = faceIDFindings(plist)
        if let manifest = plist.entry("UIApplicationSceneManifest"), manifest.value.node.entries != nil {
            let configurations = manifest.value["UISceneConfigurations"]
            if configurations.map({ !$0.isUnknown && $0.node.entries?.isEmpty != false }) ?? true {
                findings.append(
                    LintFinding(
                        .scenesWithoutConfigurations,
                        "`UIApplicationSceneManifest` has no `UISceneConfigurations`, so no scene has a delegate",
                        at: [manifest.place],
                        help: "name a scene delegate, which the SDK needs, or remove the manifest"
                    )
                )
            }
        }
        return findings
    }

    private func faceIDFindings(_ plist: LocatedValue) -> [LintFinding] {
        let key = "NSFaceIDUsageDescription"
        let entry = plist.entry(key)
        if let entry, entry.value.text == nil { return [wrongType(entry.value, "a string")] }
        guard Spelling.trimmed(entry?.value.text ?? "").isEmpty else { return [] }
        return [
            LintFinding(
                .missingFaceIDText,
                "`\(key)` is \(entry == nil ? "missing" : "empty"), and a policy may ask for Face ID",
                at: [entry?.place ?? plist.openingPlace],
                help: "explain what the app uses Face ID for",
                change: .set([.key(key)], .string(Self.faceIDText))
            )
        ]
    }
}

/// Mistakes in the form of the files, for any kind of app.
extension AppTarget {
    /// Roots that are not dictionaries, and duplicate keys.
    var formFindings: [LintFinding] {
        var findings = unreadableRoots.map { root in
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
        let elements = [("CFBundleURLTypes", "CFBundleURLSchemes"), ("CFBundleDocumentTypes", "LSItemContentTypes")]
            .flatMap { list, key in (plist?[list]?.elements ?? []).map { ($0, key) } }
        for (element, _) in elements where element.node.entries == nil && !element.isUnknown {
            findings.append(wrongType(element, "a dictionary"))
        }
        for (root, key) in arrays + elements {
            guard let value = root?[key], value.elements == nil, !value.isUnknown else { continue }
            findings.append(wrongType(value, "an array"))
        }
        for value in listedSchemes + urlSchemes.map(\.value) + documentTypes.joined() where value.text == nil {
            findings.append(wrongType(value, "a string"))
        }
        return findings
    }

    /// A finding for a value of an unexpected type.
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
                help: "keep one of them: it is undefined which of the two applies"
            )
        }
    }
}
