import PolicyModel

/// Replaces each name in a request by its representative: the first name of a class that appears becomes the first
/// member of that class, and the second name becomes the second member.
struct Renaming {
    private let directory: AccountDirectory
    private let accounts: [AccountID: [AccountID]]
    private let apps: [AppID: [AppID]]
    private let views: [String: [String]]
    private var seenAccounts = SeenNames<AccountID>()
    private var seenApps = SeenNames<AppID>()
    private var seenViews = SeenNames<String>()

    /// Begins a request.
    ///
    /// - Parameters:
    ///   - directory: The accounts, to find an account by any of its names.
    ///   - accounts: The members of each account's class, in a fixed order.
    ///   - apps: The members of each app's class.
    ///   - views: The members of each view's class.
    init(
        _ directory: AccountDirectory,
        _ accounts: [AccountID: [AccountID]],
        _ apps: [AppID: [AppID]],
        _ views: [String: [String]]
    ) {
        self.directory = directory
        self.accounts = accounts
        self.apps = apps
        self.views = views
    }

    mutating func account(_ id: AccountID) -> AccountID {
        let id = directory[id]?.id ?? id
        return seenAccounts.representative(of: id, among: accounts[id])
    }

    mutating func account(_ id: AccountID?) -> AccountID? { id.map { account($0) } }

    mutating func app(_ id: AppID) -> AppID { seenApps.representative(of: id, among: apps[id]) }

    mutating func view(_ name: String) -> String { seenViews.representative(of: name, among: views[name]) }

    mutating func view(_ name: String?) -> String? { name.map { view($0) } }

    mutating func place(_ place: NamedPlace) -> NamedPlace {
        switch place {
        case .view(let name): .view(view(name))
        case .externalFrame(let name): .externalFrame(view(name))
        case .account(let id): .account(account(id))
        case .app(let id): .app(app(id))
        case .native: place
        }
    }

    mutating func owner(_ owner: Question.Owner?) -> Question.Owner? {
        switch owner {
        case .account(let id)?: .account(account(id))
        case .place(let place)?: .place(self.place(place))
        case nil: nil
        }
    }
}

/// The names that a request has mentioned so far, each with the first member of its class, which identifies the class.
private struct SeenNames<Name: Hashable> {
    private var all: [(name: Name, first: Name)] = []

    /// - Complexity: O(*n*) in the names seen, and not in the members of the class.
    mutating func representative(of name: Name, among members: [Name]?) -> Name {
        guard let members, let first = members.first else { return name }
        // PERF: most classes have one member.
        guard members.count > 1 else { return first }
        var position = 0
        for seen in all where seen.first == first {
            if seen.name == name { return members[position] }
            position += 1
        }
        all.append((name, first))
        return members[position]
    }
}
