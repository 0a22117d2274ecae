import Demarc
import Diagnostics
package import PolicyModel

extension ScenarioRequest {
    /// The request as scenario files write it, as a JSON object with one member named after what is asked.
    ///
    /// - Parameter omitted: A field that is left out.
    /// - Returns: The object.
    package func json(without omitted: String? = nil) -> String {
        let members = fields.compactMap { name, value in
            name == omitted ? nil : value.map { "\(JSONText.string(name)):\($0)" }
        }
        return "{\"\(kind)\":{\(members.joined(separator: ","))}}"
    }

    /// The name of the request in scenario files.
    private var kind: String {
        switch self {
        case .navigate: "navigate"
        case .open: "open"
        case .canOpen: "canOpen"
        case .universalLink: "universalLink"
        case .copy: "copy"
        case .paste: "paste"
        case .upload: "upload"
        case .save: "save"
        case .openFrom: "openFrom"
        case .send: "send"
        case .receive: "receive"
        case .appSharing: "appSharing"
        case .incoming: "incoming"
        case .setting: "setting"
        case .signIn: "signIn"
        case .signOut: "signOut"
        case .switchIdentity: "switchIdentity"
        }
    }

    /// The fields with their values as JSON; nil for one that was left out.
    private var fields: [(String, String?)] {
        switch self {
        case .navigate(let view, let url, let frame, let answer, let isSameDocument):
            [
                ("view", view.map(JSONText.string)), ("url", JSONText.string(url)),
                ("frame", JSONText.string(frame.rawValue)), ("answer", answer.map { JSONText.string($0.rawValue) }),
                ("sameDocument", isSameDocument ? "true" : nil),
            ]
        case .open(let url, let isKnown), .canOpen(let url, let isKnown):
            [("url", JSONText.string(url)), ("knownManagedApp", "\(isKnown)")]
        case .universalLink(let url): [("url", JSONText.string(url))]
        case .copy(let source, let item): [("from", Self.json(source))] + Self.fields(of: item)
        case .paste(let source, let destination, let item):
            [("from", Self.json(source)), ("into", Self.json(destination))] + (item.map(Self.fields) ?? [])
        case .upload(let source, let page): [("from", Self.json(source)), ("into", Self.json(page))]
        case .save(let owner, let location, let account):
            [
                Self.field(of: owner, account: "owner", place: "from"), ("to", JSONText.string(location.rawValue)),
                ("account", Self.json(account)),
            ]
        case .openFrom(let receiver, let location, let account):
            [
                ("receiver", Self.json(receiver)), ("from", JSONText.string(location.rawValue)),
                ("account", Self.json(account)),
            ]
        case .send(let sender, let app, let method):
            [
                Self.field(of: sender, account: "from", place: "from"), ("to", JSONText.string(app.bundleID)),
                ("via", JSONText.string(method.rawValue)),
            ]
        case .receive(let account, let app, let owner):
            [
                ("into", Self.json(account)), ("from", JSONText.string(app.bundleID)), ("owner", Self.json(owner)),
            ]
        case .appSharing(let account): [("account", Self.json(account))]
        case .incoming(let url, let app):
            [("url", JSONText.string(url)), ("from", app.map { JSONText.string($0.bundleID) })]
        case .setting(let setting, let owner):
            [
                ("name", JSONText.string(setting.rawValue)), Self.field(of: owner, account: "account", place: "in"),
            ]
        case .signIn(let account), .signOut(let account): [("account", Self.json(account))]
        case .switchIdentity(let identity, let level, let window):
            [
                ("to", JSONText.string(identity.name)), ("level", JSONText.string(level.rawValue)),
                ("window", window.map(JSONText.string)),
            ]
        }
    }

    private static func json(_ place: ScenarioPlace) -> String {
        guard case .externalFrame(let view) = place else { return JSONText.string(place.name) }
        return "{\"view\":\(JSONText.string(view)),\"frame\":\"external\"}"
    }

    private static func field(of owner: ScenarioOwner?, account: String, place: String) -> (String, String?) {
        switch owner {
        case .account(let id)?: (account, json(id))
        case .place(let at)?: (place, json(at))
        case nil: (account, nil)
        }
    }

    private static func json(_ account: AccountID?) -> String? { account.map { JSONText.string($0.description) } }

    private static func fields(of item: ClipboardItem) -> [(String, String?)] {
        [
            ("characters", item.kind == .text ? "\(item.characters)" : nil),
            ("type", JSONText.string(item.kind.rawValue)),
        ]
    }
}
