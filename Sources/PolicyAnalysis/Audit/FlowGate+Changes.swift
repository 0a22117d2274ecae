import PolicyModel

/// Changes that could close a gate.
extension FlowGate {
    /// A changed document, and the value written in it.
    struct Change {
        /// What changes: the gate itself, or a setting that belongs to it.
        var gate: FlowGate
        var value: String
        var document: PolicyDocument
        /// The difference between the documents; nil if anything may differ.
        var difference: FlowGraph.Change?
    }

    /// Whether a change may close the gate. What apps are, the state of the device and what is assumed are given.
    var mayBeChanged: Bool {
        switch kind {
        case .setting, .rule, .view: true
        case .appSetting: changedAppSetting != nil
        case .app, .device, .assumption: false
        }
    }

    /// The possible changes, the smallest first.
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
        // Without the app's scheme, a level that selects one app is meaningless, so the level is changed instead.
        if let level = Self.levels[setting] {
            return FlowGate(SettingInForce(level, of: policy)).settingChanges(in: document)
        }
        // Likewise, a level never changes to selecting one app if the policy has no scheme for that app.
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

    /// The settings that contain an app's scheme, each with the level that selects that app.
    private static let levels: [PolicySetting: PolicySetting] = [
        .customDialerAppProtocol: .dialerRestrictionLevel,
        .messagingRedirectAppUrlScheme: .protectedMessagingRedirectAppType,
    ]
    private static let namesOneApp: [PolicySetting: String] = [
        .dialerRestrictionLevel: ManagedAppPhoneNumberRedirectLevel.customApp.rawValue,
        .protectedMessagingRedirectAppType: MessagingRedirectType.specificApps.rawValue,
    ]

    /// The setting of the app that a change turns off.
    private var changedAppSetting: AppSetting? {
        AppSetting(rawValue: name).flatMap {
            [.treatAllWebViewsAsUnmanaged, .safariViewControllerBlockedOverride].contains($0) ? $0 : nil
        }
    }

    private func appChanges(in document: PolicyDocument) -> [Change] {
        guard let setting = changedAppSetting else { return [] }
        var changed = document
        changed.app[setting] = .boolean(false)
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
            // Which value protects more depends on the other settings in force, so the opposite value is tried.
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

    /// Changes a rule set.
    ///
    /// - Parameters:
    ///   - document: The document, whose defaults are changed.
    ///   - removed: The rules to remove, by rule set.
    /// - Returns: The change in words, or nil if no change is possible.
    func ruleChange(in document: inout PolicyDocument, _ removed: inout [String: Set<String>]) -> String? {
        guard let position = document.position(ofRuleSet: owner) else { return nil }
        // A rule set that blocks resources still allows those of external sites.
        guard name != Self.subresources else { return nil }
        if name == "default" {
            document.ruleSets[position].defaultClass = .external
            return "external"
        }
        removed[owner, default: []].insert(name)
        return "remove the rule, or name the domains that are meant"
    }

    /// All views that are equivalent to the named view are changed with it.
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
    /// Removes rules, by rule set.
    mutating func removeRules(_ removed: [String: Set<String>]) {
        for position in ruleSets.indices {
            guard let ids = removed[ruleSets[position].name] else { continue }
            ruleSets[position].rules.removeAll { ids.contains($0.id) }
        }
    }
}
