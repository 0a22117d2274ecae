import Demarc
import PolicyModel
import RuleIndex

/// The classes of requests by which data can move under a policy, each with a representative request.
///
/// The requests are the product of the representative accounts, apps, views, lengths and URLs of a policy. By
/// ``RequestClasses``, every request that a scenario makes belongs to at most one class. A request about something
/// else, such as a tunnel, a delegate's answer or a window that shows several accounts, belongs to no class.
struct DecisionClasses {
    /// The maximum number of classes; the rest are left out.
    static let most = 100_000

    /// The classes, in the order in which they are queried.
    private(set) var requests: [FlowRequest] = []
    private var positions: [FlowRequest: Int] = [:]
    private var classes: RequestClasses
    private let asking: FlowAsking
    private let document: PolicyDocument
    /// Queries the policy that this one is compared with, or nil.
    private let other: FlowAsking?
    /// Whether some classes were left out because there are too many.
    private(set) var isCut = false

    /// Creates the classes.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - asking: Queries the policy.
    ///   - sites: The policy's sites.
    ///   - other: Queries a policy to compare it with. Requests are then in separate classes if either policy distinguishes
    ///     them, and accounts without a policy, content of other apps, and content of pages are included as well.
    init(
        _ policy: CompiledPolicy,
        _ asking: FlowAsking,
        _ sites: PolicySites,
        beside other: FlowAsking? = nil
    ) {
        (self.asking, self.other, document) = (asking, other, policy.document)
        classes = RequestClasses(policy, beside: other?.policy)
        // Two accounts of each class, because decisions distinguish the same account from a different one.
        let accounts = classes.firstAccounts(2)
            .filter { other != nil || policy.document.accounts[$0]?.isManaged ?? false }
        let thisApp = other.map { Self.ownApps(policy, $0.policy) } ?? []
        let named = classes.firstApps + thisApp.filter { !classes.firstApps.contains($0) }
        let apps = [asking.otherApp] + named
        // What an unknown app contains is decided like data of no account.
        let comparedApps = isCompared ? named.map { NamedPlace.app($0) } : []
        let views = classes.firstViews
        let urls = urls(of: views, sites)
        // Another app's content is decided alike whoever acts.
        for app in comparedApps { addContent(of: app, as: .noUser, to: apps, accounts) }
        for user in classes.firstAccounts(1).filter(accounts.contains) + [.noUser] {
            let own = NamedPlace.account(user)
            let others = accounts.filter { $0 != user } + (isCompared && user != .noUser ? [.noUser] : [])
            let places = [own] + others.map { .account($0) } + views.map { .view($0) }
            addWeb(user, urls)
            let copiedApps = user.isNoUser ? comparedApps : thisApp.map { .app($0) }
            for item in items {
                for place in [own] + views.map({ .view($0) }) + copiedApps { add(.copy(item, from: place), as: user) }
                for source in places + apps.map({ .app($0) }) {
                    for target in [own] + views.map({ .view($0) }) + comparedApps where target != source {
                        add(.paste(item, from: source, into: target), as: user)
                    }
                }
            }
            for source in places + comparedApps {
                for view in views { add(.upload(from: source, into: view), as: user) }
            }
            for view in views { addContent(of: view, as: user, to: apps, accounts) }
            // Within one policy, another account's content is decided like one's own; when two policies are compared,
            // it is not.
            let owners = isCompared ? accounts + [.noUser] : [user]
            for owner in accounts + [.noUser] {
                for location in SaveLocation.allCases {
                    for whose in owners { add(.save(to: location, of: owner, ownedBy: .account(whose)), as: user) }
                }
                for location in OpenLocation.allCases {
                    for whose in owners { add(.openFrom(location, of: owner, receivedBy: whose), as: user) }
                }
            }
            for app in apps {
                for method in SharingMethod.allCases {
                    for whose in owners {
                        add(.send(to: app, via: method, ownedBy: .account(whose)), as: user)
                    }
                }
                for receiver in owners {
                    add(.receive(from: app, into: receiver), as: user)
                    guard isCompared else { continue }
                    for whose in owners { add(.receive(from: app, into: receiver, ownedBy: whose), as: user) }
                }
            }
            for setting in SingleSetting.allCases where setting.isSink {
                for whose in owners { add(.setting(setting, of: .account(whose)), as: user) }
            }
        }
    }

    /// The position of the class of a request, or nil if the request belongs to no class.
    mutating func position(of request: FlowRequest) -> Int? {
        normal(request).flatMap { positions[classes.representative(of: $0)] }
    }

    // MARK: Creating the classes

    private var isCompared: Bool { other != nil }

