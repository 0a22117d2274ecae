import Diagnostics
import DocumentReading
import PolicyModel
import PropertyList

/// `graph`: app configurations as Graph exports them: an object, alone or as the `value` of a response, a page of
/// objects, or a list.
///
/// | type | channel | settings |
/// |---|---|---|
/// | `targetedManagedAppConfiguration` | mam | `customSettings` of `{name, value}` |
/// | `iosMobileAppConfiguration` | mdm | `settings` of `{appConfigKey, appConfigKeyType, appConfigKeyValue}`, or `encodedSettingXml` |
///
/// Exports have the configurations of every app of an organization. Those of other apps are skipped: `apps` and
/// `appGroupType` name the apps of the first type, ``MobileAppTargets`` those of the second.
struct GraphConfigurations {
    private let context: ReadingContext
    private let app: AppSettings
    private let values: ConfigurationValues

    init(_ context: ReadingContext, app: AppSettings, values: ConfigurationValues) {
        self.context = context
        self.app = app
        self.values = values
    }

    /// Reads the file that a value names.
    func read(_ node: DocumentNode, _ entry: AppConfigurationsSection.Entry) -> [AppConfigurationDocument] {
        guard let root = ConfigurationDictionaries.root(node, context, acceptsFragment: false) else { return [] }
        if !ConfigurationDictionaries.logs(in: root).isEmpty {
            return ConfigurationDictionaries(context, values).read(root: root, entry)
        }
        let errors = context.errorCount
        var count = 0
        var documents: [AppConfigurationDocument] = []
        var targets = MobileAppTargets(app: app.id, wanted: entry.mobileApp?.id)
        for object in objects(in: root) {
            guard let channel = channel(of: object) else {
                note("this is not an app configuration for iOS, and is skipped", at: object.place)
                continue
            }
            count += 1
            if isUnassigned(object) {
                note("this app configuration is not assigned to anyone, and is skipped", at: object.place)
                continue
            }
            if channel == .mdm, !targets.take(object) {
                noteOtherApps(at: object.place)
                continue
            }
            if let document = document(object, channel, entry) { documents.append(document) }
        }
        if count == 0, context.errorCount == errors {
            context.report(
                .noPolicy,
                "the file contains no app configuration",
                at: node.place,
                help:
                    "it can contain `\(GraphKeys.targetedConfigurationType)` and `\(GraphKeys.mobileConfigurationType)`"
            )
        } else {
            report(targets, of: entry)
        }
        return documents
    }

    /// Reports that it is unknown which configurations are for this app.
    private func report(_ targets: MobileAppTargets, of entry: AppConfigurationsSection.Entry) {
        if targets.areSeveral {
            context.report(
                .missingKey,
                "the file contains device management configurations of several apps, and it is unknown which of them "
                    + "is this app",
                at: entry.place,
                help: targets.needBundleID
                    ? "write the bundle id of this app: `app: {id: BUNDLE-ID}`"
                    : "write `mobileApp: ID` with the id of this app from `targetedMobileApps`"
            )
        } else if let wanted = entry.mobileApp, !targets.hasWanted {
            context.report(
                .unknownName,
                "no configuration in the file is for the mobile app `\(Quoted.word(wanted.id))`",
                at: wanted.place,
                help: "write an id from `targetedMobileApps`"
            )
        }
    }

    /// Whether Graph says that an object is assigned to no group, so that it reaches no device.
    private func isUnassigned(_ node: DocumentNode) -> Bool {
        guard case .mapping(let entries) = node.content else { return false }
        return entries.contains { entry in
            guard entry.key == "isAssigned", case .scalar(let text, _) = entry.value.content else { return false }
            return text.lowercased() == "false"
        }
    }

    /// The objects of a file: the root itself, the objects of a page, or those of a list. Graph's response to a request
    /// for one object has that object as its `value`.
    private func objects(in root: DocumentNode) -> [DocumentNode] {
        switch root.content {
        case .scalar: return [root]
        case .sequence(let elements): return elements
        case .mapping(let entries):
            guard let value = entries.first(where: { $0.key == "value" })?.value else { return [root] }
            switch value.content {
            case .scalar: return [root]
            case .sequence(let elements): return elements
            case .mapping: return channel(of: root) == nil ? [value] : [root]
            }
        }
    }

    private func channel(of node: DocumentNode) -> AppConfigurationChannel? {
        guard case .mapping(let entries) = node.content else { return nil }
        if let type = entries.first(where: { $0.key == "@odata.type" }), case .scalar(let text, _) = type.value.content
        {
            return switch GraphKeys.shortType(text) {
            case GraphKeys.targetedConfigurationType: .mam
            case GraphKeys.mobileConfigurationType: .mdm
            default: nil
            }
        }
        if entries.contains(where: { $0.key == "customSettings" }) { return .mam }
        if entries.contains(where: { $0.key == "encodedSettingXml" || $0.key == "settings" }) { return .mdm }
        return nil
    }

