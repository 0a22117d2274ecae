import ArgumentParser

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

    /// Opens what results are written to, emptied.
    ///
    /// - Parameter inputs: The files that are read; none can be written meanwhile.
    /// - Returns: The file.
    /// - Throws: ``CommandError``.
    func open(besides inputs: [FileStatus]) throws(CommandError) -> OutputFile {
        let file = try OutputFile(output)
        try file.begin(besides: inputs)
        return file
    }
}
