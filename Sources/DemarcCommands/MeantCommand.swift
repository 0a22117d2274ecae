import ArgumentParser
import Diagnostics

/// Suggests what a user probably meant by an invalid command line.
///
/// The argument parser has suggestions only for options. It treats a misspelled command as an argument of the parent
/// command, and reports errors about the options after it.
struct MeantCommand {
    /// The error and the suggestion, in lower case, on one line, without a final period.
    let message: String

    /// Finds an unknown command; nil if the arguments name a valid command, or none.
    ///
    /// - Parameter arguments: The arguments of the process.
    init?(unknownIn arguments: [String]) {
        var commands: any ParsableCommand.Type = DemarcCommand.self
        var names: [String] = []
        // `help` is also a command, and is followed by commands.
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        for word in words {
            let known = commands.configuration.subcommands
            guard !known.isEmpty, !word.hasPrefix("-"), !(names.isEmpty && word == "help") else { return nil }
            if let next = known.first(where: { $0.configuration.commandName == word }) {
                commands = next
                names.append(word)
                continue
            }
            message = Self.message(for: word, after: names, known.compactMap { $0.configuration.commandName })
            return
        }
        return nil
    }

    private static func message(for word: String, after names: [String], _ known: [String]) -> String {
        let shown = (names + [Quoted.shown(word)]).joined(separator: " ")
        if let nearest = NearMiss.suggestion(for: word, among: known) {
            let meant = (names + [nearest]).joined(separator: " ")
            return "there is no command `\(shown)`, did you mean `\(meant)`?"
        }
        guard names.isEmpty else { return "there is no command `\(shown)`; there are \(Quoted.names(known))" }
        if word.contains("://") {
            return "`\(Quoted.shown(word))` is not a command; to decide on a URL: `demarc check --policy POLICY URL`"
        }
        if FileStatus(path: word) != nil {
            return "`\(Quoted.shown(word))` is not a command; to check a file: `demarc lint \(Quoted.shown(word))`"
        }
        return "there is no command `\(shown)`; `demarc help` lists the commands"
    }

    /// Finds a policy that was given without its option, as in `demarc check policy.yaml https://contoso.com/`; nil
    /// unless the policy is missing, and one of the arguments is probably the policy.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the process.
    ///   - complaint: The error message of the argument parser.
    init?(withoutPolicyIn arguments: [String], _ complaint: String) {
        guard complaint.contains("Missing expected argument '--policy") else { return nil }
        let endings = [".yaml", ".yml", ".json", ".demarc"]
        let file = arguments.dropFirst().first { argument in
            guard !argument.hasPrefix("-"), !argument.contains("://") else { return false }
            return endings.contains { argument.lowercased().hasSuffix($0) }
                && FileStatus(path: argument)?.isPlain == true
        }
        guard let file else { return nil }
        message = "did you mean `--policy \(Quoted.shown(file))`?"
    }

    /// Finds a file whose name begins with `-`, so that it was read as an option; nil unless an argument or a value is
    /// missing, or the parser does not know the option.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the process.
    ///   - complaint: The error message of the argument parser.
    init?(fileLikeOptionIn arguments: [String], _ complaint: String) {
        let beginnings = ["Error: Missing ", "Error: Unknown option ", "Error: Two policies are compared"]
        guard beginnings.contains(where: { complaint.hasPrefix($0) }) else { return nil }
        // A file may have the name of an option, which comes before its value.
        let files = arguments.filter { $0.hasPrefix("-") && FileStatus(path: $0) != nil }
        guard let file = files.first(where: { complaint.contains("'\($0)'") }) ?? files.last else { return nil }
        message = "for the file `\(Quoted.shown(file))`, write `./\(Quoted.shown(file))`"
    }
}
