import Foundation
import TestSupport
import Testing

/// A row of the known bypasses, `bypass.tsv`: an input with the bypass, and how a browser reads it.
struct BypassRow {
    /// The name of the bypass.
    let name: String
    let input: String
    /// nil if there is none.
    let base: String?
    /// The URL, or nil if the input is not one.
    let canonical: String?
    let host: String

    static let file = "bypass.tsv"

    static func all() throws -> [BypassRow] {
        let (data, _) = try ConformanceData.read(file)
        let rows = String(decoding: data, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(rows.count == 540)
        return try rows.map { row in
            let fields = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(fields.count >= 6, "\(row)")
            let json = LoneSurrogates.replaced(in: Data("[\(fields[1])]".utf8))
            return BypassRow(
                name: fields[0],
                input: try #require(try JSONDecoder().decode([String].self, from: json).first),
                base: fields[5].isEmpty ? nil : fields[5],
                canonical: fields[2] == "invalid" ? nil : fields[2],
                host: fields[3]
            )
        }
    }
}
