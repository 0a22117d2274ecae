package import Diagnostics

extension FileError {
    /// What to say of a file that could not be read.
    package static func diagnostic(_ error: FileError, path: String) -> Diagnostic {
        let (code, message) = PolicyReading.explain(error, path: path)
        return Diagnostic(code: code.rawValue, message: message, places: [SourceRange(wholeFile: path)])
    }
}
