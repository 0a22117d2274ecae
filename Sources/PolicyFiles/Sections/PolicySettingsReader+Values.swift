import Diagnostics
import PolicyModel

/// A reader for each type that a setting can have.
extension PolicySettingsReader {
    mutating func read(_ setting: PolicySetting, _ property: WritableKeyPath<AppProtectionPolicy, Bool>) {
        read(setting) { reading, node in
            reading.boolean(node)
        } assign: {
            $0[keyPath: property] = $1
        }
    }

    mutating func read(
        _ setting: PolicySetting,
        _ property: WritableKeyPath<AppProtectionPolicy, Int>,
        in range: ClosedRange<Int> = 0...Int(Int32.max)
    ) {
        read(setting) { reading, node in
            reading.integer(node, in: range)
        } assign: {
            $0[keyPath: property] = $1
        }
    }

    mutating func read(_ setting: PolicySetting, _ property: WritableKeyPath<AppProtectionPolicy, Int?>) {
        read(setting) { reading, node in
            reading.integer(node, in: 0...Int(Int32.max))
        } assign: {
            $0[keyPath: property] = $1
        }
    }

    mutating func read(_ setting: PolicySetting, _ property: WritableKeyPath<AppProtectionPolicy, String?>) {
        read(setting) { reading, node in
            reading.prose(node)
        } assign: {
            $0[keyPath: property] = $1
        }
    }

    mutating func read(_ setting: PolicySetting, _ property: WritableKeyPath<AppProtectionPolicy, [String]>) {
        read(setting) { reading, node in
            reading.names(node, of: "texts")
        } assign: {
            $0[keyPath: property] = $1
        }
    }

    mutating func read<Word: RawRepresentable & CaseIterable>(
        _ setting: PolicySetting,
        _ property: WritableKeyPath<AppProtectionPolicy, Word>
    ) where Word.RawValue == String {
        read(setting) { reading, node in
            Self.choice(node, Word.self, reading)
        } assign: {
            $0[keyPath: property] = $1
        }
    }

    mutating func read<Word: RawRepresentable & CaseIterable>(
        _ setting: PolicySetting,
        _ property: WritableKeyPath<AppProtectionPolicy, Word?>
    ) where Word.RawValue == String {
        read(setting) { reading, node in
            Self.choice(node, Word.self, reading)
        } assign: {
            $0[keyPath: property] = $1
        }
    }

    mutating func read<Word: RawRepresentable & CaseIterable>(
        _ setting: PolicySetting,
        _ property: WritableKeyPath<AppProtectionPolicy, [Word]>
    ) where Word.RawValue == String {
        read(setting) { reading, node in
            reading.elements(node, of: "places")?.compactMap {
                Self.choice($0, Word.self, called: "place", reading)
            }
        } assign: {
            $0[keyPath: property] = $1
        }
    }

    /// An empty scheme is one that isn't set, which is how Graph writes it; on top of another policy it removes that
    /// one's.
    mutating func read(_ setting: PolicySetting, _ property: WritableKeyPath<AppProtectionPolicy, RedirectScheme?>) {
        read(setting) { reading, node -> RedirectScheme?? in
            guard let text = reading.text(node) else { return nil }
            return .some(RedirectScheme(text))
        } assign: {
            $0[keyPath: property] = $1
        }
    }

    mutating func read(_ setting: PolicySetting, _ property: WritableKeyPath<AppProtectionPolicy, PolicyDuration?>) {
        read(setting) { reading, node -> PolicyDuration? in
            guard let text = reading.text(node) else { return nil }
            if let duration = PolicyDuration(text) { return duration }
            guard !PolicyDuration.isNegative(text) else {
                reading.report(
                    .outOfRange,
                    "`\(Quoted.word(text))` is negative and is read as zero",
                    at: node.place,
                    severity: .warning,
                    help: "write `\(PolicyDuration.zero)`, or the time that is meant"
                )
                return .zero
            }
            reading.report(
                .invalidDuration,
                "`\(Quoted.word(text))` is no length of time",
                at: node.place,
                help: "write it as ISO 8601 has it, such as `PT30M` or `P90D`"
            )
            return nil
        } assign: {
            $0[keyPath: property] = $1
        }
    }

    mutating func read(
        _ setting: PolicySetting,
        _ property: WritableKeyPath<AppProtectionPolicy, [ExemptedAppProtocol]>
    ) {
        read(setting) { reading, node in
            reading.elements(node, of: "`name` and `value`")?.compactMap { element in
                guard let fields = Self.pair(element, reading),
                    let value = reading.required("value", of: fields).flatMap({ reading.text($0) })
                else { return nil }
                return ExemptedAppProtocol(name: fields["name"].flatMap { reading.text($0) } ?? "", value: value)
            }
        } assign: {
            $0[keyPath: property] = $1
        }
    }

    /// `name` and `value`; Graph says of what type the pair is, and may come to say more.
    private static func pair(_ node: YAMLNode, _ reading: PolicyReading) -> Fields? {
        let subject = "an exempted protocol"
        guard reading.notation(at: node.place) != nil, node.isMapping else {
            return reading.fields(node, subject, keys: DocumentKeys.exemptedProtocol)
        }
        return reading.keptFields(node, subject, keys: Set(DocumentKeys.exemptedProtocol)).known
    }

    /// One of a few words. `unknownFutureValue` is Graph's word for a value that it has and didn't tell.
    private static func choice<Word: RawRepresentable & CaseIterable>(
        _ node: YAMLNode,
        _: Word.Type,
        called what: String = "value",
        _ reading: PolicyReading
    ) -> Word? where Word.RawValue == String {
        guard case .scalar("unknownFutureValue", isPlain: false) = node.content,
            reading.notation(at: node.place) != nil
        else {
            return reading.choice(node, Word.self, called: what)
        }
        reading.report(
            .unknownValue,
            "Graph has a \(what) here that it didn't tell, and wrote `unknownFutureValue`",
            at: node.place,
            help: "ask for the policy again with the header `Prefer: include-unknown-enum-members`"
        )
        return nil
    }

    mutating func readLinks(_ setting: PolicySetting, _ property: WritableKeyPath<AppProtectionPolicy, [String]>) {
        read(setting) { reading, node in
            reading.links(node, of: "texts")
        } assign: {
            $0[keyPath: property] = $1
        }
    }

    private mutating func read<Value>(
        _ setting: PolicySetting,
        as read: (PolicyReading, YAMLNode) -> Value?,
        assign: (inout AppProtectionPolicy, Value) -> Void
    ) {
        guard let node = fields[setting.name], let value = read(reading, node) else { return }
        assign(&policy, value)
        policy.setLocation(of: setting, to: reading.location(of: fields.keyPlace(setting.name) ?? node.place))
    }
}
