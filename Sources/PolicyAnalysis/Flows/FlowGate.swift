package import Diagnostics
import PolicyFiles
import PolicyModel
import URLMatching

/// An explicit or default value without which a path would not be open.
package struct FlowGate: Hashable, Sendable {
    /// The kind of a gate.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A setting of a policy.
        case setting
        /// A setting of the embedding app.
        case appSetting
        /// A rule of a rule set, or its default.
        case rule
        /// The tag of a view, or the absence of a rule set.
        case view
        /// The declaration of another app.
        case app
        /// A state of the device.
        case device
        /// A worst case that an audit was told to assume.
        case assumption
    }

    /// The kind of the gate.
    package var kind: Kind
    /// The owner: the policy, the rule set, the view or the app.
    package var owner: String
    /// The name of the setting, the rule or the declaration.
    package var name: String
    /// The value.
    package var value: String
    /// Where the value is written, or nil if it is a default.
    package var location: SourceLocation?
    /// The value that gates are compared by, if it is not ``value``, which is shortened for display: everything that
    /// is written, with several values in one order and without repetitions, and with the paths of lists from the
    /// folder of the document. They are shown from elsewhere, such as the working directory or a revision.
    var wholeValue: String?

    /// The policy setting, or nil for every other kind of gate.
    var setting: PolicySetting? { kind == .setting ? PolicySetting(rawValue: name) : nil }

    /// What has the value, such as `strict.printBlocked`.
    package var fullName: String { owner.isEmpty ? name : name.isEmpty ? owner : "\(owner).\(name)" }

    /// The gate in words, such as `strict.printBlocked: false`.
    package var words: String { value.isEmpty ? fullName : "\(fullName): \(value)" }

    /// The gate in words, with its place; a default value is marked as such.
    package var placedWords: String {
        switch (location, kind) {
        case (let location?, _): "\(words) (\(location))"
        case (nil, .device), (nil, .assumption): words
        // An app that only a policy lists is written nowhere as a whole.
        case (nil, .app): words
        case (nil, .setting), (nil, .appSetting), (nil, .rule), (nil, .view): "\(words) (default)"
        }
    }

    /// A key that is the same regardless of the place. Paths are compared by it.
    var key: String { [kind.rawValue, owner, name, comparedValue].joined(separator: "\u{1F}") }

    private var comparedValue: String { wholeValue ?? value }

    /// Whether two gates are the same, regardless of where they are written.
    package static func == (left: Self, right: Self) -> Bool {
        left.kind == right.kind && left.name == right.name && left.owner == right.owner
            && left.comparedValue == right.comparedValue
    }

    /// Hashes the values that ``==(_:_:)`` compares.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(owner)
        hasher.combine(name)
    }
}

extension FlowGate: Comparable {
    /// Orders gates by kind, owner, name and value.
    package static func < (left: Self, right: Self) -> Bool {
        if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
        return (left.owner, left.name, left.comparedValue) < (right.owner, right.name, right.comparedValue)
    }
}

extension FlowGate {
    /// Creates the gate of a setting with the value in force.
    init(_ setting: SettingInForce) {
        self.init(
            kind: setting.policy == nil ? .appSetting : .setting,
            owner: setting.policy ?? "app",
            name: setting.name,
            value: setting.value.text,
            location: setting.location,
            wholeValue: setting.value.whole
        )
    }

    /// Creates the gate of a policy setting that is in force in a document.
    init?(_ setting: PolicySetting, of policy: String?, in document: PolicyDocument) {
        guard let policy = policy.flatMap({ document.policies[$0] }) else { return nil }
        self.init(SettingInForce(setting, of: policy))
    }

    /// Creates the gate of the deciding rule.
    init(_ rule: RuleReference, in document: PolicyDocument) {
        let ruleSet = document.ruleSet(named: rule.ruleSet)
        let written = ruleSet?.rules.first { $0.id == rule.id }
        self.init(
            kind: .rule,
            owner: rule.ruleSet,
            name: rule.id,
            value: written.map { Self.matchers(of: $0) } ?? rule.urlClass.rawValue,
            location: rule.location
        )
        guard let ruleSet, let written else { return }
        // A rule set is written in the document itself.
        wholeValue = Self.whole(written, besides: ruleSet.defaultLocation.path)
    }

