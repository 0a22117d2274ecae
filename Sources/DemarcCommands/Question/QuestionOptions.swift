import ArgumentParser

/// The output format of the answer to one question.
struct QuestionOptions: ParsableArguments, OutputFileOptions {
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
}

/// Names that can be given individually or separated by commas.
enum NameArguments {
    static func split(_ arguments: [String]) -> [String] {
        arguments.flatMap { $0.split(separator: ",").map(String.init) }
    }
}
