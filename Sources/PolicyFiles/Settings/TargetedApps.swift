import ByteText
import Diagnostics
import DocumentReading
import PolicyModel

/// The apps of a list in Graph's form, by what can be read of them.
///
/// Graph writes `[{"mobileAppIdentifier": {"bundleId": "com.contoso.mail"}}]`; a policy document may list only the
/// bundle ids.
struct TargetedAppList {
    /// The apps for iOS, each once.
    private(set) var apps: [AppID] = []
    /// The elements that are not apps with a bundle id, such as those that a script truncated.
    private(set) var unreadable: [DocumentNode.Place] = []
    /// Whether the list has no element, not even an app of another platform.
    let isEmpty: Bool

    init(_ elements: [DocumentNode]) {
        isEmpty = elements.isEmpty
        var seen: Set<AppID> = []
        for element in elements {
            switch TargetedApp(element) {
            case .app(let id): if seen.insert(id).inserted { apps.append(id) }
            case .otherPlatform: continue
            case .unreadable: unreadable.append(element.place)
            }
        }
    }
}

extension ReadingContext {
    /// Reads the apps that a policy applies to.
    ///
    /// Only the id is used. Apps of other platforms are skipped.
    ///
    /// - Parameters:
    ///   - node: The list.
    ///   - isExport: Whether the policy was exported. In an export, an unreadable element is only a warning: the
    ///     settings are still valid, and an app that is not read counts as unmanaged.
    /// - Returns: The apps that could be read.
    func targetedApps(_ node: DocumentNode, isExport: Bool) -> [AppID] {
        targetedAppList(node, of: isExport ? .exportedPolicy : .policy)?.apps ?? []
    }

    /// Whether an app configuration is for other apps only, or for none.
    ///
    /// A configuration can allow something, so what cannot be read counts as another app. Without the id of this app,
    /// every app for iOS could be this app.
    ///
    /// - Parameters:
    ///   - apps: The apps of the configuration; nil if it has none, because Graph adds them only on request.
    ///   - group: Its `appGroupType`, which applies if it lists no app; nil if it has none.
    ///   - id: The bundle id of this app; nil if it is unknown.
    /// - Returns: True if the configuration must not reach this app.
    func isForOtherApps(_ apps: DocumentNode?, group: DocumentNode?, than id: String?) -> Bool {
        if let apps {
            guard let list = targetedAppList(apps, of: .configuration) else { return true }
            if !list.isEmpty { return id.map { !list.apps.contains(AppID($0)) } ?? list.apps.isEmpty }
        }
        guard let group else { return apps != nil }
        guard case .scalar(let text, _) = group.content else { return true }
        return switch TargetedAppGroup(rawValue: text) {
        case nil: true
        case .selectedPublicApps: apps != nil
        case .allCoreMicrosoftApps, .allMicrosoftApps: id.map { !$0.lowercased().hasPrefix("com.microsoft.") } ?? false
        case .allApps: false
        }
    }

    /// Reads a list of apps; nil, after a report, if the node is not a list.
    private func targetedAppList(_ node: DocumentNode, of owner: TargetedAppList.Owner) -> TargetedAppList? {
        guard case .sequence(let elements) = node.content else {
            report(
                .wrongType,
                "expected a list of apps, found \(description(of: node))",
                at: node.place,
                severity: owner.severity,
                help: owner.help
            )
            return nil
        }
        let list = TargetedAppList(elements)
        guard let first = list.unreadable.first else { return list }
        let count = list.unreadable.count
        report(
            .wrongType,
            (count == 1 ? "this is not an app" : "\(count) of these are not apps") + " with a bundle id"
                + owner.consequence(count),
            at: first,
            also: Array(list.unreadable.dropFirst().prefix(9)),
            severity: owner.severity,
            help: owner.help
        )
        return list
    }
}

extension TargetedAppList {
    /// What has the list, which determines what follows from an element that cannot be read.
    fileprivate enum Owner {
        case policy, exportedPolicy, configuration

        var severity: Diagnostic.Severity { self == .policy ? .error : .warning }

        var help: String {
            self == .policy
                ? "write the bundle ids: `apps: [com.contoso.mail]`"
                : "a script that exports it needs more depth: `ConvertTo-Json -Depth 10`"
        }

        /// What unreadable elements count as, at the end of a message.
        func consequence(_ count: Int) -> String {
            let counts = count == 1 ? ", and counts as" : ", and count as"
            return switch self {
            case .policy: ""
            case .exportedPolicy: counts + " unmanaged"
            case .configuration: counts + (count == 1 ? " another app" : " other apps")
            }
        }
    }
}

/// The apps that a configuration is for: Graph's `targetedManagedAppGroupType`.
private enum TargetedAppGroup: String {
    /// Those that it lists.
    case selectedPublicApps
    case allCoreMicrosoftApps, allMicrosoftApps, allApps
}

/// The content of an element of a policy's `apps`.
private enum TargetedApp {
    case app(AppID)
    /// An Android, Windows or Mac app.
    case otherPlatform
    case unreadable

    init(_ node: DocumentNode) {
        self = .unreadable
        switch node.content {
        case .sequence: return
        case .scalar(let text, _):
            if !node.isNull, Self.isBundleID(text) { self = .app(AppID(text)) }
        case .mapping(let entries):
            guard !Self.isForMac(entries) else {
                self = .otherPlatform
                return
            }
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
        guard !Self.isForMac(entries) else {
            self = .otherPlatform
            return
        }
        for entry in entries {
            switch entry.key.lowercased() {
            case "bundleid":
                if case .scalar = entry.value.content { self = TargetedApp(entry.value) }
                return
            case "packageid", "windowsappid":
                self = .otherPlatform
                return
            default: continue
            }
        }
    }

    /// Whether an identifier is that of a Mac app, which has a bundle id too, possibly that of an app for iOS.
    private static func isForMac(_ entries: [DocumentNode.Entry]) -> Bool {
        entries.contains { entry in
            guard entry.key == "@odata.type", case .scalar(let text, _) = entry.value.content else { return false }
            return text.hasSuffix("macAppIdentifier")
        }
    }

    /// Rejects texts such as `@{bundleId=com.contoso.mail}`, which scripts write when they truncate objects.
    private static func isBundleID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 255
            && text.utf8.allSatisfy { byte in
                byte.isASCIIAlphanumeric || "._-*".utf8.contains(byte)
            }
    }
}
