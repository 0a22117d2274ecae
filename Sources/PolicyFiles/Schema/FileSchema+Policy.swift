import DocumentReading
import PolicyModel

/// The schema of policy documents.
extension FileSchema {
    static let document = object(DocumentKeys.document, required: ["demarc"]) { key in
        switch key {
        case "demarc": .described(.constant(1), "The version of the format.")
        case "revision":
            .described(
                .integer(0...PolicyDocument.highestRevision),
                "The number of this version of the document: a fleet takes only a higher one than it has. Default 0."
            )
        case "app": .described(.definition("app"), "What the embedding app declares about itself.")
        case "policies": .described(.named(.definition("policy")), "App protection policies by name.")
        case "accounts": .described(.array(.definition("account")), "The accounts, and the policy in force for each.")
        case "user": .described(.text, "The account that acts by default; `none` is no account.")
        case "apps":
            .described(
                .array(.definition("otherApp")),
                "What schemes and universal links can reach; leave it out if that is unknown."
            )
        case "ruleSets": .described(.named(.definition("ruleSet")), "Rules by the name that views refer to.")
        case "views": .described(.array(.definition("view")), "The content views of the app.")
        case "appConfigurations":
            .described(.array(.definition("appConfiguration")), "The organization's configurations of the app.")
        case "mdmUser":
            .described(.text, "The user of the device, who gets the configurations of device management.")
        case "organizations":
            .described(
                .named(object(DocumentKeys.organization, required: ["hosts"]) { _ in .array(.text) }),
                "Which hosts are the organization's own, for `demarc audit` and claims. Default: inferred from the rules."
            )
        case "ambiguousURLs":
            .described(
                .choice(AmbiguousURLs.allCases.map(\.rawValue)),
                "How URLs that other software reads as another host are treated: reject blocks them."
            )
        default: .text
        }
    }

    static let documentDefinitions: Definitions = [
        ("app", object(DocumentKeys.embeddingApp, appValue)),
        // In a policy, a key without a value counts as missing.
        ("policy", object(DocumentKeys.policy) { policyValue($0).allowingNull }),
        ("account", account),
        ("otherApp", otherApp),
        ("ruleSet", ruleSet),
        ("view", view),
        ("appConfiguration", appConfiguration),
    ]

    // MARK: The parts

    private static let account = object(DocumentKeys.account, required: ["account"]) { key in
        switch key {
        case "account": .described(.text, "The account's id.")
        case "upn": .described(.text, "Its user principal name, which is another name of the same account.")
        case "organization":
            .described(.text, "Accounts of one organization may share data; without it, the account is alone.")
        case "policy": .described(.text, "The policy in force; an account without one is unmanaged.")
        default: .text
        }
    }

    private static let otherApp = object(DocumentKeys.app, required: ["id"]) { key in
        switch key {
        case "id": .described(.text, "The app's bundle id.")
        case "managed": .described(.boolean, "Whether app protection policies manage it.")
        case "organization": .described(.text, "The organization it is managed for.")
        case "policy": .described(.text, "The policy it is under.")
        case "mdmManaged": .described(.boolean, "Whether device management installed it.")
        case "schemes": .described(.array(.text), "The URL schemes it opens.")
        case "universalLinks": .described(.array(.text), "The universal links it opens.")
        default: .text
        }
    }

    private static let view = object(DocumentKeys.view, required: ["id"]) { key in
        switch key {
        case "id": .described(.text, "The view's id, unique in the document.")
        case "webView": .described(.boolean, "Whether it is a web view. Default: true, unless it has children.")
        case "policy":
            .described(
                .choice(WebViewPolicy.allCases.map(\.rawValue)),
                "The web-view policy of this view and everything in it."
            )
        case "isExternalURL": .described(.text, "The rule set that determines which URLs are external.")
        case "document": .described(.text, "The URL of the document it shows.")
        case "parent": .described(.text, "The view that contains it.")
        case "children": .described(.array(.definition("view")), "The views that it contains.")
        default: .text
        }
    }

    private static let appConfiguration = object(DocumentKeys.appConfiguration) { key in
        switch key {
        case "graph": .described(.text, "A file of configurations as Graph exports them.")
        case "plist": .described(.text, "A property list, or the log of a device, with keys and values.")
        case "settings": .described(.named(.text), "Keys with their values.")
        case "channel":
            .described(
                .choice(AppConfigurationChannel.allCases.map(\.rawValue)),
                "The channel that delivers it: app protection or device management. Default mam; a Graph export names it."
            )
        case "default": .described(.boolean, "Whether it counts only if no other has a value. Default false.")
        case "mobileApp":
            .described(.text, "The app's id in Intune, if a Graph export has configurations of several apps.")
        default: .described(.oneOrMany(.text), "The accounts it is for. Default: every managed account.")
        }
    }

    // MARK: Settings

    private static func appValue(_ key: String) -> JSONSchema {
        guard let setting = AppSetting(rawValue: key) else {
            return .described(.text, "The path of the app's Info.plist; keys next to it take precedence.")
        }
        switch setting.kind {
        case .boolean(let standard): return .described(.boolean, "\(standard) if it is missing.")
        case .text: return .text
        case .texts, .schemes: return .array(.text)
        case .number: return .number()
        case .color: return .described(.text, "A color as `#RRGGBB`, in quotes.")
        case .choice(let words): return .choice(words)
        case .systemRelease: return .described(.text, "The system the app was linked on, such as `ios26`.")
        case .dictionary: return .named(.text)
        }
    }

    private static func policyValue(_ key: String) -> JSONSchema {
        if let setting = PolicySetting(rawValue: key) { return setting.schema }
        guard key != "apps" else {
            return .described(.array(.text), "The bundle ids of the apps that the policy is for: they are managed.")
        }
        return .described(
            .anyOf([.text, object(DocumentKeys.graphFile, required: ["file"]) { _ in .text }]),
            "A file from Graph or a device's log that has the policy; keys next to it take precedence."
        )
    }
}

extension PolicySetting {
    /// The values that the setting accepts, and its summary.
    var schema: JSONSchema { .described(row.kind.schema, row.summary) }
}

extension PolicySettingKind {
    fileprivate var schema: JSONSchema {
        switch self {
        case .boolean: .boolean
        case .number(let range): .integer(range)
        case .text, .scheme, .duration, .version, .models: .text
        case .word(let words): .choice(words)
        case .words(let words): .array(.choice(words))
        case .links: .array(.text)
        case .protocols:
            .array(
                FileSchema.object(DocumentKeys.exemptedProtocol, required: ["value"]) { key in
                    key == "name" ? JSONSchema.text.allowingNull : .text
                }
            )
        }
    }
}
