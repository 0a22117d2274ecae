import Diagnostics
import DocumentReading

/// Exports with only a part of a policy, and files that are no exports.
///
/// A setting that is missing has its default, which is mostly to allow. So a summary of a policy must not be read as a
/// policy: it would be the most permissive one there is.
extension GraphSection {
    /// Rejects a policy document, which usually lacks its first key. Read as an export, its rules would be skipped.
    func refusesDocument(_ root: DocumentNode) -> Bool {
        guard let entry = Self.documentKey(of: root) else { return false }
        context.report(
            .missingKey,
            "the key `\(Quoted.word(entry.key))` makes this a policy document, not an export",
            at: entry.keyPlace,
            help: "a policy document begins with `demarc: 1`, and an export has no such key"
        )
        return true
    }

    /// The first key that only a policy document has; nil if the file can be an export.
    static func documentKey(of root: DocumentNode) -> DocumentNode.Entry? {
        guard case .mapping(let entries) = root.content else { return nil }
        return entries.first { entry in
            switch entry.key {
            case "ruleSets", "views", "ambiguousURLs", "accounts", "app": true
            case "policies": entry.value.isMapping
            default: NearMiss.suggestion(for: entry.key, among: ["demarc"]) != nil
            }
        }
    }

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

    /// Notes what Graph says about the devices that a policy reaches. It is read as if it applied to every account under
    /// it, whatever the device.
    func noteReach(_ properties: [DocumentNode.Entry]) {
        for entry in properties {
            guard case .scalar(let text, let isPlain) = entry.value.content else { continue }
            switch entry.key {
            case "isAssigned" where isPlain && text == "false":
                context.report(
                    .policyReach,
                    "the policy is assigned to nobody, so it reaches no device; it is read as if it did",
                    at: entry.keyPlace,
                    severity: .note
                )
            case "targetedAppManagementLevels" where !isPlain && text != "unspecified":
                context.report(
                    .policyReach,
                    "the policy only reaches apps on devices of the kind `\(Quoted.word(text))`; it is read as if it "
                        + "applied on every device",
                    at: entry.keyPlace,
                    severity: .note
                )
            default: continue
            }
        }
    }

    /// The message for a file with something that belongs to a policy, but without the policy.
    func missing(_ part: PolicySearch.Part) -> (String, String?) {
        let message = "the file contains the `\(Quoted.word(part.name))` of a policy, not the policy"
        return (message, "export it from `deviceAppManagement/\(GraphKeys.policyType)s`")
    }
}
