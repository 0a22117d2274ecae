import Diagnostics
import DocumentReading
import PolicyModel

/// Reads keys and values of app configurations, and counts them across all configurations.
///
/// A finding is placed at the key and names it, but never contains the value.
final class ConfigurationValues {
    private typealias Limit = AppConfigurationsSection.Limit
    private let context: ReadingContext
    private var bytesLeft = AppConfigurationsSection.Limit.allBytes

    init(_ context: ReadingContext) { self.context = context }

    /// The settings of one configuration while they are being read.
    struct Settings {
        fileprivate(set) var all: [AppConfigurationSetting] = []
        fileprivate var places: [AppConfigurationKey: DocumentNode.Place] = [:]
        fileprivate var hasTooMany = false
        /// Whether `__IsDefault` makes this the default; nil if the key is missing.
        fileprivate(set) var isDefault: Bool?
    }

    /// Reads a mapping of keys to values; nil, after a report, if the node is not a mapping.
    ///
    /// - Parameters:
    ///   - node: The mapping.
    ///   - channel: The channel it is delivered by. Only device management has types, and replaces tokens.
    ///   - subject: The subject of messages.
    /// - Returns: The settings that could be read.
    func dictionary(_ node: DocumentNode, _ channel: AppConfigurationChannel, in subject: String) -> Settings? {
        context.hideLines(of: node.place)
        guard case .mapping(let entries) = node.content else {
            context.report(.wrongType, "\(subject) is not a mapping of keys to values", at: node.place.beginning)
            return nil
        }
        var settings = Settings()
        for entry in entries {
            guard let value = value(entry, channel) else { continue }
            if entry.key == AppConfigurationDocument.isDefaultKey {
                readDefault(value, at: entry.keyPlace, &settings)
            } else {
                add(entry.key, value, at: entry.keyPlace, to: &settings)
            }
        }
        return settings
    }

    /// Adds a setting, unless its key is a duplicate or a limit is exceeded.
    func add(
        _ key: String,
        _ value: AppConfigurationValue,
        at place: DocumentNode.Place,
        to settings: inout Settings
    ) {
        let shown = Quoted.word(String(key.prefix(80)))
        guard !key.isEmpty else { return context.report(.missingValue, "the key is empty", at: place) }
        guard key.utf8.count <= Limit.keyBytes else {
            return context.report(.outOfRange, "the key `\(shown)` has more than 1 KiB", at: place)
        }
        let size: Int
        switch value {
        case .string(let text), .token(let text): size = text.utf8.count
        case .boolean, .number: size = 8
        }
        guard size <= Limit.valueBytes else {
            return context.report(.outOfRange, "the value of `\(shown)` has more than 64 KiB", at: place)
        }
        guard settings.all.count < Limit.keys else {
            // Reported only for the first excess key.
            if !settings.hasTooMany {
                settings.hasTooMany = true
                context.report(.tooManyValues, "there are more than \(Limit.keys) keys", at: place)
            }
            return
        }
        if let first = settings.places.updateValue(place, forKey: AppConfigurationKey(key)) {
            return context.report(.duplicateKey, "the key `\(shown)` appears twice", at: place, also: [first])
        }
        let before = bytesLeft
        bytesLeft -= key.utf8.count + size
        if bytesLeft < 0 {
            // Reported only once; later values are not stored either.
            if before >= 0 {
                context.report(.tooManyValues, "the app configurations have more than 16 MiB in total", at: place)
            }
            return
        }
        settings.all.append(AppConfigurationSetting(key, value, location: context.location(of: place)))
    }

    /// A text of a channel: device management replaces tokens in it.
    static func text(_ text: String, _ channel: AppConfigurationChannel) -> AppConfigurationValue {
        channel == .mdm && AppConfigurationValue.hasToken(text) ? .token(text) : .string(text)
    }

    // MARK: Values

    private func value(_ entry: DocumentNode.Entry, _ channel: AppConfigurationChannel) -> AppConfigurationValue? {
        guard case .scalar(let text, let isPlain) = entry.value.content, !entry.value.isNull else {
            report(entry, "has no value that is a string, a number or a Boolean")
            return nil
        }
        guard isPlain, isTyped(channel, entry.value.place) else { return Self.text(text, channel) }
        switch text {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default: break
        }
        if AppConfigurationValue.isNumber(text) {
            guard let number = AppConfigurationValue.number(of: text) else {
                report(entry, "has a number that is too large to be exact")
                return nil
            }
            return .number(number)
        }
        // Property lists and JSON have no plain texts, so this value has a type that configurations do not support.
        if context.notation(at: entry.value.place) != nil {
            report(entry, "has no value that is a string, a number or a Boolean")
            return nil
        }
        return Self.text(text, channel)
    }

    /// Whether a value without quotes has a type. Graph's app protection has only texts, so for that channel `true` in
    /// YAML is a text.
    private func isTyped(_ channel: AppConfigurationChannel, _ place: DocumentNode.Place) -> Bool {
        channel == .mdm || context.notation(at: place) != nil
    }

    private func readDefault(
        _ value: AppConfigurationValue,
        at place: DocumentNode.Place,
        _ settings: inout Settings
    ) {
        switch value {
        case .boolean(let isDefault): settings.isDefault = isDefault
        case .string(let text) where ["true", "false"].contains(text.lowercased()):
            settings.isDefault = text.lowercased() == "true"
        case .string, .number, .token:
            let key = AppConfigurationDocument.isDefaultKey
            context.report(.wrongType, "`\(key)` is neither true nor false", at: place)
        }
    }

    private func report(_ entry: DocumentNode.Entry, _ problem: String) {
        let key = Quoted.word(String(entry.key.prefix(80)))
        context.report(.wrongType, "the key `\(key)` \(problem)", at: entry.keyPlace)
    }
}
