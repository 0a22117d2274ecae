import DocumentReading
import PolicyModel

/// `policies`: app protection policies by name, each with the keys of Graph's iosManagedAppProtection, or with `graph`,
/// a file that contains them, and keys that override the file's.
struct PoliciesSection {
    let context: ReadingContext
    private let graph: GraphSection

    init(context: ReadingContext) {
        self.context = context
        graph = GraphSection(context)
    }

    func read(_ node: DocumentNode) -> [AppProtectionPolicy] {
        guard case .mapping(let entries) = node.content else {
            context.report(
                .wrongType,
                "expected policies by name, found \(context.description(of: node))",
                at: node.place
            )
            return []
        }
        // Accounts can also name a policy that contains a mistake.
        return entries.map { entry in
            context.checkName(entry)
            return policy(entry.value, named: entry.key)
        }
    }

    private func policy(_ node: DocumentNode, named name: String) -> AppProtectionPolicy {
        let base = AppProtectionPolicy(name: name)
        guard let fields = context.fields(node, "a policy", keys: DocumentKeys.policy, null: .missing) else {
            return base
        }
        // Overriding keys are read last: an inline `null` counts as missing, so the file's value remains.
        return settings(fields, on: fields["graph"].flatMap { graph.policy($0, named: name) } ?? base)
    }

    private func settings(_ fields: Fields, on policy: AppProtectionPolicy) -> AppProtectionPolicy {
        var reader = PolicySettingsReader(reading: context, fields: fields, policy: policy)
        reader.readAll()
        var policy = reader.policy
        if let apps = fields["apps"] { policy.apps = context.targetedApps(apps, isExport: false) }
        return policy
    }
}
