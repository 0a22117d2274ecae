import ByteText
import Demarc
import PolicyModel
import RuleIndex
import RuleRegions

/// The classes of requests by which data can move under a policy, each with a representative request.
///
/// The requests are the product of the representative accounts, apps, views, lengths and URLs of a policy. By
/// ``RequestClasses``, every request that a scenario makes belongs to at most one class. A request about something
/// else, such as a tunnel, a delegate's answer or a window that shows several accounts, belongs to no class.
struct DecisionClasses {
    /// The maximum number of classes; the rest are left out.
    static let most = 100_000
    /// The maximum number of these classes.
    private let limit: Int

    /// The classes, in the order in which they are queried.
    private(set) var requests: [FlowRequest] = []
    private var positions: [FlowRequest: Int] = [:]
    private var classes: RequestClasses
    /// The first account of each class.
    private let firstAccounts: [AccountID]
    /// This app, and the apps that the document declares or a policy lists.
    private let knownApps: Set<AppID>
    let asking: FlowAsking
    let document: PolicyDocument
    /// Queries the policy that this one is compared with, or nil.
    private let other: FlowAsking?
    /// The schemes that views handle themselves under this policy or the other one; nil if none is compared.
    private let handled: HandledSchemes?
    /// Whether some classes were left out because there are too many.
    private(set) var isCut = false
    /// How many requests were made to find the classes.
    private(set) var triedCount = 0

    /// Creates the classes.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - asking: Queries the policy.
    ///   - sites: The policy's sites.
    ///   - other: Queries a policy to compare it with. Requests are then in separate classes if either policy distinguishes
    ///     them, and accounts without a policy, content of other apps, and content of pages are included as well.
    ///   - limit: The maximum number of classes.
    /// - Complexity: O(*n*) in the classes, up to the maximum; beyond it, nothing is tried.
    init(
        _ policy: CompiledPolicy,
        _ asking: FlowAsking,
        _ sites: PolicySites,
        beside other: FlowAsking? = nil,
        limit: Int = Self.most
    ) {
        (self.asking, self.other, document) = (asking, other, policy.document)
        self.limit = limit
        let classes = RequestClasses(policy, beside: other?.policy)
        self.classes = classes
        firstAccounts = classes.firstAccounts(1)
        let declared = [document.app.id.map { AppID($0) }].compactMap(\.self) + (document.apps ?? []).map(\.id)
        knownApps = Set(declared + document.policies.values.flatMap(\.apps))
        handled = other.map {
            HandledSchemes(policy.document, $0.policy.document, accounts: classes.firstAccounts(1))
        }
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
        let users = firstAccounts.filter(accounts.contains) + [.noUser]
        // What goes from one of many apps to another would take all the room, and nothing would be asked about the
        // accounts. So it comes last then.
        let pairCount = comparedApps.count * apps.count * (SharingMethod.allCases.count + items.count)
        let putsPairsLast = pairCount > limit / 4
        // Another app's content is decided alike whoever acts.
        func addContentOfApps() {
            for app in comparedApps where !isCut { addContent(of: app, as: .noUser, to: apps, accounts) }
        }
        if !putsPairsLast { addContentOfApps() }
        // Within one policy, pastes have by far the most classes. If there are so many that they may take all the room,
        // everything else comes before them, and what has the fewest classes comes first.
        let pasteCount = users.count * items.count * (accounts.count + views.count + apps.count) * (views.count + 1)
        if !isCompared, pasteCount > limit / 8 {
            for user in users where !isCut {
                addSharing(with: apps, by: [user], as: user)
                addWeb(user, urls)
                for item in items { addCopies(of: item, in: views, as: user) }
            }
            for user in users where !isCut { addStorage(of: accounts, by: [user], as: user) }
            for user in users where !isCut {
                addUploads(from: places(of: user, accounts, views), into: views, as: user)
            }
        }
        // PERF: these products are quadratic and cubic in the accounts, apps and views, so each is left at the maximum.
        for user in users where !isCut {
            let own = NamedPlace.account(user)
            let places = places(of: user, accounts, views)
            addWeb(user, urls)
            let copiedApps = user.isNoUser ? comparedApps : thisApp.map { .app($0) }
            for item in items {
                addCopies(of: item, in: views, copiedApps, as: user)
                let targets = [own] + views.map { .view($0) }
                addPastes(of: item, from: places, into: targets + comparedApps, as: user)
                let inApps = putsPairsLast ? [] : comparedApps
                addPastes(of: item, from: apps.map { .app($0) }, into: targets + inApps, as: user)
            }
            addUploads(from: places + comparedApps, into: views, as: user)
            for view in views where !isCut { addContent(of: view, as: user, to: apps, accounts) }
            // Within one policy, another account's content is decided like one's own; when two policies are compared,
            // it is not.
            let owners = isCompared ? accounts + [.noUser] : [user]
            addStorage(of: accounts, by: owners, as: user)
            addSharing(with: apps, by: owners, as: user)
        }
        guard putsPairsLast else { return }
        addContentOfApps()
        for user in users {
            for item in items { addPastes(of: item, from: apps.map { .app($0) }, into: comparedApps, as: user) }
        }
    }

