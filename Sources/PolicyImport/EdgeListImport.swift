import Diagnostics
import LintChecks
import PolicyModel
import URLMatching

/// Converts the allow or block list of the managed browser to a rule set.
enum EdgeListImport {
    /// The sites that the browser always opens, regardless of its lists, as its vendor documents it; see
    /// ``excepted``.
    private static let alwaysAllowed = [
        "https://*.microsoft.com/*", "http://*.microsoft.com/*", "https://microsoft.com/*", "http://microsoft.com/*",
        "https://*.windowsazure.com/*", "https://*.microsoftonline.com/*", "https://*.microsoftonline-p.com/*",
    ]

    /// The one host among these for which the lists of the browser decide.
    private static let excepted = "copilot.microsoft.com"

    /// Converts the lists to a rule set. If both are given, only the allow list counts, as in the browser.
    static func convert(_ lists: BrowserLists, allowed: URLClass, _ result: inout ImportResult) {
        if lists.allow != nil, let ignored = lists.block {
            // These entries are no loss: they are not in force in the browser either.
            result.note(
                "block-list-ignored",
                "the \(ignored.count) entries of the block list are not in force: with an allow list the browser does "
                    + "not read it",
                at: ignored.kept.first.map { [$0.place] } ?? [],
                severity: .warning
            )
            let places = lists.allow?.kept.first.map { [$0.place] }
            result.note("allow-list-only", "only the allow list counts", at: places ?? [])
        }
        let isAllowList = lists.allow != nil
        var rule = ImportedRule(
            id: isAllowList ? "allowed" : "blocked",
            urlClass: isAllowList ? allowed : .blocked,
            key: .edge,
            because: nil
        )
        var seen: Set<ComparedValue> = []
        for entry in result.withinLimit(lists.allow ?? lists.block) {
            let pattern: LinkPattern
            do throws(MatcherError) {
                pattern = try LinkPattern(entry.text, as: .browser)
            } catch {
                result.drop(error, entry)
                continue
            }
            result.carried += 1
            result.noteAddressBlock(entry, .edge)
            guard seen.insert(ComparedValue(of: .edge(pattern), text: entry.text)).inserted else {
                result.note("duplicate-entry", "the entry is repeated here", at: [entry.place])
                continue
            }
            rule.values.append(entry.text)
        }
        let heading = "The \(isAllowList ? "allow" : "block") list of the managed browser."
        result.text = ImportedDocument.text(
            (rule.values.isEmpty ? [] : [rule]) + [ruleOfAlwaysAllowed(allowed, &result)],
            default: isAllowList ? .blocked : allowed,
            blocksSubresources: lists.blocksSubresources,
            heading: heading
        )
        result.nameForeignFile(unless: .edge)
        if !isAllowList { lists.refuseLostBlockList(carried: result.carried, &result) }
    }

    /// The rule for the sites that the browser always opens. Its priority is higher than that of the lists.
    private static func ruleOfAlwaysAllowed(_ allowed: URLClass, _ result: inout ImportResult) -> ImportedRule {
        result.note(
            "always-allowed",
            "the browser opens `microsoft.com`, `windowsazure.com`, `microsoftonline.com` and `microsoftonline-p.com` "
                + "whatever its lists say, except `\(excepted)`; the rule `always-allowed` does the same",
            help: "remove the rule if the app is not the managed browser"
        )
        return ImportedRule(
            id: "always-allowed",
            urlClass: allowed,
            priority: 1,
            key: .edge,
            values: alwaysAllowed,
            exceptHost: excepted,
            because: "The managed browser opens these sites whatever its lists say."
        )
    }
}
