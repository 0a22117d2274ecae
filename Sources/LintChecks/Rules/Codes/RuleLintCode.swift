package import AppLint
package import Diagnostics

/// The checks of rules and lists, DM010 to DM039.
package enum RuleLintCode: String, LintCode {
    /// A rule that never decides, because other rules always win.
    case shadowedRule = "DM010"
    /// Two rules of one priority and of different classes that overlap.
    case overlappingRules = "DM011"
    /// A rule that takes a part of a broader rule of the same priority.
    case narrowerRule = "DM012"
    /// A rule that has only results that others of its priority and class already have.
    case redundantRule = "DM013"
    /// A rule that matches no URL.
    case ruleMatchesNothing = "DM014"
    /// An entry that occurs twice in one list.
    case duplicateEntry = "DM015"
    /// Entries that occur in several lists of a rule set.
    case duplicateAcrossLists = "DM016"
    /// A value that occurs twice at one key of a rule.
    case duplicateValue = "DM017"
    /// A domain below another domain of the same list or rule.
    case coveredEntry = "DM018"
    /// A value that names one page and looks like a block of addresses.
    case addressBlockAsPage = "DM019"
    /// A regular expression that a URL can make slow.
    case regexBacktracks = "DM020"
    /// A regular expression that tests only a domain or host.
    case regexIsDomain = "DM021"
    /// A regular expression, or a `*` in a host, that finds a domain in URLs of other hosts.
    case unanchoredHost = "DM022"
    /// A dot in a regular expression that matches any character of a host.
    case unescapedDot = "DM023"
    /// A value that matches every host.
    case matchesEveryHost = "DM024"
    /// A value that matches all of a public suffix.
    case publicSuffix = "DM025"
    /// An international domain that looks like the domain of another rule.
    case confusableDomain = "DM026"
    /// More entries than the managed browser reads.
    case tooManyEdgeEntries = "DM027"
    /// Entries in the managed browser's format that allow, and others that block.
    case edgeAllowAndBlock = "DM028"
    /// An internal value whose hosts many organizations share.
    case sharedHost = "DM029"
    /// A rule set that no view uses.
    case unusedRuleSet = "DM030"
    /// A rule set whose default is internal.
    case internalDefault = "DM031"
    /// A rule set whose rules could not all be compared.
    case rulesNotAllCompared = "DM039"

    /// The severity of this check's findings, unless a configuration file changes it.
    package var severity: Diagnostic.Severity {
        switch self {
        case .tooManyEdgeEntries: .error
        case .shadowedRule, .overlappingRules, .ruleMatchesNothing, .duplicateEntry, .duplicateValue,
            .addressBlockAsPage, .regexBacktracks, .regexIsDomain, .unanchoredHost, .unescapedDot, .matchesEveryHost,
            .publicSuffix, .confusableDomain, .edgeAllowAndBlock, .internalDefault:
            .warning
        // Services list their own hosts; the audit determines whether an organization's data is at stake.
        case .sharedHost, .narrowerRule, .redundantRule, .duplicateAcrossLists, .coveredEntry, .unusedRuleSet,
            .rulesNotAllCompared:
            .note
        }
    }

    /// The detailed explanation of the check.
    package var explanation: LintExplanation {
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
        case .addressBlockAsPage: .addressBlockAsPage
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
    /// Creates a finding of one of these checks; see ``init(check:_:at:help:fix:change:)``.
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
