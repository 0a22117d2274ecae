import ArgumentParser
import Diagnostics

/// What somebody probably meant who wrote a command line that there is not.
///
/// The argument parser has suggestions for options alone. It takes a misspelt command for an argument of the one above it,
/// and complains about the options behind it.
struct MeantCommand {
    /// What is wrong, and what was probably meant: lower case, one line, no final period.
    let message: String

    /// Looks for a command that there is not; nil if the arguments name a command, or none at all.
    ///
    /// - Parameter arguments: The arguments of the process.
    init?(unknownIn arguments: [String]) {
        var commands: any ParsableCommand.Type = DemarcCommand.self
        var names: [String] = []
        // `help` is a command too, and what follows it are commands.
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

    /// Looks for a policy that was written without its option, as in `demarc check policy.yaml https://contoso.com/`; nil
    /// unless the policy is missing, and one of the arguments is probably the one.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the process.
    ///   - complaint: What the argument parser says of them.
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
}
