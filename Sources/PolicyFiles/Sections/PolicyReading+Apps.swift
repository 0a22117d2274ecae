import Diagnostics
import PolicyModel

/// `apps`: what a scheme, a universal link or a share can reach.
extension PolicyReading {
    /// Reads the apps; an empty list says that there are none, which is another thing than to say nothing.
    func apps(_ node: YAMLNode, policies: [AppProtectionPolicy]) -> [AppDeclaration] {
        let policyNames = KnownNames(policies.map(\.name))
        var places: [String: YAMLNode.Place] = [:]
        return (elements(node, of: "apps") ?? []).compactMap { app($0, policyNames, taken: &places) }
    }

    private func app(
        _ node: YAMLNode,
        _ policies: KnownNames,
        taken: inout [String: YAMLNode.Place]
    ) -> AppDeclaration? {
        guard let fields = fields(node, "an app", keys: DocumentKeys.app) else { return nil }
        // Everything is read even without an id, for its own mistakes.
        let id = required("id", of: fields).flatMap { appID($0, taken: &taken) }
        let isManaged = fields["managed"].flatMap { boolean($0) }
        if isManaged == false || !fields.has("managed") { checkUnmanaged(fields, isSaid: isManaged == false) }
        let app = AppDeclaration(
            id: AppID(id ?? ""),
            isManaged: isManaged ?? false,
            organization: fields["organization"].flatMap { name($0) },
            policy: fields["policy"].flatMap { reference($0, to: "policy", among: policies) },
            isMDMManaged: fields["mdmManaged"].flatMap { boolean($0) } ?? false,
            schemes: fields["schemes"].flatMap { elements($0, of: "schemes") }?.compactMap { scheme($0) } ?? [],
            universalLinks: fields["universalLinks"].flatMap { links($0) } ?? [],
            location: location(of: node.place)
        )
        return id == nil ? nil : app
    }

    private func appID(_ node: YAMLNode, taken: inout [String: YAMLNode.Place]) -> String? {
        guard let id = name(node) else { return nil }
        if let place = taken[id] {
            report(
                .duplicateName,
                "there are two apps `\(Quoted.word(id))`",
                at: node.place,
                also: [place],
                help: "write one app with the schemes and links of both"
            )
            return nil
        }
        taken[id] = node.place
        return id
    }

    /// An organization or a policy of an app that isn't managed was meant to do something, and would do nothing.
    private func checkUnmanaged(_ fields: Fields, isSaid: Bool) {
        for key in ["organization", "policy"] {
            guard let place = fields.keyPlace(key) else { continue }
            report(
                .notManaged,
                "an app that is not managed has no `\(key)`",
                at: place,
                help: isSaid ? "remove it, or say `managed: true`" : "add `managed: true`, or remove it"
            )
        }
    }

    /// A URL scheme, in lower case.
    func scheme(_ node: YAMLNode) -> String? {
        guard let text = name(node) else { return nil }
        if RedirectScheme.isScheme(text) { return text.lowercased() }
        let trimmed = RedirectScheme.scheme(trimming: text)
        report(
            .invalidScheme,
            "`\(Quoted.word(text))` is no URL scheme",
            at: node.place,
            help: trimmed.map { "write `\($0)`" } ?? "letters, digits, `+`, `-` and `.`, a letter first",
            fix: edit(trimmed, at: node.place)
        )
        return nil
    }
}
