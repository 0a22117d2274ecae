import ArgumentParser
import Diagnostics
import PolicyAnalysis

/// Some codes of findings, separated by commas.
struct CodeList: ExpressibleByArgument {
    let values: [String]

    init?(argument: String) {
        values = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard !values.contains("") else { return nil }
    }

    /// Refuses codes that no finding has.
    func check() throws {
        for value in values where !FindingCatalog.contains(value) {
            let hint = FindingCatalog.nearest(to: value).map { ", did you mean `\($0)`?" } ?? ""
            throw ValidationError("there is no code `\(Quoted.shown(value))`\(hint)")
        }
    }
}
