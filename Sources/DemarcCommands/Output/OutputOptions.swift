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

    /// Shows progress where somebody sees it and it disturbs nothing.
    ///
    /// - Parameter results: Where results go; on a terminal they are progress enough.
    /// - Returns: A bar that may stay dark.
    func progress(besides results: Int32) -> ProgressBar {
        ProgressBar(isEnabled: !quiet && !Console.isTerminal(results))
    }

    /// Opens what results are written to.
    ///
    /// - Parameter input: The file that is read meanwhile; a file cannot be both.
    /// - Returns: The file.
    /// - Throws: ``CommandError``.
    func open(besides input: FileStatus? = nil) throws(CommandError) -> OutputFile {
        try Self.open(output, besides: input)
    }

    /// Opens the file that an option names; standard output for none, and for `-`.
    ///
    /// - Throws: ``CommandError``.
    static func open(
        _ path: String?,
        besides input: FileStatus? = nil,
        option: String = "--output"
    ) throws(CommandError) -> OutputFile {
        guard let path, path != "-" else { return OutputFile(standardOutput: ()) }
        do throws(OutputFile.Failure) {
            return try OutputFile(path: path, besides: input)
        } catch {
            switch error {
            case .isInput: throw .usage("\(option) names the file that is read")
            case .unwritable(let message): throw .unreadable("cannot write \(message)")
            }
        }
    }
}
