public import Diagnostics
import PolicyModel
import URLMatching

/// Something written, or left at its default, without which a path would not be open.
public struct FlowGate: Hashable, Sendable {
    /// What it is.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A setting of a policy.
        case setting
        /// A setting of the embedding app.
        case appSetting
        /// A rule of a rule set, or its default.
        case rule
        /// The tag of a view, or that it has no rule set.
        case view
        /// The declaration of another app.
        case app
        /// A state of the device.
        case device
        /// Something that an audit was told to assume.
        case assumption
    }

    /// What it is.
    public var kind: Kind
    /// Whose it is: the policy, the rule set, the view or the app.
    public var owner: String
    /// The setting, the rule, or what is declared.
    public var name: String
    /// Its value.
    public var value: String
    /// Where it is written; nil where nobody wrote it.
    public var location: SourceLocation?

    /// The setting of a policy that it is; nil for every other kind.
    var setting: PolicySetting? { kind == .setting ? PolicySetting(rawValue: name) : nil }

    /// It in words, such as `strict.printBlocked: false`.
    public var words: String {
        let subject = owner.isEmpty ? name : name.isEmpty ? owner : "\(owner).\(name)"
        return value.isEmpty ? subject : "\(subject): \(value)"
    }

    /// It in words, with its place; a setting that nobody wrote says so.
    public var placedWords: String {
        switch (location, kind) {
        case (let location?, _): "\(words) (\(location))"
        case (nil, .device), (nil, .assumption): words
        case (nil, .setting), (nil, .appSetting), (nil, .rule), (nil, .view), (nil, .app): "\(words) (default)"
        }
    }

    /// The same wherever it is written: paths are compared by it.
    var key: String { [kind.rawValue, owner, name, value].joined(separator: "\u{1F}") }

    /// Whether two gates are the same, wherever they are written.
    public static func == (left: Self, right: Self) -> Bool {
        left.kind == right.kind && left.name == right.name && left.owner == right.owner && left.value == right.value
    }

    /// Hashes what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(owner)
        hasher.combine(name)
    }
}

extension FlowGate: Comparable {
    /// Orders gates by kind, owner, name and value.
    public static func < (left: Self, right: Self) -> Bool {
        if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
        return (left.owner, left.name, left.value) < (right.owner, right.name, right.value)
    }
}

extension FlowGate {
    /// The gate of a setting with the value that is in force.
    init(_ setting: SettingInForce) {
        self.init(
            kind: setting.policy == nil ? .appSetting : .setting,
            owner: setting.policy ?? "app",
            name: setting.name,
            value: setting.value.text,
            location: setting.location
        )
    }

    /// The gate of the policy setting that a document has in force.
    init?(_ setting: PolicySetting, of policy: String?, in document: PolicyDocument) {
        guard let policy = policy.flatMap({ document.policies[$0] }) else { return nil }
        self.init(SettingInForce(setting, of: policy))
    }

    /// The gate of a rule that decided.
    init(_ rule: RuleReference, in document: PolicyDocument) {
        let ruleSet = document.ruleSets.first { $0.name == rule.ruleSet }
        let written = ruleSet?.rules.first { $0.id == rule.id }
        self.init(
            kind: .rule,
            owner: rule.ruleSet,
            name: rule.id,
            value: written.map(Self.matchers) ?? rule.urlClass.rawValue,
            location: rule.location
        )
    }

    /// The gate of what a rule set says of URLs that no rule matches.
    init(defaultOf ruleSet: RuleSet) {
        self.init(
            kind: .rule,
            owner: ruleSet.name,
            name: "default",
            value: ruleSet.defaultClass.rawValue,
            location: ruleSet.defaultLocation
        )
    }

    /// The gate of an app configuration that opens screen capture; nil where `app.appConfig` says so itself, and for every
    /// other reason.
    init?(configurationBehind reason: Reason, in document: PolicyDocument) {
        guard reason.code == .settingScreenCaptureAppConfig,
            document.app.appConfig[AppConfigurationDocument.screenCaptureKey] == nil
        else { return nil }
        let settings = document.appConfigurations.lazy.flatMap(\.settings)
        guard let setting = settings.first(where: { $0.key == AppConfigurationDocument.screenCaptureKey }) else {
            return nil
        }
        self.init(
            kind: .appSetting,
            owner: "",
            name: "appConfigurations",
            value: "\(setting.key): \(AppConfigurationDocument.screenCaptureDisabled)",
            location: setting.location
        )
    }

    /// The gate of a view's own tag.
    init(tagOf view: ViewDeclaration) {
        self.init(
            kind: .view,
            owner: view.id,
            name: "policy",
            value: view.policy.rawValue,
            location: view.policyLocation ?? view.location
        )
    }

    /// The gate of a view without a rule set.
    init(viewWithoutRules view: ViewDeclaration) {
        self.init(kind: .view, owner: view.id, name: "isExternalURL", value: "not set", location: view.location)
    }

    /// The gate of what a document declares of an app.
    init(_ app: AppDeclaration) {
        var value = app.isManaged ? "managed" : app.isMDMManaged ? "installed by device management" : "unmanaged"
        if let organization = app.organization { value += " for \(organization)" }
        self.init(kind: .app, owner: app.id.bundleID, name: "", value: value, location: app.location)
    }

    /// The gate of a state of the device.
    init(device name: String, _ value: String) {
        self.init(kind: .device, owner: "device", name: name, value: value, location: nil)
    }

    /// The gate of something that is assumed.
    init(assuming assumption: AuditAssumption) {
        self.init(kind: .assumption, owner: "assume", name: assumption.rawValue, value: "", location: nil)
    }

    /// The gate of what a rule set says of resources.
    init(subresourcesOf ruleSet: RuleSet) {
        self.init(
            kind: .rule,
            owner: ruleSet.name,
            name: "subresources",
            value: ruleSet.subresources.rawValue,
            location: ruleSet.defaultLocation
        )
    }

    private static func matchers(of rule: Rule) -> String {
        let texts = rule.conditions.map { condition in
            let values = condition.key == .list ? condition.paths : condition.alternatives.map(Self.text)
            let shown = values.prefix(8).joined(separator: ", ")
            return "\(condition.key.rawValue) \(shown)\(values.count > 8 ? " and \(values.count - 8) more" : "")"
        }
        return texts.joined(separator: " and ")
    }

    /// A value as its author wrote it, or near to it.
    private static func text(of matcher: Matcher) -> String {
        switch matcher {
        case .url(let matcher): matcher.url
        case .host(let matcher): matcher.host
        case .domain(let matcher): matcher.domain
        case .scheme(let matcher): matcher.scheme
        case .pattern(let matcher): matcher.pattern.description
        case .edge(let pattern): pattern.text
        case .chrome(let filter): filter.text
        case .address(let matcher): "\(matcher.network)/\(matcher.prefixLength)"
        case .regex(let matcher): matcher.pattern
        case .site(let matcher): matcher.relation.rawValue
        case .list: "list"
        }
    }
}
