import ArgumentParser

/// The output format of the answer to one question.
struct QuestionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "table (for people), json (one object; an array for several questions), or ndjson (one object per line).",
            valueName: "format"
        )
    )
    var format: OutputFormat = .table

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where the answer goes instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @Flag(help: "Write the sentence of each reason in JSON, and name the rules that also matched but lost.")
    var explain = false

    /// Opens the destination of the answer and empties it.
    ///
    /// - Parameter inputs: The files that are read, none of which may be the destination.
    /// - Returns: The file.
    /// - Throws: ``CommandError``.
    func open(besides inputs: [FileStatus]) throws(CommandError) -> OutputFile {
        let file = try OutputFile(output)
        try file.begin(besides: inputs)
        return file
    }
}

/// Names that can be given individually or separated by commas.
enum NameArguments {
    static func split(_ arguments: [String]) -> [String] {
        arguments.flatMap { $0.split(separator: ",").map(String.init) }
    }
}
