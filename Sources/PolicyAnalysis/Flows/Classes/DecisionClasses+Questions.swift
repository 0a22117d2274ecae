import PolicyModel
import RuleRegions

/// The questions that one account asks, by topic.
extension DecisionClasses {
    /// Adds navigations to URLs in views, and what other apps open.
    mutating func addWeb(_ user: AccountID, _ urls: [(view: String, urls: [String])]) {
        for (view, urls) in urls where !isCut {
            for url in urls where !isCut {
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
        // The twin of a scheme opens a managed app, even where the scheme itself opens another one or nothing. So a
        // scheme opens the app that declares only its twin.
        let twins = schemes.union(FlowGraph.knownSchemes).map { TwinScheme.of($0) }
        let bases = schemes.compactMap { TwinScheme.base(of: $0) }.filter { !FlowGraph.knownSchemes.contains($0) }
        for url in FlowGraph.urls(ofSchemes: schemes.union(twins).union(bases).sorted()) { add(.open(url), as: user) }
        // A browser reads a URL of its own scheme in its own way.
        for scheme in asking.policy.schemesOfCustomBrowsers.sorted() {
            for url in FlowGraph.urls(ofBrowserScheme: scheme) { add(.open(url), as: user) }
        }
        let links = document.policies.values.flatMap { $0.exemptedUniversalLinks + $0.managedUniversalLinks }
        for url in [FreshNames.url] + Set(links).sorted().compactMap({ LinkWitness.url(of: $0) }) {
            add(.universalLink(url), as: user)
        }
    }

    /// Adds copies of an item by the acting account, in views, and in other places.
    mutating func addCopies(
        of item: ClipboardItem,
        in views: [String],
        _ others: [NamedPlace] = [],
        as user: AccountID
    ) {
        for place in [.account(user)] + views.map({ .view($0) }) + others { add(.copy(item, from: place), as: user) }
    }

    /// Adds pastes of an item from each place into each other place.
    mutating func addPastes(
        of item: ClipboardItem,
        from sources: [NamedPlace],
        into targets: [NamedPlace],
        as user: AccountID
    ) {
        for source in sources where !isCut {
            for target in targets where target != source { add(.paste(item, from: source, into: target), as: user) }
        }
    }

    /// Adds uploads from each place into each view.
    mutating func addUploads(from sources: [NamedPlace], into views: [String], as user: AccountID) {
        for source in sources where !isCut {
            for view in views { add(.upload(from: source, into: view), as: user) }
        }
    }

    /// Adds what the owners save to and open from the storage of each account, and to storage of no account.
    mutating func addStorage(of accounts: [AccountID], by owners: [AccountID], as user: AccountID) {
        for owner in accounts + [.noUser] where !isCut {
            for location in SaveLocation.allCases {
                for whose in owners { add(.save(to: location, of: owner, ownedBy: .account(whose)), as: user) }
            }
            for location in OpenLocation.allCases {
                for whose in owners { add(.openFrom(location, of: owner, receivedBy: whose), as: user) }
            }
        }
    }

    /// Adds what the owners send to and receive from each app, and their settings.
    mutating func addSharing(with apps: [AppID], by owners: [AccountID], as user: AccountID) {
        for app in apps where !isCut {
            for method in SharingMethod.allCases {
                for whose in owners {
                    add(.send(to: app, via: method, ownedBy: .account(whose)), as: user)
                }
            }
            for receiver in owners where !isCut {
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
