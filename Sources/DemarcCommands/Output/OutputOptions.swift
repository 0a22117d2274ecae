import ArgumentParser
import Glibc

/// Where results go, and in what form.
struct OutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "table (for people), json (one array), or ndjson (one object per line).",
            valueName: "format"
        )
    )
    var format: OutputFormat = .table

    @Option(
        help: ArgumentHelp("Where results go instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @Flag(name: .shortAndLong, help: "No summary and no progress on standard error.")
    var quiet = false

    /// Opens what results are written to.
    ///
    /// - Parameter input: The file that is read meanwhile; a file cannot be both.
    /// - Throws: An exit code, the reason having been told, or a usage error.
    func open(besides input: FileStatus? = nil) throws -> OutputFile {
        guard let path = output, path != "-" else { return OutputFile(standardOutput: ()) }
        do throws(OutputFile.Failure) {
            return try OutputFile(path: path, besides: input)
        } catch {
            switch error {
            case .isInput: throw ValidationError("--output names the file that is read.")
            case .unwritable(let message): Console.note("demarc: error: cannot write \(message)\n")
            }
            throw ExitStatus.unreadable
        }
    }
}
