import ByteText
import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

/// Maps every request to a representative of all requests that no decision can distinguish from it. With this, a graph
/// of a few hundred edges covers every possible request.
///
/// A test checks the law: the engine returns the same verdict, destination, page and reasons for a request and for its
/// representative. What is merged:
///
/// - accounts of one organization and policy whose app configurations decide alike, as long as equal accounts stay
///   equal and different accounts stay different;
/// - apps with equal declarations, and apps that policies list for the same organization;
/// - views with the same tag and rule set, and the same document if rules compare with it;
/// - lengths of texts between the exceptions of two policies;
/// - URLs with the same ``URLSignature``.
struct RequestClasses {
    /// The dimensions in which requests are distinguished.
    enum Dimension: CaseIterable {
        case accounts
        case apps
        case views
        case lengths
        case urls
    }

    private let policy: CompiledPolicy
    /// A dimension to ignore. A test uses it to show that each dimension is needed.
    private let ignored: Dimension?
    private let accountClasses: [AccountID: [AccountID]]
    private let appClasses: [AppID: [AppID]]
    private let viewClasses: [String: [String]]
    /// The lengths at which some exception ends.
    private let cuts: [Int]
    private let readings: [URLSignature.Reading]
    private var witnesses: [[URLSignature]: String] = [:]
    /// The URLs that represent themselves.
    private var known: Set<String> = []

    /// Creates the classes of the requests of a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - ignored: A dimension in which requests are not distinguished.
    ///   - other: A policy to compare it with. Requests are in separate classes if either policy distinguishes them.
    init(_ policy: CompiledPolicy, ignoring ignored: Dimension? = nil, beside other: CompiledPolicy? = nil) {
        self.policy = policy
        self.ignored = ignored
        let policies = [policy] + [other].compactMap(\.self)
        func classes<Name: Hashable>(
            _ dimension: Dimension,
            _ isBefore: (Name, Name) -> Bool,
            _ classes: (CompiledPolicy) -> [Name: [Name]]
        ) -> [Name: [Name]] {
            let all = policies.map(classes)
            let told = all.dropFirst().reduce(all[0]) { Self.split($0, by: $1) }
            return Self.merged(told, ignored == dimension, isBefore)
        }
        accountClasses = classes(.accounts, { $0.canonical < $1.canonical }, Self.accountClasses)
        appClasses = classes(.apps, { $0.bundleID < $1.bundleID }, Self.appClasses)
        viewClasses = classes(.views, <) { policy in
            let views = FlowGraph.allViewClasses(of: policy.document).flatMap { group in
                group.names.map { ($0, group.names) }
            }
            return Dictionary(views) { first, _ in first }
        }
        let settings = policies.flatMap(\.document.policies.values)
        cuts = Set(settings.map(\.allowedOutboundClipboardSharingExceptionLength) + [0]).sorted()
        readings = policies.map { URLSignature.Reading($0) }
    }

    /// The first accounts of each class, at most `count` per class.
    func firstAccounts(_ count: Int) -> [AccountID] {
        Set(accountClasses.values.map { Array($0.prefix(count)) }).sorted(on: { $0[0].canonical })
            .flatMap(\.self)
    }

    /// The first app of each class.
    var firstApps: [AppID] { Set(appClasses.values.compactMap(\.first)).sorted(on: \.bundleID) }
    /// The first view of each class.
    var firstViews: [String] { Set(viewClasses.values.compactMap(\.first)).sorted() }
    /// The representative lengths of texts.
    var lengths: [Int] { cuts.map { $0 + 1 } }

    /// The representative of a request.
    mutating func representative(of request: FlowRequest) -> FlowRequest {
        var names = Renaming(policy.document.accounts, accountClasses, appClasses, viewClasses)
        var result = request
        result.user = names.account(request.user)
        if !request.pages.isEmpty {
            result.pages = [:]
            // Sorted by name, so that the same request is always renamed in the same way.
            for (view, page) in request.pages.sorted(on: { $0.key }) {
                result.pages[names.view(view)] =
                    if case .loadedFor(let account) = page { .loadedFor(names.account(account)) } else { page }
            }
        }
        result.question = representative(of: request.question, &names)
        return result
    }

    /// The representatives of URLs, each once, in the order in which they first occur.
    mutating func representatives(of urls: [String]) -> [String] {
        var known: Set<String> = []
        return urls.map { witness(of: $0) }.filter { known.insert($0).inserted }
    }

