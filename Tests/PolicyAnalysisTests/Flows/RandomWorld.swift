import Diagnostics
import PolicyModel
import TestSupport
import URLMatching

/// A random policy document with a few parts of every kind, and random requests about them.
struct RandomWorld {
    private(set) var document: PolicyDocument
    private var random: SplitMix

    private static let location = SourceLocation(path: "random", line: 1, column: 1)
    private static let organizations: [String?] = ["contoso", "contoso", "fabrikam", nil]
    private static let schemes = ["notes", "pager", "contoso-doc", "microsoft-edge-https", "wiki"]
    private static let hosts = [
        "contoso.com", "a.contoso.com", "b.a.contoso.com", "fabrikam.com", "contoso.sharepoint.com", "x.sharepoint.com",
        "c.github.io", "evilcontoso.com", "contoso.com.evil.example", "10.20.1.1", "11.0.0.1", "[fd00::1]",
        "example.net",
    ]

    init(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let names = ["p", "q", "r"]
        let policies = names.map { Self.policy($0, &random) }
        let accounts = (0..<random.number(in: 1...7)).map { number in
            Account(
                id: AccountID("user\(number)@example"),
                organization: random.one(of: Self.organizations),
                policy: random.once(in: 4) ? nil : random.one(of: names)
            )
        }
        let apps = (0..<random.number(in: 0...5)).map { Self.app($0, names, &random) }
        let ruleSets = ["one", "two"].map { Self.ruleSet($0, &random) }
        let views = (0..<random.number(in: 1...6)).map { number in
            ViewDeclaration(
                id: "v\(number)",
                policy: random.one(of: WebViewPolicy.allCases),
                ruleSet: random.one(of: ["one", "two", nil]),
                document: random.one(of: [nil, nil, "https://contoso.com/d", "https://contoso.sharepoint.com/d"])
            )
        }
        var app = AppSettings()
        app[.multiIdentity] = .boolean(true)
        app[.multiManagedIdentities] = .boolean(true)
        app[.treatAllWebViewsAsUnmanaged] = .boolean(random.once(in: 2))
        if random.once(in: 3) { app[.webViewHandledURLSchemes] = .texts(["contoso-doc"]) }
        if random.once(in: 2) { app[.queriesSchemes] = .texts(["notes", "notes-intunemam", "tel", "https"]) }
        document = PolicyDocument(
            app: app,
            policies: Dictionary(uniqueKeysWithValues: policies.map { ($0.name, $0) }),
            accounts: AccountDirectory(accounts),
            user: nil,
            apps: random.once(in: 4) ? nil : apps,
            ruleSets: ruleSets,
            views: views,
            ambiguousURLs: random.once(in: 4) ? .canonicalize : .reject
        )
        self.random = random
        if seed % 2 == 1 { document.appConfigurations = [Self.configuration(of: accounts, seed)] }
    }

    /// Creates random requests about an existing document.
    init(_ document: PolicyDocument, seed: UInt64) {
        self.document = document
        random = SplitMix(seed: seed)
    }

    // MARK: Documents

