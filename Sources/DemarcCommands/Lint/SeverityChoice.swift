import ArgumentParser
import Diagnostics

/// A code with the severity that it is to have: `DM012=note`.
struct SeverityChoice: ExpressibleByArgument {
    let code: CodeList
    /// Nil where findings of the code are not to be told.
    let severity: Diagnostic.Severity?

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let code = CodeList(argument: String(parts[0])), code.values.count == 1 else {
            return nil
        }
        severity = Diagnostic.Severity(rawValue: String(parts[1]))
        guard severity != nil || parts[1] == "off" else { return nil }
        self.code = code
    }
}
