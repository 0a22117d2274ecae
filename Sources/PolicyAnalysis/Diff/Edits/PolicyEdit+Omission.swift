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
        /// Which values of an app configuration a key has besides those that queries for one value return.
        case configurationValues

        /// What is left out, in words.
        package var words: String {
            switch self {
            case .launch: "what opens the app"
            case .actingAccount: "the account that acts by default"
            case .accountName: "another name of an account"
            case .thisApp: "what the app sends to itself"
            case .configurationValues: "the list of all values of a key"
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
        case .configurations, .appSetting(.appConfig): return Self.listsDiffer(old, new) ? .configurationValues : nil
        case .setting, .targetedApps, .policy, .app, .view, .rule, .ruleSet, .appSetting, .ambiguousURLs,
            .organizations:
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

    /// Whether an account has other values for a key although each query for one value has the same answer: a query
    /// returns the least or the greatest value, or none if one of them has another type.
    ///
    /// - Complexity: O(*n*) in the accounts and in the settings of each different view.
    private static func listsDiffer(_ old: PolicyDocument, _ new: PolicyDocument) -> Bool {
        let former = Dictionary(zip(old.accounts.accounts.map(\.id), old.appConfigurationViews())) { first, _ in first }
        var last: (AppConfigurationView, AppConfigurationView)?
        for (account, after) in zip(new.accounts.accounts, new.appConfigurationViews()) {
            guard let before = former[account.id], before != after else { continue }
            // Accounts with the same documents share one view, which compares quickly.
            if let last, last == (before, after) { continue }
            last = (before, after)
            let isHidden = after.keys.contains { key in
                let values = [before, after].map { Set($0.candidates(of: key).map(\.value)) }
                return values[0] != values[1]
                    && AppConfigurationQuery.ofEachKind.allSatisfy { kind, query in
                        let answers = [before, after].map { $0.answer(to: key, as: kind, query: query) }
                        return answers[0].outcome == answers[1].outcome
                            && answers[0].configuration == answers[1].configuration
                    }
            }
            if isHidden { return true }
        }
        return false
    }
}

extension AppConfigurationQuery {
    /// Every query for one value of a key, for each type.
    static let ofEachKind: [(AppConfigurationValue.Kind, AppConfigurationQuery)] =
        AppConfigurationValue.Kind.allCases.flatMap { kind in
            AppConfigurationQuery.allCases.filter { $0.exists(for: kind) }.map { (kind, $0) }
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