    private static func policy(_ name: String, _ random: inout SplitMix) -> AppProtectionPolicy {
        var policy = AppProtectionPolicy(name: name)
        policy.allowedOutboundDataTransferDestinations = random.one(of: .init(ManagedAppDataTransferLevel.allCases))
        policy.allowedInboundDataTransferSources = random.one(of: .init(ManagedAppDataTransferLevel.allCases))
        policy.allowedOutboundClipboardSharingLevel = random.one(of: .init(ManagedAppClipboardSharingLevel.allCases))
        policy.allowedOutboundClipboardSharingExceptionLength = random.one(of: [0, 0, 5, 20])
        policy.managedBrowserToOpenLinksRequired = random.once(in: 2)
        if random.once(in: 4) { policy.customBrowserProtocol = RedirectScheme("wiki") }
        policy.dialerRestrictionLevel = random.one(of: .init(ManagedAppPhoneNumberRedirectLevel.allCases))
        policy.protectedMessagingRedirectAppType = random.one(of: .init(MessagingRedirectType.allCases))
        if random.once(in: 2) { policy.customDialerAppProtocol = RedirectScheme("pager") }
        if random.once(in: 2) { policy.messagingRedirectAppUrlScheme = RedirectScheme("pager") }
        if random.once(in: 2) { policy.exemptedAppProtocols = [ExemptedAppProtocol(name: "", value: "notes;tel")] }
        if random.once(in: 2) { policy.exemptedUniversalLinks = ["https://*.contoso.com", "https://example.net"] }
        if random.once(in: 2) { policy.managedUniversalLinks = ["https://a.contoso.com", "https://fabrikam.com/a"] }
        policy.saveAsBlocked = random.once(in: 2)
        policy.set(
            .allowedDataStorageLocations,
            to: .texts(random.some(0...3) { $0.one(of: ["box", "photoLibrary", "localStorage", "sharePoint"]) })
        )
        policy.blockDataIngestionIntoOrganizationDocuments = random.once(in: 2)
        policy.set(
            .allowedDataIngestionLocations,
            to: .texts(random.some(0...2) { $0.one(of: ["camera", "photoLibrary", "sharePoint"]) })
        )
        policy.filterOpenInToOnlyManagedApps = random.once(in: 2)
        policy.disableProtectionOfManagedOutboundOpenInData = random.once(in: 2)
        policy.protectInboundDataFromUnknownSources = random.once(in: 2)
        policy.printBlocked = random.once(in: 2)
        policy.thirdPartyKeyboardsBlocked = random.once(in: 2)
        return policy
    }

    /// A configuration of every second account that lets its screen be captured.
    private static func configuration(of accounts: [Account], _ seed: UInt64) -> AppConfigurationDocument {
        let value = AppConfigurationValue.string(AppConfigurationDocument.screenCaptureDisabled)
        return AppConfigurationDocument(
            accounts: accounts.enumerated().filter { $0.offset % 2 == Int(seed / 2 % 2) }.map(\.element.id),
            settings: [AppConfigurationSetting(AppConfigurationDocument.screenCaptureKey, value)]
        )
    }

    private static func app(_ number: Int, _ policies: [String], _ random: inout SplitMix) -> AppDeclaration {
        let isManaged = random.once(in: 2)
        let schemes = random.some(0...2) { $0.one(of: Self.schemes) }
        return AppDeclaration(
            id: AppID("app.n\(number)"),
            isManaged: isManaged,
            organization: isManaged ? random.one(of: organizations) : nil,
            policy: isManaged && random.once(in: 2) ? random.one(of: policies) : nil,
            isMDMManaged: random.once(in: 2),
            schemes: Array(Set(schemes + (random.once(in: 3) ? schemes.map { $0 + "-intunemam" } : []))).sorted(),
            universalLinks: random.once(in: 3) ? ["https://a.contoso.com"] : []
        )
    }

    private static func ruleSet(_ name: String, _ random: inout SplitMix) -> RuleSet {
        let values: [(MatcherKey, String)] = [
            (.domain, "contoso.com"), (.host, "a.contoso.com"), (.domain, "sharepoint.com"),
            (.edge, "https://*contoso.com/*"),
            (.regex, "contoso\\.com"), (.address, "10.20.0.0/16"), (.scheme, "wiki"), (.site, "same-site"),
            (.pattern, "https://*.github.io/a*"), (.url, "https://fabrikam.com/a"), (.chrome, ".example.net"),
            (.site, "same-document"),
        ]
        let rules = (0..<random.number(in: 0...5)).compactMap { number -> Rule? in
            let (key, text) = random.one(of: values)
            guard let matcher = try? Matcher(key: key, text: text) else { return nil }
            return Rule(
                id: "r\(number)",
                urlClass: random.one(of: URLClass.allCases),
                priority: random.number(in: 0...1),
                conditions: [Condition(key: key, alternatives: [matcher])],
                location: location
            )
        }
        return RuleSet(
            name: name,
            defaultClass: random.one(of: URLClass.allCases),
            defaultLocation: location,
            rules: rules,
            subresources: random.once(in: 2) ? .block : .allow
        )
    }

