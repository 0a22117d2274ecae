public import Diagnostics
import PolicyModel

/// The rules and settings of the policies under test that the scenarios exercised.
///
/// A rule is exercised if it decided a step, and a setting if it caused a reason of a step. Only what is written in a
/// policy counts, and only settings that can cause a reason; a name, for instance, decides nothing. A value that a
/// scenario patches in is not the written one, so it exercises nothing.
public struct ScenarioCoverage: Hashable, Sendable {
    /// An item written in a policy that a scenario can exercise.
    public struct Item: Hashable, Sendable {
        /// The kind of the item.
        public enum Kind: Hashable, Sendable {
            /// A rule of a rule set.
            case rule(ruleSet: String)
            /// A setting of an app protection policy.
            case policySetting(policy: String)
            /// A setting of `app`.
            case appSetting
            /// A key of an app configuration.
            case configurationKey
        }

        /// The kind of the item.
        public var kind: Kind
        /// The id of the rule, or the name of the setting.
        public var name: String
        /// The place where it is written.
        public var location: SourceLocation
        /// Whether a scenario exercised it.
        public var isExercised = false

        /// Whether it is a rule.
        public var isRule: Bool { if case .rule = kind { true } else { false } }
    }

    /// Identifies an item by what a reason names.
    private enum Key: Hashable {
        case rule(policy: Int, ruleSet: String, id: String)
        case setting(name: String, SourceLocation)
    }

    /// The items of all policies, in the order they were added.
    public private(set) var items: [Item] = []
    private var positions: [Key: Int] = [:]

    /// Creates an empty coverage.
    public init() {}

    /// The rules or the settings that no scenario exercised, in the order they are written.
    public func unexercised(rules: Bool) -> [Item] {
        items.filter { $0.isRule == rules && !$0.isExercised }.sorted { $0.place < $1.place }
    }

    /// The number of rules or settings, and how many of them were exercised.
    public func count(rules: Bool) -> (exercised: Int, total: Int) {
        let counted = items.filter { $0.isRule == rules }
        return (counted.count { $0.isExercised }, counted.count)
    }

    /// Adds the coverage of another run. Items at the same place are the same item, which is exercised if either run
    /// exercised it.
    ///
    /// - Parameters:
    ///   - other: The coverage of another scenario file, possibly about the same policies.
    ///   - canonicalPath: Maps all paths of a file to one name.
    /// - Complexity: O(*n*) in the items of both.
    public mutating func merge(_ other: ScenarioCoverage, canonicalPath: (String) -> String) {
        var known: [Item: Int] = [:]
        for (position, item) in items.enumerated() { known[item.identity(canonicalPath)] = position }
        for item in other.items {
            let identity = item.identity(canonicalPath)
            if let position = known[identity] {
                items[position].isExercised = items[position].isExercised || item.isExercised
            } else {
                known[identity] = items.count
                items.append(item)
            }
        }
    }

    // MARK: Collecting

    /// Adds the items written in a policy of the file.
    mutating func add(_ document: PolicyDocument, policy: Int) {
        for ruleSet in document.ruleSets {
            for rule in ruleSet.rules {
                let item = Item(kind: .rule(ruleSet: ruleSet.name), name: rule.id, location: rule.location)
                add(item, .rule(policy: policy, ruleSet: ruleSet.name, id: rule.id))
            }
        }
        for (name, settings) in document.policies.sorted(by: { $0.key < $1.key }) {
            for setting in PolicySetting.allCases where Self.policySettings.contains(setting) {
                guard let location = settings.location(of: setting) else { continue }
                let item = Item(kind: .policySetting(policy: name), name: setting.rawValue, location: location)
                add(item, .setting(name: setting.rawValue, location))
            }
        }
        for setting in AppSetting.allCases where Self.appSettings.contains(setting) {
            guard let location = document.app.location(of: setting) else { continue }
            let item = Item(kind: .appSetting, name: setting.rawValue, location: location)
            add(item, .setting(name: setting.rawValue, location))
        }
        addConfigurationKeys(of: document)
    }

    /// Adds the keys of app configurations that decide something, each at the place that a reason names.
    private mutating func addConfigurationKeys(of document: PolicyDocument) {
        for view in document.appConfigurationViews() {
            for key in Self.configurationKeys {
                guard let location = view.candidates(of: key).first?.location else { continue }
                add(Item(kind: .configurationKey, name: key, location: location), .setting(name: key, location))
            }
        }
    }

