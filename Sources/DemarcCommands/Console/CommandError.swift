import ArgumentParser

/// An error that ends a command and is reported to the user.
///
/// The argument parser reports its own errors, which concern single options. These errors occur later, when files are
/// opened and the values of options are looked up.
struct CommandError: Error {
    /// A message in lower case, on one line, without a final period.
    let message: String
    let status: ExitCode

    /// An option names something that does not exist.
    static func usage(_ message: String) -> CommandError { CommandError(message: message, status: ExitStatus.usage) }

    /// A thread that the command cannot do without was refused by the system.
    static let noThread = CommandError.unreadable("the system cannot create another thread")

    /// A file cannot be read or written.
    static func unreadable(_ message: String) -> CommandError {
        CommandError(message: message, status: ExitStatus.unreadable)
    }
}

/// The exit codes of `demarc`; the argument parser uses 64, `EX_USAGE`, for usage errors.
enum ExitStatus {
    /// A result that `--fail-on` names has occurred.
    static var findings: ExitCode { ExitCode(1) }
    /// An input could not be read or compiled, or an output could not be written.
    static var unreadable: ExitCode { ExitCode(2) }
    /// The command line names something that does not exist.
    static var usage: ExitCode { .validationFailure }
    /// The reader of the results is gone: the code that a shell reports for SIGPIPE. Not 0, because not everything was
    /// decided.
    static var brokenPipe: ExitCode { ExitCode(141) }
    /// A signal ended the run: the code that a shell reports for it.
    static func signal(_ number: Int32) -> ExitCode { ExitCode(128 + number) }
}
