import ByteText
package import Diagnostics
import PolicyFiles
package import URLMatching

/// Converts a hosts file or an ad blocker's filter list to a Demarc list.
package enum NameListImport {
    /// The input format.
    package enum Format: String, CaseIterable, Hashable, Sendable {
        /// A hosts file; yields a list of format `hosts`.
        case hosts
        /// Filters of whole domains, `||ads.example^`; yields a list of format `domains`.
        case adblockDomains = "adblock-domains"
    }

    /// Reads a list.
    ///
    /// Each name is written once, in canonical form and in the order of the file.
    ///
    /// - Throws: ``MatcherError`` if the list is too large.
    /// - Complexity: O(*n*) in the bytes of the list.
    package static func read(_ file: SourceFile, as format: Format) throws(MatcherError) -> ImportResult {
        let reading =
            switch format {
            case .hosts: "read as a hosts file: each name is exactly that host"
            case .adblockDomains:
                "read as filters of ad blockers: only whole domains, `||example.com^`, can become rules"
            }
        var result = ImportResult(format == .hosts ? .hostList : .domainList, reading: reading, sources: [file])
        guard !result.refuseJSON(file) else { return result }
        if format == .adblockDomains { dropInstructions(of: file, &result) }
        var exceptions = format == .adblockDomains ? AdblockExceptions(of: file) : nil
        let bytes = exceptions?.remaining ?? file.bytes
        let entries = try EntryList.read(
            bytes.span,
            format: format == .hosts ? .hosts : .adblockDomains,
            badLineLimit: ImportResult.findingLimit
        )
        var seen: Set<[UInt8]> = []
        var text: [UInt8] = []
        for index in 0..<entries.list.count {
            let name = entries.list.entry(at: index).array
            guard exceptions?.omit(name) != true else { continue }
            result.carried += 1
            guard seen.insert(name).inserted else { continue }
            if format == .hosts { text += Array("0.0.0.0 ".utf8) }
            text += name
            text.append(UInt8(ascii: "\n"))
        }
        // Before the other lines, so that their number does not hide an exception.
        exceptions?.report(kept: seen, &result)
        dropBadLines(entries, of: file, &result)
        // A hosts file with only the names of the machine itself is not empty.
        if result.carried == 0, result.findings.isEmpty, format != .hosts || ImportEntry.entries(of: file).isEmpty {
            result.noteEmpty(file, effect: "blocks")
        }
        if seen.count < result.carried {
            result.note("duplicate-entry", "\(result.carried - seen.count) repeated names were written once")
        }
        result.text = String(decoding: text, as: UTF8.self)
        result.nameForeignFile(unless: format == .hosts ? .hosts : .adblockDomains)
        return result
    }

    private static func dropBadLines(_ entries: EntryListReading, of file: SourceFile, _ result: inout ImportResult) {
        let findingCount = result.findings.count
        for line in entries.badLines {
            let place = line.lineOffset + line.columns.lowerBound..<line.lineOffset + line.columns.upperBound
            result.drop(line.error.code.rawValue, line.error.message, at: file.range(place), help: line.error.help)
        }
        result.addFailed(entries.badLineCount - entries.badLines.count)
        // An exception that was left out counts towards the limit, too.
        let more = entries.badLineCount - (result.findings.count - findingCount)
        if more > 0 { result.note("more-lines", "\(more) more entries were left out", severity: .error) }
    }

    /// Leaves out the instructions of ad blockers that change what a list contains. They look like comments.
    private static func dropInstructions(of file: SourceFile, _ result: inout ImportResult) {
        let instructions = [
            ("!#include", "the list that it names is not part of this one", "import that list as well"),
            ("!#if", "the filters below it were read, whatever its condition", nil),
        ]
        for line in 1...file.lineCount {
            let contents = file.contents(ofLine: line)
            let text = file.bytes[contents].drop(while: \.isSpaceOrTab)
            for (word, consequence, help) in instructions where text.starts(with: word.utf8) {
                let message = "`\(word)` was left out: \(consequence)"
                result.drop("list-instruction", message, at: file.range(contents), help: help, severity: .note)
            }
        }
    }
}
