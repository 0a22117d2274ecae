import DocumentReading
import PolicyModel

/// `policies`: app protection policies by name, each with the keys of Graph's iosManagedAppProtection, or with `graph`,
/// a file that has them, and keys that win over the file's.
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
        // A policy with a mistake is still one that accounts can name.
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
        // Read in the order of what wins: an inline `null` is missing, and so the file's value stays.
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
