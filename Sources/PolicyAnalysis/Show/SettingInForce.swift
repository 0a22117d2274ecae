public import Diagnostics
import PolicyModel

/// A setting with the value that is in force, and where somebody wrote it.
public struct SettingInForce: Hashable, Sendable {
    /// The policy that it is of; nil for a setting of the app, a view or a rule set.
    public var policy: String?
    /// Its name, as documents have it.
    public var name: String
    /// The value in force.
    public var value: Value
    /// Where it is written; nil where its default is in force.
    public var location: SourceLocation?

    /// Whether nobody wrote it.
    public var isDefault: Bool { location == nil }

    /// A value as documents write it.
    public enum Value: Hashable, Sendable {
        case unset
        case boolean(Bool)
        case number(Int)
        case text(String)
        case texts([String])

        /// The most elements and characters that people are shown.
        private static let mostElements = 20
        private static let mostCharacters = 200

        /// The value for people, cut where it is too long to be read.
        public var text: String {
            switch self {
            case .unset: return "not set"
            case .boolean(let isTrue): return "\(isTrue)"
            case .number(let number): return "\(number)"
            case .text(let text): return Self.cut(text)
            case .texts(let texts):
                guard !texts.isEmpty else { return "[]" }
                let shown = texts.prefix(Self.mostElements).map { Self.cut($0) }.joined(separator: ", ")
                let rest = texts.count - Self.mostElements
                return rest > 0 ? "\(shown) and \(rest) more" : shown
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

    /// The settings of a policy that are written or whose default matters, in the order of their table.
    ///
    /// What is asked of data matters always. What opens the app is a list of conditions, most of which no policy has: a
    /// default among them matters where it says something, and where something asks for it. Without a PIN nobody has to
    /// read how long it is.
    static func all(of policy: AppProtectionPolicy) -> [SettingInForce] {
        PolicySetting.allCases.filter { setting in
            let row = setting.row
            return policy.location(of: setting) != nil || row.decides == .data
                || row.decides == .launch && policy[setting] != nil && row.matters(policy)
        }
        .map { SettingInForce($0, of: policy) }
    }

    /// The setting behind a reason; nil where there is none.
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
        case .dictionary(let values)?: self = .texts(values.sorted { $0.key < $1.key }.map { "\($0): \($1)" })
        }
    }
}

extension ReasonCode {
    /// Whether the default of a rule set decided, rather than something else that is written beside it.
    fileprivate var isDefaultsOwn: Bool {
        self == .defaultInternal || self == .defaultExternal || self == .defaultBlocked
    }
}
