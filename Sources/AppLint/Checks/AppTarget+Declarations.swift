import PropertyList

/// What an app declares besides.
extension AppTarget {
    /// What the app says of Face ID, unless it says so itself.
    static let faceIDText = "Face ID makes sure that it is you before the data of your organization is shown."

    /// Face ID, and windows.
    var declarationFindings: [LintFinding] {
        var findings: [LintFinding] = []
        if usesSDK, !isExtension, let plist { findings += faceIDFindings(plist) }
        if let manifest = plist?.entry("UIApplicationSceneManifest"), manifest.value.node.entries != nil {
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
        if let entry, entry.value.text == nil { return [wrongType(entry.value, "a text")] }
        guard Spelling.trimmed(entry?.value.text ?? "").isEmpty else { return [] }
        return [
            LintFinding(
                .missingFaceIDText,
                "`\(key)` is \(entry == nil ? "missing" : "empty"), and a policy may ask for Face ID",
                at: [entry?.place ?? plist.openingPlace],
                help: "say what the app uses Face ID for",
                change: .set([.key(key)], .string(Self.faceIDText))
            )
        ]
    }
}
