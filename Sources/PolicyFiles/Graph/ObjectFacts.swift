import DocumentReading

/// What the keys of one object reveal about it.
struct ObjectFacts {
    private(set) var type: (String, DocumentNode.Place)?
    /// What `@odata.context` names, and the place of the text.
    private(set) var context: (GraphContext, DocumentNode.Place)?
    private(set) var displayName: String?
    private(set) var id: String?
    private(set) var hasSettings = false
    private(set) var hasLogNames = false
    private(set) var isAndroid = false
    private(set) var hasValue = false
    /// The first key that differs from a setting only in case.
    private(set) var keyInOtherCase: DocumentNode.Place?

    /// Whether a log name is none of Graph's in another case, so that only a log has it.
    private var hasOnlyLogName = false
    private var countInOtherCase = 0
    private var hasAdditionalProperties = false

    init(_ entries: [DocumentNode.Entry]) {
        for entry in entries where !entry.value.isNull {
            let key = entry.key
            if GraphKeys.tellingSettings.contains(key) {
                hasSettings = true
            } else if DeviceLogReader.settings[key] != nil {
                hasLogNames = true
                if !GraphKeys.isSettingInOtherCase(key) { hasOnlyLogName = true }
            } else if GraphKeys.isSettingInOtherCase(key) {
                countInOtherCase += 1
                keyInOtherCase = keyInOtherCase ?? entry.keyPlace
            }
            // The PowerShell SDK writes the names of Android's settings in another case as well.
            if GraphKeys.androidSettings.contains(key.prefix(1).lowercased() + key.dropFirst()) { isAndroid = true }
            if key == "AdditionalProperties" {
                hasAdditionalProperties = true
                if Self.isOfAndroid(entry.value) { isAndroid = true }
            }
            if key == "value", case .sequence = entry.value.content { hasValue = true }
            guard case .scalar(let text, isPlain: false) = entry.value.content else { continue }
            switch key {
            case "@odata.type": type = (text, entry.value.place)
            case "@odata.context": context = GraphContext(text).map { ($0, entry.value.place) }
            case "displayName": displayName = text
            case "id": id = text
            default: break
            }
        }
    }

    /// Whether the further properties of an object of the PowerShell SDK say that it is a policy for Android.
    private static func isOfAndroid(_ properties: DocumentNode) -> Bool {
        guard case .mapping(let entries) = properties.content else { return false }
        return entries.contains { entry in
            guard case .scalar(let text, isPlain: false) = entry.value.content else { return false }
            return switch entry.key {
            case "@odata.type": GraphKeys.shortType(text) == GraphKeys.androidPolicyType
            case "@odata.context": GraphContext(text)?.collection == GraphKeys.androidPolicyType + "s"
            default: false
            }
        }
    }

    /// Whether the settings have names in another case than Graph's, as the PowerShell SDK writes them.
    ///
    /// Some of these names are also those of logs, such as `ManagedUniversalLinks`. Read as a log, such an object would
    /// have few settings, and the rest would have their defaults.
    ///
    /// - Parameter isDeclared: Whether a type or a collection says that the object is a policy. Otherwise one similar
    ///   key proves nothing.
    /// - Returns: Whether they have.
    func isInOtherCase(isDeclared: Bool) -> Bool {
        guard countInOtherCase > 0, !hasSettings, !hasOnlyLogName else { return false }
        return isDeclared || hasAdditionalProperties || countInOtherCase >= 3
    }
}
