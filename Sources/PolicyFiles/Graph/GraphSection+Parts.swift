import Diagnostics
import DocumentReading

/// Exports with only a part of a policy.
///
/// A setting that is missing has its default, which is mostly to allow. So a summary of a policy must not be read as a
/// policy: it would be the most permissive one there is.
extension GraphSection {
    /// Rejects a policy without settings, and warns if the export left out some of them.
    func refusesWithoutSettings(_ policy: PolicySearch.Policy) -> Bool {
        guard !policy.isDeviceLog else { return false }
        if let key = policy.keyInOtherCase {
            context.report(
                .partialPolicy,
                "the settings of this policy have names in another case, as the Graph PowerShell SDK writes them",
                at: key,
                help: "export it with `Invoke-MgGraphRequest -Uri URL -OutputType Json`, which keeps Graph's names"
            )
            return true
        }
        guard policy.hasSettings else {
            refuse(policy)
            return true
        }
        if let selection = policy.selection {
            context.report(
                .partialPolicy,
                "the export has only the selected properties; each setting that it leaves out counts as its default",
                at: selection,
                severity: .warning,
                help: "export the policy without `$select`"
            )
        }
        return false
    }

    private func refuse(_ policy: PolicySearch.Policy) {
        if case .mapping(let entries) = policy.node.content,
            let error = entries.first(where: { $0.key == "error" && !$0.value.isNull })
        {
            let message = "Graph returned an error instead of the policy"
            context.report(.partialPolicy, message, at: error.keyPlace, help: "export the policy again")
        } else if let selection = policy.selection {
            context.report(
                .partialPolicy,
                "the export has none of the policy's settings, because it has only the selected properties",
                at: policy.node.place.beginning,
                also: [selection],
                help: "export the policy without `$select`"
            )
        } else {
            context.report(
                .partialPolicy,
                "there are no settings in this policy; read as it is, it would allow everything",
                at: policy.node.place.beginning,
                help: "it is probably a summary; export the policy itself from "
                    + "`deviceAppManagement/\(GraphKeys.policyType)s`"
            )
        }
    }

    /// The message for a file with something that belongs to a policy, but without the policy.
    func missing(_ part: PolicySearch.Part) -> (String, String?) {
        let message = "the file contains the `\(Quoted.word(part.name))` of a policy, not the policy"
        return (message, "export it from `deviceAppManagement/\(GraphKeys.policyType)s`")
    }
}
