public import AppLint
public import Diagnostics

/// The checks of rules and lists, DM010 to DM039.
public enum RuleLintCode: String, LintCode {
    /// A rule that never decides, because others always win.
    case shadowedRule = "DM010"
    /// Two rules of one priority and of different classes that overlap.
    case overlappingRules = "DM011"
    /// A rule that takes a part of a broader one of the same priority.
    case narrowerRule = "DM012"
    /// A rule that says only what others of its priority and class say.
    case redundantRule = "DM013"
    /// A rule that matches no URL.
    case ruleMatchesNothing = "DM014"
    /// An entry that appears twice in one list.
    case duplicateEntry = "DM015"
    /// Entries that several lists of a rule set have.
    case duplicateAcrossLists = "DM016"
    /// A value that appears twice at one key of a rule.
    case duplicateValue = "DM017"
    /// A domain below another one of the same list or rule.
    case coveredEntry = "DM018"
    /// A regular expression that a URL can make slow.
    case regexBacktracks = "DM020"
    /// A regular expression that asks for a domain or host and nothing else.
    case regexIsDomain = "DM021"
    /// A regular expression that finds a domain in URLs of other hosts.
    case unanchoredHost = "DM022"
    /// A dot in a regular expression that stands for any character of a host.
    case unescapedDot = "DM023"
    /// A value that matches every host.
    case matchesEveryHost = "DM024"
    /// A value that matches all of a public suffix.
    case publicSuffix = "DM025"
    /// An international domain that looks like the domain of another rule.
    case confusableDomain = "DM026"
    /// More entries than the managed browser reads.
    case tooManyEdgeEntries = "DM027"
    /// Entries of the managed browser's format that allow, and others that block.
    case edgeAllowAndBlock = "DM028"
    /// An internal value whose hosts many organizations share.
    case sharedHost = "DM029"
    /// A rule set that no view asks.
    case unusedRuleSet = "DM030"
    /// A rule set that calls everything internal that it does not know.
    case internalDefault = "DM031"
    /// A rule set of which not all rules could be looked at.
    case rulesNotAllCompared = "DM039"

    /// How much a finding of this check matters, unless a configuration file says otherwise.
    public var severity: Diagnostic.Severity {
        switch self {
        case .tooManyEdgeEntries: .error
        case .shadowedRule, .overlappingRules, .ruleMatchesNothing, .duplicateEntry, .duplicateValue,
            .regexBacktracks, .regexIsDomain, .unanchoredHost, .unescapedDot, .matchesEveryHost, .publicSuffix,
            .confusableDomain, .edgeAllowAndBlock, .internalDefault:
            .warning
        // Services have lists of their own hosts; whether data of an organization is at stake, the audit knows.
        case .sharedHost, .narrowerRule, .redundantRule, .duplicateAcrossLists, .coveredEntry, .unusedRuleSet,
            .rulesNotAllCompared:
            .note
        }
    }

    /// What the check looks for, at length.
    public var explanation: LintExplanation {
        switch self {
        case .shadowedRule: .shadowedRule
        case .overlappingRules: .overlappingRules
        case .narrowerRule: .narrowerRule
        case .redundantRule: .redundantRule
        case .ruleMatchesNothing: .ruleMatchesNothing
        case .duplicateEntry: .duplicateEntry
        case .duplicateAcrossLists: .duplicateAcrossLists
        case .duplicateValue: .duplicateValue
        case .coveredEntry: .coveredEntry
        case .regexBacktracks: .regexBacktracks
        case .regexIsDomain: .regexIsDomain
        case .unanchoredHost: .unanchoredHost
        case .unescapedDot: .unescapedDot
        case .matchesEveryHost: .matchesEveryHost
        case .publicSuffix: .publicSuffix
        case .confusableDomain: .confusableDomain
        case .tooManyEdgeEntries: .tooManyEdgeEntries
        case .edgeAllowAndBlock: .edgeAllowAndBlock
        case .sharedHost: .sharedHost
        case .unusedRuleSet: .unusedRuleSet
        case .internalDefault: .internalDefault
        case .rulesNotAllCompared: .rulesNotAllCompared
        }
    }
}

extension LintFinding {
    /// Makes a finding of one of these checks; see ``init(check:_:at:help:fix:change:)``.
    init(
        _ code: RuleLintCode,
        _ message: String,
        at places: [SourceRange],
        help: String? = nil,
        fix: TextEdit? = nil
    ) {
        self.init(check: code, message, at: places, help: help, fix: fix)
    }
}
