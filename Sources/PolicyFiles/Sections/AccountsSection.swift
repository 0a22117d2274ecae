import Diagnostics
import DocumentReading
import PolicyModel

/// `accounts` and `user`: the accounts, the policies in force for them, and who acts.
struct AccountsSection {
    let context: ReadingContext
    /// Whether a document with several managed accounts must name its `user`.
    let requiresUser: Bool
    /// Whether a second managed account is allowed although the app can hold only one.
    let allowsSecondManagedAccount: Bool

    /// The accounts of a document, and the acting account.
    struct Accounts {
        var directory: AccountDirectory
        var user: AccountID?
    }

    /// Reads accounts and user, and adds the policy of the implicit account if the document has no accounts.
    func read(_ fields: Fields, app: AppSettings, policies: inout [AppProtectionPolicy]) -> Accounts {
        let directory: AccountDirectory
        if fields.has("accounts") {
            let accounts = fields["accounts"].map { declaredAccounts($0, policies: policies) } ?? []
            checkManaged(accounts, app: app)
            directory = AccountDirectory(accounts.map(\.account))
        } else {
            directory = AccountDirectory(implicitAccount(fields, policies: &policies))
        }
        return Accounts(directory: directory, user: user(fields, directory))
    }

    private func declaredAccounts(
        _ node: DocumentNode,
        policies: [AppProtectionPolicy]
    ) -> [(account: Account, place: DocumentNode.Place)] {
        let policyNames = KnownNames(policies.map(\.name))
        var accounts: [(account: Account, place: DocumentNode.Place)] = []
        var places: [AccountID: DocumentNode.Place] = [:]
        for element in context.elements(node, of: "accounts") ?? [] {
            guard let fields = context.fields(element, "an account", keys: DocumentKeys.account),
                let idNode = context.required("account", of: fields), let id = accountID(idNode, taken: &places)
            else { continue }
            let account = Account(
                id: id,
                userPrincipalName: fields["upn"].flatMap { accountID($0, besides: id, taken: &places) },
                organization: fields["organization"].flatMap { context.name($0) },
                policy: fields["policy"].flatMap { context.reference($0, to: "policy", among: policyNames) },
                location: context.location(of: element.place)
            )
            accounts.append((account, element.place))
        }
        return accounts
    }

    /// A name of an account, unless another account already has it.
    private func accountID(
        _ node: DocumentNode,
        besides own: AccountID? = nil,
        taken: inout [AccountID: DocumentNode.Place]
    ) -> AccountID? {
        guard let text = context.name(node) else { return nil }
        let id = AccountID(text)
        if let objection = AccountWord.objection(to: id) {
            context.report(.unknownValue, objection, at: node.place)
            return nil
        }
        if let place = taken[id], id != own {
            context.report(
                .duplicateName,
                "there are two accounts `\(Quoted.word(text))`",
                at: node.place,
                also: [place]
            )
            return nil
        }
        taken[id] = node.place
        return id
    }

    /// The accounts of a document that declares none: one managed account, under its only policy or one with default
    /// settings.
    private func implicitAccount(_ fields: Fields, policies: inout [AppProtectionPolicy]) -> [Account] {
        let id = PolicyDocument.implicitAccount
        if policies.count > 1 {
            context.report(
                .ambiguousDefault,
                "several policies and no accounts: it is unclear which policy is in force",
                at: fields.keyPlace("policies") ?? fields.place,
                help: "add `accounts` and give each its `policy`"
            )
        }
        if policies.isEmpty { policies = [AppProtectionPolicy(name: id.canonical)] }
        return [Account(id: id, policy: policies.first?.name)]
    }

    private func checkManaged(_ accounts: [(account: Account, place: DocumentNode.Place)], app: AppSettings) {
        let managed = accounts.filter(\.account.isManaged)
        guard managed.count > 1, !app.multiManagedIdentities, !allowsSecondManagedAccount else { return }
        context.report(
            .secondManagedAccount,
            "a second managed account needs an app that can hold several",
            at: managed[1].place,
            also: [managed[0].place],
            help: "set `multiManagedIdentities: true` under `app`, or remove the account's `policy`"
        )
    }

    private func user(_ fields: Fields, _ directory: AccountDirectory) -> AccountID? {
        if let node = fields["user"] {
            guard let text = context.text(node) else { return nil }
            let id = AccountID(named: text)
            guard !id.isNoUser else { return nil }
            if let account = directory[id] { return account.id }
            context.reportUnknown(
                text,
                called: "account",
                at: node.place,
                among: directory.accounts.map(\.id.canonical)
            )
            return nil
        }
        let managed = directory.managed
        if managed.count > 1, requiresUser, !fields.has("user") {
            let names = Quoted.list(managed.prefix(10).map { Quoted.word($0.id.canonical) })
            context.report(
                .severalManagedAccounts,
                "several managed accounts and no `user`: it is unclear who acts",
                at: fields.keyPlace("accounts") ?? fields.place,
                help: "add `user:` with \(names), or `none`"
            )
        }
        return managed.count == 1 ? managed.first?.id : nil
    }
}
