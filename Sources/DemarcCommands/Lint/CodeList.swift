import ArgumentParser
import Diagnostics
import FileLint
import PolicyModel

/// A comma-separated list of codes of findings.
struct CodeList: CommaList {
    let values: [String]

    /// Parses the codes, ignoring case.
    init?(argument: String) {
        values = argument.split(separator: ",", omittingEmptySubsequences: false)
            .map { FindingCatalog.code(String($0)) ?? String($0) }
        guard !values.contains("") else { return nil }
    }

    /// Throws if a code is not the code of a finding.
    func check() throws {
        for value in values where !FindingCatalog.contains(value) {
            let hint = FindingCatalog.nearest(to: value).map { ", did you mean `\($0)`?" } ?? ""
            throw ValidationError("there is no code `\(Quoted.shown(value))`\(hint)")
        }
    }
}

/// A code and the severity assigned to it: `DM012=note`.
struct SeverityChoice: ExpressibleByArgument {
    let code: CodeList
    /// Nil to omit findings with this code.
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

/// A level that `--baseline` takes, by its number.
extension BaselineLevel: ExpressibleByArgument {}
