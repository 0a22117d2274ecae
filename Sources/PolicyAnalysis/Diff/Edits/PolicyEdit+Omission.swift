import Diagnostics
import PolicyModel

/// What requests cannot show about an edit: each request names its acting account, and none asks whether the app may open.
extension PolicyEdit {
    /// What of an edit is not compared.
    package enum Omission: CaseIterable, Hashable, Sendable {
        /// Whether the app may open for an account.
        case launch
        /// Which account acts in a host that sets none.
        case actingAccount
        /// Under which other name an account is known.
        case accountName
        /// What the app hands to itself under its own id.
        case thisApp

        /// What is left out, in words.
        package var words: String {
            switch self {
            case .launch: "what opens the app"
            case .actingAccount: "the account that acts by default"
            case .accountName: "another name of an account"
            case .thisApp: "what the app sends to itself"
            }
        }
    }

    /// Whether the edit is only about opening the app, and not about what data may do afterwards.
    var isOfLaunch: Bool {
        switch subject {
        case .setting(_, let setting): setting.row.decides == .launch
        case .appSetting(let setting): [.mamPolicyRequired, .mamPolicyWarnAbsent].contains(setting)
        default: false
        }
    }

    /// Whether requests show what the edit does, at least in part.
    var isAsked: Bool { !isOfLaunch && (subject != .user || omission == nil) }

    /// What of the edit is not compared, or nil if everything is.
    ///
    /// - Parameters:
    ///   - old: The old document.
    ///   - new: The new document.
    /// - Returns: What is left out.
    func omission(from old: PolicyDocument, to new: PolicyDocument) -> Omission? {
        if isOfLaunch { return .launch }
        switch subject {
        case .setting(let name, .appDataEncryptionType):
            // It decides about files, and whether the device needs a passcode.
            let policies = [old, new].map { $0.policies[name].map { LaunchRequirements($0) } }
            return policies[0] == policies[1] ? nil : .launch
        case .account(let id):
            if Self.launchDiffers(id, old, new) { return .launch }
            let (before, after) = (old.account(id), new.account(id))
            guard let before, let after, before.userPrincipalName != after.userPrincipalName else { return nil }
            return .accountName
        // An app with one identity starts with its account, and an app with several starts with none.
        case .appSetting(.multiIdentity): return .actingAccount
        // Under its own id, the app is whoever acts at the time, whatever account a request names.
        case .appSetting(.id): return .thisApp
        case .user:
            // Only an app with several identities distinguishes an account that is named from the only managed one.
            let isSame = ![old, new].contains { $0.app.multiIdentity } && old.user != nil && old.user == new.user
            return isSame ? nil : .actingAccount
        case .setting, .targetedApps, .policy, .app, .view, .rule, .ruleSet, .appSetting, .configurations, .other:
            return nil
        }
    }

    /// Whether the app opens for an account of both documents under other conditions, or for another account because this
    /// one is or was the only managed account.
    ///
    /// An account that only one document has does not count by itself: as everywhere, what is not there is blocked.
    private static func launchDiffers(_ id: AccountID, _ old: PolicyDocument, _ new: PolicyDocument) -> Bool {
        if let before = old.account(id), let after = new.account(id) {
            return LaunchRequirements(of: before, in: old) != LaunchRequirements(of: after, in: new)
        }
        let readsAccounts = [old, new].contains { document in
            document.app.isOn(.mamPolicyRequired) || document.app.isOn(.mamPolicyWarnAbsent)
        }
        return readsAccounts && old.accounts.managed.isEmpty != new.accounts.managed.isEmpty
            && [old, new].contains { $0.account(id)?.isManaged ?? false }
    }
}

/// Everything in a policy that decides whether the app may open.
private struct LaunchRequirements: Hashable {
    private var access: AccessRequirements
    private var conditions: ConditionalLaunch

    init(_ policy: AppProtectionPolicy) {
        (access, conditions) = (policy.accessRequirements, policy.conditionalLaunch)
        // Any kind of encryption needs a passcode of the device.
        if access.appDataEncryptionType != .useDeviceSettings { access.appDataEncryptionType = .whenDeviceLocked }
    }

    /// The requirements for an account, or nil if it has no policy.
    init?(of account: Account, in document: PolicyDocument) {
        guard let policy = account.policy.flatMap({ document.policies[$0] }) else { return nil }
        self.init(policy)
    }
}

extension PolicyDocument {
    /// The account with an id. Its other name does not count.
    fileprivate func account(_ id: AccountID) -> Account? { accounts[id].flatMap { $0.id == id ? $0 : nil } }
}

extension AppProtectionPolicy {
    /// The first place where a setting of the policy is written: the place of its list of apps is not known.
    var home: SourceLocation? {
        PolicySetting.allCases.compactMap { location(of: $0) }.min { $0.line < $1.line }
    }
}
