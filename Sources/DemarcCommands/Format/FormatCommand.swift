import ArgumentParser
import Diagnostics
import Glibc
import PolicyFiles

/// `demarc fmt`: formats the files that people edit.
struct FormatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fmt",
        abstract: "Format policies, rule files and scenario files, and keep every comment.",
        discussion: """
            Nested lines are indented by two spaces, blanks at the ends of lines are removed, and several blank lines \
            become one. The content of a line stays as it is: comments, quotes, the order, alignment, line ends. \
            Only a last line without an end gets one. The meaning of the file stays the same; that is checked before a \
            file is written, and a file in an unusual form of YAML is reported and left alone.

            A path is a file, or a folder: in a folder, fmt formats every .yaml and .yml file below it that is a \
            policy, a rule file or a scenario file. Names that begin with a dot, node_modules, Pods and DerivedData \
            are skipped, and so are symbolic links that lead out of the folder. A file that looks like one of these \
            and cannot be read as one, such as one in UTF-16, is named. - formats standard input to standard output, \
            for editors.

            The exit status is 0; 1 if --check finds a file that is not formatted; 2 if a file could not be read, \
            written or formatted.

            EXAMPLES:
              demarc fmt .
              demarc fmt --check .
              demarc fmt --dry-run policy.yaml
              demarc fmt - < policy.yaml
            """
    )

    @Argument(help: ArgumentHelp("Files, or folders.", valueName: "path"), completion: .file())
    var paths: [String]

    @Flag(help: "Write nothing; name the files that are not formatted, and exit with 1 if there are any.")
    var check = false

    @Flag(name: .customLong("dry-run"), help: "Write nothing, and show the differences on standard output.")
    var isDryRun = false

    @OptionGroup var terminal: TerminalOptions

    func validate() throws {
        if paths.contains("-"), paths.count > 1 { throw ValidationError("- is standard input: give no other path") }
    }

    func run() throws {
        var run = FormatRun(checks: check, isDryRun: isDryRun)
        if paths == ["-"] {
            run.formatStandardInput()
        } else {
            var walk = FolderWalk()
            walk.staysInside = true
            var found: [(path: String, isNamed: Bool)] = []
            for path in paths { walk.visit(path) { _, path, isNamed in found.append((path, isNamed)) } }
            for (path, isNamed) in found where walk.isNew(path) { run.format(path, isNamed: isNamed) }
            Console.note(walk.failures, sources: [])
            if !walk.failures.isEmpty { run.hasFailed = true }
        }
        Console.note(run.passedOver.findings, sources: run.passedOver.sources)
        var stream = OutputStream(descriptor: STDOUT_FILENO)
        if !terminal.quiet || isDryRun || paths == ["-"] { stream.append(run.output) }
        try stream.finish()
        if !terminal.quiet, paths != ["-"] { Console.note(run.summary) }
        if run.hasFailed { throw ExitStatus.unreadable }
        if run.fileCount == 0 {
            throw CommandError.unreadable("there is no policy, rule file or scenario file in \(Quoted.names(paths))")
        }
        if check, run.changedCount > 0 { throw ExitStatus.findings }
    }
}