    /// This app, under the id of either policy, if one of the policies may decide otherwise about what it sends to itself.
    static func ownApps(_ policy: CompiledPolicy, _ other: CompiledPolicy) -> [AppID] {
        let documents = [policy.document, other.document]
        let ids = documents.map(\.app.id)
        let accounts = documents.map { document in
            Set(document.accounts.accounts.map { [$0.id.canonical, $0.organization, $0.policy] })
        }
        guard ids[0] != ids[1] || accounts[0] != accounts[1] else { return [] }
        return Set(ids.compactMap { $0.map { AppID($0) } }).sorted { $0.bundleID < $1.bundleID }
    }

    private var items: [ClipboardItem] {
        classes.lengths.map { ClipboardItem(.text, characters: $0) } + [ClipboardItem(.image), ClipboardItem(.file)]
    }

    /// The URLs of sites that are asked in each view.
    ///
    /// PERF: there are few classes of URLs, however many sites rules name, and every account asks about all of them.
    private mutating func urls(of views: [String], _ sites: PolicySites) -> [(view: String, urls: [String])] {
        var known: [String?: [String]] = [:]
        return views.map { view in
            let ruleSet = document.views.first { $0.id == view }?.ruleSet
            let urls = known[ruleSet] ?? classes.representatives(of: sites.all.flatMap { $0.urls(of: ruleSet) })
            known[ruleSet] = urls
            return (view, urls)
        }
    }

    private mutating func addWeb(_ user: AccountID, _ urls: [(view: String, urls: [String])]) {
        for (view, urls) in urls {
            for url in urls {
                for frame in Frame.allCases { add(.navigate(to: url, in: view, frame: frame), as: user) }
                // A delegate's answer belongs to no class, but the other policy may treat it differently.
                guard isCompared else { continue }
                for answer in ExternalURLAnswer.allCases {
                    add(.navigate(to: url, in: view, answer: answer), as: user)
                }
            }
        }
        let schemes = Set((document.apps ?? []).flatMap(\.schemes))
            .union(document.policies.values.flatMap { $0.exemptedAppProtocols.flatMap(\.schemes) })
        for url in FlowGraph.urls(ofSchemes: schemes.sorted()) { add(.open(url), as: user) }
        let links = document.policies.values.flatMap { $0.exemptedUniversalLinks + $0.managedUniversalLinks }
        for url in [SiteWitnesses.freshURL] + Set(links).sorted().compactMap({ LinkWitness.url(of: $0) }) {
            add(.universalLink(url), as: user)
        }
    }

    /// Adds what may leave from the page of a view, in each state in which the policies give the page another owner. If
    /// the owner is the same, requests about that owner show the same.
    private mutating func addContent(of view: String, as user: AccountID, to apps: [AppID], _ accounts: [AccountID]) {
        guard let other else { return }
        var request = FlowRequest(world: .document, user: user, question: .copy(from: .view(view)))
        let states = states(of: request.question, user)
            .filter { pages in
                request.pages = pages
                return asking.owner(of: view, request) != other.owner(of: view, request)
            }
        guard !states.isEmpty else { return }
        addContent(of: .view(view), as: user, to: apps, accounts, states)
    }

    /// Adds what may leave from a place.
    private mutating func addContent(
        of place: NamedPlace,
        as user: AccountID,
        to apps: [AppID],
        _ accounts: [AccountID],
        _ states: [[String: ScenarioGiven.Page]] = [[:]]
    ) {
        let owner = Question.Owner.place(place)
        for app in apps {
            for method in SharingMethod.allCases { add(.send(to: app, via: method, ownedBy: owner), as: user, states) }
        }
        for location in SaveLocation.allCases {
            for account in accounts + [.noUser] {
                add(.save(to: location, of: account, ownedBy: owner), as: user, states)
            }
        }
        for setting in SingleSetting.allCases { add(.setting(setting, of: owner), as: user, states) }
    }

    /// Adds a request in every state of the device and of the pages that the request depends on.
    private mutating func add(_ question: Question, as user: AccountID) {
        add(question, as: user, states(of: question, user))
    }

    /// The pages that a request depends on, in every state.
    private func states(of question: Question, _ user: AccountID) -> [[String: ScenarioGiven.Page]] {
        var states = Self.pages(of: question, user)
        if isCompared, states != [[:]] {
            // A page that was never reported, or that was loaded for somebody else, may be treated differently by the
            // other policy.
            states.append([:])
            for view in question.viewsWithPages {
                states += classes.firstAccounts(1).map { [view: .loadedFor($0)] }
            }
        }
        // What a page loads is judged by the page's owner, and under the other policy the acting account may be a
        // different one.
        if isCompared, case .navigate(_, let view?, let frame, _, _) = question, frame != .top {
            states.append([view: .loadedFor(user)])
        }
        return states
    }

