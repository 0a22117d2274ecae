import TestSupport

/// A row of the Public Suffix List's own tests.
struct PublicSuffixRow {
    /// A host; nil if the row has none.
    let host: String?
    /// The registrable domain; nil if there is none.
    let domain: String?

    static let file = "conformance/test_psl.txt"

    static func all() throws -> [PublicSuffixRow] {
        let text = String(decoding: try PublishedData.bytes(file), as: UTF8.self)
        return text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("checkPublicSuffix("), let end = line.lastIndex(of: ")") else { return nil }
            let arguments = line[..<end].dropFirst("checkPublicSuffix(".count).split(separator: ",").map {
                $0.filter { $0 != "'" && $0 != " " }
            }
            guard arguments.count == 2 else { return nil }
            let values = arguments.map { $0 == "null" ? nil : $0 }
            return PublicSuffixRow(host: values[0], domain: values[1])
        }
    }
}