    private func document(
        _ node: DocumentNode,
        _ channel: AppConfigurationChannel,
        _ entry: AppConfigurationsSection.Entry
    ) -> AppConfigurationDocument? {
        if let said = entry.channel, said != channel {
            context.report(
                .mixedForms,
                "the file contains a configuration by `\(channel.rawValue)`, not by `\(said.rawValue)`",
                at: entry.channelPlace ?? entry.place,
                help: "remove `channel`: an export names its channel itself"
            )
            return nil
        }
        let keys: Set<String> = ["customSettings", "settings", "encodedSettingXml", "apps", "appGroupType"]
        let (fields, _) = context.keptFields(node, "an app configuration", keys: keys)
        var settings = ConfigurationValues.Settings()
        switch channel {
        case .mam:
            if context.isForOtherApps(fields["apps"], group: fields["appGroupType"], than: app.id) {
                noteOtherApps(at: node.place)
                return nil
            }
            if let catalog = fields["settings"] { note("settings of the catalog are not read", at: catalog.place) }
            if let list = fields["customSettings"] { readCustom(list, &settings) }
        case .mdm:
            if let list = fields["settings"] { readTyped(list, &settings) }
            if let text = fields["encodedSettingXml"] {
                EncodedSettings(context, values).read(text, &settings)
            }
        }
        var own = entry
        own.channel = channel
        own.place = node.place.beginning
        return ConfigurationDictionaries.document(settings, own, context)
    }

    // MARK: Settings

    private func readCustom(_ node: DocumentNode, _ settings: inout ConfigurationValues.Settings) {
        for element in elements(node, "customSettings") {
            let (fields, _) = context.keptFields(element, "a setting", keys: ["name", "value"])
            guard let (name, place) = name("name", of: fields, element) else { continue }
            guard let value = text("value", of: fields, called: name, at: place) else { continue }
            values.add(name, ConfigurationValues.text(value, .mam), at: place, to: &settings)
        }
    }

    private func readTyped(_ node: DocumentNode, _ settings: inout ConfigurationValues.Settings) {
        let keys: Set<String> = ["appConfigKey", "appConfigKeyType", "appConfigKeyValue"]
        for element in elements(node, "settings") {
            let (fields, _) = context.keptFields(element, "a setting", keys: keys)
            guard let (name, place) = name("appConfigKey", of: fields, element),
                let typeNode = context.required("appConfigKeyType", of: fields),
                let type = context.choice(typeNode, KeyType.self, called: "type"),
                let text = text("appConfigKeyValue", of: fields, called: name, at: place)
            else { continue }
            guard let value = type.value(of: text) else {
                context.report(
                    .wrongType,
                    "the value of `\(Quoted.word(String(name.prefix(80))))` is not a \(type.words)",
                    at: place
                )
                continue
            }
            values.add(name, value, at: place, to: &settings)
        }
    }

    /// The types of Graph's `mdmAppConfigKeyType`.
    private enum KeyType: String, CaseIterable {
        case stringType, integerType, realType, booleanType, tokenType

        var words: String {
            switch self {
            case .stringType, .tokenType: "text"
            case .integerType: "whole number that can be represented exactly"
            case .realType: "number, or is too large to be exact"
            case .booleanType: "Boolean"
            }
        }

        func value(of text: String) -> AppConfigurationValue? {
            switch self {
            case .stringType: return ConfigurationValues.text(text, .mdm)
            case .tokenType: return .token(text)
            case .integerType:
                guard let number = Int(text).flatMap({ AppConfigurationValue.number(of: $0) }) else { return nil }
                return .number(number)
            case .realType: return AppConfigurationValue.number(of: text).map { .number($0) }
            case .booleanType: return AppConfigurationValue.boolean(of: text).map { .boolean($0) }
            }
        }
    }

    /// The name of a setting, and its place.
    private func name(
        _ key: String,
        of fields: Fields,
        _ element: DocumentNode
    ) -> (text: String, place: DocumentNode.Place)? {
        guard element.isMapping else {
            context.report(.wrongType, "a setting is not an object", at: element.place.beginning)
            return nil
        }
        guard let node = context.required(key, of: fields), let name = context.name(node) else { return nil }
        return (name, node.place)
    }

    private func text(_ key: String, of fields: Fields, called name: String, at place: DocumentNode.Place) -> String? {
        guard let node = fields[key] else {
            report("`\(key)` of `\(Quoted.word(String(name.prefix(80))))` is missing", .missingKey, at: place)
            return nil
        }
        guard case .scalar(let text, isPlain: false) = node.content else {
            report("`\(key)` of `\(Quoted.word(String(name.prefix(80))))` is not a string", .wrongType, at: place)
            return nil
        }
        return text
    }

    private func report(_ message: String, _ code: FindingCode, at place: DocumentNode.Place) {
        context.report(code, message, at: place)
    }

    private func elements(_ node: DocumentNode, _ key: String) -> [DocumentNode] {
        if case .sequence(let elements) = node.content { return elements }
        context.report(.wrongType, "`\(key)` is not a list", at: node.place.beginning)
        return []
    }

    private func noteOtherApps(at place: DocumentNode.Place) {
        note("this app configuration is for other apps or for none, and is skipped", at: place)
    }

    private func note(_ message: String, at place: DocumentNode.Place) {
        context.report(.otherPolicy, message, at: place.beginning, severity: .note)
    }
}
