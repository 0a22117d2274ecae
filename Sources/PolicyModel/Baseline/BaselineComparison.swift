import Diagnostics

/// Compares a policy with a level, setting by setting. The table of settings defines the direction in which each
/// setting becomes stricter.
///
/// A policy may be stricter than its level in every setting. A setting that the level leaves open is not compared.
/// Neither is a setting without effect in the policy or the level: a policy that sends nothing out needs no list of
/// exemptions.
package struct BaselineComparison {
    /// A setting that protects less than the level requires.
    package struct Deviation {
        package var setting: PolicySetting
        /// The value in the policy.
        package var actual: String
        /// The minimum that the level requires.
        package var wanted: String
        /// The extra element, if the setting is a list.
        package var element: String?
    }

    /// The deviations, in the order of the table of settings.
    package let deviations: [Deviation]

    package init(of policy: AppProtectionPolicy, with level: AppProtectionPolicy) {
        deviations = PolicySetting.allCases.compactMap { setting in
            let row = setting.row
            guard row.matters(policy), row.matters(level) else { return nil }
            return Self.deviation(of: setting, policy[setting], from: level[setting], row)
        }
    }

    private static func deviation(
        of setting: PolicySetting,
        _ actual: PolicySettingValue?,
        from wanted: PolicySettingValue?,
        _ row: PolicySettingRow
    ) -> Deviation? {
        // A setting that is not set is not weaker than a value that decides the same.
        let inForce = actual ?? row.unset
        switch row.strictness {
        case .unordered: return nil
        case .on, .off:
            let strict = PolicySettingValue.boolean(row.strictness == .on)
            return wanted == strict && inForce != strict ? differs(setting, actual, wanted) : nil
        case .words(let words):
            return rank(inForce, in: words) < rank(wanted, in: words) ? differs(setting, actual, wanted) : nil
        case .higher: return falls(inForce, behind: wanted, by: <) ? differs(setting, actual, wanted) : nil
        case .lower: return falls(inForce, behind: wanted, by: >) ? differs(setting, actual, wanted) : nil
        case .shorter(let zeroIsNever):
            guard case .duration(let most)? = wanted, most.seconds > 0 else { return nil }
            if case .duration(let time)? = inForce, time.seconds <= most.seconds, time.seconds > 0 || !zeroIsNever {
                return nil
            }
            return differs(setting, actual, wanted)
        case .fewer: return extra(setting, elements(actual), besides: elements(wanted))
        case .unset:
            guard wanted == nil, let actual else { return nil }
            return Deviation(setting: setting, actual: shown(actual), wanted: "none")
        }
    }

    /// How strict a word is; -1 if there is none.
    private static func rank(_ value: PolicySettingValue?, in words: [String]) -> Int {
        guard case .text(let word)? = value else { return -1 }
        return words.firstIndex(of: word) ?? -1
    }

    /// Whether a number is weaker than the required number. A missing number is weaker.
    private static func falls(
        _ actual: PolicySettingValue?,
        behind wanted: PolicySettingValue?,
        by isWeaker: (Int, Int) -> Bool
    ) -> Bool {
        guard case .number(let wanted)? = wanted else { return false }
        guard case .number(let actual)? = actual else { return true }
        return isWeaker(actual, wanted)
    }

    private static func differs(
        _ setting: PolicySetting,
        _ actual: PolicySettingValue?,
        _ wanted: PolicySettingValue?
    ) -> Deviation {
        Deviation(setting: setting, actual: shown(actual), wanted: shown(wanted))
    }

    private static func shown(_ value: PolicySettingValue?) -> String {
        switch value {
        case .boolean(let value): "`\(value)`"
        case .number(let value): "`\(value)`"
        case .text(let value): "`\(Quoted.shown(value))`"
        case .scheme(let value): "`\(Quoted.shown(value.text))`"
        case .duration(let value): "`\(Quoted.shown(value.text))`"
        case .texts, .protocols: Quoted.names(elements(value))
        case nil: "not set"
        }
    }

    // MARK: Lists

    private static func elements(_ value: PolicySettingValue?) -> [String] {
        switch value {
        case .texts(let texts): texts
        case .protocols(let protocols): protocols.flatMap(\.schemes)
        case .boolean, .number, .text, .scheme, .duration, nil: []
        }
    }

    /// The elements that are in a list but not in the level's list.
    private static func extra(
        _ setting: PolicySetting,
        _ actual: [String],
        besides wanted: [String]
    ) -> Deviation? {
        let extra = actual.filter { !wanted.contains($0) }
        guard let first = extra.first else { return nil }
        let most = wanted.isEmpty ? "nothing" : "at most \(Quoted.names(wanted))"
        return Deviation(setting: setting, actual: Quoted.names(extra), wanted: most, element: first)
    }
}
