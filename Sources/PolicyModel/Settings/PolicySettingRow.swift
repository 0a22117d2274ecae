/// What is known about a setting of an app protection policy: its row in the single table of settings.
///
/// Everything that treats settings alike is derived from it: how they are read and checked, the schema, the compiled
/// form, the names and numbers of device logs, the lock-down policy, the comparison with a baseline, imports, and the
/// page of the documentation.
public struct PolicySettingRow: Sendable {
    /// The meaning of the setting, in one sentence.
    public let summary: String
    /// The values that it accepts.
    public let kind: PolicySettingKind
    /// Which of two values is stricter.
    public let strictness: PolicySettingStrictness
    /// The value that decides the same as not setting the setting; nil if it has a default, or no such value.
    public let unset: PolicySettingValue?
    /// How the log of a device writes the setting; nil if it doesn't.
    public let deviceLog: DeviceLogForm?
    /// Where the vendor documents the setting.
    public let source: PolicySettingSource
    /// What decisions use the setting for.
    public let decides: PolicySettingUse

    /// Whether the setting has any effect in a policy, regardless of its value: without a PIN, settings about PINs have
    /// none.
    package let matters: @Sendable (AppProtectionPolicy) -> Bool
    let value: @Sendable (AppProtectionPolicy) -> PolicySettingValue?
    /// Sets a value in a policy, or the default for nil; false if the value is of another kind.
    let assign: @Sendable (inout AppProtectionPolicy, PolicySettingValue?) -> Bool

    /// The value with which the setting is strictest; nil if there is no such value.
    public var strictest: PolicySettingValue? {
        switch strictness {
        case .unordered, .higher, .shorter: nil
        case .on: .boolean(true)
        case .off: .boolean(false)
        case .words(let words): words.last.map { .text($0) }
        case .lower: .number(0)
        case .fewer: kind == .protocols ? .protocols([]) : .texts([])
        case .unset: nil
        }
    }
}

/// What decisions use a setting for.
public enum PolicySettingUse: Hashable, Sendable {
    /// No decision uses it: it is read, checked and kept.
    case nothing
    /// What may be done with the organization's data. A setting of this kind may also affect a launch.
    case data
    /// Whether the app may open, and what the person must do first; nothing else.
    case launch
}

/// The values that a setting accepts.
public enum PolicySettingKind: Hashable, Sendable {
    /// `true` or `false`.
    case boolean
    /// A whole number in a range.
    case number(ClosedRange<Int>)
    /// Any text.
    case text
    /// One of these words.
    case word([String])
    /// A list of these words.
    case words([String])
    /// The scheme of an app.
    case scheme
    /// A length of time.
    case duration
    /// A list of patterns of universal links.
    case links
    /// A list of exempted schemes, each with a name.
    case protocols
    /// The version of a system, an app or an SDK.
    case version
    /// Models of devices, separated by `;`.
    case models

    /// The kind with its words and bounds, identical in every build: compiled files use it to record which settings
    /// their writer supported.
    package var signature: String {
        switch self {
        case .boolean: "boolean"
        case .number(let range): "number \(range.lowerBound) \(range.upperBound)"
        case .text: "text"
        case .word(let words): "word " + words.joined(separator: " ")
        case .words(let words): "words " + words.joined(separator: " ")
        case .scheme: "scheme"
        case .duration: "duration"
        case .links: "links"
        case .protocols: "protocols"
        case .version: "version"
        case .models: "models"
        }
    }
}

/// The direction in which a setting becomes stricter.
public enum PolicySettingStrictness: Hashable, Sendable {
    /// Different values are different choices, and none is stricter.
    case unordered
    /// `true` is stricter.
    case on
    /// `false` is stricter.
    case off
    /// These words, from the weakest to the strictest.
    case words([String])
    /// A higher number is stricter; without a number it is weakest.
    case higher
    /// A lower number is stricter; without a number it is weakest.
    case lower
    /// A shorter time is stricter. Without a time it is weakest, unless the row has a value for that; so is zero if it
    /// means *never*.
    case shorter(zeroIsNever: Bool)
    /// A list with fewer elements is stricter.
    case fewer
    /// It is stricter not to set it.
    case unset
}

/// How the log of a device writes a setting.
public struct DeviceLogForm: Hashable, Sendable {
    /// The name of the setting in [app protection
    /// logs](https://learn.microsoft.com/intune/intune-service/apps/app-protection-policy-settings-log).
    public let name: String
    /// The form of the value in the log.
    public let content: Content

    /// The form of a value in a log. The numbers aren't Graph's.
    public enum Content: Hashable, Sendable {
        /// A number for each value.
        case numbers([Number])
        /// A sum of numbers, each a power of two, for the words of a list.
        case sum([Bit])
        /// The number itself.
        case number
        /// The text itself, or a list as a text with `;` between its elements.
        case text
        /// A length of time as a number of these units.
        case time(Unit)
    }

    /// A unit of time.
    public enum Unit: String, Hashable, Sendable {
        /// Minutes.
        case minutes
        /// Days of 24 hours.
        case days

        /// The length of the given number of units, as Graph writes it.
        package func duration(_ count: Int) -> PolicyDuration? {
            switch self {
            case .minutes: PolicyDuration("PT\(count)M")
            case .days: PolicyDuration("P\(count)D")
            }
        }
    }

    /// A number that represents a value.
    public struct Number: Hashable, Sendable {
        /// The number.
        public let number: Int
        /// The value it represents.
        public let value: PolicySettingValue
    }

    /// A bit that represents a word of a list.
    public struct Bit: Hashable, Sendable {
        /// The bit.
        public let bit: Int
        /// The word.
        public let word: String
    }
}

/// Where the vendor documents a setting.
public enum PolicySettingSource: Hashable, Sendable {
    /// Version 1.0 of Graph's reference.
    case graph
    /// The beta of Graph's reference.
    case graphBeta
    /// Only the files that the admin center exports have the setting.
    case adminCenter

    /// The page that describes the setting; nil if no reference does.
    public var url: String? {
        let page = "https://learn.microsoft.com/graph/api/resources/intune-mam-iosmanagedappprotection"
        return switch self {
        case .graph: page + "?view=graph-rest-1.0"
        case .graphBeta: page + "?view=graph-rest-beta"
        case .adminCenter: nil
        }
    }
}
