import ByteText
import PolicyModel
import RuleIndex
import RuleRegions
import URLMatching

/// Requests about links and configurations: everything that either policy names, and an unnamed value.
extension DiffRequests {
    /// Adds every scheme and universal link that either policy names, in each way that a link is opened.
    mutating func addLinks() {
        beginPart()
        for url in ["about:blank", Self.ambiguousURL] + schemeURLs where !isFull {
            for user in users where !isFull {
                for question in [Question.open(url), .canOpen(url), .universalLink(url)] {
                    add(FlowRequest(world: .document, user: user, question: question))
                }
                addKnown(url, user)
            }
            for view in views where !isFull { add(url, [Self.site(of: url)], in: view) }
        }
        let links = LinkCells(both.flatMap { LinkCells.lists(of: $0.document) })
        if !links.isExact { isExact = false }
        // One of the policies compares what browsers read in such a link with the lists.
        let isReadOtherwise = old.document.ambiguousURLs != new.document.ambiguousURLs
        let ambiguous = isReadOtherwise ? links.urls.compactMap { FreshNames.ambiguous($0) } : []
        for url in links.urls + ambiguous where !isFull {
            for user in users {
                let request = FlowRequest(world: .document, user: user, question: .universalLink(url))
                add(request)
                addBare(request)
            }
        }
        // However many links there are, the settings of each account are compared.
        beginPart()
        for user in users where !isFull {
            add(FlowRequest(world: .document, user: user, question: .appSharing(of: user)))
            for setting in SingleSetting.allCases where !setting.isSink {
                add(FlowRequest(world: .document, user: user, question: .setting(setting, of: .account(user))))
            }
            // The browser, or the app that handles a link, may not be installed.
            for question in Self.freshLinks + views.flatMap({ webLinks(in: $0) }) {
                var request = FlowRequest(world: .document, user: user, question: question)
                request.installed = []
                add(request)
            }
            // If a host has a delegate, the delegate's answer replaces the rules.
            for view in views where !isFull {
                for frame in Frame.allCases {
                    for answer in ExternalURLAnswer.allCases {
                        let question = Question.navigate(
                            to: FreshNames.url,
                            in: view,
                            frame: frame,
                            answer: answer
                        )
                        add(FlowRequest(world: .document, user: user, question: question))
                    }
                }
            }
        }
    }

    /// One URL for each scheme that either policy names, and for each scheme known to decisions. For the browsers of
    /// either policy, further ones on whose target readers disagree.
    var schemeURLs: [String] {
        let schemes = both.reduce(into: Set<String>()) {
            $0.formUnion(URLSignature.Reading($1.asking.policy).namedSchemes)
        }
        let browsers = both.reduce(into: Set(RequiredBrowser.managed.schemes)) {
            $0.formUnion($1.asking.policy.schemesOfCustomBrowsers)
        }
        return FlowGraph.urls(ofSchemes: schemes.sorted())
            + browsers.sorted().flatMap { FlowGraph.urls(ofBrowserScheme: $0) }
    }

    /// Following a link of the web.
    private static let freshLinks = [Question.open(FreshNames.url), .universalLink(FreshNames.url)]

    /// Following links of the web in a view: to a site that no rule names, and to sites that rules of either policy or the
    /// view's delegate make external. Only external links open in the browser.
    private func webLinks(in view: String) -> [Question] {
        let external = both.flatMap { side -> [SiteWitness] in
            guard let ruleSet = side.document.ruleSet(ofView: view) else { return [] }
            let found = side.sites.all.compactMap { $0.witnesses[ruleSet.name] }
            return found.flatMap { [$0.external, $0.ownedExternal.first].compactMap(\.self) }
        }
        let followed = ([FreshNames.url] + external.map(\.url)).map { Question.navigate(to: $0, in: view) }
        return followed + [.navigate(to: FreshNames.url, in: view, answer: .external)]
    }

    /// Adds following a link where neither the app that handles it nor the browser is installed, if that makes a
    /// difference under either policy.
    ///
    /// - Parameters:
    ///   - request: The request where they are installed.
    ///   - hosts: The sites that the request represents.
    ///   - walked: The number of further sites, from walked lists.
    mutating func addBare(_ request: FlowRequest, _ hosts: Set<String> = [], walked: Int = 0) {
        var bare = request
        bare.installed = []
        addIfTold(bare, from: request, hosts, walked: walked)
    }

