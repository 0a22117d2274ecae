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
        let entries = try EntryList.read(file.bytes.span, format: format == .hosts ? .hosts : .adblockDomains)
        for line in entries.badLines {
            let place = line.lineOffset + line.columns.lowerBound..<line.lineOffset + line.columns.upperBound
            result.drop(line.error.code.rawValue, line.error.message, at: file.range(place), help: line.error.help)
        }
        if entries.badLineCount > entries.badLines.count {
            result.setFailed(entries.badLineCount)
            result.note(
                "more-lines",
                "\(entries.badLineCount - entries.badLines.count) more lines were left out",
                severity: .error
            )
        }
        if format == .adblockDomains { dropInstructions(of: file, &result) }
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
        result.nameForeignFile(unless: format == .hosts ? .hosts : .adblockDomains)
        return result
    }
    /// Leaves out the instructions of ad blockers that change what a list contains. They look like comments.
    private static func dropInstructions(of file: SourceFile, _ result: inout ImportResult) {
        let instructions = [
            ("!#include", "the list that it names is not part of this one", "import that list as well"),
            ("!#if", "the filters below it were read, whatever its condition", nil),
        ]
        for line in 1...file.lineCount {
            let contents = file.contents(ofLine: line)
            let text = file.bytes[contents].drop { $0 == 0x20 || $0 == 0x09 }
            for (word, consequence, help) in instructions where text.starts(with: word.utf8) {
                let message = "`\(word)` was left out: \(consequence)"
                result.drop("list-instruction", message, at: file.range(contents), help: help, severity: .note)
            }
        }
    }
}
