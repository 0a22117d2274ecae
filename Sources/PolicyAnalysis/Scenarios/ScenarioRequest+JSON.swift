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
        case .setting: "setting"
        case .signIn: "signIn"
        case .signOut: "signOut"
        case .switchIdentity: "switchIdentity"
        }
    }

    /// The fields with their values as JSON; nil for one that was left out.
    private var fields: [(String, String?)] {
        switch self {
        case .navigate(let view, let url, let frame, let answer):
            [
                ("view", view.map(JSONText.string)), ("url", JSONText.string(url)),
                ("frame", JSONText.string(frame.rawValue)), ("answer", answer.map { JSONText.string($0.rawValue) }),
            ]
        case .open(let url, let isKnown), .canOpen(let url, let isKnown):
            [("url", JSONText.string(url)), ("knownManagedApp", "\(isKnown)")]
        case .universalLink(let url): [("url", JSONText.string(url))]
        case .copy(let source, let item): [("from", Self.json(source))] + Self.fields(of: item)
        case .paste(let source, let destination, let item):
            [("from", Self.json(source)), ("into", Self.json(destination))] + (item.map(Self.fields) ?? [])
        case .upload(let source, let view): [("from", Self.json(source)), ("into", JSONText.string(view))]
        case .save(let owner, let location, let account):
            [
                ("owner", Self.json(owner)), ("to", JSONText.string(location.rawValue)),
                ("account", Self.json(account)),
            ]
        case .openFrom(let receiver, let location, let account):
            [
                ("receiver", Self.json(receiver)), ("from", JSONText.string(location.rawValue)),
                ("account", Self.json(account)),
            ]
        case .send(let sender, let app, let method):
            [
                ("from", Self.json(sender)), ("to", JSONText.string(app.bundleID)),
                ("via", JSONText.string(method.rawValue)),
            ]
        case .receive(let account, let app):
            [("into", Self.json(account)), ("from", JSONText.string(app.bundleID))]
        case .setting(let setting, let account):
            [("name", JSONText.string(setting.rawValue)), ("account", Self.json(account))]
        case .signIn(let account), .signOut(let account): [("account", Self.json(account))]
        case .switchIdentity(let account, let level, let window):
            [
                ("to", Self.json(account)), ("level", JSONText.string(level.rawValue)),
                ("window", window.map(JSONText.string)),
            ]
        }
    }

    private static func json(_ place: ScenarioPlace) -> String { JSONText.string(place.name) }

    private static func json(_ account: AccountID?) -> String? { account.map { JSONText.string($0.description) } }

    private static func fields(of item: ClipboardItem) -> [(String, String?)] {
        [
            ("characters", item.kind == .text ? "\(item.characters)" : nil),
            ("type", JSONText.string(item.kind.rawValue)),
        ]
    }
}
