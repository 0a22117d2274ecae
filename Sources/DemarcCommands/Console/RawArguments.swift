import ArgumentParser
import Diagnostics

/// A command whose arguments include URLs.
protocol URLArguments {
    /// The URLs, as they are given.
    var urls: [String] { get }
}

/// The arguments of the process as bytes, which need not be text.
enum RawArguments {
    /// The arguments that are not UTF-8, with U+FFFD where they are not.
    private static var repaired: [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { number -> String? in
            // SAFETY: an argument is NUL-terminated, and neither moves nor changes while the process runs.
            guard let argument = unsafe CommandLine.unsafeArgv[number] else { return nil }
            guard unsafe String(validatingCString: argument) == nil else { return nil }
            return unsafe String(cString: argument)
        }
    }

    /// Checks that every argument other than a URL is UTF-8. Otherwise the name of a file would be that of another
    /// file, which would be read or replaced.
    ///
    /// - Parameter command: The command that the arguments are for.
    /// - Throws: ``CommandError`` that names the first one that is not.
    static func check(for command: any ParsableCommand) throws(CommandError) {
        let urls = (command as? any URLArguments)?.urls ?? []
        guard let argument = repaired.first(where: { !urls.contains($0) }) else { return }
        throw .usage("the argument `\(Quoted.shown(argument))` is not UTF-8")
    }
}
