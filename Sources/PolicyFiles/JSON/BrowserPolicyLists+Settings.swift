import ByteText
import DocumentReading

/// Objects that are settings, and the settings of the managed browser next to its lists.
extension BrowserPolicyLists {
    /// A setting of the managed browser that changes what its lists do.
    package struct Setting {
        /// The settings that are searched for.
        package enum Name: String, CaseIterable, Hashable, Sendable {
            /// Whether the lists also apply to the resources of a page.
            case manageRestrictedSubresourceEnabled = "ManageRestrictedSubresourceEnabled"
            // What the browser does with a blocked site.
            case allowTransitionOnBlock = "AllowTransitionOnBlock"
            case openInPrivateIfBlocked
            case autoTransitionModeOnBlock = "AutoTransitionModeOnBlock"
            case profileAutoSwitchToWork = "ProfileAutoSwitchToWork"
            case ignorePostRequestOnAutoTransition = "IgnorePostRequestOnAutoTransition"
            case durationOfOpenInPrivateSnackBar

            private static let namesInLowerCase = Dictionary(
                allCases.map { ($0.rawValue.lowercased(), $0) }
            ) { first, _ in first }

            /// The setting that a key names, directly or after a namespace.
            init?(key: String) {
                guard key.utf8.count <= 512,
                    let name = Self.namesInLowerCase[BrowserPolicyLists.Name.lastPart(of: key)]
                else { return nil }
                self = name
            }
        }

        package let name: Name
        /// The range of its name.
        package let keyRange: Range<Int>
        /// The range of its value.
        package let valueRange: Range<Int>
        /// Whether it is `true`; nil if it is neither that nor `false`.
        package let isOn: Bool?
        /// See ``List/configuration``.
        package let configuration: Configuration
    }

    /// What an object contains if it is a setting: a key, and its value.
    typealias Pair = (key: String, place: DocumentNode.Place, value: DocumentNode, isOfCatalog: Bool)

    /// The pairs that an object contains, one for each form.
    static func pairs(_ entries: [DocumentNode.Entry]) -> [Pair] {
        let forms = [
            ("name", "value"), ("Name", "Value"), ("key", "value"), ("key", "valueString"), ("key", "valueStringArray"),
            ("appConfigKey", "appConfigKeyValue"), (catalogKey, catalogValue), (cmdletKey, catalogValue),
        ]
        var found: [Pair] = []
        for (keyName, valueName) in forms {
            guard let key = entries.first(where: { $0.key == keyName })?.value,
                case .scalar(let text, isPlain: false) = key.content,
                let value = value(valueName, besides: keyName, in: entries),
                !found.contains(where: { $0.value.place == value.place && $0.key == text })
            else { continue }
            found.append((text, key.place, value, keyName == catalogKey || keyName == cmdletKey))
        }
        return found
    }

    private static func value(
        _ name: String,
        besides key: String,
        in entries: [DocumentNode.Entry]
    ) -> DocumentNode? {
        if let value = entries.first(where: { $0.key == name })?.value { return value }
        // The cmdlets put there what the general type of a setting does not have.
        guard key == cmdletKey, let further = entries.first(where: { $0.key == "AdditionalProperties" })?.value,
            case .mapping(let members) = further.content
        else { return nil }
        return members.first { $0.key == name }?.value
    }

    /// The key that names the setting in a settings catalog.
    static let catalogKey = "settingDefinitionId"
    /// The same as the cmdlets of PowerShell write it.
    private static let cmdletKey = "SettingDefinitionId"
    private static let catalogValue = "simpleSettingCollectionValue"

    /// The setting of a list: a key that names it, and its content.
    struct ListSetting {
        let name: Name
        let key: String
        let place: DocumentNode.Place
        let value: DocumentNode
        /// Whether the key is the identifier of a settings catalog.
        let isOfCatalog: Bool
        /// Whether the name is written in another case, so that it is not the name of a list to the browser.
        let isOtherCase: Bool
    }

    /// The settings of lists among the pairs of one object.
    ///
    /// Device management writes every form and leaves the unused ones empty, so empty ones do not count beside others.
    /// If several have content, it is not clear which is meant, as with several lists. Only in a settings catalog does
    /// the case of a name not matter.
    ///
    /// - Parameters:
    ///   - pairs: The pairs.
    ///   - spelling: How the names of lists are written outside of a settings catalog.
    /// - Returns: The settings that have content, or the first one if none has.
    static func listSettings(_ pairs: [Pair], spelling: Name.Spelling) -> [ListSetting] {
        var found: [ListSetting] = []
        for isOtherCase in [false, true] {
            for (key, place, value, isOfCatalog) in pairs {
                guard let name = Name(key: key, spelling: isOtherCase || isOfCatalog ? .anyCase : spelling),
                    !found.contains(where: { $0.value.place == value.place })
                else { continue }
                found.append(
                    ListSetting(
                        name: name,
                        key: key,
                        place: place,
                        value: value,
                        isOfCatalog: isOfCatalog,
                        isOtherCase: isOtherCase
                    )
                )
            }
        }
        let filled = found.filter { !isUnset($0.value, $0.name) && !$0.value.isEmpty }
        return filled.isEmpty ? Array(found.prefix(1)) : filled
    }

    /// Notes the settings of the managed browser that an object contains in this form.
    mutating func noteSettings(_ entries: [DocumentNode.Entry], in outer: Surroundings) {
        for (key, place, value, _) in Self.pairs(entries) { noteSetting(key, at: place, value, in: outer) }
    }

    /// Notes a setting if it is one of the managed browser and has a value. That of an extension is not the browser's.
    mutating func noteSetting(
        _ key: String,
        at place: DocumentNode.Place,
        _ value: DocumentNode,
        in outer: Surroundings
    ) {
        guard outer.owner == nil, !outer.isDisabled, let name = Setting.Name(key: key), !value.isNull, !value.isEmpty
        else { return }
        settings.append(
            Setting(
                name: name,
                keyRange: place.offsets,
                valueRange: value.place.offsets,
                isOn: Self.isOn(value),
                configuration: outer.configuration
            )
        )
    }

    /// The value of a setting, which may be in the object that the browser's policy page writes.
    private static func isOn(_ value: DocumentNode) -> Bool? {
        switch value.content {
        case .scalar(let text, _):
            switch text.lowercased() {
            case "true": true
            case "false": false
            default: nil
            }
        case .sequence: nil
        case .mapping: value.valueOnPolicyPage.flatMap(isOn)
        }
    }
}

extension DocumentNode {
    /// The value in the object that the browser's policy page writes for a policy; nil if this is no such object.
    var valueOnPolicyPage: DocumentNode? {
        guard case .mapping(let members) = content, let value = members.first(where: { $0.key == "value" })?.value,
            !value.isMapping
        else { return nil }
        return value
    }

    /// Whether it is a text or an array without content.
    fileprivate var isEmpty: Bool {
        switch content {
        case .scalar(let text, isPlain: false): text.isEmpty
        case .sequence(let elements): elements.isEmpty
        case .scalar, .mapping: false
        }
    }
}
