import Diagnostics
import PolicyFiles
import PropertyList

/// Other declarations of an app.
extension AppTarget {
    /// The text that is added for Face ID if the app has none.
    static let faceIDText = "Face ID makes sure that it is you before the data of your organization is shown."

    private static let manifestKey = "UIApplicationSceneManifest"
    private static let scenesKey = "UISceneConfigurations"

    /// Findings about Face ID and windows.
    var declarationFindings: [LintFinding] {
        guard usesSDK, !isExtension, let plist else { return [] }
        return faceIDFindings(plist) + sceneFindings(plist)
    }

    /// A finding if there are scenes, and no configuration of any role names a delegate.
    private func sceneFindings(_ plist: LocatedValue) -> [LintFinding] {
        guard let manifest = plist.entry(Self.manifestKey), manifest.value.node.entries != nil else {
            return []
        }
        let entry = manifest.value.entry(Self.scenesKey)
        // A value of a wrong type has already been reported.
        if let entry, entry.value.node.entries == nil { return [] }
        let configurations = (entry?.value.entries ?? []).flatMap { $0.value.elements ?? [] }
        let delegates = configurations.compactMap { $0["UISceneDelegateClassName"]?.text }
        guard delegates.allSatisfy({ Spelling.trimmed($0).isEmpty }) else { return [] }
        let isEmpty = entry?.value.entries?.isEmpty ?? true
        let what =
            isEmpty
            ? "`\(Self.manifestKey)` has no `\(Self.scenesKey)`"
            : "no configuration in `\(Self.scenesKey)` has a `UISceneDelegateClassName`"
        return [
            LintFinding(
                .scenesWithoutDelegate,
                "\(what), so no scene has a delegate",
                at: [isEmpty ? manifest.place : entry?.place ?? manifest.place],
                help: "name a scene delegate, which the SDK needs, or remove the manifest"
            )
        ]
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
    /// Roots that are not dictionaries, duplicate keys, and values of a wrong type.
    var formFindings: [LintFinding] {
        var findings = unreadableRoots.map { root in
            LintFinding(
                .notADictionary,
                "expected a dictionary, found \(root.summary)",
                at: [root.openingPlace],
                help: "an Info.plist and entitlements are dictionaries of keys with values"
            )
        }
        for root in [plist].compactMap(\.self) + entitlements { findings += repeatedKeys(in: root) }
        let dictionaries = [
            (plist, Self.settingsKey), (plist, "NSExtension"), (plist?["NSExtension"], "NSExtensionAttributes"),
            (plist, Self.manifestKey), (plist?[Self.manifestKey], Self.scenesKey),
        ]
        for (root, key) in dictionaries {
            guard let value = root?[key], value.node.entries == nil else { continue }
            findings.append(wrongCollection(value, "a dictionary"))
        }
        let arrays = [Self.queriesKey, "CFBundleURLTypes", "CFBundleDocumentTypes"]
        let rights = entitlements.flatMap { root in [Self.groupsKey, Self.appGroupsKey].map { (root, $0) } }
        let elements = [("CFBundleURLTypes", "CFBundleURLSchemes"), ("CFBundleDocumentTypes", "LSItemContentTypes")]
            .flatMap { list, key in (plist?[list]?.elements ?? []).map { ($0, key) } }
        for (element, _) in elements where element.node.entries == nil {
            findings.append(wrongCollection(element, "a dictionary"))
        }
        let lists = arrays.compactMap { plist?[$0] } + (rights + elements).compactMap { root, key in root[key] }
        for value in lists where value.elements == nil {
            findings.append(wrongCollection(value, "an array"))
        }
        var texts = listedSchemes + urlSchemes.map(\.value) + documentTypes.joined()
        for (root, key) in rights { texts += root[key]?.elements ?? [] }
        for value in texts where value.text == nil { findings.append(wrongType(value, "a string")) }
        return findings
    }

    /// A finding for a value that should be an array or a dictionary. A build fills a variable into a text, which stays
    /// a text, so a text with a variable is wrong too.
    private func wrongCollection(_ value: LocatedValue, _ expected: String) -> LintFinding {
        wrongType(value, expected, help: value.isUnknown ? "a build variable cannot become \(expected)" : nil)
    }

    /// A finding for a value of an unexpected type.
    func wrongType(_ value: LocatedValue, _ expected: String, help: String? = nil) -> LintFinding {
        LintFinding(.wrongType, "expected \(expected), found \(value.summary)", at: [value.openingPlace], help: help)
    }

    /// Findings for the keys that are twice in their dictionary, in a value and everything inside it.
    private func repeatedKeys(in value: LocatedValue) -> [LintFinding] {
        var first: [String: LocatedValue.Entry] = [:]
        let entries = value.allEntries
        let repeated = entries.compactMap { entry -> LintFinding? in
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
        return repeated + (entries.map(\.value) + (value.elements ?? [])).flatMap { repeatedKeys(in: $0) }
    }
}