    /// Adds links that are followed in a window of several accounts, where the strictest policy applies whatever the
    /// policies of the accounts are. The apps and views decide there as for an account without an organization.
    mutating func addMerged() {
        guard let window = mergedWindow else { return }
        beginPart()
        let opened = schemeURLs.map { Question.open($0) }
        let navigated = views.map {
            Question.navigate(to: FreshNames.url, in: $0, answer: .external)
        }
        // The strictest policy requires the managed browser, which may not be installed.
        let asked =
            [(opened + Self.freshLinks + navigated, nil), (Self.freshLinks + navigated, [])] as [([Question], [AppID]?)]
        for (questions, installed) in asked {
            for question in questions where !isFull {
                var request = FlowRequest(world: .document, user: window.user, question: question)
                (request.shownBeside, request.installed) = ([window.other], installed)
                // A view of only one policy is compared in windows of one account.
                guard both.allSatisfy({ $0.asking.ask(request) != nil }) else { continue }
                add(request)
            }
        }
    }

    /// A managed account and another account that one window can show at once under both policies; nil if there are
    /// none. Which accounts these are makes no difference.
    ///
    /// A window can show only accounts that are signed in, and an app without `multiManagedIdentities` signs in only one
    /// of its managed accounts.
    private var mergedWindow: (user: AccountID, other: AccountID)? {
        let signedIn = both.map { side in
            Set(side.document.accounts.accounts.map(\.id).filter { side.asking.isSignedIn($0) })
        }
        let names = signedIn[0].intersection(signedIn[1]).sorted(on: \.canonical)
        let managed = names.first { name in
            both.allSatisfy { $0.document.accounts[name]?.isManaged ?? false }
        }
        guard let managed, let other = names.first(where: { $0 != managed }) else { return nil }
        return (managed, other)
    }

    /// Adds opening a URL whose scheme the caller knows to belong to a managed app, if that makes a difference under either
    /// policy.
    private mutating func addKnown(_ url: String, _ user: AccountID) {
        let pairs: [(Question, Question)] = [
            (.open(url), .open(url, isKnownManagedAppScheme: true)),
            (.canOpen(url), .canOpen(url, isKnownManagedAppScheme: true)),
        ]
        for (plain, known) in pairs {
            let requests = [plain, known].map { FlowRequest(world: .document, user: user, question: $0) }
            addIfTold(requests[1], from: requests[0])
        }
    }

    /// Adds a request if either policy distinguishes it from a request that is asked anyway.
    private mutating func addIfTold(
        _ request: FlowRequest,
        from other: FlowRequest,
        _ hosts: Set<String> = [],
        walked: Int = 0
    ) {
        let isTold = both.contains { $0.asking.outcome(of: other) != $0.asking.outcome(of: request) }
        if isTold || tellsRules { add(request, hosts, walked: walked) }
    }

    // MARK: App configurations

    /// The maximum number of questions about app configurations.
    private static let mostConfigurations = 20_000

    /// Adds every key that either policy configures, for every account, if the configurations or the accounts differ.
    /// Otherwise, and if neither policy configures a key, both answer every question alike.
    mutating func addConfigurations() {
        let sides = both.map(\.document).map { ($0.allAppConfigurations.map(\.canonical), $0.mdmUser, $0.accounts) }
        let keys = Set(sides.flatMap(\.0).flatMap(\.settings).map { AppConfigurationKey($0.key) }).map(\.text).sorted()
        hasEqualConfigurations = keys.isEmpty || sides[0] == sides[1]
        guard !hasEqualConfigurations else { return }
        beginPart()
        // A configuration names accounts individually, so no account can represent another.
        let accounts = Set(sides.flatMap(\.2.accounts).map(\.id)).sorted(on: \.canonical)
        let forms = AppConfigurationQuery.ofEachKind
        guard keys.count * accounts.count * forms.count <= Self.mostConfigurations else {
            isExact = false
            return
        }
        for key in keys {
            for account in accounts {
                for (kind, query) in forms {
                    let question = Question.config(key, as: kind, query: query, of: account)
                    add(FlowRequest(world: .document, user: account, question: question))
                }
            }
        }
    }
}
