import PolicyModel

/// The requests that `when` can make, with the keys that each has.
enum ScenarioQuestion: String, CaseIterable {
    case navigate, open, canOpen, universalLink
    case copy, paste, upload
    case save, openFrom
    case send, receive, appSharing
    case incoming
    case setting
    case signIn, signOut, switchIdentity

    /// The keys that can stand in the request.
    var keys: [String] {
        switch self {
        case .navigate: ["view", "url", "frame", "answer", "sameDocument"]
        case .open, .canOpen: ["url", "knownManagedApp"]
        case .universalLink: ["url"]
        case .copy: ["from", "characters", "type"]
        case .paste: ["from", "into", "characters", "type"]
        case .upload: ["from", "into"]
        case .save: ["owner", "from", "to", "account"]
        case .openFrom: ["receiver", "from", "account"]
        case .send: ["from", "to", "via"]
        case .receive: ["into", "from", "owner"]
        case .appSharing: ["account"]
        case .incoming: ["url", "from"]
        case .setting: ["name", "account", "in"]
        case .signIn, .signOut: ["account"]
        case .switchIdentity: ["to", "level", "window"]
        }
    }

    /// The key whose value may stand for the whole request: the only one that it needs.
    var shortKey: String? {
        switch self {
        case .navigate, .open, .canOpen, .universalLink, .incoming: "url"
        case .setting: "name"
        case .signIn, .signOut, .appSharing: "account"
        case .switchIdentity: "to"
        case .copy, .paste, .upload, .save, .openFrom, .send, .receive: nil
        }
    }

    /// The verdicts that the answer can have.
    var verdicts: [String] {
        switch self {
        case .navigate, .open, .canOpen, .universalLink, .incoming: ["allow", "route", "block"]
        case .copy: ["plain", "protected", "block"]
        case .paste, .upload, .save, .openFrom, .appSharing, .setting: ["allow", "block"]
        case .send: ["allow", "allowEncrypted", "block"]
        case .receive: ["allow", "allowAsOrganizationData", "switchAccount", "block"]
        case .signIn, .signOut, .switchIdentity: ["success", "canceled", "notAllowed", "failed"]
        }
    }

    /// The verdicts of all requests.
    static let allVerdicts: [String] = {
        var seen: Set<String> = []
        return allCases.flatMap(\.verdicts).filter { seen.insert($0).inserted }
    }()
}
