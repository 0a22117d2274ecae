import ArgumentParser

/// `demarc url`: shows URLs as the engine sees them.
struct URLCommand: ParsableCommand, URLArguments {
    static let configuration = CommandConfiguration(
        commandName: "url",
        abstract: "Show URLs as browsers read them, and where other software would read them differently.",
        discussion: """
            Each input is read as the URL Standard says. Ambiguities are the places where other software, above all a \
            reader that follows RFC 3986, would see something else; disagreesOnAuthority means that it would go to \
            another host. Such a URL is blocked by a policy that does not have ambiguousURLs: canonicalize.

            Inputs are given as for demarc check; only the url of an NDJSON object is used, and its ref or id is \
            returned. In JSON, absent components are null, from and to are byte offsets in the input, and an opaque \
            origin is "null".

            EXAMPLES:
              demarc url 'https://user@0x7f.1:443/%2e%2e/a'
              demarc url --input urls.txt --format ndjson \\
                | jq -r 'select(.disagreesOnAuthority).input'
              demarc url --input urls.txt --quiet --fail-on invalid,ambiguous > /dev/null
            """
    )

    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Output") var terminal: TerminalOptions

    @Option(
        help: ArgumentHelp(
            """
            Exit with 1 if an input is not a URL (invalid), or readers disagree on its authority (ambiguous). \
            Repeat it, or use commas.
            """,
            valueName: "result"
        )
    )
    var failOn: [WordList<URLFailure>] = []

    var urls: [String] { input.urls }

    func run() throws {
        let source = try input.urls.isEmpty ? input.open() : nil
        let file = try output.open(besides: input.files)
        let report = URLReport(
            output.format,
            page: Page(of: file.descriptor),
            output: OutputStream(descriptor: file.descriptor)
        )
        Interruption.handleSignals()
        var runner = LineRunner(URLRun(report: report))
        let end = runner.run(input, source, progress: terminal.progress(besides: file.descriptor))
        let tally = runner.handler.tally
        if !terminal.quiet { input.noteMeantURLs() }
        try end.finish(tally.malformed, summary: terminal.quiet ? nil : tally.summary)
        if failOn.values.contains(where: tally.has) { throw ExitStatus.findings }
    }
}
