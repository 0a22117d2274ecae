import Diagnostics
package import PolicyModel

/// The settings of a policy as a policy document writes them.
package enum PolicySettingsText {
    /// The settings that were given, in the order of the table of settings, with their values as JSON, which is YAML too.
    static func settings(of policy: AppProtectionPolicy) -> [(name: String, value: String)] {
        PolicySetting.allCases.compactMap { setting in
            guard policy.location(of: setting) != nil, let value = policy[setting] else { return nil }
            return (setting.name, text(value))
        }
    }

    /// The settings in which a policy differs from a new one, in the same form.
    package static func changed(in policy: AppProtectionPolicy) -> [(name: String, value: String)] {
        let new = AppProtectionPolicy()
        return PolicySetting.allCases.compactMap { setting in
            guard let value = policy[setting], value != new[setting] else { return nil }
            return (setting.name, text(value))
        }
    }

    private static func text(_ value: PolicySettingValue) -> String {
        switch value {
        case .boolean(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let value): JSONText.string(value)
        case .scheme(let value): JSONText.string(value.text)
        case .duration(let value): JSONText.string(value.text)
        case .texts(let values): "[" + values.map { JSONText.string($0) }.joined(separator: ", ") + "]"
        case .protocols(let values):
            "["
                + values.map { "{name: \(JSONText.string($0.name)), value: \(JSONText.string($0.value))}" }
                .joined(separator: ", ") + "]"
        }
    }
}
