import Demarc
import Diagnostics
import PolicyFiles
import PolicyImport
import PolicyModel
import RuleIndex
import Testing
import URLMatching
import URLStandard

func source(_ text: String, _ path: String = "list.txt") -> SourceFile {
    SourceFile(path: path, bytes: Array(text.utf8))
}

/// The findings as `severity code line:column «underlined»`.
func summary(_ result: ImportResult) -> [String] {
    result.findings.map { finding in
        let place = finding.places.first.map { place in
            let bytes = result.sources.first { $0.path == place.path }?.bytes ?? []
            let text = String(decoding: bytes[place.start.offset..<place.end.offset], as: UTF8.self)
            return " \(place.start.line):\(place.start.column) «\(text)»"
        }
        return "\(finding.severity) \(finding.code)\(place ?? "")"
    }
}

/// The output of an import, read back.
func readBack(_ result: ImportResult, files: [String: String] = [:]) throws -> PolicyDocument {
    let loaded = PolicyDocumentReader(files: MemoryFiles(files)).load(text: result.text, path: "policy.yaml")
    return try #require(
        loaded.document,
        "\(TextReport(sources: loaded.sources).text(loaded.diagnostics))\n\(result.text)"
    )
}

extension RuleSet {
    /// The class of a URL, by the index.
    func urlClass(of url: String) throws -> URLClass? {
        try CompiledRuleSet(self).urlClass(of: url)
    }
}

extension CompiledRuleSet {
    func urlClass(of url: String) throws -> URLClass? {
        var scratch = MatchScratch()
        let record = try URLRecord(parsing: url.utf8.span)
        return match(record, scratch: &scratch).urlClass
    }
}