    /// Records the reasons of a step.
    ///
    /// - Parameters:
    ///   - reasons: The reasons.
    ///   - document: The document that the step ran under, with the scenario's patches.
    ///   - policy: The position of the unpatched policy in the file.
    mutating func note(_ reasons: [Reason], under document: PolicyDocument, policy: Int) {
        for reason in reasons {
            if let rule = reason.rule {
                exercise(.rule(policy: policy, ruleSet: rule.ruleSet, id: rule.id))
                continue
            }
            guard let setting = reason.setting else { continue }
            if let location = reason.location { exercise(.setting(name: setting, location)) }
            if let level = Self.levels[setting], let settings = reason.policy.flatMap({ document.policies[$0] }),
                let location = settings.location(of: level)
            {
                exercise(.setting(name: level.rawValue, location))
            }
        }
    }

    private mutating func add(_ item: Item, _ key: Key) {
        guard positions[key] == nil else { return }
        positions[key] = items.count
        items.append(item)
    }

    private mutating func exercise(_ key: Key) {
        if let position = positions[key] { items[position].isExercised = true }
    }

    // MARK: Items that can be exercised

    // A code about a launch has no subject if its reasons name one of several settings, such as limits of a version.
    private static let policySettings = LaunchRow.settings.union(
        ReasonCode.allCases.compactMap { code in
            switch code.subject {
            case .policySetting(let setting), .otherPolicySetting(let setting): setting
            case .nothing, .rule, .ruleSetDefault, .viewPolicy, .appSetting, .configurationKey: nil
            }
        }
    )

    /// The settings that contain an app's scheme, each with the level that selects that app. A reason about the app
    /// names only the scheme, but the level caused it as well.
    private static let levels: [String: PolicySetting] = [
        PolicySetting.customDialerAppProtocol.rawValue: .dialerRestrictionLevel,
        PolicySetting.messagingRedirectAppUrlScheme.rawValue: .protectedMessagingRedirectAppType,
    ]

    private static let configurationKeys = ReasonCode.allCases.compactMap { code in
        if case .configurationKey(let key) = code.subject { key } else { nil }
    }

    private static let appSettings = Set(
        ReasonCode.allCases.compactMap { code in
            if case .appSetting(let setting) = code.subject { setting } else { nil }
        }
    )
}

extension ScenarioCoverage.Item {
    /// The item's identity, which is the same in every run.
    fileprivate func identity(_ canonicalPath: (String) -> String) -> Self {
        var item = self
        item.location.path = canonicalPath(location.path)
        item.isExercised = false
        return item
    }

    fileprivate var place: (String, Int, Int, String) { (location.path, location.line, location.column, name) }
}

extension ScenarioCoverage {
    /// In human-readable form: how much was exercised, and each rule and setting that was not, with its place.
    public var text: String {
        var text = ""
        for rules in [true, false] {
            let (exercised, total) = count(rules: rules)
            let noun = rules ? (total == 1 ? "rule" : "rules") : (total == 1 ? "setting" : "settings")
            text += "coverage: \(exercised) of \(total) \(noun) exercised\n"
            for item in unexercised(rules: rules) {
                text += "  \(VisibleText.of("\(item.location): \(item.words)")) never exercised\n"
            }
        }
        return text
    }

    /// In machine-readable form: one object.
    public var json: String {
        JSONForm.object(["rules": form(rules: true), "settings": form(rules: false)]).text + "\n"
    }

    private func form(rules: Bool) -> JSONForm {
        let (exercised, total) = count(rules: rules)
        return .object([
            "total": .number(total), "exercised": .number(exercised),
            "unexercised": .list(unexercised(rules: rules).map(\.form)),
        ])
    }
}

extension ScenarioCoverage.Item {
    fileprivate var words: String {
        switch kind {
        case .rule(let ruleSet): "rule `\(name)` of `\(ruleSet)`"
        case .policySetting(let policy): "`\(name)` of policy `\(policy)`"
        case .appSetting: "`\(name)` of `app`"
        case .configurationKey: "`\(name)` of an app configuration"
        }
    }

    fileprivate var form: JSONForm {
        let (name, place) = (JSONForm.string(name), JSONForm.string(location.description))
        return switch kind {
        case .rule(let ruleSet): .object(["ruleSet": .string(ruleSet), "rule": name, "at": place])
        case .policySetting(let policy): .object(["policy": .string(policy), "setting": name, "at": place])
        case .appSetting, .configurationKey: .object(["policy": .null, "setting": name, "at": place])
        }
    }
}

extension ScenarioCoverage {
    /// The percentage of rules and settings that were exercised; 100 if there are none.
    public var percentage: Double {
        items.isEmpty ? 100 : Double(items.count { $0.isExercised } * 100) / Double(items.count)
    }
}