    /// Creates the gate of a rule set's default, for URLs that no rule matches.
    init(defaultOf ruleSet: RuleSet) {
        self.init(
            kind: .rule,
            owner: ruleSet.name,
            name: "default",
            value: ruleSet.defaultClass.rawValue,
            location: ruleSet.defaultLocation
        )
    }

    /// Creates the gate of an app configuration that allows screen capture; nil if `app.appConfig` sets the key itself,
    /// or if the reason is a different one.
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
            location: reason.location ?? setting.location
        )
    }

    /// Creates the gate of a view's own tag.
    init(tagOf view: ViewDeclaration) {
        self.init(
            kind: .view,
            owner: view.id,
            name: "policy",
            value: view.policy.rawValue,
            location: view.policyLocation ?? view.location
        )
    }

    /// Creates the gate of a view's tag or a rule set's default that caused a reason; nil if the reason is a different
    /// one. The tag may be that of the view's ancestor.
    init?(declarationBehind reason: Reason, in document: PolicyDocument) {
        guard let location = reason.location else { return nil }
        switch reason.code {
        case .viewUnmanaged, .viewCurrentIdentity, .viewCurrentIdentityBlockUpload:
            guard let view = document.views.first(where: { $0.policyLocation == location }) else { return nil }
            self.init(tagOf: view)
        case .defaultInternal, .defaultExternal, .defaultBlocked:
            guard let ruleSet = document.ruleSets.first(where: { $0.defaultLocation == location }) else { return nil }
            self.init(defaultOf: ruleSet)
        default: return nil
        }
    }

    /// Creates the gate of a view without a rule set.
    init(viewWithoutRules view: ViewDeclaration) {
        self.init(kind: .view, owner: view.id, name: "isExternalURL", value: "not set", location: view.location)
    }

    /// Creates the gate of an app that a document declares or a policy lists.
    init(_ app: AppDeclaration) {
        var value = app.isManaged ? "managed" : app.isMDMManaged ? "installed by device management" : "unmanaged"
        if let organization = app.organization { value += " for \(organization)" }
        self.init(kind: .app, owner: app.id.bundleID, name: "", value: value, location: app.location)
    }

    /// Creates the gate of a state of the device.
    init(device name: String, _ value: String) {
        self.init(kind: .device, owner: "device", name: name, value: value, location: nil)
    }

    /// Creates the gate of an assumption.
    init(assuming assumption: AuditAssumption) {
        self.init(kind: .assumption, owner: "assume", name: assumption.rawValue, value: "", location: nil)
    }

    /// The name of the gate of a rule set's value for resources.
    static let subresources = "subresources"

    /// Creates the gate of a rule set's value for resources.
    init(subresourcesOf ruleSet: RuleSet) {
        self.init(
            kind: .rule,
            owner: ruleSet.name,
            name: Self.subresources,
            value: ruleSet.subresources.rawValue,
            location: ruleSet.defaultLocation
        )
    }

    /// The conditions of a rule in words.
    private static func matchers(of rule: Rule) -> String {
        rule.conditions.map { "\($0.key.rawValue) \(Quoted.first(8, of: values(of: $0)))" }
            .joined(separator: " and ")
    }

    /// All that a rule matches, also where it does not apply.
    ///
    /// Conditions are separated by characters that documents cannot contain. An expression can contain any words.
    private static func whole(_ rule: Rule, besides document: String) -> String {
        let parts = [rule.conditions, rule.exceptions].filter { !$0.isEmpty }
            .map { conditions in
                conditions.map { condition in
                    let values = values(of: condition)
                    let isList = condition.key == .list
                    let whole = values.map { isList ? PathText.relative($0, besides: document) : $0 }.inOneOrder
                    return "\(condition.key.rawValue) \(whole)"
                }
                .joined(separator: "\u{1C}")
            }
        return parts.joined(separator: "\u{1B}")
    }

    private static func values(of condition: Condition) -> [String] {
        condition.key == .list ? condition.paths : condition.alternatives.map { $0.text ?? "list" }
    }
}

extension SettingInForce.Value {
    /// The value that gates are compared by. Unlike ``text``, it leaves out nothing that is written.
    fileprivate var whole: String {
        switch self {
        case .text(let text): text
        case .texts(let texts) where !texts.isEmpty: texts.inOneOrder
        case .unset, .boolean, .number, .texts: text
        }
    }
}

extension [String] {
    /// The elements without repetitions, in an order that does not depend on theirs, separated by a character that no
    /// element contains.
    fileprivate var inOneOrder: String { Set(self).sorted().joined(separator: "\u{1D}") }
}
