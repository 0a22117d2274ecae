import ArgumentParser
import Diagnostics
import FileLint
import Glibc
import PolicyModel
import URLMatching

/// `demarc lint`: finds mistakes in policies and related files.
struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find mistakes in policies, rule files, lists, Graph documents, Info.plists and entitlements.",
        discussion: """
            A path is a file, or a folder: in a folder, lint checks every policy document, rule file, scenario file, Graph \
            document, device log, Info.plist and entitlements file below it. The content tells what a file is. Names that \
            begin with a dot, node_modules, Pods and DerivedData are skipped, and so are symbolic links that lead out of \
            the folder. A file that a policy document refers to is checked with it.

            The path - is standard input, with what `nginx -T` prints: lint looks for what leads past Demarc there. Findings \
            name the files of nginx.

            Each finding has a code, which `demarc explain` explains. A comment with a reason suppresses it on its line, or \
            alone on a line, on the next one:
              # demarc:ignore DM012 reason          in YAML and lists
              <!-- demarc:ignore DM060 reason -->   in property lists
            A file .demarc-lint.yaml, in the folder of a file or the nearest one above, does for all files below it:
              ignore: [{code: DM012, file: "partners/**", reason: why}]
              severity: {DM060: note, DM044: off}
              baseline: 2
            An error of reading cannot be suppressed: with it a document cannot be used.

            --fix makes only changes that are certain. With --dry-run nothing is written: the changes go to standard output \
            as a unified diff, and the findings that would remain to standard error.

            In a folder, a file that looks like a document with a mistake, such as the key demrac, is skipped and named. \
            With --strict it is an error.

            The exit status is 1 if a finding is at least as severe as --fail-on says, and 2 if a path cannot be read \
            or there is nothing to check.

            EXAMPLES:
              demarc lint .
              demarc lint policy.yaml --baseline 2 --fail-on error
              demarc lint App/Info.plist App/App.entitlements --fix
              demarc lint App/Info.plist --preprocess INTUNE,DEBUG=1
              demarc lint blocked.txt --list-format domains
              nginx -T | demarc lint -
              demarc lint . --format sarif --output lint.sarif
              demarc lint . --severity DM060=note --skip DM044
            """
    )

    @Argument(
        help: ArgumentHelp("The files and folders to check; - for nginx.", valueName: "path"),
        completion: .file()
    )
    var paths: [String]

    @Option(help: ArgumentHelp("text (for people), json (one array), sarif, or github.", valueName: "format"))
    var format: LintReportFormat = .text

    @OptionGroup var destination: ReportFileOption

    @Option(help: ArgumentHelp("Exit with 1 if a finding is this severe, or more.", valueName: "severity"))
    var failOn = Choice(Diagnostic.Severity.warning)

    @Option(help: ArgumentHelp("Also report what is weaker than this level of data protection.", valueName: "level"))
    var baseline: BaselineLevel?

    @Option(
        help: ArgumentHelp(
            "Report a code with another severity: error, warning or note; off does not report it.",
            valueName: "code=severity"
        )
    )
    var severity: [SeverityChoice] = []

    @Option(help: ArgumentHelp("Report only these codes. Repeat it, or use commas.", valueName: "code"))
    var only: [CodeList] = []

    @Option(help: ArgumentHelp("Do not report these codes. Repeat it, or use commas.", valueName: "code"))
    var skip: [CodeList] = []

    @Option(
        help: ArgumentHelp(
            "What is in the files that are lists.",
            valueName: "format"
        )
    )
    var listFormat: Choice<ListFormat>?

    @Option(
        help: ArgumentHelp(
            "Follow #if and the like in Info.plists with these names defined: NAME or NAME=VALUE, separated by commas; "
                + "\"\" defines none.",
            valueName: "names"
        )
    )
    var preprocess: String?

    @Flag(help: "Change the files where a finding has one certain fix.")
    var fix = false

    @Flag(
        name: .customLong("dry-run"),
        help: "With --fix, write nothing, and print the changes as a diff instead of the report."
    )
    var isDryRun = false

    @Flag(help: "Let documents refer to files outside their folders.")
    var allowOutside = false

    @Flag(help: "Fail if a folder has a file that is skipped because of a mistake, such as a misspelled first key.")
    var strict = false

    @OptionGroup var terminal: TerminalOptions

    func validate() throws {
        for list in only + skip + severity.map(\.code) { try list.check() }
        if fix, preprocess != nil {
            throw ValidationError("--fix cannot change a file that is preprocessed first: leave one of them out")
        }
        guard isDryRun else { return }
        guard fix else { throw ValidationError("--dry-run shows what --fix would do: give both") }
        if format != .text { throw ValidationError("--dry-run shows a diff: leave --format out") }
    }

    func run() throws {
        var file = try destination.open()
        let finder = LintTargetSearch(paths, listFormat: listFormat?.value, isStrict: strict)
        Console.note(finder.failures, sources: [])
        Console.note(finder.passedOver.findings, sources: finder.passedOver.sources)
        var progress = terminal.progress(besides: file.descriptor)
        let (lint, diff) = look(at: finder.targets, in: finder.files, &progress)
        progress.clear()

        // If nothing was checked, a report would look like that of files without findings.
        if !finder.targets.isEmpty || !lint.diagnostics.isEmpty || file.isStandardOutput {
            try file.begin(besides: lint.sources.compactMap { FileStatus(path: $0.path) })
            try write(lint, diff, to: file.descriptor)
        }
        if !terminal.quiet {
            Console.note(Page(of: STDERR_FILENO).block(LintReport.summary(lint, of: finder), hanging: 2))
        }
        guard finder.failures.isEmpty, !finder.passedOver.hasErrors else { throw ExitStatus.unreadable }
        if finder.targets.isEmpty {
            throw CommandError.unreadable("there is nothing to check in \(Quoted.names(paths))")
        }
        if lint.diagnostics.contains(where: { $0.severity.isAtLeast(failOn.value) }) { throw ExitStatus.findings }
    }

    /// Writes the report, or with `--dry-run` the changes.
    private func write(_ lint: LintRun, _ diff: [UInt8]?, to descriptor: Int32) throws {
        var stream = OutputStream(descriptor: descriptor)
        if let diff {
            stream.append(Console.isTerminal(descriptor) ? UnifiedDiff.visible(diff) : diff)
            if !terminal.quiet {
                Console.note(LintReport(lint, on: Page(of: STDERR_FILENO)).text(format))
            }
        } else {
            stream.append(text: LintReport(lint, on: Page(of: descriptor)).text(format))
        }
        try stream.finish()
    }

    /// The findings of lint, and with `--dry-run` the changes that it would make.
    private func look(
        at targets: [LintTarget],
        in files: ReadOnceFiles,
        _ progress: inout ProgressBar
    ) -> (LintRun, diff: [UInt8]?) {
        var options = LintOptions()
        options.allowsOutside = allowOutside
        options.namedPaths = Set(paths)
        options.preprocessorDefinitions = preprocess.map { $0.split(separator: ",").map(String.init) }
        options.baseline = baseline
        for choice in severity { options.severities[choice.code.values[0]] = .some(choice.severity) }
        options.only = Set(only.values)
        options.skipped = Set(skip.values)
        guard fix else {
            let lint = LintRun(targets, options: options, files: files) { done in
                progress.update(done: done, total: targets.count, "\(done) files")
            }
            return (lint, nil)
        }
        var run = LintFixRun(targets, in: files, options: options, isDryRun: isDryRun)
        run.run()
        if !terminal.quiet { Console.note(run.summary(on: Page(of: STDERR_FILENO))) }
        if !run.errors.isEmpty { Console.note(run.errors) }
        return (run.lint, isDryRun ? run.diff : nil)
    }
}

extension Diagnostic.Severity {
    /// Whether it is at least this severe.
    func isAtLeast(_ other: Diagnostic.Severity) -> Bool {
        let order: [Diagnostic.Severity] = [.note, .warning, .error]
        return (order.firstIndex(of: self) ?? 0) >= (order.firstIndex(of: other) ?? 0)
    }
}
