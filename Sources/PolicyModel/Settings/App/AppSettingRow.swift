/// What is known about a setting of the app: its row in the single table of app settings.
///
/// It determines how Info.plists and policy documents are read, the schema, the compiled form, checks, and the page of
/// the documentation.
public struct AppSettingRow: Hashable, Sendable {
    /// The kind of value that the setting has.
    public let kind: AppSetting.Kind
    /// Where an Info.plist contains the setting.
    public let infoPlistKey: AppSetting.InfoPlistKey?
    /// What applies if the setting is missing.
    public let standard: String
    /// Whether an app must have the setting.
    public let need: AppSetting.Need
    /// What the setting decides in Demarc; nil if it decides nothing.
    public let decides: String?

    init(
        _ kind: AppSetting.Kind,
        _ key: String? = nil,
        bundle: String? = nil,
        default standard: String? = nil,
        when condition: AppSetting.Condition? = nil,
        decides: String? = nil
    ) {
        self.kind = kind
        infoPlistKey = key.map { .settings($0) } ?? bundle.map { .bundle($0) }
        self.standard = standard ?? kind.standard
        need = condition.map { .required(when: $0) } ?? .optional
        self.decides = decides
    }
}

extension AppSetting {
    /// The kind of value that a setting has, with its default if it has one.
    public enum Kind: Hashable, Sendable {
        /// `true` or `false`.
        case boolean(default: Bool)
        /// Any text.
        case text
        /// A list of texts.
        case texts
        /// A list of URL schemes.
        case schemes
        /// A number that isn't negative.
        case number
        /// A color as `#RRGGBB`; the `#` may be omitted.
        case color
        /// One word from a list.
        case choice([String])
        /// A major version of the system, such as `ios26`.
        case systemRelease
        /// Texts with names.
        case dictionary

        /// The kind with its words and default, identical in every build; see ``PolicySettingKind``.
        package var signature: String {
            switch self {
            case .boolean(let value): value ? "boolean true" : "boolean false"
            case .text: "text"
            case .texts: "texts"
            case .schemes: "schemes"
            case .number: "number"
            case .color: "color"
            case .choice(let words): "choice " + words.joined(separator: " ")
            case .systemRelease: "systemRelease"
            case .dictionary: "dictionary"
            }
        }
    }

    /// Where an Info.plist contains a setting.
    public enum InfoPlistKey: Hashable, Sendable {
        /// A key of the dictionary `IntuneMAMSettings`.
        case settings(String)
        /// A key of the Info.plist itself.
        case bundle(String)

        /// The key.
        public var name: String {
            switch self {
            case .settings(let name), .bundle(let name): name
            }
        }
    }

    /// Whether an app must have a setting.
    public enum Need: Hashable, Sendable {
        /// The app may omit it.
        case optional
        /// The app must have it under this condition.
        case required(when: Condition)
    }

    /// The condition that makes a setting necessary. An Info.plist doesn't always show whether it applies.
    public enum Condition: String, CaseIterable, Hashable, Sendable {
        /// The app signs in with the vendor's authentication library; ``AppSetting/adalRedirectUri`` and
        /// ``AppSetting/adalRedirectScheme`` can replace each other.
        case signsIn = "the app signs in with MSAL"
        /// The app is registered for one tenant only.
        case singleTenant = "the app is registered for a single tenant"
        /// The app's entitlements name app groups.
        case usesAppGroups = "the app uses app groups"
        /// The plist belongs to an extension.
        case isExtension = "the plist is that of an extension"
        /// The plist belongs to an action extension that opens files in the app.
        case isOpenInAction = "the plist is that of an Open In action extension"
        /// ``AppSetting/mamPolicyRequired`` is on.
        case requiresPolicy = "`MAMPolicyRequired` is on"
        /// A web view of the app handles URLs itself.
        case handlesURLs = "a web view of the app handles URL schemes itself"
        /// The app registers background tasks at launch.
        case registersTasks = "the app registers background tasks while it launches"
    }
}

extension AppSetting.Kind {
    /// What applies if a setting is missing and its row does not specify it.
    fileprivate var standard: String {
        switch self {
        case .boolean(let standard): "\(standard)"
        case .texts, .schemes, .dictionary: "empty"
        case .text, .number, .color, .choice, .systemRelease: "none"
        }
    }
}
