public import Diagnostics
public import PolicyModel
import URLMatching

/// Turns a list of content-settings patterns (`PopupsBlockedForUrls` and its like) into a rule set.
///
/// The format looks like that of URL filters and reads the other way about: a bare `example.com` is exactly that host,
/// `[*.]example.com` includes its subdomains. Each pattern becomes the filter that means the same.
public enum ContentSettingsImport {
    /// Reads a list.
    ///
    /// - Parameters:
    ///   - list: A pattern on each line.
    ///   - urlClass: What the patterns match becomes this.
    ///   - standard: What none matches becomes this.
    /// - Returns: A policy document with a rule set `imported`.
    public static func read(_ list: SourceFile, as urlClass: URLClass, default standard: URLClass) -> ImportResult {
        let reading =
            "read as content-settings patterns: a bare `example.com` is exactly that host, `[*.]example.com` covers its subdomains"
        var result = ImportResult(.policyDocument, reading: reading, sources: [list])
        var rule = ImportedRule(id: "content-settings", urlClass: urlClass, key: .chrome, because: nil)
        var seen: Set<String> = []
        for entry in ImportEntry.entries(of: list) {
            do throws(ContentSettingsPattern.Problem) {
                let filter = try ContentSettingsPattern(entry.text).filter
                result.carried += 1
                if seen.insert(filter).inserted {
                    rule.values.append(filter)
                } else {
                    result.note("duplicate-entry", "the pattern stands here for a second time", at: [entry.place])
                }
            } catch {
                result.drop(error.code, error.message, at: entry.place, help: error.help)
            }
            if entry.text.hasPrefix(".") || entry.text.contains("://.") || entry.text.contains("?") {
                result.noteOnce(
                    "url-filter",
                    "a leading dot or a query belongs to URL filters, another format, where a bare host covers its subdomains",
                    at: entry.place,
                    help: "use `demarc import chrome` if that is what the list is"
                )
            }
        }
        result.text = ImportedDocument.text(
            rule.values.isEmpty ? [] : [rule],
            default: standard,
            heading: "Content-settings patterns, written as the URL filters that mean the same."
        )
        return result
    }
}