    // MARK: Requests

    /// The acting account, the question, and the pages.
    mutating func request() -> (
        user: AccountID, question: Question, pages: [String: ScenarioGiven.Page], isEnrolled: Bool
    ) {
        var pages: [String: ScenarioGiven.Page] = [:]
        for view in document.views where random.once(in: 2) {
            pages[view.id] = random.once(in: 3) ? .external : .loadedFor(account())
        }
        return (account(), question(), pages, random.once(in: 4))
    }

    private mutating func question() -> Question {
        let item = ClipboardItem(random.one(of: ClipboardItem.Kind.allCases), characters: random.number(in: 0...30))
        switch random.number(in: 0...12) {
        case 0, 1, 2:
            return .navigate(
                to: url(),
                in: view(),
                frame: random.one(of: Frame.allCases),
                answer: random.once(in: 3) ? random.one(of: ExternalURLAnswer.allCases) : nil,
                isSameDocument: random.once(in: 5)
            )
        case 3: return .open(url(), isKnownManagedAppScheme: random.once(in: 4))
        case 4: return .canOpen(url(), isKnownManagedAppScheme: random.once(in: 4))
        case 5: return .universalLink(url())
        case 6: return .copy(item, from: place())
        case 7: return .paste(item, from: place(), into: place())
        case 8: return .upload(from: place(), into: view(), isExternalFrame: random.once(in: 4))
        case 9:
            return .save(to: random.one(of: SaveLocation.allCases), of: account(), ownedBy: .account(account()))
        case 10: return .openFrom(random.one(of: OpenLocation.allCases), of: account(), receivedBy: account())
        case 11:
            return random.once(in: 2)
                ? .send(to: app(), via: random.one(of: SharingMethod.allCases), ownedBy: .account(account()))
                : .receive(from: app(), into: account(), ownedBy: random.once(in: 2) ? account() : nil)
        default: return .setting(random.one(of: SingleSetting.allCases), of: .place(place()))
        }
    }

    private mutating func account() -> AccountID {
        random.once(in: 8) ? .noUser : random.one(of: document.accounts.accounts).id
    }

    private mutating func view() -> String { random.one(of: document.views).id }

    private mutating func app() -> AppID {
        let apps = document.apps ?? []
        return apps.isEmpty || random.once(in: 5) ? "app.unknown" : random.one(of: apps).id
    }

    private mutating func place() -> NamedPlace {
        switch random.number(in: 0...5) {
        case 0: .native()
        case 1: .app(app())
        case 2: .externalFrame(view())
        case 3: .account(account())
        default: .view(view())
        }
    }

    private mutating func url() -> String {
        switch random.number(in: 0...9) {
        case 0:
            return random.one(of: ["mailto:a@example.net", "tel:+1", "telprompt:2", "sms:1", "imessage:x", "ms-sms:1"])
        case 1:
            return random.one(of: Self.schemes + ["other", "another", "notes-intunemam"]) + "://"
                + random.one(of: ["x", "yy/z"])
        case 2:
            return random.one(of: [
                "about:blank", "data:,a", "javascript:1", "file:///a", "blob:https://contoso.com/1", "https://", "//a",
                "https://contoso.com\\@example.net/", "https://a@contoso.com/",
            ])
        default:
            let scheme = random.one(of: ["https", "https", "https", "http", "wss"])
            let tail = random.one(of: ["/", "/a", "/a/b?contoso.com", "/d", "/d#x", ":8443/", "/contoso.com"])
            return "\(scheme)://\(random.one(of: Self.hosts))\(tail)"
        }
    }
}