    private mutating func add(_ question: Question, as user: AccountID, _ states: [[String: ScenarioGiven.Page]]) {
        var request = FlowRequest(world: .document, user: user, question: question)
        let enrolments = question.readsEnrolment ? [false, true] : [false]
        for (pages, isEnrolled) in states.flatMap({ pages in enrolments.map { (pages, $0) } }) {
            (request.pages, request.isEnrolled) = (pages, isEnrolled)
            guard let normal = isCompared ? request : normal(request) else { continue }
            let representative = classes.representative(of: normal)
            guard positions[representative] == nil, asking.contains(representative) else { continue }
            guard requests.count < Self.most else {
                isCut = true
                return
            }
            positions[representative] = requests.count
            requests.append(representative)
        }
    }

    private static func pages(of question: Question, _ user: AccountID) -> [[String: ScenarioGiven.Page]] {
        var states: [[String: ScenarioGiven.Page]] = [[:]]
        for view in question.viewsWithPages {
            states = states.flatMap { state in
                [ScenarioGiven.Page.loadedFor(user), .external].map { state.merging([view: $0]) { $1 } }
            }
        }
        return states
    }

    // MARK: Normal form

    /// The normal form of all requests with the same meaning: omitted values are filled in, all undeclared apps become
    /// the same app, and a page counts only by its owner. Nil if the request belongs to no class.
    private func normal(_ request: FlowRequest) -> FlowRequest? {
        guard request.world == .document, request.installed == nil,
            let question = request.question.normal(user: request.user, app: normal)
        else { return nil }
        var normal = FlowRequest(world: .document, user: request.user, question: question)
        normal.isEnrolled = question.readsEnrolment && request.isEnrolled
        for view in question.viewsWithPages {
            guard let owner = asking.owner(of: view, request), owner.account != nil || !owner.isManaged else {
                return nil
            }
            normal.pages[view] = owner.account.map { .loadedFor($0) } ?? .external
        }
        return normal
    }

    private func normal(_ app: AppID) -> AppID {
        let isKnown = (document.apps ?? []).contains { $0.id == app } || document.app.id.map { AppID($0) } == app
        let isListed = document.policies.values.contains { $0.apps.contains(app) }
        return isKnown || isListed ? app : asking.otherApp
    }
}

extension Question {
    /// Whether the answer depends on whether the device is enrolled in device management.
    fileprivate var readsEnrolment: Bool { kind == .send || kind == .receive }

    /// The views whose pages the answer depends on.
    fileprivate var viewsWithPages: [String] {
        let places: [NamedPlace] =
            switch self {
            case .copy(_, let source): [source]
            case .paste(_, let source, let target): [source, target]
            case .upload(let source, let view, _): [source, .view(view)]
            default: []
            }
        return places.compactMap { if case .view(let view) = $0 { view } else { nil } }
    }

    /// The question with every optional value filled in. Nil if the question moves no data, or contains a value that no
    /// class has.
    fileprivate func normal(user: AccountID, app: (AppID) -> AppID) -> Question? {
        func place(_ place: NamedPlace) -> NamedPlace? {
            switch place {
            case .native: .account(user)
            case .app(let id): .app(app(id))
            case .externalFrame: nil
            case .view, .account: place
            }
        }
        func owner(_ owner: Owner?) -> Owner? {
            switch owner {
            case nil, .place(.native)?: .account(user)
            case .account?: owner
            case .place(.account(let account))?: .account(account)
            case .place?: nil
            }
        }
        switch self {
        case .navigate(let url, let view?, let frame, nil, false): return .navigate(to: url, in: view, frame: frame)
        case .open(let url, false): return .open(url)
        case .universalLink: return self
        case .copy(let item, let source): return place(source).map { .copy(item.normal, from: $0) }
        case .paste(let item, let source, let target):
            guard let source = place(source), let target = place(target) else { return nil }
            return .paste((item ?? ClipboardItem()).normal, from: source, into: target)
        case .upload(let source, let view, false): return place(source).map { .upload(from: $0, into: view) }
        case .save(let location, let account, let whose):
            return owner(whose).map { .save(to: location, of: account ?? .noUser, ownedBy: $0) }
        case .openFrom(let location, let account, let receiver):
            return .openFrom(location, of: account ?? .noUser, receivedBy: receiver ?? user)
        case .send(let target, let method, let whose):
            return owner(whose).map { .send(to: app(target), via: method, ownedBy: $0) }
        case .receive(let source, let account, nil): return .receive(from: app(source), into: account ?? user)
        case .setting(let setting, let whose): return owner(whose).map { .setting(setting, of: $0) }
        case .navigate, .open, .canOpen, .incoming, .connection, .pasteCopied, .upload, .receive, .appSharing, .config,
            .launch, .unlock, .pin, .wait, .signIn, .signOut, .switchIdentity:
            return nil
        }
    }
}

extension ClipboardItem {
    /// Only text has a length.
    fileprivate var normal: ClipboardItem { kind == .text ? self : ClipboardItem(kind) }
}
