package import Diagnostics
package import PolicyModel

/// One difference between two policy documents.
package struct PolicyEdit: Hashable, Sendable {
    /// The subject of an edit.
    package enum Subject: Hashable, Sendable {
        /// A setting of a policy that both documents have.
        case setting(policy: String, PolicySetting)
        /// The apps that a policy of both documents is for.
        case targetedApps(policy: String)
        /// A policy that only one of the documents has.
        case policy(String)
        /// An account.
        case account(AccountID)
        /// Another app.
        case app(AppID)
        /// A view.
        case view(String)
        /// A rule.
        case rule(ruleSet: String, id: String)
        /// The parts of a rule set other than its rules, or a rule set that only one of the documents has.
        case ruleSet(String)
        /// A setting of the embedding app.
        case appSetting(AppSetting)
        /// The app configurations in addition to `app.appConfig`, and the device's account.
        case configurations
        /// The account that acts if none is set.
        case user
        /// How ambiguous URLs are handled.
        case ambiguousURLs
        /// The hosts of organizations.
        case organizations
    }

    /// The subject.
    package var subject: Subject
    /// The value in the old document.
    package var old: String
    /// The value in the new document.
    package var new: String
    /// The place in the new document, or in the old document if the part was removed.
    package var location: SourceLocation?
    /// What of the edit is not compared, or nil if everything is.
    package var omission: Omission?

    /// The edit in words, such as `strict.printBlocked: true → false`.
    package var words: String { "\(subjectWords): \(old) → \(new)" }

    /// The subject in words.
    package var subjectWords: String {
        switch subject {
        case .setting(let policy, let setting): "\(policy).\(setting.name)"
        case .targetedApps(let policy): "\(policy).apps"
        case .policy(let name): "policy \(name)"
        case .account(let id): "account \(id)"
        case .app(let id): "app \(id.bundleID)"
        case .view(let id): "view \(id)"
        case .rule(let ruleSet, let id): "rule \(ruleSet).\(id)"
        case .ruleSet(let name): "rule set \(name)"
        case .appSetting(let setting): "app.\(setting.name)"
        case .configurations: "app configurations"
        case .user: "user"
        case .ambiguousURLs: "ambiguousURLs"
        case .organizations: "organizations"
        }
    }

    /// Whether rules must be compiled again for the edit.
    var isOfRules: Bool {
        switch subject {
        case .rule, .ruleSet: true
        case .setting, .targetedApps, .policy, .account, .app, .view, .appSetting, .configurations, .user,
            .ambiguousURLs, .organizations:
            false
        }
    }

    /// Whether this edit changes a gate.
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
    /// The document with its policies renamed as another document names them for the same accounts: an export is named
    /// after its policy, and a new name changes no decision.
    func withPolicyNames(of other: PolicyDocument) -> PolicyDocument {
        var names: [String: String] = [:]
        for account in accounts.accounts {
            guard let name = account.policy, other.policies[name] == nil,
                let new = other.accounts[account.id]?.policy, policies[new] == nil
            else { continue }
            // Accounts that shared a policy now have different policies.
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
    /// A document with the subject as in another document.
    ///
    /// - Parameters:
    ///   - document: The document to change.
    ///   - source: The document with the new value.
    /// - Returns: The changed document.
    func applied(to document: PolicyDocument, from source: PolicyDocument) -> PolicyDocument {
        var changed = document
        switch subject {
        case .setting(let name, let setting):
            guard var policy = changed.policies[name] else { break }
            policy.set(setting, to: source.policies[name]?[setting] ?? nil)
            policy.setLocation(of: setting, to: source.policies[name]?.location(of: setting))
            changed.policies[name] = policy
        case .targetedApps(let name): changed.policies[name]?.apps = source.policies[name]?.apps ?? []
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
            guard let position = changed.position(ofRuleSet: name) else { break }
            let written = source.ruleSet(named: name)?.rules ?? []
            changed.ruleSets[position].rules = Self.replacing(changed.ruleSets[position].rules, from: written) {
                $0.id == id
            }
        case .ruleSet(let name):
            let position = changed.position(ofRuleSet: name)
            guard var written = source.ruleSet(named: name) else {
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
        case .user:
            changed.user = source.user
            changed.isUserExplicit = source.isUserExplicit
        case .ambiguousURLs: changed.ambiguousURLs = source.ambiguousURLs
        case .organizations: changed.organizations = source.organizations
        }
        return changed
    }

    /// The parts, with one part replaced by another document's version. It keeps its position, because parents come
    /// before their children.
    private static func replacing<Part>(_ parts: [Part], from source: [Part], _ isMeant: (Part) -> Bool) -> [Part] {
        guard let part = source.first(where: isMeant) else { return parts.filter { !isMeant($0) } }
        guard let position = parts.firstIndex(where: isMeant) else { return parts + [part] }
        var replaced = parts
        replaced[position] = part
        return replaced
    }
}
