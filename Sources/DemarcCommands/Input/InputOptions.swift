import ArgumentParser
import Glibc

/// The source of URLs: arguments, a file, or standard input.
struct InputOptions: ParsableArguments {
    @Argument(help: "The URLs. Without any, they are read from --input or standard input.")
    var urls: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file with one URL per line; - is standard input.",
            valueName: "file"
        ),
        completion: .file()
    )
    var input: String?

    @Option(
        help: ArgumentHelp(
            "What each line is: a URL (lines), or a JSON string or object with url, view and user (ndjson).",
            valueName: "format"
        )
    )
    var inputFormat: InputFormat?

    func validate() throws {
        if !urls.isEmpty, input != nil {
            throw ValidationError("Give URLs as arguments or with --input, not both.")
        }
        if !urls.isEmpty, inputFormat != nil {
            throw ValidationError(
                "--input-format is for --input and standard input: leave it out, or give no URLs as arguments."
            )
        }
    }

    /// The file that lines are read from, which no result may overwrite; empty for URLs in arguments.
    var files: [FileStatus] {
        urls.isEmpty ? [FileStatus.ofInput(input ?? "-")].compactMap(\.self) : []
    }

    /// Opens the file that lines are read from.
    ///
    /// - Returns: The file.
    /// - Throws: ``CommandError``; a usage error if nothing was given and standard input is a terminal.
    func open() throws(CommandError) -> InputFile {
        guard let path = input, path != "-" else {
            if input == nil, Console.isTerminal(STDIN_FILENO) {
                throw .usage(
                    "no URLs; give them as arguments, with --input FILE, or on standard input (--input - to type them)"
                )
            }
            return try InputFile.standardInput()
        }
        return try InputFile(path: path)
    }
}

/// The format of a line of input.
enum InputFormat: String, OptionWord {
    /// A plain URL.
    case lines
    /// A JSON string, or an object with `url`, `view` and `user`.
    case ndjson
}
