import DocumentReading
import PolicyModel
import URLMatching

/// The keys of every mapping in policy documents and scenario files, except those of questions.
extension DocumentKeys {
    // MARK: Policy documents
    static let document = [
        "demarc", "revision", "app", "policies", "accounts", "user", "apps", "ruleSets", "views", "ambiguousURLs",
        "appConfigurations", "mdmUser", "organizations",
    ]
    static let embeddingApp = ["infoPlist"] + AppSetting.allCases.map(\.name)
    static let settings = PolicySetting.allCases.map(\.name)
    static let policy = settings + ["apps", "graph"]
    static let graphFile = ["file", "displayName"]
    static let exemptedProtocol = ["name", "value"]
    static let account = ["account", "upn", "organization", "policy"]
    static let organization = ["hosts"]
    static let app = ["id", "managed", "organization", "policy", "mdmManaged", "schemes", "universalLinks"]
    static let appConfiguration = ["graph", "plist", "settings", "channel", "default", "accounts", "mobileApp"]
    static let view = ["id", "webView", "policy", "isExternalURL", "document", "parent", "children"]

    // MARK: Rules
    static let ruleSet = ["default", "rules", "include", "subresources", "transitions"]
    static let ruleFile = ["demarc-rules", "rules", "include"]
    static let matchers = MatcherKey.allCases.map(\.rawValue)
    static let rule = ["id", "class", "priority", "because", "unless"] + matchers
    static let pattern = URLPatternComponent.allCases.map(\.rawValue) + ["baseURL", "ignoreCase"]
    static let list = ["file", "format", "skipInvalid"]

    // MARK: Facts of launches
    static let launchFacts = ["now", "device", "access"]

    // MARK: Scenario files
    static let scenarioFile = ["demarc-test", "policy", "defaults", "scenarios", "claims"]
    static let defaults = ["given"]
    static let scenarioPolicy = ["file", "displayName", "policies"]
    static let scenario = ["name", "policy", "given", "when", "then", "steps", "matrix"]
    static let claim = ["name", "policy", "given"] + Claim.Kind.allCases.map(\.rawValue)
    static let claimFlow = ["from", "to", "via", "except", "within", "capacity"]
    static let claimBaseline = ["to", "displayName", "for"]
    static let always = Question.Kind.allCases.filter { !$0.isIdentityChange }.map(\.rawValue) + ["then"]
    static let step = ["given", "when", "then"]
    static let excludedValue = ["not"]
}
