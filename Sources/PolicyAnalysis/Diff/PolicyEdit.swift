public import Diagnostics
public import PolicyModel

/// One thing that is written otherwise in two policy documents.
public struct PolicyEdit: Hashable, Sendable {
    /// What it is about.
    public enum Subject: Hashable, Sendable {
        /// A setting of a policy that both have.
        case setting(policy: String, PolicySetting)
        /// A policy that one of them has.
        case policy(String)
        /// An account.
        case account(AccountID)
        /// Another app.
        case app(AppID)
        /// A view.
        case view(String)
        /// A rule.
        case rule(ruleSet: String, id: String)
        /// What a rule set says besides its rules, or a rule set that one of them has.
        case ruleSet(String)
        /// A setting of the embedding app.
        case appSetting(AppSetting)
        /// The app configurations beside `app.appConfig`, and whose the device is.
        case configurations
        /// Everything else that decisions read: who acts, ambiguous URLs, whose hosts are whose.
        case other(String)
    }

    /// What it is about.
    public var subject: Subject
    /// What the old document says.
    public var old: String
    /// What the new document says.
    public var new: String
    /// Where: in the new document, or where it is gone, in the old one.
    public var location: SourceLocation?

    /// It in words, such as `strict.printBlocked: true → false`.
    public var words: String { "\(subjectWords): \(old) → \(new)" }

    /// What it is about, in words.
    public var subjectWords: String {
        switch subject {
        case .setting(let policy, let setting): "\(policy).\(setting.name)"
        case .policy(let name): "policy \(name)"
        case .account(let id): "account \(id)"
        case .app(let id): "app \(id.bundleID)"
        case .view(let id): "view \(id)"
        case .rule(let ruleSet, let id): "rule \(ruleSet).\(id)"
        case .ruleSet(let name): "rule set \(name)"
        case .appSetting(let setting): "app.\(setting.name)"
        case .configurations: "app configurations"
        case .other(let key): key
        }
    }

    /// Whether rules have to be compiled again for it.
    var isOfRules: Bool {
        switch subject {
        case .rule, .ruleSet: true
        case .setting, .policy, .account, .app, .view, .appSetting, .configurations, .other: false
        }
    }

    /// Whether a gate is what this edit changes.
    func changes(_ gate: FlowGate) -> Bool {
        switch (subject, gate.kind) {
        case (.setting(let policy, let setting), .setting): gate.owner == policy && gate.name == setting.name
        case (.policy(let name), .setting): gate.owner == name
        case (.rule(let ruleSet, let id), .rule): gate.owner == ruleSet && gate.name == id
        case (.ruleSet(let name), .rule): gate.owner == name
        case (.view(let id), .view): gate.owner == id
        case (.app(let id), .app): gate.owner == id.bundleID
        case (.appSetting(let setting), .appSetting): gate.name == setting.name
        default: false
        }
    }
}

extension PolicyDocument {
    /// The document with the names that another one gives to policies of the same accounts: an export is named after the
    /// policy in it, and a new name changes no decision.
    func withPolicyNames(of other: PolicyDocument) -> PolicyDocument {
        var names: [String: String] = [:]
        for account in accounts.accounts {
            guard let name = account.policy, other.policies[name] == nil,
                let new = other.accounts[account.id]?.policy, policies[new] == nil
            else { continue }
            // Accounts that part ways had one policy and have two.
            guard names[name, default: new] == new else { return self }
            names[name] = new
        }
        guard !names.isEmpty, Set(names.values).count == names.count else { return self }
        var renamed = self
        for (name, new) in names {
            renamed.policies[new] = renamed.policies.removeValue(forKey: name)
            renamed.policies[new]?.name = new
        }
        renamed.accounts = AccountDirectory(
            accounts.accounts.map { account in
                var account = account
                account.policy = account.policy.map { names[$0] ?? $0 }
                return account
            }
        )
        renamed.apps = apps?.map { app in
            var app = app
            app.policy = app.policy.map { names[$0] ?? $0 }
            return app
        }
        return renamed
    }
}

extension PolicyEdit {
    /// Whether it is about opening the app, and not about what data may do then.
    var isOfLaunch: Bool {
        if case .setting(_, let setting) = subject { setting.row.decides == .launch } else { false }
    }

    /// A document with what another one says of the subject.
    ///
    /// - Parameters:
    ///   - document: The document that is changed.
    ///   - source: The document that has what is to be said.
    /// - Returns: The changed document.
    func applied(to document: PolicyDocument, from source: PolicyDocument) -> PolicyDocument {
        var changed = document
        switch subject {
        case .setting(let name, let setting):
            guard var policy = changed.policies[name] else { break }
            policy.set(setting, to: source.policies[name]?[setting] ?? nil)
            policy.setLocation(of: setting, to: source.policies[name]?.location(of: setting))
            changed.policies[name] = policy
        case .policy(let name): changed.policies[name] = source.policies[name]
        case .account(let id):
            changed.accounts = AccountDirectory(
                Self.replacing(changed.accounts.accounts, from: source.accounts.accounts) { $0.id == id }
            )
            if !changed.isUserExplicit, let user = changed.user, changed.accounts[user] == nil { changed.user = nil }
        case .app(let id):
            let apps = Self.replacing(changed.apps ?? [], from: source.apps ?? []) { $0.id == id }
            changed.apps = source.apps == nil && apps.isEmpty ? nil : apps
        case .view(let id): changed.views = Self.replacing(changed.views, from: source.views) { $0.id == id }
        case .rule(let name, let id):
            guard let position = changed.ruleSets.firstIndex(where: { $0.name == name }) else { break }
            let written = source.ruleSets.first { $0.name == name }?.rules ?? []
            changed.ruleSets[position].rules = Self.replacing(changed.ruleSets[position].rules, from: written) {
                $0.id == id
            }
        case .ruleSet(let name):
            let position = changed.ruleSets.firstIndex { $0.name == name }
            guard var written = source.ruleSets.first(where: { $0.name == name }) else {
                if let position { changed.ruleSets.remove(at: position) }
                break
            }
            guard let position else {
                changed.ruleSets.append(written)
                break
            }
            written.rules = changed.ruleSets[position].rules
            changed.ruleSets[position] = written
        case .appSetting(let setting):
            changed.app[setting] = source.app[setting]
            changed.app.setLocation(of: setting, to: source.app.location(of: setting))
        case .configurations:
            changed.appConfigurations = source.appConfigurations
            changed.mdmUser = source.mdmUser
        case .other:
            changed.user = source.user
            changed.isUserExplicit = source.isUserExplicit
            changed.ambiguousURLs = source.ambiguousURLs
            changed.organizations = source.organizations
        }
        return changed
    }

    /// Parts with one of them as another document has it: in its old place, because parents come before what is in them.
    private static func replacing<Part>(_ parts: [Part], from source: [Part], _ isMeant: (Part) -> Bool) -> [Part] {
        guard let part = source.first(where: isMeant) else { return parts.filter { !isMeant($0) } }
        guard let position = parts.firstIndex(where: isMeant) else { return parts + [part] }
        var replaced = parts
        replaced[position] = part
        return replaced
    }
}
