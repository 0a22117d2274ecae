import Diagnostics
import LintChecks
import PolicyModel
import URLMatching

/// Converts the allow and block lists of a browser's `URLAllowlist` and `URLBlocklist` policies to a rule set that
/// decides as both lists together do.
///
/// The format has an order of precedence, and a rule set has priorities. So the filters of one rank become one rule,
/// with the rank as its priority. Allow and block filters never share a rank, so the choice between them never depends
/// on which class is more restrictive.
enum URLFilterImport {
    /// Converts the lists to a rule set.
    ///
    /// - Parameters:
    ///   - lists: The lists.
    ///   - allowed: The class for what is allowed, and for what no filter matches. Not `blocked`.
    ///   - result: Receives the text and the findings.
    /// - Complexity: O(*n* log *n*) in the number of filters.
    static func convert(_ lists: BrowserLists, allowed: URLClass, _ result: inout ImportResult) {
        var byRank: [URLFilterRank: [URLFilter]] = [:]
        var blocksEverything = false
        var blocking = 0
        for (entries, side) in [(lists.allow, URLFilter.Side.allow), (lists.block, .block)] {
            for entry in result.withinLimit(entries) {
                do throws(MatcherError) {
                    let (filter, rank) = try Self.filter(entry, side, &result)
                    if filter.scheme == "blob" {
                        noteBlob(entry, side, &result)
                        continue
                    }
                    result.carried += 1
                    if side == .block { blocking += 1 }
                    // On the block list, a bare `*` only sets the default for URLs that no other filter matches. On the
                    // allow list it does more: it wins over other filters for every host.
                    guard !filter.isWildcard || side == .allow else {
                        blocksEverything = true
                        continue
                    }
                    byRank[rank, default: []].append(filter)
                    noteReach(of: filter, entry, &result)
                    result.noteAddressBlock(entry, .chrome)
                } catch {
                    result.drop(error, entry)
                    if entry.text.contains("[*.]") {
                        result.noteOnce(
                            "content-settings",
                            "`[*.]` belongs to content-settings patterns, another format",
                            at: entry.place,
                            help: "use `demarc import content-settings` if that is what the list is"
                        )
                    }
                }
            }
        }
        let ranks = byRank.keys.sorted()
        guard ranks.count <= priorityLimit else {
            result.note("too-many-ranks", "the lists need more than \(priorityLimit) priorities", severity: .error)
            result.dropped += result.carried
            result.carried = 0
            return
        }
        let rules = ranks.enumerated().reversed().map { position, rank in
            ImportedRule(
                id: "\(rank.isAllowed ? "allow" : "block")-\(position + 1)",
                urlClass: rank.isAllowed ? allowed : .blocked,
                priority: position + 1,
                key: .chrome,
                values: unique(byRank[rank] ?? []),
                because: nil
            )
        }
        let heading = "Enterprise URL filters; the priorities are the format's own order of precedence."
        result.text = ImportedDocument.text(rules, default: blocksEverything ? .blocked : allowed, heading: heading)
        result.nameForeignFile(unless: .chrome)
        lists.refuseLostBlockList(carried: blocking, &result)
    }

    /// Reads an entry.
    ///
    /// In the browser, no URL has a host, a path or a query that is written in another way than those of URLs are, and
    /// few meet an empty token. On the allow list such an entry is an error, because the rule would open what the
    /// browser blocks. On the block list the rule has the part that is meant, which is only stricter: it keeps the rank
    /// of the entry as it is written, so that it also decides wherever the entry does in the browser.
    ///
    /// - Returns: The filter, and its rank in the browser.
    private static func filter(
        _ entry: ImportEntry,
        _ side: URLFilter.Side,
        _ result: inout ImportResult
    ) throws(MatcherError) -> (URLFilter, URLFilterRank) {
        do throws(MatcherError) {
            let filter = try URLFilter(entry.text, side: side)
            try filter.checkSpelling()
            try filter.checkKeys()
            return (filter, URLFilterRank(filter))
        } catch {
            let codes: [MatcherError.Code] = [.hostSpelling, .pathSpelling, .querySpelling, .invalidQuery]
            // What is meant may have a fault of its own, such as a query without any token.
            guard side == .block, codes.contains(error.code),
                let filter = try? URLFilter(URLFilter.asInURLs(entry.text), side: side)
            else { throw error }
            let hasEmptyToken = error.code == .invalidQuery
            let blocked = hasEmptyToken ? "only URLs with an empty parameter" : "nothing"
            result.note(
                error.code.rawValue,
                "\(error.message): the entry blocks \(blocked) in the browser, but the rule blocks "
                    + "`\(Quoted.word(filter.text))`",
                at: [entry.place(of: error.range)]
            )
            let rank = URLFilterRank(filter)
            return (filter, hasEmptyToken ? rank.withEmptyToken : rank)
        }
    }

    private static var priorityLimit: Int { 1_000_000 }

    /// The filters as they are written, without those that match the same URLs as an earlier one.
    private static func unique(_ filters: [URLFilter]) -> [String] {
        var seen: Set<ComparedValue> = []
        return filters.filter { seen.insert(ComparedValue(of: .chrome($0), text: $0.text)).inserted }.map(\.text)
    }

    /// Leaves out an entry for `blob` URLs: a view decides them by the rules for their origin, so the entry would block
    /// nothing and allow nothing.
    private static func noteBlob(_ entry: ImportEntry, _ side: URLFilter.Side, _ result: inout ImportResult) {
        result.drop(
            "never-asked",
            "a `blob` URL is decided by its origin, so the entry \(side == .block ? "blocks" : "allows") nothing",
            at: entry.place,
            help: "list the hosts of the pages that create such URLs"
        )
    }

    /// Adds a finding if the rule can never take effect.
    private static func noteReach(of filter: URLFilter, _ entry: ImportEntry, _ result: inout ImportResult) {
        switch filter.scheme {
        case "file"?, "about"?, "data"?, "javascript"?:
            result.note(
                "never-asked",
                "web views are kept from most `\(filter.scheme ?? "")` URLs before any rule is checked",
                at: [entry.place],
                severity: filter.side == .allow ? .warning : .note
            )
        default: break
        }
    }
}