    private mutating func representative(of question: Question, _ names: inout Renaming) -> Question {
        switch question {
        case .navigate(let url, let view, let frame, let answer, let isSameDocument):
            .navigate(
                to: witness(of: url),
                in: names.view(view),
                frame: frame,
                answer: answer,
                isSameDocument: isSameDocument
            )
        case .open(let url, let isKnown): .open(witness(of: url), isKnownManagedAppScheme: isKnown)
        case .canOpen(let url, let isKnown): .canOpen(witness(of: url), isKnownManagedAppScheme: isKnown)
        case .universalLink(let url): .universalLink(witness(of: url))
        case .incoming(let url, let app): .incoming(witness(of: url), from: app.map { names.app($0) })
        case .connection(let host, let port, let view, let frame):
            .connection(to: host, port: port, in: names.view(view), frame: frame)
        case .copy(let item, let source): .copy(representative(of: item), from: names.place(source))
        case .paste(let item, let source, let target):
            .paste(item.map { representative(of: $0) }, from: names.place(source), into: names.place(target))
        case .pasteCopied(let kind, let characters, let target):
            .pasteCopied(
                as: kind,
                characters: characters.map { length(of: $0) },
                into: names.place(target)
            )
        case .upload(let source, let view, let isExternalFrame):
            .upload(from: names.place(source), into: names.view(view), isExternalFrame: isExternalFrame)
        case .save(let location, let account, let owner):
            .save(to: location, of: names.account(account), ownedBy: names.owner(owner))
        case .openFrom(let location, let account, let receiver):
            .openFrom(location, of: names.account(account), receivedBy: names.account(receiver))
        case .send(let app, let method, let owner):
            .send(to: names.app(app), via: method, ownedBy: names.owner(owner))
        case .receive(let app, let account, let owner):
            .receive(from: names.app(app), into: names.account(account), ownedBy: names.account(owner))
        case .appSharing(let account): .appSharing(of: names.account(account))
        case .setting(let setting, let owner): .setting(setting, of: names.owner(owner))
        // These belong to no class.
        case .config, .launch, .unlock, .pin, .wait, .signIn, .signOut, .switchIdentity: question
        }
    }

    /// Only text has a length.
    private func representative(of item: ClipboardItem) -> ClipboardItem {
        item.kind == .text ? ClipboardItem(.text, characters: length(of: item.characters)) : ClipboardItem(item.kind)
    }

    /// The shortest text that no exception distinguishes from a text of this length. Of its class, it is the first that a
    /// raised exception lets out.
    private func length(of characters: Int) -> Int {
        guard ignored != .lengths else { return 1 }
        return cuts.last { $0 < characters }.map { $0 + 1 } ?? characters
    }

    private mutating func witness(of url: String) -> String {
        // PERF: every account asks about the same URLs, and a signature asks every rule set.
        guard !known.contains(url) else { return url }
        let signatures = ignored == .urls ? [] : readings.map { $0.signature(of: url) }
        if let witness = witnesses[signatures] { return witness }
        witnesses[signatures] = url
        known.insert(url)
        return url
    }

    // MARK: Classes

    /// Refines classes: removes from each class the members that the other classes distinguish from its name. A name
    /// that the other classes do not contain is distinguished from every name that they contain.
    private static func split<Name: Hashable>(_ classes: [Name: [Name]], by others: [Name: [Name]]) -> [Name: [Name]] {
        // PERF: the members of a class are compared once, and not for each of them. The first member identifies a class.
        var known: [[Name?]: [Name]] = [:]
        return Dictionary(
            uniqueKeysWithValues: classes.map { name, members in
                let pair = [members.first, others[name]?.first]
                if let told = known[pair] { return (name, told) }
                let other = others[name].map { Set($0) }
                let told = members.filter { other?.contains($0) ?? (others[$0] == nil) }
                known[pair] = told
                return (name, told)
            }
        )
    }

    private static func merged<Name: Hashable>(
        _ classes: [Name: [Name]],
        _ isOne: Bool,
        _ isBefore: (Name, Name) -> Bool
    ) -> [Name: [Name]] {
        guard isOne else { return classes }
        let all = classes.keys.sorted(by: isBefore)
        return classes.mapValues { _ in all }
    }

    private static func accountClasses(of policy: CompiledPolicy) -> [AccountID: [AccountID]] {
        var classes: [AccountKind: [AccountID]] = [:]
        for (position, account) in policy.document.accounts.accounts.enumerated() {
            classes[AccountKind(of: account, at: position, in: policy), default: []].append(account.id)
        }
        return Dictionary(
            classes.values.flatMap { members in
                let sorted = members.sorted(on: \.canonical)
                return sorted.map { ($0, sorted) }
            }
        ) { first, _ in first }
    }

    private static func appClasses(of policy: CompiledPolicy) -> [AppID: [AppID]] {
        struct Key: Hashable {
            var organization: UInt32?
            var isManaged: Bool
            var policy: String?
            var isMDMManaged: Bool
            var schemes: Set<String>
            var links: Set<String>
            var isThisApp: Bool
        }
        var classes: [Key: [AppID]] = [:]
        let own = policy.document.app.id.map { AppID($0) }
        for app in policy.document.apps ?? [] {
            let key = Key(
                organization: policy.managedIdentity(of: app.id)?.organization,
                isManaged: app.isManaged,
                policy: app.policy,
                isMDMManaged: app.isMDMManaged,
                schemes: Set(app.schemes),
                links: Set(app.universalLinks),
                isThisApp: own == app.id
            )
            classes[key, default: []].append(app.id)
        }
        // An app that a policy lists is managed, and nothing else is known about it. A declaration takes precedence.
        let organizations = Set(policy.identityOfAccount.compactMap { $0?.organization })
        for app in Set(policy.document.policies.values.flatMap(\.apps)) where policy.apps?[app] == nil {
            let organization = policy.managedIdentity(of: app)?.organization
            let key = Key(
                // An app that accounts of several organizations share has a number of its own, like every other such app.
                organization: organization.map { organizations.contains($0) ? $0 : ManagedIdentity.none },
                isManaged: organization != nil,
                policy: nil,
                isMDMManaged: false,
                schemes: [],
                links: [],
                isThisApp: own == app
            )
            classes[key, default: []].append(app)
        }
        return Dictionary(
            classes.values.flatMap { members in
                let sorted = members.sorted(on: \.bundleID)
                return sorted.map { ($0, sorted) }
            }
        ) { first, _ in first }
    }
}
