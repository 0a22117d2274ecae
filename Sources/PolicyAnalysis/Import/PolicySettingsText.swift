import Diagnostics
import PolicyModel

/// The settings of a policy as a policy document writes them.
enum PolicySettingsText {
    /// The settings that were given, in the order of ``PolicySetting``, with their values as JSON, which is YAML too.
    ///
    /// The properties of a policy have the names of the settings, so they are read by name: a setting that is added is
    /// carried over, and none is written down a third time.
    static func settings(of policy: AppProtectionPolicy) -> [(name: String, value: String)] {
        var values: [String: String] = [:]
        for subject: Any in [policy, policy.accessRequirements, policy.conditionalLaunch] {
            for child in Mirror(reflecting: subject).children {
                if let label = child.label { values[label] = text(child.value) }
            }
        }
        return PolicySetting.allCases.compactMap { setting in
            guard policy.location(of: setting) != nil, let value = values[setting.name] else { return nil }
            return (setting.name, value)
        }
    }

    /// A value as JSON; nil for what is not set.
    private static func text(_ value: Any) -> String? {
        switch value {
        case let value as Bool: return value ? "true" : "false"
        case let value as Int: return String(value)
        case let value as String: return JSONText.string(value)
        case let value as RedirectScheme: return JSONText.string(value.text)
        case let value as PolicyDuration: return JSONText.string(value.text)
        case let value as ExemptedAppProtocol:
            return "{name: \(JSONText.string(value.name)), value: \(JSONText.string(value.value))}"
        case let value as any RawRepresentable: return text(value.rawValue)
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .collection: return "[" + mirror.children.compactMap { text($0.value) }.joined(separator: ", ") + "]"
        case .optional: return mirror.children.first.flatMap { text($0.value) }
        default: return nil
        }
    }
}
