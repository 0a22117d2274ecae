import ArgumentParser
import Diagnostics
import Glibc
import PolicyFiles
import PolicyModel
import Scenarios

/// `demarc test`: runs scenario files.
struct TestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run scenario files: unit tests for policies.",
        discussion: """
            A path is a scenario file, or a folder: in a folder, test runs every .yaml, .yml and .json file that has the key \
            demarc-test at its top level, and skips the others, as well as names that begin with a dot. Symbolic links \
            are followed, but no folder is entered twice. A file that looks like a scenario file with a mistake, such as the \
            key demarc-tests, is skipped and named; with --strict it is an error.

            --coverage lists the rules that decided no step, and the settings that are not the reason for any \
            decision; it counts the classes of decisions by which data moves, and the leaks that demarc audit reports. \
            The list follows a plain report; with any other report it goes to standard error. --coverage-output writes \
            it to a file, as JSON.

            --coverage-threshold makes the run fail if fewer than this many percent of the rules and settings were exercised. \
            --watch runs the scenarios again whenever one of their files, or a file of their policies, changes; Ctrl-C ends it.

            Claims are run too, after the scenarios of their file. A claim is proven, refuted, or sampled if not \
            everything could be checked; a claim about something unknown is in error. --write-scenario writes what \
            refuted them as scenarios.

            The exit status is 0 if every scenario passed and no claim was refuted; 1 if one failed, the coverage is too \
            low, or --fail-on says so; 2 if one is in error, if a file could not be read, or if there is nothing to run.

            EXAMPLES:
              demarc test scenarios/
              demarc test scenarios/clipboard.yaml --filter 'privacy notice'
              demarc test scenarios/ --filter '/^Links? .* browser$/' --verbose
              demarc test scenarios/ --report junit --output results.xml
              demarc test scenarios/ --report json \\
                | jq -r '.[] | select(.outcome != "passed").name'
              demarc test scenarios/ --coverage --coverage-output coverage.json
              demarc test scenarios/ --coverage-threshold 80
              demarc test claims.yaml --fail-on unproven --write-scenario refuted.yaml
            """
    )

    @Argument(help: ArgumentHelp("The scenario files and folders to run.", valueName: "path"), completion: .file())
    var paths: [String]

    @Option(
        help: ArgumentHelp(
            "Run only the scenarios whose name contains this text, in upper or lower case, or matches this expression.",
            valueName: "text|/regex/"
        ),
        transform: ScenarioFilter.init(argument:)
    )
    var filter: ScenarioFilter?

    @Flag(help: "Let policies refer to files outside their folders.")
    var allowOutside = false

    @Flag(help: "Fail if a folder has a file that is skipped because of a mistake, such as a misspelled first key.")
    var strict = false

    @Option(
        name: [.long, .customLong("format")],
        help: ArgumentHelp("plain (for people), junit (XML), or json (one array).", valueName: "form")
    )
    var report: TestReportFormat = .plain

    @OptionGroup var destination: ReportFileOption

    @Flag(help: "Print each reason as a sentence too (in JSON).")
    var explain = false

    @Flag(help: "List the rules and settings that no scenario exercised.")
    var coverage = false

    @Option(
        help: ArgumentHelp("Also write the coverage to this file, as JSON.", valueName: "file"),
        completion: .file()
    )
    var coverageOutput: String?

    @Option(help: ArgumentHelp("Fail if the coverage is below this, from 0 to 100.", valueName: "percent"))
    var coverageThreshold: Int?

    @Option(
        help: ArgumentHelp(
            "Write what refuted claims to this file, as scenarios that fail until the claims hold.",
            valueName: "file"
        ),
        completion: .file()
    )
    var writeScenario: String?

    @Option(
        help: ArgumentHelp(
            """
            Exit with 1 also if a claim was only sampled (unproven), or if URLs that are written in a different way \
            escape a rule that a claim depends on (evasion). Repeat it, or use commas.
            """,
            valueName: "result"
        )
    )
    var failOn: [WordList<TestFailure>] = []

    @Flag(help: "Run again whenever a file of the run changes.")
    var watch = false

    @Flag(name: .shortAndLong, help: "List the scenarios that passed, too.")
    var verbose = false

    @OptionGroup var terminal: TerminalOptions

    func validate() throws {
        if let coverageThreshold, !(0...100).contains(coverageThreshold) {
            throw ValidationError("--coverage-threshold is a percentage, from 0 to 100")
        }
        try OutputFile.requireDifferent([
            "--output": destination.output, "--coverage-output": coverageOutput, "--write-scenario": writeScenario,
        ])
        if watch, report != .plain || destination.output != nil || coverageOutput != nil || writeScenario != nil {
            throw ValidationError("--watch shows a plain report on standard output: leave --report and the files out")
        }
    }

    func run() throws {
        for path in paths { try InputFile.refuseStandardInput(path, as: "a scenario file") }
        guard watch else { return try runOnce(DiskFiles()) }
        Interruption.handleSignals()
        while true {
            let watching = TestWatch(paths)
            do {
                try runOnce(watching.files)
            } catch let error as CommandError where error.status == ExitStatus.unreadable {
                Console.note(error)
            } catch let status as ExitCode where status == ExitStatus.findings || status == ExitStatus.unreadable {
                // The report contains the error. It may be fixed by the next change.
            }
            if !terminal.quiet { Console.note("waiting for a change; Ctrl-C ends\n") }
            guard watching.waitForChange() else {
                throw Interruption.signal.map { ExitStatus.signal($0) } ?? ExitStatus.unreadable
            }
            var stream = OutputStream(descriptor: STDOUT_FILENO)
            stream.append(text: "\n")
            try stream.finish()
        }
    }

    private func runOnce(_ source: any FileSource) throws {
        let start = Clock.monotonic
        let finder = ScenarioFinder(paths, isStrict: strict)
        Console.note(finder.failures, sources: [])
        Console.note(finder.passedOver.findings, sources: finder.passedOver.sources)
        var file = try destination.open()
        var coverageFile = try OutputFile(coverageOutput, option: "--coverage-output")
        // Text for people goes with a plain report, and to standard error besides any other.
        let page = Page(of: report == .plain ? file.descriptor : STDERR_FILENO)
        let text = ScenarioTextReport(usesColor: page.usesColor, isVerbose: verbose, width: page.columns)
        var stream = OutputStream(descriptor: file.descriptor)
        Interruption.handleSignals()

        var run = TestRun(
            filter: filter,
            allowsOutside: allowOutside,
            measuresCoverage: coverage || coverageOutput != nil || coverageThreshold != nil,
            failures: Set(failOn.values),
            source: source
        )
        var progress = terminal.progress(besides: file.descriptor)
        // A file is written only when everything has been read, because it may be one of the inputs.
        let isStreaming = report == .plain && file.isStandardOutput
        for path in finder.files where run.signal == nil && stream.failure == nil {
            guard let result = run.run(path, &progress), isStreaming else { continue }
            stream.append(text: text.text(result))
        }
        // An error about one of the files keeps the previous contents of both.
        if coverageOutput != nil { try coverageFile.check(besides: run.inputs) }
        try file.begin(besides: run.inputs)
        if !isStreaming { stream = OutputStream(descriptor: file.descriptor) }
        if report == .plain, !isStreaming { for result in run.files { stream.append(text: text.text(result)) } }
        let summary = text.summary(run.files, duration: .nanoseconds(Clock.monotonic - start))
        write(run, summary, on: page, to: &stream)
        if coverageOutput != nil {
            try coverageFile.begin(besides: run.inputs)
            try writeCoverage(of: run, to: coverageFile.descriptor)
        }
        if let writeScenario { try RegressionFile(writeScenario).prepare(run.regressions)?.write(besides: run.inputs) }
        if let end = StreamEnd(writing: stream.failure) ?? run.signal.map({ .interrupted($0) }) {
            try end.finish(MalformedLines(), summary: nil)
        }
        if finder.passedOver.count > 0, !terminal.quiet {
            Console.note(Page(of: STDERR_FILENO).block(finder.summary, hanging: 2))
        }
        try end(run, couldSearchAll: finder.failures.isEmpty && !finder.passedOver.hasErrors)
    }

    /// Writes the text after the files in a plain report, or all of any other report.
    private func write(_ run: TestRun, _ summary: String, on page: Page, to stream: inout OutputStream) {
        let covered = coverage ? run.coverage.text + run.decisions.text : ""
        switch report {
        case .plain:
            stream.append(text: summary)
            if coverage { stream.append(text: page.fitted(covered)) }
        case .junit: stream.append(text: ScenarioJUnitReport.document(run.files))
        case .json: stream.append(text: ScenarioJSONReport(explains: explain).array(run.files))
        }
        stream.flush()
        guard report != .plain, stream.failure == nil else { return }
        if coverage { Console.note(page.fitted(covered)) }
        if !terminal.quiet { Console.note(summary) }
    }

    /// Writes the coverage as JSON.
    private func writeCoverage(of run: TestRun, to descriptor: Int32) throws {
        var stream = OutputStream(descriptor: descriptor)
        // Both are members of one object.
        stream.append(text: "\(run.coverage.json.dropLast(2)),\(run.decisions.members)}\n")
        try stream.finish()
    }

    /// Ends the run with the exit status for its results.
    private func end(_ run: TestRun, couldSearchAll: Bool) throws {
        guard couldSearchAll, run.couldReadAll, run.count(.error) == 0 else { throw ExitStatus.unreadable }
        if run.files.allSatisfy(\.runs.isEmpty) {
            throw CommandError.unreadable(
                run.passedOver > 0
                    ? "--filter leaves none of \(run.passedOver) scenarios" : "no scenario in \(Quoted.names(paths))"
            )
        }
        let isCovered = reachesThreshold(run.coverage)
        if run.count(.failed) > 0 || !isCovered { throw ExitStatus.findings }
    }
}

