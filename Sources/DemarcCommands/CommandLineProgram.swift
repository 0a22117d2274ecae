import ArgumentParser

/// The `demarc` program.
public enum CommandLineProgram {
    /// Runs the command that the process's arguments name, and ends the process with its exit code.
    public static func run() -> Never {
        Interruption.unblockSignals()
        do {
            var command = try DemarcCommand.parseAsRoot()
            try command.run()
        } catch let error as CommandError {
            Console.note("demarc: error: \(error.message)\n")
            DemarcCommand.exit(withError: error.status)
        } catch {
            DemarcCommand.exit(withError: error)
        }
        DemarcCommand.exit()
    }
}
