public import Diagnostics
public import PolicyModel
import URLMatching

/// Turns the allow or block list of the managed browser into a rule set.
public enum EdgeListImport {
    /// The browser reads no more entries than these.
    public static var entryLimit: Int { 1000 }

    /// Reads a list; where both are given, only the allow list counts, as in the browser.
    ///
    /// - Parameters:
    ///   - allow: Entries on lines, or with `|` between them.
    ///   - block: Likewise.
    ///   - allowed: What is allowed becomes this. Not `blocked`.
    /// - Returns: A policy document with a rule set `imported`.
    public static func read(allow: SourceFile?, block: SourceFile?, allowed: URLClass = .internal) -> ImportResult {
        let reading = "read as entries of the managed browser's list format, on lines or with `|` between them"
        var result = ImportResult(.policyDocument, reading: reading, sources: [allow, block].compactMap(\.self))
        if let allow, let block {
            let ignored = ImportEntry.entries(of: block, separator: "|").count
            result.dropped += ignored
            result.note(
                "block-list-ignored",
                "the \(ignored) entries of the block list were left out: with an allow list the browser does not read it",
                at: [SourceRange(wholeFile: block.path)],
                severity: .warning
            )
            result.note("allow-list-only", "only the allow list counts", at: [SourceRange(wholeFile: allow.path)])
        }
        var seen: Set<String> = []
        let isAllowList = allow != nil
        var rule = ImportedRule(
            id: isAllowList ? "allowed" : "blocked",
            urlClass: isAllowList ? allowed : .blocked,
            key: .edge,
            because: nil
        )
        let entries = (allow ?? block).map { ImportEntry.entries(of: $0, separator: "|") } ?? []
        for (number, entry) in entries.enumerated() {
            guard number < entryLimit else {
                result.drop("over-limit", "the browser ignores what follows \(entryLimit) entries", at: entry.place)
                continue
            }
            do throws(MatcherError) {
                _ = try LinkPattern(entry.text, as: .browser)
            } catch {
                result.drop(error, entry)
                continue
            }
            result.carried += 1
            guard seen.insert(entry.text).inserted else {
                result.note("duplicate-entry", "the entry stands here for a second time", at: [entry.place])
                continue
            }
            rule.values.append(entry.text)
        }
        let heading = "The \(isAllowList ? "allow" : "block") list of the managed browser."
        result.text = ImportedDocument.text(
            rule.values.isEmpty ? [] : [rule],
            default: isAllowList ? .blocked : allowed,
            heading: heading
        )
        return result
    }
}
