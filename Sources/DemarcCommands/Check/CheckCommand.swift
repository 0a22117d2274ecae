import ArgumentParser
import Demarc

/// `demarc check`: classifies and routes URLs.
struct CheckCommand: ParsableCommand, URLArguments {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Decide for each URL whether a view may open it, where it goes instead, and why.",
        discussion: """
            URLs come from arguments, from --input, or from standard input, one per line; blank lines are skipped. \
            Results are written in the order of the URLs, as they come. With --input-format ndjson a line is a JSON \
            string, or an object with url and optionally view and user, which replace --view and --user. A ref or id \
            in it is returned with the result. A line that is neither gets an object with input and error, and the \
            exit status is 2.

            The table names the reason that decided; --explain shows all of them.

            An input that is not a URL is blocked; its result has url null and error.code. One of more than a mebibyte is \
            blocked with input-too-long, and only its beginning is repeated.

            EXAMPLES:
              demarc check --policy policy.yaml https://contoso.com/
              demarc check --policy policy.yaml --view E --explain https://search.example/
              demarc check --policy policy.yaml --input urls.txt --format ndjson \\
                | jq -r 'select(.verdict == "block").url'
              zcat access.log.gz | cut -f7 | \\
                demarc check --policy policy.yaml --fail-on block,invalid --format ndjson
              echo '{"url": "https://contoso.com/", "user": "none"}' | \\
                demarc check --policy policy.yaml --input-format ndjson
            """
    )

    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Policy") var policy: DocumentOptions
    @OptionGroup(title: "Policy") var view: ViewOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Output") var terminal: TerminalOptions

    @Flag(help: "Write each reason as a sentence, and name the rules that also matched but lost.")
    var explain = false

    @Option(
        help: ArgumentHelp(
            "Exit with 1 if a URL is blocked (block), routed (route), or not a URL (invalid). Repeat it, or use commas.",
            valueName: "result"
        )
    )
    var failOn: [WordList<CheckFailure>] = []

    var urls: [String] { input.urls }

    func run() throws {
        let source = try input.urls.isEmpty ? input.open() : nil
        let read = try policy.read()
        policy.noteUnclassifiedLinks(read.document)
        let engine = PolicyEngine(read.policy)
        let targets = try view.targets(engine, user: policy.user)
        // Lines of NDJSON may name a view of their own, so only for NDJSON may the view be left open.
        let isNDJSON = input.inputFormat == .ndjson
        let target = isNDJSON ? try? targets.target() : try targets.onlyTarget()
        let file = try output.open(besides: input.files + read.files)
        let report = CheckReport(
            output.format,
            explains: explain,
            page: Page(of: file.descriptor),
            output: OutputStream(descriptor: file.descriptor)
        )
        Interruption.handleSignals()
        var runner = LineRunner(
            CheckRun(evaluator: engine.makeEvaluator(), targets: targets, target: target, report: report)
        )
        let end = try runner.run(input, source, progress: terminal.progress(besides: file.descriptor))
        let tally = runner.handler.tally
        let summary = tally.summary(nanoseconds: Clock.monotonic - runner.handler.start)
        if !terminal.quiet { input.noteMeantURLs() }
        try end.finish(tally.malformed, summary: terminal.quiet ? nil : summary)
        if failOn.values.contains(where: tally.has) { throw ExitStatus.findings }
    }
}
