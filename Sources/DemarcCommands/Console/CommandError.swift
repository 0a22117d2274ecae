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
