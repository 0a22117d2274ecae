/// The checks of lint. Raw values are public and stable: suppressions, configuration files and CI use them.
public enum LintCode: String, CaseIterable, Hashable, Sendable {
    // MARK: Suppressions and files (DM001–DM009)

    /// A suppression that suppresses nothing.
    case unusedSuppression = "DM001"

    // MARK: Rules and lists (DM010–DM039)

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
    /// An entry that stands twice in one list.
    case duplicateEntry = "DM015"
    /// Entries that several lists of a rule set have.
    case duplicateAcrossLists = "DM016"
    /// A value that stands twice at one key of a rule.
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
    /// A rule set that no view asks.
    case unusedRuleSet = "DM030"
    /// A rule set that calls everything internal that it does not know.
    case internalDefault = "DM031"
    /// A rule set of which not all rules could be looked at.
    case rulesNotAllCompared = "DM039"

    // MARK: Policies (DM040–DM059)

    /// Exempt schemes have no effect, because every app may be opened.
    case exemptionsWithoutEffect = "DM040"

    // MARK: Info.plist and entitlements (DM060–DM099)

    /// A query scheme without its `-intunemam` twin.
    case missingTwinScheme = "DM060"
}
