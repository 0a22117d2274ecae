import PolicyModel

/// A value in one document, with its meaning for each type written by hand: the engine computes it from the text, but
/// this table does not, so they do not share mistakes.
struct SampleValue: Hashable, Sendable {
    var value: AppConfigurationValue
    var channel: AppConfigurationChannel
    var isDefault: Bool
    var string: String?
    var number: Double?
    var bool: Bool?

    static let all: [SampleValue] = {
        let rows: [(AppConfigurationValue, AppConfigurationChannel, String?, Double?, Bool?)] = [
            (.string("1"), .mam, "1", 1, true),
            (.string("No"), .mam, "No", nil, false),
            (.string("-2.5e0"), .mam, "-2.5e0", -2.5, nil),
            (.string("10"), .mam, "10", 10, nil),
            (.string("1"), .mdm, "1", 1, true),
            (.boolean(true), .mdm, nil, nil, true),
            (.number(7), .mdm, nil, 7, nil),
            (.token("{{userid}}"), .mdm, nil, nil, nil),
        ]
        return rows.flatMap { value, channel, string, number, bool in
            [false, true].map { isDefault in
                SampleValue(
                    value: value,
                    channel: channel,
                    isDefault: isDefault,
                    string: string,
                    number: number,
                    bool: bool
                )
            }
        }
    }()

    var document: AppConfigurationDocument {
        AppConfigurationDocument(channel, isDefault: isDefault, settings: [AppConfigurationSetting("key", value)])
    }
}

/// The documented tables for the values of one key, written independently of the engine.
struct ConfigurationOracle {
    private let candidates: [SampleValue]
    private let targeted: [SampleValue]

    init(_ values: [SampleValue]) {
        targeted = values.filter { !$0.isDefault }
        candidates = targeted.isEmpty ? values : targeted
    }

    var hasConflict: Bool { Set(targeted.map(\.value)).count > 1 }

    /// The answer to a query in words: a value, `absent` or `invalid`.
    func answer(_ kind: AppConfigurationValue.Kind, _ query: AppConfigurationQuery) -> String {
        if candidates.isEmpty { return "absent" }
        switch kind {
        case .string:
            let texts = candidates.compactMap(\.string)
            guard texts.count == candidates.count else { return "invalid" }
            let sorted = texts.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
            return (query == .max ? sorted.last : sorted.first) ?? "absent"
        case .number:
            let numbers = candidates.compactMap(\.number)
            guard numbers.count == candidates.count else { return "invalid" }
            return "\((query == .max ? numbers.max() : numbers.min()) ?? .nan)"
        case .bool:
            let bools = candidates.compactMap(\.bool)
            guard bools.count == candidates.count else { return "invalid" }
            return "\(query == .or ? bools.contains(true) : !bools.contains(false))"
        }
    }

    var allStrings: [String] { Set(candidates.compactMap(\.string)).sorted() }
    var allNumbers: [Double] { Set(candidates.compactMap(\.number)).sorted() }
    var allBools: [Bool] { Set(candidates.compactMap(\.bool)).sorted { !$0 && $1 } }
}
