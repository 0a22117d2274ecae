import ArgumentParser
import Diagnostics
import Glibc

/// The `demarc` program.
public enum CommandLineProgram {
    /// Runs the command given by the process's arguments, and exits with its status.
    public static func run() -> Never {
        StandardStreams.openClosed()
        StandardStreams.refuseOversizedFiles()
        Interruption.unblockSignals()
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let meant = MeantCommand(unknownIn: arguments) {
            Console.note(CommandError.usage(meant.message))
            Console.note("Usage: demarc <subcommand>\n  See 'demarc --help' for more information.\n")
            exit(ExitStatus.usage.rawValue)
        }
        do {
            var command = try DemarcCommand.parseAsRoot(arguments)
            let type = type(of: command)
            if !type.configuration.subcommands.isEmpty { endWithoutSubcommand(of: type) }
            try RawArguments.check(for: command)
            try command.run()
        } catch let error as CommandError {
            Console.note(error)
            exit(error.status.rawValue)
        } catch let status as ExitCode {
            exit(status.rawValue)
        } catch {
            end(error, arguments)
        }
        exit(ExitCode.success.rawValue)
    }

    /// Exits with the help of a command that only has subcommands. That is a usage error, because the subcommand may
    /// have been a variable that is not set, and a script must not take it for a success.
    private static func endWithoutSubcommand(of command: any ParsableCommand.Type) -> Never {
        setColumns()
        Console.note(text(of: CleanExit.helpRequest(command), []))
        exit(ExitStatus.usage.rawValue)
    }

    /// Sets the width of the parser's texts. To learn the status of an error, the parser also renders the text of a help
    /// request, at the width of the environment or the terminal. It traps if that leaves no room beside its column of
    /// options, as in a terminal of 20 columns. Nothing but its texts is written after this call, so no other output
    /// changes its width.
    private static func setColumns() {
        // SAFETY: both texts are passed as NUL-terminated strings and copied by the call.
        _ = unsafe setenv("COLUMNS", "\(columns)", 1)
    }

    /// Exits with the message of the argument parser: an error, or a requested text.
    private static func end(_ error: any Error, _ arguments: [String]) -> Never {
        let page = Page(of: STDERR_FILENO)
        setColumns()
        let status = DemarcCommand.exitCode(for: error)
        guard status == .success else {
            let complaint = text(of: error, arguments)
            Console.note(fitted(complaint, to: page))
            let meant =
                MeantCommand(withoutPolicyIn: arguments, complaint)
                ?? MeantCommand(fileLikeOptionIn: arguments, complaint)
            if let meant { Console.note(page.block("Help:  \(meant.message)", hanging: 7)) }
            exit(status.rawValue)
        }
        var stream = OutputStream(descriptor: STDOUT_FILENO)
        stream.append(text: text(of: error, []))
        do {
            try stream.finish()
        } catch let error as CommandError {
            Console.note(error)
            exit(error.status.rawValue)
        } catch {
            exit(DemarcCommand.exitCode(for: error).rawValue)
        }
        exit(status.rawValue)
    }

    /// The maximum width of the examples in help texts, in columns.
    private static let exampleColumns = 80

    /// The width of the parser's texts. They are at least as wide as the examples: in a narrower terminal it is better
    /// to let the terminal wrap their lines, so that they can still be pasted.
    private static var columns: Int { max(Page(of: STDOUT_FILENO).columns ?? exampleColumns, exampleColumns) }

    /// The parser's text for an error, with a final line feed; empty if there is none.
    ///
    /// The text quotes arguments, or parts of them. An argument may be untrusted, and a control character in it would
    /// be interpreted by the terminal, or begin a separate line in a CI log. In the parser's text, control characters
    /// cannot be distinguished from its own line feeds, so the arguments are parsed again without them.
    private static func text(of error: any Error, _ arguments: [String]) -> String {
        let visible = arguments.map { VisibleText.of($0) }
        var text = DemarcCommand.fullMessage(for: error, columns: columns)
        if visible != arguments {
            do {
                _ = try DemarcCommand.parseAsRoot(visible)
                // Without those characters there is no error, so they are the error.
                text = spelledOut(text)
            } catch {
                text = DemarcCommand.fullMessage(for: error, columns: columns)
            }
        }
        // The parser does not wrap the usage line.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.lowercased().hasPrefix("usage: ") else { return line + "\n" }
            return Substring(FittedText.block(String(line), columns: columns, hanging: 7))
        }
        return text.isEmpty ? "" : lines.joined()
    }

    /// A text of the parser in which an argument may contain line feeds. Its own lines begin with the usage.
    private static func spelledOut(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let usage = lines.lastIndex { $0.hasPrefix("Usage: ") } ?? lines.endIndex
        let message = lines[..<usage].joined(separator: "\n")
        return ([message] + lines[usage...].map(String.init)).map { VisibleText.of($0) }.joined(separator: "\n")
    }

    /// The parser's lines for an error, with its message and its help, which the parser does not wrap, fitted to a page.
    private static func fitted(_ complaint: String, to page: Page) -> String {
        complaint.split(separator: "\n").map { line in
            let isWrapped = ["Error: ", "Help:  "].contains { line.hasPrefix($0) }
            return isWrapped ? page.block(String(line), hanging: 7) : String(line) + "\n"
        }
        .joined()
    }
}
