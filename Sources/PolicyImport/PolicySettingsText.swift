import Diagnostics
package import PolicyModel

/// The settings of a policy in the syntax of policy documents.
package enum PolicySettingsText {
    /// The explicit settings, in the order of the table of settings, with their values as JSON, which is also YAML.
    static func settings(of policy: AppProtectionPolicy) -> [(name: String, value: String)] {
        PolicySetting.allCases.compactMap { setting in
            guard policy.location(of: setting) != nil, let value = policy[setting] else { return nil }
            return (setting.name, text(value))
        }
    }

    /// The settings that differ from those of a new policy, in the same form.
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
