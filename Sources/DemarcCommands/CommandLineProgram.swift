import ArgumentParser
import Diagnostics
import Glibc

/// The `demarc` program.
public enum CommandLineProgram {
    /// Runs the command that the process's arguments name, and ends the process with its exit code.
    public static func run() -> Never {
        StandardStreams.openClosed()
        StandardStreams.refuseOversizedFiles()
        Interruption.unblockSignals()
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let meant = MeantCommand(unknownIn: arguments) {
            Console.note("demarc: error: \(VisibleText.of(meant.message))\n")
            Console.note("Usage: demarc <subcommand>\n  See 'demarc --help' for more information.\n")
            exit(ExitStatus.usage.rawValue)
        }
        do {
            var command = try DemarcCommand.parseAsRoot(arguments)
            try command.run()
        } catch let error as CommandError {
            Console.note("demarc: error: \(VisibleText.of(error.message))\n")
            exit(error.status.rawValue)
        } catch let status as ExitCode {
            exit(status.rawValue)
        } catch {
            end(error, arguments)
        }
        exit(ExitCode.success.rawValue)
    }

    /// Ends the process with what the argument parser has to say: that something is wrong, or a text that was asked for.
    private static func end(_ error: any Error, _ arguments: [String]) -> Never {
        let status = DemarcCommand.exitCode(for: error)
        guard status == .success else {
            let complaint = text(of: error, arguments)
            Console.note(complaint)
            if let meant = MeantCommand(withoutPolicyIn: arguments, complaint) {
                Console.note("Help:  \(VisibleText.of(meant.message))\n")
            }
            exit(status.rawValue)
        }
        var stream = OutputStream(descriptor: STDOUT_FILENO)
        stream.append(text: text(of: error, []))
        do {
            try stream.finish()
        } catch let error as CommandError {
            Console.note("demarc: error: \(error.message)\n")
            exit(error.status.rawValue)
        } catch {
            exit(DemarcCommand.exitCode(for: error).rawValue)
        }
        exit(status.rawValue)
    }

    /// The columns that the examples of help may take.
    private static let exampleColumns = 80

    /// The parser's text for an error, with a line feed at its end; empty where there is nothing to say.
    ///
    /// It quotes arguments, or parts of them. An argument may come from a stranger, and a control character in it would
    /// be obeyed by the terminal or begin a line of its own in a CI log. The parser is asked again with arguments that
    /// have none, because in its text they cannot be told from its own line feeds.
    private static func text(of error: any Error, _ arguments: [String]) -> String {
        let visible = arguments.map { VisibleText.of($0) }
        // Examples are at most so wide: in a narrower terminal it is better that the terminal continues their lines, which
        // can be pasted nonetheless.
        let columns = max(Page(of: STDOUT_FILENO).columns ?? exampleColumns, exampleColumns)
        var text = DemarcCommand.fullMessage(for: error, columns: columns)
        if visible != arguments {
            do {
                _ = try DemarcCommand.parseAsRoot(visible)
                // Without those characters nothing is wrong, so they are what is wrong.
                text = VisibleText.of(text)
            } catch {
                text = DemarcCommand.fullMessage(for: error, columns: columns)
            }
        }
        // The parser breaks every line but that of the usage.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.lowercased().hasPrefix("usage: ") else { return line + "\n" }
            return Substring(FittedText.block(String(line), columns: columns, hanging: 7))
        }
        return text.isEmpty ? "" : lines.joined()
    }
}
