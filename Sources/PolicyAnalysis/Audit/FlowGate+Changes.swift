import PolicyModel

/// What could be written in the place of a gate, so that it closes.
extension FlowGate {
    /// A changed document, and what was written in it.
    struct Change {
        /// What is written otherwise: the gate, or a setting that goes with it.
        var gate: FlowGate
        var value: String
        var document: PolicyDocument
        /// What the documents differ in; nil where that may be anything.
        var difference: FlowGraph.Change?
    }

    /// What could be written instead, the smallest change first.
    func changes(in document: PolicyDocument) -> [Change] {
        switch kind {
        case .setting: settingChanges(in: document)
        case .view: viewChanges(in: document)
        case .rule: ruleChanges(in: document)
        case .appSetting: appChanges(in: document)
        case .app, .device, .assumption: []
        }
    }

    private func settingChanges(in document: PolicyDocument) -> [Change] {
        guard let setting, let policy = document.policies[owner] else { return [] }
        // Without its scheme, a policy that sends to one app says nothing that a person means: what says so is changed.
        if let level = Self.levels[setting] {
            return FlowGate(SettingInForce(level, of: policy)).settingChanges(in: document)
        }
        // Nor does the setting, without a scheme.
        let hasScheme = Self.levels.contains { $0.value == setting && policy[$0.key] != nil }
        let oneApp = hasScheme ? nil : Self.namesOneApp[setting].map { PolicySettingValue.text($0) }
        return Self.stricter(setting, than: policy[setting]).compactMap { value in
            if let oneApp, value == oneApp { return nil }
            var changed = document
            var patched = policy
            guard patched.set(setting, to: value) else { return nil }
            changed.policies[owner] = patched
            return Change(
                gate: self,
                value: SettingInForce.Value(patched[setting]).text,
                document: changed,
                difference: .setting(setting, of: owner)
            )
        }
    }

    /// The settings that name an app, with those that say that it is asked for.
    private static let levels: [PolicySetting: PolicySetting] = [
        .customDialerAppProtocol: .dialerRestrictionLevel,
        .messagingRedirectAppUrlScheme: .protectedMessagingRedirectAppType,
    ]
    private static let namesOneApp: [PolicySetting: String] = [
        .dialerRestrictionLevel: ManagedAppPhoneNumberRedirectLevel.customApp.rawValue,
        .protectedMessagingRedirectAppType: MessagingRedirectType.specificApps.rawValue,
    ]

    private func appChanges(in document: PolicyDocument) -> [Change] {
        guard name == AppSetting.treatAllWebViewsAsUnmanaged.rawValue else { return [] }
        var changed = document
        changed.app[.treatAllWebViewsAsUnmanaged] = .boolean(false)
        return [Change(gate: self, value: "false", document: changed)]
    }

    /// The values that protect more, from the weakest.
    private static func stricter(_ setting: PolicySetting, than value: PolicySettingValue?) -> [PolicySettingValue?] {
        switch setting.row.strictness {
        case .on: return [.boolean(true)]
        case .off: return [.boolean(false)]
        case .lower: return [.number(0)]
        case .unset: return [nil]
        case .words(let words):
            guard case .text(let text)? = value, let position = words.firstIndex(of: text) else { return [] }
            return words[(position + 1)...].map { .text($0) }
        case .fewer:
            switch value {
            case .texts(let texts)?:
                let without = texts.indices.map { position in
                    PolicySettingValue.texts(texts.enumerated().filter { $0.offset != position }.map(\.element))
                }
                return without.count > 1 && without.count <= 8 ? without + [.texts([])] : [.texts([])]
            case .protocols?: return [.protocols([])]
            default: return []
            }
        case .unordered:
            // What protects more depends on what else is in force, and is tried.
            if case .boolean(let isOn)? = value { return [.boolean(!isOn)] }
            return []
        case .higher, .shorter: return []
        }
    }

    private func ruleChanges(in document: PolicyDocument) -> [Change] {
        var changed = document
        var removed: [String: Set<String>] = [:]
        guard let value = ruleChange(in: &changed, &removed) else { return [] }
        changed.removeRules(removed)
        return [Change(gate: self, value: value, document: changed, difference: .rules)]
    }

    /// What could be said instead in a rule set; nil where nothing could.
    ///
    /// - Parameters:
    ///   - document: The document, whose defaults are changed.
    ///   - removed: The rules that are to go, by their rule set.
    /// - Returns: It in words.
    func ruleChange(in document: inout PolicyDocument, _ removed: inout [String: Set<String>]) -> String? {
        guard let position = document.ruleSets.firstIndex(where: { $0.name == owner }) else { return nil }
        // A rule set that blocks resources lets those of external sites in all the same.
        guard name != "subresources" else { return nil }
        if name == "default" {
            document.ruleSets[position].defaultClass = .external
            return "external"
        }
        removed[owner, default: []].insert(name)
        return "remove the rule, or name the domains that are meant"
    }

    /// Every view that is like the one that is named is changed with it.
    private func viewChanges(in document: PolicyDocument) -> [Change] {
        let alike = FlowGraph.viewClasses(of: document).first { $0.names.contains(owner) }?.names ?? [owner]
        func changed(_ change: (inout ViewDeclaration) -> Void) -> PolicyDocument {
            var changed = document
            for position in changed.views.indices {
                let view = changed.views[position]
                if view.id == owner || alike.contains(view.id) && view.policy != .unset
                    || name != "policy" && alike.contains(view.id)
                {
                    change(&changed.views[position])
                }
            }
            return changed
        }
        guard name != "policy" else {
            let document = changed { $0.policy = .currentIdentity }
            return [Change(gate: self, value: "currentIdentity", document: document, difference: .rules)]
        }
        return document.ruleSets.map { ruleSet in
            let document = changed { $0.ruleSet = ruleSet.name }
            return Change(gate: self, value: ruleSet.name, document: document, difference: .rules)
        }
    }
}

extension PolicyDocument {
    /// Takes rules away, by their rule set.
    mutating func removeRules(_ removed: [String: Set<String>]) {
        for position in ruleSets.indices {
            guard let ids = removed[ruleSets[position].name] else { continue }
            ruleSets[position].rules.removeAll { ids.contains($0.id) }
        }
    }
}
