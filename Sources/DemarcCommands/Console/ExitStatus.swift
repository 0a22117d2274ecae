import ArgumentParser

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
