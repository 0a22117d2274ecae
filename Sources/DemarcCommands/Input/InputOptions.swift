import ArgumentParser
import Glibc

/// Where URLs come from: arguments, a file, or standard input.
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
            "What a line is: lines (a URL as it is), or ndjson (a JSON string, or an object with url, view and user).",
            valueName: "format"
        )
    )
    var inputFormat: InputFormat?

    func validate() throws {
        if !urls.isEmpty, input != nil {
            throw ValidationError("URLs come either from arguments or from --input, not from both.")
        }
        if !urls.isEmpty, inputFormat != nil {
            throw ValidationError("--input-format says how lines are read, and URLs in arguments are not lines.")
        }
    }

    /// Opens what lines are read from.
    ///
    /// - Throws: A usage error where nothing was given and nobody types, else an exit code, the reason having been told.
    func open() throws -> InputFile {
        guard let path = input, path != "-" else {
            if input == nil, Console.isTerminal(STDIN_FILENO) {
                throw ValidationError(
                    "no URLs. Give them as arguments, with --input FILE, or on standard input (--input - to type them)."
                )
            }
            return InputFile(standardInput: ())
        }
        do throws(InputFile.Failure) {
            return try InputFile(path: path)
        } catch {
            Console.note("demarc: error: cannot read \(error.message)\n")
            throw ExitStatus.unreadable
        }
    }
}
