import ArgumentParser

/// An error that ends a command, told to whoever called it.
///
/// The argument parser tells its own errors, those of a single option. These come up later, when files are opened and
/// what options name is looked for.
struct CommandError: Error {
    /// Lower case, one line, no final period.
    let message: String
    let status: ExitCode

    /// An option asks for something that there is not.
    static func usage(_ message: String) -> CommandError { CommandError(message: message, status: ExitStatus.usage) }

    /// A file cannot be read or written.
    static func unreadable(_ message: String) -> CommandError {
        CommandError(message: message, status: ExitStatus.unreadable)
    }
}

/// The exit codes of `demarc`; usage errors are 64, `EX_USAGE`, by the argument parser.
enum ExitStatus {
    /// What `--fail-on` names has happened.
    static var findings: ExitCode { ExitCode(1) }
    /// An input could not be read or compiled, or an output not written.
    static var unreadable: ExitCode { ExitCode(2) }
    /// The command line asks for something that there is not.
    static var usage: ExitCode { .validationFailure }
    /// Nobody reads the results any more: what a shell reports for SIGPIPE. Not 0, for not everything was decided.
    static var brokenPipe: ExitCode { ExitCode(141) }
    /// A signal ended the run: what a shell reports for it.
    static func signal(_ number: Int32) -> ExitCode { ExitCode(128 + number) }
}
