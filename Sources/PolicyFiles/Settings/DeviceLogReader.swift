import DocumentReading
import PolicyModel

/// Reads the settings of one policy in the form of a device log, with different names, and numbers instead of words.
///
/// A value is a number, a text or a list with its place, regardless of the file's format: any format can be read that
/// is converted to ``DocumentNode`` values with plain numbers and texts that are not plain.
struct DeviceLogReader {
    /// The settings in device logs, by their log names.
    static let settings: [String: PolicySetting] = {
        var settings: [String: PolicySetting] = [:]
        for setting in PolicySetting.allCases {
            if let name = setting.row.deviceLog?.name { settings[name] = setting }
        }
        return settings
    }()

    /// Every name that device logs use for settings.
    static let names = Set(settings.keys).union([modelsElseWipe])

    let reading: ReadingContext
    let fields: Fields
    var policy: AppProtectionPolicy

    /// Reads every setting in the log.
    mutating func readAll() {
        for setting in PolicySetting.allCases {
            guard let form = setting.row.deviceLog, let node = fields[form.name],
                let value = value(of: setting, as: form, node)
            else { continue }
            policy.set(setting, to: value.written)
            policy.setLocation(of: setting, to: reading.location(ofSetting: form.name, node, in: fields))
        }
        readModelsElseWipe()
        // The person who keeps a log may have added labels.
        var labels = PolicySettingsReader(reading: reading, fields: fields, policy: policy)
        labels.readLabels()
        policy = labels.policy
    }

    /// Reads the second log name for models, which also determines the action for other models.
    ///
    /// A model in neither list would be wiped, and a model only in the second list would be blocked. No policy can
    /// express that, so having both lists is an error.
    private mutating func readModelsElseWipe() {
        guard let node = fields[Self.modelsElseWipe],
            let value = reading.value(node, of: PolicySetting.allowedIosDeviceModels.row.kind), value.written != nil
        else { return }
        guard policy[.allowedIosDeviceModels] == nil else {
            let other = PolicySetting.allowedIosDeviceModels.row.deviceLog?.name ?? ""
            reading.report(
                .unknownValue,
                "`\(Self.modelsElseWipe)` and `\(other)` both list models",
                at: fields.keyPlace(Self.modelsElseWipe) ?? node.place,
                help: "keep one of them"
            )
            return
        }
        let location = reading.location(ofSetting: Self.modelsElseWipe, node, in: fields)
        policy.set(.allowedIosDeviceModels, to: value.written)
        policy.setLocation(of: .allowedIosDeviceModels, to: location)
        policy.set(.appActionIfIosDeviceModelNotAllowed, to: .text(ManagedAppRemediationAction.wipe.rawValue))
        policy.setLocation(of: .appActionIfIosDeviceModelNotAllowed, to: location)
    }

    /// The log name for models if other models are wiped.
    static let modelsElseWipe = "AllowedIOSModelsElseWipe"

    private func value(of setting: PolicySetting, as form: DeviceLogForm, _ node: DocumentNode) -> ReadSetting? {
        switch form.content {
        case .numbers(let numbers): word(node, numbers).map { ReadSetting($0) }
        case .sum(let bits): words(node, bits).map { ReadSetting(.texts($0)) }
        case .number, .text: text(of: setting, named: form.name, node)
        case .time(let unit): time(node, unit)
        }
    }

    // MARK: Numbers

    /// Reads a number that stands for a value.
    private func word(_ node: DocumentNode, _ numbers: [DeviceLogForm.Number]) -> PolicySettingValue? {
        guard let number = reading.integer(node, in: Int(Int32.min)...Int(Int32.max)) else { return nil }
        if let known = numbers.first(where: { $0.number == number }) { return known.value }
        let known = numbers.map { "\($0.number) (\($0.value.word))" }.joined(separator: ", ")
        reportNumber(number, node, help: "logs have \(known)")
        return nil
    }

    /// Reads a number whose bits stand for words.
    private func words(_ node: DocumentNode, _ bits: [DeviceLogForm.Bit]) -> [String]? {
        guard let number = reading.integer(node, in: Int(Int32.min)...Int(Int32.max)) else { return nil }
        guard number >= 0, number & ~bits.reduce(0, { $0 | $1.bit }) == 0 else {
            let known = bits.map { "\($0.bit) (\($0.word))" }.joined(separator: ", ")
            reportNumber(number, node, help: "it is a sum of \(known)")
            return nil
        }
        return bits.filter { number & $0.bit != 0 }.map(\.word)
    }

    /// Reads a number of minutes or days.
    private func time(_ node: DocumentNode, _ unit: DeviceLogForm.Unit) -> ReadSetting? {
        guard let count = reading.integer(node, in: 0...Self.longestTime), let duration = unit.duration(count) else {
            return nil
        }
        return ReadSetting(.duration(duration))
    }

    /// The largest number of minutes or days that is accepted: six digits, more than two millennia of days.
    private static let longestTime = 999_999

    private func reportNumber(_ number: Int, _ node: DocumentNode, help: String) {
        reading.report(.unknownValue, "the number \(number) has no meaning here", at: node.place, help: help)
    }

    // MARK: Texts

    /// Reads a value that logs write as documents do, except for lists.
    private func text(of setting: PolicySetting, named name: String, _ node: DocumentNode) -> ReadSetting? {
        switch setting.row.kind {
        case .links: links(node).map { ReadSetting(.texts($0)) }
        case .protocols:
            texts(node).map {
                ReadSetting(.protocols([ExemptedAppProtocol(name: name, value: $0.joined(separator: ";"))]))
            }
        case .version:
            // Logs write 0.0 for a version that is not set.
            reading.value(node, of: .version).map { value in
                guard case .text(let text)? = value.written, let version = VersionNumber(text), version.isZero else {
                    return value
                }
                return ReadSetting(nil)
            }
        case .words, .boolean, .number, .text, .word, .scheme, .duration, .models:
            reading.value(node, of: setting.row.kind)
        }
    }

    private func links(_ node: DocumentNode) -> [String]? {
        if case .sequence = node.content { return reading.links(node) }
        let links = texts(node)
        for link in links ?? [] { reading.warnUnlessLink(link, at: node.place) }
        return links
    }

    /// Reads a list of strings, or one text separated by `;`.
    private func texts(_ node: DocumentNode) -> [String]? {
        if case .sequence = node.content { return reading.names(node, of: "strings") }
        return reading.text(node)?.split(separator: ";").map { part in
            let start = part.drop { $0.isWhitespace }
            return String(start.reversed().drop { $0.isWhitespace }.reversed())
        }.filter { !$0.isEmpty }
    }
}

extension PolicySettingValue {
    /// The value as a word in messages.
    fileprivate var word: String {
        switch self {
        case .boolean(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let value): value
        case .scheme(let value): value.text
        case .duration(let value): value.text
        case .texts(let values): values.joined(separator: ";")
        case .protocols(let values): values.map(\.value).joined(separator: ";")
        }
    }
}
