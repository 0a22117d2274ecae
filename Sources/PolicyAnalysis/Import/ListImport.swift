import ByteText
public import Diagnostics
public import PolicyModel
public import URLMatching

/// Turns a hosts file or a list of ad blockers' filters into a list of Demarc's own.
public enum NameListImport {
    /// What is read.
    public enum Format: String, CaseIterable, Hashable, Sendable {
        /// A hosts file; gives a list of format `hosts`.
        case hosts
        /// Filters of whole domains, `||ads.example^`; gives a list of format `domains`.
        case adblockDomains = "adblock-domains"
    }

    /// Reads a list.
    ///
    /// Each name is written once, in canonical form and in the order of the file.
    ///
    /// - Throws: ``MatcherError`` where the list is too large.
    /// - Complexity: O(*n*) in the bytes of the list.
    public static func read(_ file: SourceFile, as format: Format) throws(MatcherError) -> ImportResult {
        let reading =
            switch format {
            case .hosts: "read as a hosts file: each name is exactly that host"
            case .adblockDomains:
                "read as filters of ad blockers: only whole domains, `||example.com^`, say what a rule can"
            }
        var result = ImportResult(format == .hosts ? .hostList : .domainList, reading: reading, sources: [file])
        let entries = try EntryList.read(file.bytes.span, format: format == .hosts ? .hosts : .adblockDomains)
        for line in entries.badLines {
            let place = line.lineOffset + line.columns.lowerBound..<line.lineOffset + line.columns.upperBound
            result.drop(line.error.code.rawValue, line.error.message, at: file.range(place), help: line.error.help)
        }
        if entries.badLineCount > entries.badLines.count {
            result.dropped = entries.badLineCount
            result.note(
                "more-lines",
                "\(entries.badLineCount - entries.badLines.count) more lines were left out",
                severity: .error
            )
        }
        var seen: Set<[UInt8]> = []
        var text: [UInt8] = []
        for index in 0..<entries.list.count {
            let name = entries.list.entry(at: index).array
            guard seen.insert(name).inserted else { continue }
            if format == .hosts { text += Array("0.0.0.0 ".utf8) }
            text += name
            text.append(UInt8(ascii: "\n"))
        }
        result.carried = entries.list.count
        if seen.count < entries.list.count {
            result.note("duplicate-entry", "\(entries.list.count - seen.count) repeated names were written once")
        }
        result.text = String(decoding: text, as: UTF8.self)
        return result
    }
}

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
                result.note("duplicate-entry", "the entry is repeated here", at: [entry.place])
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