    /// The position of the class of a request, or nil if the request belongs to no class.
    mutating func position(of request: FlowRequest) -> Int? { representative(of: request).flatMap { positions[$0] } }

    /// The request that represents all that decisions do not distinguish from a request, whether or not they are a
    /// class here. Nil if the request moves no data, or is about something that no class has.
    mutating func representative(of request: FlowRequest) -> FlowRequest? {
        normal(request).map { classes.representative(of: $0) }
    }

    // MARK: Creating the classes

    /// Whether the policy is compared with another one.
    var isCompared: Bool { other != nil }

    /// This app, under the id of either policy, if one of the policies may decide otherwise about what it sends to itself.
    static func ownApps(_ policy: CompiledPolicy, _ other: CompiledPolicy) -> [AppID] {
        let documents = [policy.document, other.document]
        let ids = documents.map(\.app.id)
        let accounts = documents.map { document in
            Set(document.accounts.accounts.map { [$0.id.canonical, $0.organization, $0.policy] })
        }
        guard ids[0] != ids[1] || accounts[0] != accounts[1] else { return [] }
        return Set(ids.compactMap { $0.map { AppID($0) } }).sorted(on: \.bundleID)
    }

    /// The places that have content while an account acts: its own, those of other accounts, and views.
    private func places(of user: AccountID, _ accounts: [AccountID], _ views: [String]) -> [NamedPlace] {
        let others = accounts.filter { $0 != user } + (isCompared && user != .noUser ? [.noUser] : [])
        return [.account(user)] + others.map { .account($0) } + views.map { .view($0) }
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
            let ruleSet = document.view(named: view)?.ruleSet
            if let urls = known[ruleSet] { return (view, urls) }
            var urls = sites.all.flatMap { $0.urls(of: ruleSet) }
            if let other, other.policy.document.ambiguousURLs != document.ambiguousURLs {
                // One of the policies decides what rules say about the host that a browser reads.
                urls += urls.compactMap { FreshNames.ambiguous($0) }
            }
            let told = classes.representatives(of: urls)
            known[ruleSet] = told
            return (view, told)
        }
    }

    /// Adds what may leave from the page of a view, in each state in which the policies give the page another owner. If
    /// the owner is the same, requests about that owner show the same.
    private mutating func addContent(of view: String, as user: AccountID, to apps: [AppID], _ accounts: [AccountID]) {
        guard let other, !isCut else { return }
        var request = FlowRequest(world: .document, user: user, question: .copy(from: .view(view)))
        let states = states(of: request.question, user)
            .filter { pages in
                request.pages = pages
                return asking.owner(of: view, request) != other.owner(of: view, request)
            }
        guard !states.isEmpty else { return }
        addContent(of: .view(view), as: user, to: apps, accounts, states)
        // Pastes into the acting account and into views are asked in every state.
        let targets = (accounts + [.noUser]).map { NamedPlace.account($0) } + apps.map { .app($0) }
        for item in items {
            for target in targets where !isCut {
                add(.paste(item, from: .view(view), into: target), as: user, states)
            }
        }
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
        for app in apps where !isCut {
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
    mutating func add(_ question: Question, as user: AccountID) {
        guard !isCut else { return }
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
                states += firstAccounts.map { [view: .loadedFor($0)] }
            }
        }
        // What a page loads is judged by the page's owner, and under the other policy the acting account may be a
        // different one.
        if isCompared, case .navigate(_, let view?, let frame, _, _) = question, frame != .top {
            states.append([view: .loadedFor(user)])
        }
        if let handled, case .navigate(let url, let view?, .top, _, _) = question {
            states += handled.pages(before: url).map { [view: $0] }
        }
        return states
    }

    private mutating func add(_ question: Question, as user: AccountID, _ states: [[String: ScenarioGiven.Page]]) {
        var request = FlowRequest(world: .document, user: user, question: question)
        let enrolments = question.readsEnrolment ? [false, true] : [false]
        for (pages, isEnrolled) in states.flatMap({ pages in enrolments.map { (pages, $0) } }) where !isCut {
            triedCount += 1
            (request.pages, request.isEnrolled) = (pages, isEnrolled)
            guard let normal = isCompared ? request : normal(request) else { continue }
            let representative = classes.representative(of: normal)
            guard positions[representative] == nil, asking.contains(representative) else { continue }
            guard requests.count < limit else {
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
            guard let page = asking.owner(of: view, request)?.page else { return nil }
            normal.pages[view] = page
        }
        return normal
    }

    private func normal(_ app: AppID) -> AppID { knownApps.contains(app) ? app : asking.otherApp }
}