/// A result for which `demarc test` exits with 1 if `--fail-on` names it.
enum TestFailure: String, CaseIterable {
    /// A claim that was sampled.
    case unproven
    /// A claim that depends on a rule that can be evaded.
    case evasion

    /// Whether a claim ended with this result.
    func isResult(of claim: ClaimResult) -> Bool {
        switch self {
        case .unproven: claim.verdict == .sampled
        case .evasion: !claim.findings.isEmpty
        }
    }
}

extension TestCommand {
    /// Whether the coverage reaches `--coverage-threshold`; reports if it does not.
    private func reachesThreshold(_ coverage: ScenarioCoverage) -> Bool {
        guard let coverageThreshold, coverage.percentage < Double(coverageThreshold) else { return true }
        // Rounded down, so that insufficient coverage is never shown as sufficient.
        let percentage = (coverage.percentage * 10).rounded(.down) / 10
        Console.note(
            "demarc: error: the coverage of rules and settings is \(percentage) %, below \(coverageThreshold) %"
                + (self.coverage ? "\n" : "; --coverage lists what is missing\n")
        )
        return false
    }
}

/// The report format of `demarc test`.
enum TestReportFormat: String, OptionWord {
    /// For people, in the style of a test runner.
    case plain
    /// JUnit XML.
    case junit
    /// One array.
    case json
}
