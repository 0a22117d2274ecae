import Diagnostics
import FileLint
import PolicyFiles
import PolicyModel
import RuleIndex
import RuleRegions
import Testing
import URLMatching

/// Runs lint on files in memory.
enum Linting {
    /// The result of lint for some files, all of which are named.
    static func lint(_ files: [String: String], _ options: LintOptions = LintOptions()) -> LintRun {
        let kinds = files.sorted { $0.key < $1.key }
            .compactMap { path, text -> (String, LintFileKind)? in
                let name = String(path.split(separator: "/").last ?? "")
                return LintFileKind(of: Array(text.utf8), name: name, isNamed: false).map { (path, $0) }
            }
        return LintRun(LintTarget.targets(of: kinds), options: options, files: MemoryFiles(files))
    }

    /// A policy document with one policy that has these settings, one on each line, and a rule set without findings.
    static func document(_ settings: String) -> String {
        "demarc: 1\nruleSets: {links: {default: external, rules: [{id: own, class: internal, domain: contoso.com}]}}\n"
            + "policies:\n  main:\n"
            + settings.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)\n" }.joined()
    }

    /// The text at the primary place of a finding.
    static func underlined(_ finding: Diagnostic, _ sources: [SourceFile]) -> String? {
        guard let place = finding.places.first, let file = sources.first(where: { $0.path == place.path }) else {
            return nil
        }
        return String(decoding: file.bytes[place.start.offset..<place.end.offset], as: UTF8.self)
    }
}

extension LintRun {
    /// The codes of the findings that count, in order.
    var codes: [String] { diagnostics.map(\.code) }

    /// The code and the underlined text of each of them: `DM047 true`.
    var underlinedCodes: [String] {
        diagnostics.map { "\($0.code) \(Linting.underlined($0, sources) ?? "?")" }
    }
}

extension RuleSet {
    /// The class of a URL, by the index; nil if the text is no URL.
    func urlClass(of url: String) -> URLClass? {
        var probe = RuleProbe()
        return probe.take(url) ? CompiledRuleSet(self).decision(&probe).urlClass : nil
    }
}
