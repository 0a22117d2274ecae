import ArgumentParser
import Diagnostics
import PolicyAnalysis

/// Some codes of findings, separated by commas.
struct CodeList: ExpressibleByArgument {
    let values: [String]

    /// Takes the codes in any case.
    init?(argument: String) {
        values = argument.split(separator: ",", omittingEmptySubsequences: false)
            .map { FindingCatalog.code(String($0)) ?? String($0) }
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

/// A code with the severity that it is to have: `DM012=note`.
struct SeverityChoice: ExpressibleByArgument {
    let code: CodeList
    /// Nil if findings of the code are not to be told.
    let severity: Diagnostic.Severity?

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let code = CodeList(argument: String(parts[0])), code.values.count == 1 else {
            return nil
        }
        let name = parts[1].lowercased()
        severity = Diagnostic.Severity(rawValue: name)
        guard severity != nil || name == "off" else { return nil }
        self.code = code
    }
}
