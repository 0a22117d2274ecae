import ByteText
package import Diagnostics
import PolicyModel

/// A setting with the value in force and the place where it is written.
package struct SettingInForce: Hashable, Sendable {
    /// The policy of the setting, or nil for a setting of the app, a view or a rule set.
    package var policy: String?
    /// The name, as used in documents.
    package var name: String
    /// The value in force.
    package var value: Value
    /// Where it is written, or nil if its default is in force.
    package var location: SourceLocation?

    /// Whether the value is a default.
    package var isDefault: Bool { location == nil }

    /// A value in the syntax of documents.
    package enum Value: Hashable, Sendable {
        case unset
        case boolean(Bool)
        case number(Int)
        case text(String)
        case texts([String])

        /// The maximum number of elements and characters to display.
        private static let mostElements = 20
        private static let mostCharacters = 200

        /// The value for display, truncated if it is too long to read.
        package var text: String {
            switch self {
            case .unset: return "not set"
            case .boolean(let isTrue): return "\(isTrue)"
            case .number(let number): return "\(number)"
            case .text(let text): return Self.cut(text)
            case .texts(let texts):
                guard !texts.isEmpty else { return "[]" }
                return Quoted.first(Self.mostElements, of: texts.lazy.map { Self.cut($0) })
            }
        }

        private static func cut(_ text: String) -> String {
            text.count > mostCharacters ? text.prefix(mostCharacters) + "…" : text
        }
    }
}

extension SettingInForce {
    /// The setting of a policy.
    init(_ setting: PolicySetting, of policy: AppProtectionPolicy) {
        self.init(
            policy: policy.name,
            name: setting.name,
            value: Value(policy[setting]),
            location: policy.location(of: setting)
        )
    }

    /// The settings of a policy that are explicit or whose default matters, in the order of their table.
    ///
    /// Settings about data always matter. Launch conditions are a long list, and most policies set only a few: a
    /// default among them matters only if it has a value and if something depends on it. For example, without a PIN the
    /// minimum PIN length does not matter.
    static func all(of policy: AppProtectionPolicy) -> [SettingInForce] {
        PolicySetting.allCases.filter { setting in
            let row = setting.row
            return policy.location(of: setting) != nil || row.decides == .data
                || row.decides == .launch && policy[setting] != nil && row.matters(policy)
        }
        .map { SettingInForce($0, of: policy) }
    }

    /// The setting that caused a reason, or nil if no setting did.
    init?(_ reason: Reason, in document: PolicyDocument) {
        switch reason.code.subject {
        case .nothing, .rule: return nil
        case .policySetting(let setting), .otherPolicySetting(let setting):
            guard let policy = reason.policy.flatMap({ document.policies[$0] }) else { return nil }
            self.init(setting, of: policy)
        case .appSetting(let setting):
            self.init(
                name: setting.rawValue,
                value: Value(document.app[setting], of: setting, in: document.app),
                location: reason.location
            )
        case .configurationKey(let key):
            self.init(configurationKey: key, reason, in: document)
        case .viewPolicy:
            let view = document.views.first { $0.policyLocation == reason.location }
            guard let view, reason.location != nil else { return nil }
            self.init(name: "policy", value: .text(view.policy.rawValue), location: reason.location)
        case .ruleSetDefault:
            let ruleSet = document.ruleSets.first { $0.defaultLocation == reason.location }
            guard let ruleSet, reason.code.isDefaultsOwn else { return nil }
            self.init(
                name: "ruleSets.\(ruleSet.name).default",
                value: .text(ruleSet.defaultClass.rawValue),
                location: reason.location
            )
        }
    }
}

extension SettingInForce {
    /// The key of an app configuration that caused a reason, with the only value that can cause it. No other value of a
    /// configuration may be shown.
    private init(configurationKey key: String, _ reason: Reason, in document: PolicyDocument) {
        let value = AppConfigurationDocument.screenCaptureDisabled
        let isOwn = document.app.appConfig[key] != nil
        self.init(
            name: isOwn ? AppSetting.appConfig.name : key,
            value: .text(isOwn ? "\(key): \(value)" : value),
            location: reason.location
        )
    }
}

extension SettingInForce.Value {
    init(_ value: PolicySettingValue?) {
        switch value {
        case nil: self = .unset
        case .boolean(let isTrue)?: self = .boolean(isTrue)
        case .number(let number)?: self = .number(number)
        case .text(let text)?: self = .text(text)
        case .texts(let texts)?: self = .texts(texts)
        case .scheme(let scheme)?: self = .text(scheme.text)
        case .duration(let duration)?: self = .text(duration.text)
        case .protocols(let protocols)?: self = .texts(protocols.flatMap(\.schemes))
        }
    }

    fileprivate init(_ value: AppSettingValue?, of setting: AppSetting, in app: AppSettings) {
        switch value {
        case nil:
            if case .boolean = setting.kind { self = .boolean(app.isOn(setting)) } else { self = .unset }
        case .boolean(let isTrue)?: self = .boolean(isTrue)
        case .text(let text)?: self = .text(text)
        case .texts(let texts)?: self = .texts(texts)
        case .number(let number)?: self = .text("\(number)")
        case .systemRelease(let release)?: self = .text("ios\(release)")
        case .dictionary(let values)?: self = .texts(values.sorted(on: { $0.key }).map { "\($0): \($1)" })
        }
    }
}

extension ReasonCode {
    /// Whether the default of a rule set decided, rather than something else written beside it.
    fileprivate var isDefaultsOwn: Bool {
        self == .defaultInternal || self == .defaultExternal || self == .defaultBlocked
    }
}
