import Diagnostics
import DocumentReading
import PolicyModel

/// `apps` of a policy: the apps that it applies to.
///
/// Graph writes `[{"mobileAppIdentifier": {"bundleId": "com.contoso.mail"}}]`; a policy document may list only the
/// bundle ids.
extension ReadingContext {
    /// Reads the apps of a policy.
    ///
    /// Only the id is used. Apps of other platforms are skipped.
    ///
    /// - Parameters:
    ///   - node: The list.
    ///   - isExport: Whether the policy was exported. In an export, an unreadable element is only a warning: the
    ///     settings are still valid, and an app that is not read counts as unmanaged.
    /// - Returns: The apps that could be read.
    func targetedApps(_ node: DocumentNode, isExport: Bool) -> [AppID] {
        let severity: Diagnostic.Severity = isExport ? .warning : .error
        let help = "write the bundle ids: `apps: [com.contoso.mail]`"
        guard case .sequence(let elements) = node.content else {
            report(
                .wrongType,
                "expected a list of apps, found \(description(of: node))",
                at: node.place,
                severity: severity,
                help: help
            )
            return []
        }
        var apps: [AppID] = []
        var seen: Set<AppID> = []
        var unreadable: [DocumentNode.Place] = []
        for element in elements {
            switch TargetedApp(element) {
            case .app(let id): if seen.insert(id).inserted { apps.append(id) }
            case .otherPlatform: continue
            case .unreadable: unreadable.append(element.place)
            }
        }
        if let first = unreadable.first {
            report(
                .wrongType,
                (unreadable.count == 1 ? "this is not an app" : "\(unreadable.count) of these are not apps")
                    + " with a bundle id" + (isExport ? ", and counts as unmanaged" : ""),
                at: first,
                also: Array(unreadable.dropFirst().prefix(9)),
                severity: severity,
                help: isExport ? "a script that exports it needs more depth: `ConvertTo-Json -Depth 10`" : help
            )
        }
        return apps
    }
}

/// The content of an element of a policy's `apps`.
private enum TargetedApp {
    case app(AppID)
    /// An Android or Windows app.
    case otherPlatform
    case unreadable

    init(_ node: DocumentNode) {
        self = .unreadable
        switch node.content {
        case .sequence: return
        case .scalar(let text, _):
            if Self.isBundleID(text) { self = .app(AppID(text)) }
        case .mapping(let entries):
            for entry in entries {
                switch entry.key.lowercased() {
                // The identifier is in a nested object.
                case "mobileappidentifier" where entry.value.isMapping: self = TargetedApp(identifier: entry.value)
                case "bundleid": self = TargetedApp(entry.value)
                default: continue
                }
                return
            }
        }
    }

    private init(identifier: DocumentNode) {
        self = .unreadable
        guard case .mapping(let entries) = identifier.content else { return }
        for entry in entries {
            switch entry.key.lowercased() {
            case "bundleid":
                guard case .scalar(let text, _) = entry.value.content, Self.isBundleID(text) else { return }
                self = .app(AppID(text))
                return
            case "packageid", "windowsappid":
                self = .otherPlatform
                return
            default: continue
            }
        }
    }

    /// Rejects texts such as `@{bundleId=com.contoso.mail}`, which scripts write when they truncate objects.
    private static func isBundleID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 255
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "._-*".utf8.contains(byte)
            }
    }
}
