import URLMatching
import URLStandard

/// A row of Chromium's own tests of the filter format, and the project's deviations from them.
struct URLFilterVector {
    var line: Int
    var family: Substring
    var block: [String]
    var allow: [String]
    var url: String
    var expected: Substring

    /// The rows of the published file; rows for the managed browser's list format belong to another suite.
    static func rows(of file: [UInt8]) -> [URLFilterVector] {
        let lines = String(decoding: file, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { number, line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count >= 5, fields[0].hasPrefix("chromium") else { return nil }
            return URLFilterVector(
                line: number + 1,
                family: fields[0],
                block: texts(fields[1]),
                allow: texts(fields[2]),
                url: String(fields[3]),
                expected: fields[4]
            )
        }
    }

    /// The elements of a JSON list of strings, which contains no escapes here.
    private static func texts(_ list: Substring) -> [String] {
        list.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    /// The library's answer to the row, in the words of the file. Rejected filters match nothing.
    func answer() -> String {
        var scratch = MatchScratch()
        let list = URLFilterList(
            allow: allow.compactMap { try? URLFilter($0) },
            block: block.compactMap { try? URLFilter($0) }
        )
        var filter: URLFilter?
        if let record = try? URLRecord(parsing: url.utf8.span) {
            filter = list.decidingFilter(for: record, scratch: &scratch)
        }
        if family == "chromium-match" { return filter == nil ? "no-match" : "match" }
        return filter?.side == .block ? "blocked" : "not-blocked"
    }

    /// Rows with a different answer, by filter and URL, each with its reason.
    static let deviations = [
        "google.com bogus://google.com/":
            "without a scheme only standard ones are meant, says the format; so does its note",
        "example.com chrome:example.com": "the URL Standard finds no host in this URL; Chromium's own parser does",
    ]
}
