import Diagnostics
package import PolicyModel

/// A question on a page, and the words for it.
struct PageQuestion {
    let topic: PolicyPage.Topic
    let target: String
    var owner: PolicyPage.Owner?
    var deed = ""
    let object: String
    let question: Question

    /// All questions for a group of accounts.
    static func all(for group: AccountGroup, of document: PolicyDocument, _ probes: ProbeDocuments) -> [PageQuestion] {
        clipboard(for: group, of: document, probes) + saving(for: group, probes) + opening(for: group, probes)
            + apps(for: group, of: document, probes) + links(for: group, of: document) + features(for: group)
    }

    // MARK: Clipboard

    private static func clipboard(
        for group: AccountGroup,
        of document: PolicyDocument,
        _ probes: ProbeDocuments
    ) -> [PageQuestion] {
        let policy = group.policy.flatMap { document.policies[$0] }
        let exempted = policy?.allowedOutboundClipboardSharingExceptionLength ?? 0
        let own = NamedPlace.account(group.account)
        // One character more than the length exception.
        let item = ClipboardItem(.text, characters: exempted + 1)
        var questions = [copy("pasteboard", exempted > 0 ? "longer text" : "text", item, own)]
        if exempted > 0 {
            let short = ClipboardItem(.text, characters: exempted)
            let object = "text of up to \(Quoted.count(exempted, "character"))"
            questions.append(copy("pasteboard@\(exempted)", object, short, own))
        }
        if group.policy != nil {
            let app = NamedPlace.app(probes.managedApp(of: group.organization))
            questions.append(paste("managedApps", "into apps managed for the organization", item, own, app))
        }
        let other = NamedPlace.app(probes.otherApp)
        return questions + [
            paste("otherApps", "into any other app", item, own, other),
            paste("own", "from any other app", item, other, own),
        ]
    }

    private static func copy(_ target: String, _ object: String, _ item: ClipboardItem, _ from: NamedPlace) -> Self {
        Self(topic: .clipboard, target: target, deed: "copy", object: object, question: .copy(item, from: from))
    }

    private static func paste(
        _ target: String,
        _ object: String,
        _ item: ClipboardItem,
        _ from: NamedPlace,
        _ into: NamedPlace
    ) -> Self {
        Self(
            topic: .clipboard,
            target: target,
            deed: "paste",
            object: object,
            question: .paste(item, from: from, into: into)
        )
    }

    // MARK: Locations

    private static func owners(for group: AccountGroup, _ probes: ProbeDocuments) -> [(PolicyPage.Owner, AccountID)] {
        PolicyPage.Owner.allCases.map { ($0, $0.account(own: group.account, personal: probes.personal)) }
    }

    private static func saving(for group: AccountGroup, _ probes: ProbeDocuments) -> [PageQuestion] {
        SaveLocation.allCases.flatMap { location in
            owners(for: group, probes).map { owner, account in
                PageQuestion(
                    topic: .save,
                    target: location.rawValue,
                    owner: owner,
                    object: location.rawValue,
                    question: .save(to: location, of: account, ownedBy: .account(group.account))
                )
            }
        }
    }

    private static func opening(for group: AccountGroup, _ probes: ProbeDocuments) -> [PageQuestion] {
        OpenLocation.allCases.flatMap { location in
            owners(for: group, probes).map { owner, account in
                PageQuestion(
                    topic: .open,
                    target: location.rawValue,
                    owner: owner,
                    object: location.rawValue,
                    question: .openFrom(location, of: account, receivedBy: group.account)
                )
            }
        }
    }

    // MARK: Apps

    private static func apps(
        for group: AccountGroup,
        of document: PolicyDocument,
        _ probes: ProbeDocuments
    ) -> [PageQuestion] {
        var apps = (document.apps ?? []).prefix(PolicyPage.Omitted.most).map { ($0.id, $0.id.bundleID, $0.id.bundleID) }
        if group.policy != nil {
            let managed = probes.managedApp(of: group.organization)
            apps.append((managed, "managedApps", "apps managed for the organization"))
        }
        apps.append((probes.otherApp, "otherApps", "any other app"))
        let owner = Question.Owner.account(group.account)
        let sending = apps.flatMap { id, target, object in
            [
                PageQuestion(
                    topic: .apps,
                    target: target,
                    deed: "send to",
                    object: object,
                    question: .send(to: id, via: .direct, ownedBy: owner)
                ),
                PageQuestion(
                    topic: .apps,
                    target: "\(target)@openIn",
                    deed: "send to",
                    object: "\(object) with “Open in” or “Share”",
                    question: .send(to: id, via: .openIn, ownedBy: owner)
                ),
            ]
        }
        let receiving = apps.map { id, target, object in
            PageQuestion(
                topic: .apps,
                target: target,
                deed: "receive from",
                object: object,
                question: .receive(from: id, into: group.account)
            )
        }
        return sending + receiving
    }

    // MARK: Links

    /// A scheme that no exemption is likely to name.
    private static let otherScheme = "x-demarc-unnamed"

    private static func links(for group: AccountGroup, of document: PolicyDocument) -> [PageQuestion] {
        let number = "+15550100"
        let links = [
            ("https", "open", "web links", Question.open("https://demarc.invalid/")),
            ("universalLink", "open", "universal links", .universalLink("https://demarc.invalid/")),
            ("mailto", "open", "mail addresses (mailto)", .open("mailto:mail@demarc.invalid")),
            ("tel", "open", "phone numbers (tel)", .open("tel:\(number)")),
            ("sms", "open", "messages (sms)", .open("sms:\(number)")),
        ]
        // With a host: without one, a link of the web is not a URL, and a link of a browser is ambiguous.
        let schemes = group.exemptedSchemes(in: document).prefix(PolicyPage.Omitted.most)
            .map { ($0, "open links of the schemes", $0, Question.open("\($0)://demarc.invalid/")) }
        let other = ("otherApps", "open", "links of any other app", Question.open("\(otherScheme):"))
        return (links + schemes + [other]).map { target, deed, object, question in
            PageQuestion(topic: .links, target: target, deed: deed, object: object, question: question)
        }
    }

    // MARK: Features

    private static func features(for group: AccountGroup) -> [PageQuestion] {
        SingleSetting.allCases.map { setting in
            PageQuestion(
                topic: .features,
                target: setting.rawValue,
                object: setting.deed,
                question: .setting(setting, of: .account(group.account))
            )
        }
    }
}

extension PolicyPage.Owner {
    /// The account to use in questions about a location.
    package func account(own: AccountID, personal: AccountID) -> AccountID {
        switch self {
        case .own: own
        case .personal: personal
        case .none: .noUser
        }
    }
}

extension SingleSetting {
    /// The action that uses the feature.
    fileprivate var deed: String {
        switch self {
        case .print: "print"
        case .contactSync: "write contacts to the device"
        case .widgetSync: "show organization data in widgets"
        case .backup: "back up the app's data"
        case .keyboards: "use keyboards other than the system's"
        case .genmoji: "use Genmoji"
        case .writingTools: "use Writing Tools"
        case .spotlight: "show organization data in the system's search"
        case .siriIntents: "donate to Siri"
        case .appIntents: "use app intents"
        case .screenCapture: "capture the screen"
        case .notifications: "show notifications"
        case .fileEncryption: "write files without encryption"
        }
    }
}
