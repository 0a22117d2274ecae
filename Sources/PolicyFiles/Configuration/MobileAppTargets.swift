import ByteText
import DocumentReading
import PolicyModel

/// The apps that the device management configurations of a file are for, by what can be read of them.
///
/// | key of an object | says |
/// |---|---|
/// | `bundleId`, in any case | the app; Graph has no such key, but the scripts that export configurations add it |
/// | `targetedMobileApps` | the ids of the app in Intune, not its bundle id; an empty list is for no app |
///
/// A configuration can allow something, so what cannot be read counts as another app.
struct MobileAppTargets {
    private enum Target: Hashable {
        case bundles(Set<AppID>)
        case ids(Set<String>)
    }

    private let app: AppID?
    private let wanted: String?
    private var found: Set<Target> = []
    /// Whether an object was taken that only may be for this app.
    private var isDoubtful = false
    /// Whether an object lists the id that an entry names.
    private(set) var hasWanted = false

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - app: The bundle id of this app; nil if it is unknown.
    ///   - wanted: The id of this app in Intune; nil if the entry does not name it.
    init(app: String?, wanted: String?) {
        self.app = app.map { AppID($0) }
        self.wanted = wanted?.lowercased()
    }

    /// Whether what was taken may be for different apps, of which only one is this app.
    var areSeveral: Bool { isDoubtful && found.count > 1 }

    /// Whether the bundle id of this app would decide between them.
    var needBundleID: Bool { found.contains { if case .bundles = $0 { true } else { false } } }

    /// Notes the app of a configuration.
    ///
    /// - Returns: Whether the configuration is, or may be, for this app.
    mutating func take(_ object: DocumentNode) -> Bool {
        guard case .mapping(let entries) = object.content else { return true }
        var bundles: Set<AppID> = []
        var ids: Set<String> = []
        for entry in entries where !entry.value.isNull {
            switch entry.key.lowercased() {
            case "bundleid":
                guard case .scalar(let text, _) = entry.value.content else { return false }
                if !text.isEmpty { bundles.insert(AppID(text)) }
            case "targetedmobileapps":
                // Graph lists the apps that are left: without any, no device gets the configuration.
                guard let read = Self.ids(entry.value), !read.isEmpty else { return false }
                ids.formUnion(read)
            default: continue
            }
        }
        if let app, !bundles.isEmpty {
            guard bundles == [app] else { return false }
            if !ids.isEmpty { found.insert(.ids(ids)) }
            hasWanted = hasWanted || wanted.map { ids.contains($0) } ?? false
            return true
        }
        if let wanted {
            guard ids.contains(wanted) else { return false }
            hasWanted = true
            return true
        }
        // Without either key, the set of ids is empty: an app that differs from each that is listed.
        found.insert(bundles.isEmpty ? .ids(ids) : .bundles(bundles))
        isDoubtful = true
        return true
    }

    /// The ids of a list in lower case; nil if it cannot be read. A script that exports too little depth writes a list
    /// as one text.
    private static func ids(_ node: DocumentNode) -> Set<String>? {
        let nodes: [DocumentNode]
        if case .sequence(let elements) = node.content { nodes = elements } else { nodes = [node] }
        var ids: Set<String> = []
        for node in nodes {
            guard case .scalar(let text, _) = node.content else { return nil }
            for id in text.split(separator: " ") {
                guard id.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }) else { return nil }
                ids.insert(id.lowercased())
            }
        }
        return ids
    }
}
