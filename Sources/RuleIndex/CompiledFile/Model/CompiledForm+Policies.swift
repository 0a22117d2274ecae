import Diagnostics
import PolicyModel

extension AppProtectionPolicy: CompiledRecord {
    static var unread: AppProtectionPolicy { AppProtectionPolicy() }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&name)
        var settings = CompiledSettings(self)
        try visitor.visit(&settings)
        for (setting, value) in settings.values { set(setting, to: value) }
        try visitor.visit(&apps)
        try visitor.visit(&unknownSettings)
        var locations: [PolicySetting: SourceLocation] = [:]
        for setting in PolicySetting.allCases { locations[setting] = location(of: setting) }
        try visitor.visit(&locations)
        for setting in PolicySetting.allCases { setLocation(of: setting, to: locations[setting]) }
    }
}

/// The settings of a policy that are not at their defaults: the name and value of each, in the order of the table of
/// settings.
struct CompiledSettings: CompiledForm {
    /// The values that were read; empty if nothing was read.
    private(set) var values: [PolicySetting: PolicySettingValue] = [:]
    /// The policy whose settings are written.
    private let policy: AppProtectionPolicy

    init(_ policy: AppProtectionPolicy) { self.policy = policy }

    func write(to writer: inout CompiledWriter) {
        // PERF: the values are read from the policy here rather than in the initializer, because reading visits the
        // fields too.
        let standard = AppProtectionPolicy()
        let values = PolicySetting.allCases.compactMap { setting in
            let value = policy[setting]
            return value == standard[setting] ? nil : value.map { (setting, $0) }
        }
        writer.write(values.count)
        for (setting, value) in values {
            setting.write(to: &writer)
            Self.write(value, to: &writer)
        }
    }

    private static func write(_ value: PolicySettingValue, to writer: inout CompiledWriter) {
        switch value {
        case .boolean(let value): value.write(to: &writer)
        case .number(let value): value.write(to: &writer)
        case .text(let value): writer.writeShared(value)
        case .texts(let values):
            writer.write(values.count)
            for value in values { writer.writeShared(value) }
        case .scheme(let value): value.write(to: &writer)
        case .duration(let value): value.write(to: &writer)
        case .protocols(let values): values.write(to: &writer)
        }
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        self.init(AppProtectionPolicy())
        for _ in 0..<(try reader.readCount()) {
            let setting = try PolicySetting(from: &reader)
            let value = try Self.value(of: setting.kind, from: &reader)
            guard values.updateValue(value, forKey: setting) == nil else { throw .malformed("it has a setting twice") }
        }
    }

    private static func value(
        of kind: PolicySettingKind,
        from reader: inout CompiledReader
    ) throws(CompiledFileError) -> PolicySettingValue {
        switch kind {
        case .boolean: return .boolean(try Bool(from: &reader))
        case .number(let range):
            let number = try Int(from: &reader)
            guard range.contains(number) else { throw .malformed("it has a setting with a number out of its range") }
            return .number(number)
        case .text: return .text(try reader.readShared())
        case .version:
            let text: String = try reader.readShared()
            guard VersionNumber(text) != nil else {
                throw .malformed("it has a setting with an invalid version")
            }
            return .text(text)
        case .models:
            let text: String = try reader.readShared()
            guard AllowedDeviceModels(text) != nil else { throw .malformed("it has a setting with too many models") }
            return .text(text)
        case .word(let words): return .text(try word(among: words, from: &reader))
        case .words(let words):
            var values: [String] = []
            for _ in 0..<(try reader.readCount()) { values.append(try word(among: words, from: &reader)) }
            return .texts(values)
        case .links:
            var links: [String] = []
            for _ in 0..<(try reader.readCount()) { links.append(try reader.readShared()) }
            return .texts(links)
        case .scheme: return .scheme(try RedirectScheme(from: &reader))
        case .duration: return .duration(try PolicyDuration(from: &reader))
        case .protocols: return .protocols(try [ExemptedAppProtocol](from: &reader))
        }
    }

    private static func word(
        among words: [String],
        from reader: inout CompiledReader
    ) throws(CompiledFileError) -> String {
        let word = try reader.readShared()
        guard words.contains(word) else { throw .malformed("it has a setting with an unknown word") }
        return word
    }
}

extension UnknownPolicySetting: CompiledRecord {
    static var unread: UnknownPolicySetting { UnknownPolicySetting(name: "", location: .unread) }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&name)
        try visitor.visit(&location)
    }
}

extension ExemptedAppProtocol: CompiledRecord {
    static var unread: ExemptedAppProtocol { ExemptedAppProtocol(name: "", value: "") }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&name)
        try visitor.visit(&value)
    }
}

extension PolicyDuration: CompiledForm {
    func write(to writer: inout CompiledWriter) { writer.write(text) }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        guard let value = PolicyDuration(try reader.readText()) else {
            throw .malformed("it has a duration that cannot be read")
        }
        self = value
    }
}

extension RedirectScheme: CompiledForm {
    func write(to writer: inout CompiledWriter) { writer.write(text) }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        // Adds the suffix that the initializer removes, so that it removes nothing else.
        guard let value = RedirectScheme(try reader.readText() + "://") else {
            throw .malformed("it has an empty scheme")
        }
        self = value
    }
}
