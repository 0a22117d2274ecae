package import AppLint
import ByteText
package import Diagnostics
package import PolicyModel
package import URLMatching

/// Finds problems in the rules and lists of a policy that can be read and compiled.
///
/// ```swift
/// let findings = RuleLint(document, sources: result.sources).findings()
/// ```
///
/// If a finding names a URL, the compiled rules have confirmed it: the URL is matched as the finding states.
/// Comparisons through regular expressions, or through patterns that are not an exact set of URLs, are sampled: the
/// absence of a finding proves nothing, and a finding states that it is sampled.
package struct RuleLint: Sendable {
    /// What the rules belong to, which determines the possible checks.
    private enum Subject {
        /// A document with views that use the rule sets.
        case document
        /// A rule file: its rules have no default, and no view uses them.
        case ruleFile
        /// A list that no rule uses.
        case list
    }

    let ruleSets: [RuleSet]
    /// The views of the document.
    let views: [ViewDeclaration]
    /// The schemes that the document's app handles, so that views load their URLs without asking rules.
    let handledSchemes: Set<String>
    let places: LintPlaces
    private let subject: Subject

    /// Whether there is only a list, without a rule that determines its purpose.
    var isList: Bool { subject == .list }

    /// The maximum number of findings of one code for a rule set or a list, for hostile files; the last one counts the
    /// rest. A run shows fewer of them.
    static let findingLimit = 10_000

    /// Creates a lint of a document.
    ///
    /// - Parameters:
    ///   - document: The document as read.
    ///   - sources: The files it was read from. Findings in files that are absent only have lines.
    package init(_ document: PolicyDocument, sources: [SourceFile]) {
        let handled = document.app.webViewHandledURLSchemes.map { $0.lowercased() }
        self.init(document.ruleSets, .document, views: document.views, handledSchemes: Set(handled), sources)
    }

    /// Creates a lint of a rule file without a document.
    ///
    /// - Parameters:
    ///   - rules: Its rules, and those of the files that it includes.
    ///   - path: The file.
    ///   - sources: The files they were read from.
    package init(rules: [Rule], of path: String, sources: [SourceFile]) {
        self.init([Self.ruleSet(of: rules, path)], .ruleFile, sources)
    }

    /// Creates a lint of a list without a document.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - path: The file.
    ///   - sources: The file it was read from.
    package init(list: EntryList, of path: String, sources: [SourceFile]) {
        let condition = Condition(key: .list, alternatives: [.list(list)], paths: [path])
        let start = SourceLocation(path: path, line: 1, column: 1)
        let rule = Rule(id: "list", urlClass: .blocked, conditions: [condition], location: start)
        self.init([Self.ruleSet(of: [rule], path)], .list, sources)
    }

    private init(
        _ ruleSets: [RuleSet],
        _ subject: Subject,
        views: [ViewDeclaration] = [],
        handledSchemes: Set<String> = [],
        _ sources: [SourceFile]
    ) {
        self.ruleSets = ruleSets
        // Rules decide about web URLs, whatever the app declares.
        self.handledSchemes = handledSchemes.subtracting(Self.schemesOfAnyHost)
        self.subject = subject
        self.views = views
        places = LintPlaces(ruleSets, sources)
    }

    /// A rule set for rules that have none, in the form that the checks need. No check uses its name and default.
    private static func ruleSet(of rules: [Rule], _ path: String) -> RuleSet {
        let start = SourceLocation(path: path, line: 1, column: 1)
        return RuleSet(name: path, defaultClass: .external, defaultLocation: start, rules: rules)
    }

    /// All findings about rules and lists, in the order of rule sets and codes.
    ///
    /// - Complexity: O(*n*) in the number of list entries and the labels of each. Rules that may match any host are
    ///   compared with every other rule, up to a bound; a separate finding reports if it is reached.
    package func findings() -> [LintFinding] {
        var found = listFindings()
        // An empty list has no entries yet; that is not the same as a rule that matches nothing.
        let relations = subject == .list ? [] : relationFindings()
        for (number, ruleSet) in ruleSets.enumerated() {
            if subject == .document { found += bounded(setFindings(ruleSet), in: ruleSet) }
            if subject != .list { found += bounded(relations[number], in: ruleSet) }
            found += bounded(valueFindings(ruleSet), in: ruleSet)
            found += bounded(wideFindings(ruleSet), in: ruleSet)
            found += bounded(confusableFindings(ruleSet), in: ruleSet)
            found += bounded(regexFindings(ruleSet), in: ruleSet)
        }
        return found
    }

    /// The findings, each with its rule set, and at most ``findingLimit`` of each code.
    func bounded(_ findings: [LintFinding], in ruleSet: RuleSet) -> [LintFinding] {
        guard !findings.isEmpty else { return [] }
        let holder = LintFinding.Holder(
            name: "the rule set \(Self.quote(ruleSet.name))",
            place: places.range(ruleSet.defaultLocation)
        )
        var counts: [String: Int] = [:]
        var last: [String: Int] = [:]
        var kept: [LintFinding] = []
        for var finding in findings {
            counts[finding.code, default: 0] += 1
            if counts[finding.code, default: 0] > Self.findingLimit, let position = last[finding.code] {
                kept[position].unlistedCount += 1
                continue
            }
            finding.holder = holder
            last[finding.code] = kept.count
            kept.append(finding)
        }
        return kept
    }

    /// The author's own text in backticks.
    package static func quote(_ text: String) -> String { "`\(VisibleText.within(Quoted.word(text)))`" }

    /// A URL in backticks. It may be longer than other texts, so that it can be tried out.
    static func quoteURL(_ url: String) -> String {
        guard url.unicodeScalars.count > 200 else { return "`\(VisibleText.within(url))`" }
        return "`\(VisibleText.within(url.prefixOfScalars(197)))…`"
    }

    /// The first few names, in backticks.
    static func names(_ names: [String]) -> String { Quoted.first(3, of: names.lazy.map { quote($0) }) }
}

/// Checks of a rule set as a whole: whether a view uses it, and its default for URLs that no rule matches.
extension RuleLint {
    func setFindings(_ ruleSet: RuleSet) -> [LintFinding] {
        var findings: [LintFinding] = []
        // A set that only blocks lists what is forbidden. Everything else is as without rules, where every URL is
        // internal.
        let classes = Set(ruleSet.rules.map(\.urlClass))
        if ruleSet.defaultClass == .internal, classes.contains(.external) || !classes.contains(.blocked) {
            findings.append(
                LintFinding(
                    .internalDefault,
                    "every URL that no rule of \(Self.quote(ruleSet.name)) matches is `internal`",
                    at: [places.range(ruleSet.defaultLocation)],
                    help: "write `default: external`, and rules for what belongs to the organization"
                )
            )
        }
        if isUnused(ruleSet) {
            findings.append(
                LintFinding(
                    .unusedRuleSet,
                    "no view uses the rule set \(Self.quote(ruleSet.name))",
                    at: [places.range(ruleSet.defaultLocation)],
                    help: "name it in the `isExternalURL` of a view, unless the host attaches it itself"
                )
            )
        }
        return findings
    }

    /// In a document without views of its own, the reader or the host creates a view.
    private func isUnused(_ ruleSet: RuleSet) -> Bool {
        guard views.contains(where: { $0.id != PolicyDocument.implicitView || $0.ruleSet != nil }) else { return false }
        return !views.contains { $0.ruleSet == ruleSet.name }
    }
}
