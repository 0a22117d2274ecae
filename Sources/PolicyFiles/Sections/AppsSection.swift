import Diagnostics
import DocumentReading
import PolicyModel

/// `apps`: the apps that a scheme, a universal link or a share can reach.
struct AppsSection {
    let context: ReadingContext

    /// Reads the apps; an empty list declares that there are none, unlike a missing key.
    func read(_ node: DocumentNode, policies: [AppProtectionPolicy]) -> [AppDeclaration] {
        let policyNames = KnownNames(policies.map(\.name))
        var places: [AppID: DocumentNode.Place] = [:]
        return (context.elements(node, of: "apps") ?? []).compactMap { app($0, policyNames, taken: &places) }
    }

    private func app(
        _ node: DocumentNode,
        _ policies: KnownNames,
        taken: inout [AppID: DocumentNode.Place]
    ) -> AppDeclaration? {
        guard let fields = context.fields(node, "an app", keys: DocumentKeys.app) else { return nil }
        // Everything is read even without an id, so that all mistakes are reported.
        let id = context.required("id", of: fields).flatMap { appID($0, taken: &taken) }
        let isManaged = fields["managed"].flatMap { context.boolean($0) }
        if isManaged == false || !fields.has("managed") { checkUnmanaged(fields, isSaid: isManaged == false) }
        let app = AppDeclaration(
            id: AppID(id ?? ""),
            isManaged: isManaged ?? false,
            organization: fields["organization"].flatMap { context.name($0) },
            policy: fields["policy"].flatMap { context.reference($0, to: "policy", among: policies) },
            isMDMManaged: fields["mdmManaged"].flatMap { context.boolean($0) } ?? false,
            schemes: fields["schemes"].flatMap { context.elements($0, of: "schemes") }?.compactMap {
                context.scheme($0)
            } ?? [],
            universalLinks: fields["universalLinks"].flatMap { context.links($0) } ?? [],
            location: context.location(of: node.place)
        )
        return id == nil ? nil : app
    }

    private func appID(_ node: DocumentNode, taken: inout [AppID: DocumentNode.Place]) -> String? {
        guard let id = context.name(node) else { return nil }
        if let place = taken[AppID(id)] {
            context.report(
                .duplicateName,
                "there are two apps `\(Quoted.word(id))`",
                at: node.place,
                also: [place],
                help: "write one app with the schemes and links of both"
            )
            return nil
        }
        taken[AppID(id)] = node.place
        return id
    }

    /// Reports an organization or a policy of an app that is not managed, because it would have no effect.
    private func checkUnmanaged(_ fields: Fields, isSaid: Bool) {
        for key in ["organization", "policy"] {
            guard let place = fields.keyPlace(key) else { continue }
            context.report(
                .notManaged,
                "an app that is not managed has no `\(key)`",
                at: place,
                help: isSaid ? "remove it, or write `managed: true`" : "add `managed: true`, or remove it"
            )
        }
    }
}
