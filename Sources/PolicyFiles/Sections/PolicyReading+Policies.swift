import PolicyModel

/// `policies`: app protection policies by name, each with the keys of Graph's iosManagedAppProtection.
extension PolicyReading {
    func policies(_ node: YAMLNode) -> [AppProtectionPolicy] {
        guard case .mapping(let entries) = node.content else {
            report(.wrongType, "expected policies by name, found \(description(of: node))", at: node.place)
            return []
        }
        // A policy with a mistake is still one that accounts can name.
        return entries.map { policy($0.value, named: $0.key) }
    }

    private func policy(_ node: YAMLNode, named name: String) -> AppProtectionPolicy {
        let keys = PolicySetting.allCases.map(\.name)
        let fields = fields(
            node,
            "a policy",
            keys: keys,
            unsupported: ["graph": .unsupportedKey],
            null: .missing
        )
        guard let fields else { return AppProtectionPolicy(name: name) }
        var settings = PolicySettingsReader(reading: self, fields: fields, policy: AppProtectionPolicy(name: name))
        settings.readAll()
        return settings.policy
    }
}
