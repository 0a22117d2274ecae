import Foundation
import TestSupport

/// A file of the web-platform-tests: an array of cases that also contains strings as comments.
struct CaseList<Case: Decodable>: Decodable {
    var cases: [Case]

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        cases = []
        while !container.isAtEnd {
            if (try? container.decode(String.self)) == nil { cases.append(try container.decode(Case.self)) }
        }
    }

    /// The cases of `file`, and the cut that the file comes from.
    static func read(_ file: String) throws -> (cases: [Case], cut: ConformanceData.Cut) {
        let (data, cut) = try ConformanceData.read(file)
        return (try JSONDecoder().decode(CaseList.self, from: LoneSurrogates.replaced(in: data)).cases, cut)
    }
}
