import ArgumentParser

/// The `demarc` program.
public enum CommandLineProgram {
    /// Runs the command that the process's arguments name, and ends the process with its exit code.
    public static func run() -> Never {
        Interruption.handleSignals()
        DemarcCommand.main()
        DemarcCommand.exit()
    }
}
