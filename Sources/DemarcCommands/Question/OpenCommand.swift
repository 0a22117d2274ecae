import ArgumentParser
import PolicyModel

/// `demarc open`: decides URLs that an app passes to the system.
struct OpenCommand: ParsableCommand, URLArguments {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Decide whether an app may open a URL, where it opens instead, and why.",
        discussion: """
            Asks what the SDK's isURLAllowed answers; with --can-open, canOpenURL; with --universal-link, \
            isUniversalLinkAllowed; with --incoming, whether the app accepts a wrapped URL from another app. To ask about the \
            navigation of a web view, use demarc check.

            EXAMPLES:
              demarc open --policy policy.yaml tel:+15550100
              demarc open --policy policy.yaml --can-open \\
                --known-managed-app contoso-doc://42
              demarc open --policy policy.yaml \\
                --universal-link https://app.contoso.com/item/7 --format json
              demarc open --policy policy.yaml --incoming --from com.contoso.scanner \\
                'https-intunemam://https%3A%2F%2Fexample.net%2F'
              demarc open --policy policy.yaml \\
                --installed com.microsoft.msedge,com.contoso.scanner https://example.net/
              demarc open --policy policy.yaml --user none \\
                --fail-on block,route mailto:dana@contoso.com
            """
    )

    @Argument(help: "The URLs.")
    var urls: [String]

    @Flag(help: "Ask whether the app can find out that the URL would open.")
    var canOpen = false

    @Flag(help: "Ask whether the URL may open an app as a universal link.")
    var universalLink = false

    @Flag(help: "Ask whether the app accepts a wrapped URL from another app.")
    var incoming = false

    @Option(
        help: ArgumentHelp("With --incoming: the app that sends the URL, if it is known.", valueName: "id"),
        transform: OptionName.app
    )
    var from: String?

    @Flag(help: "The app knows that the scheme belongs to a managed app.")
    var knownManagedApp = false

    @Option(
        help: ArgumentHelp("This app. Default: the id of the document's app.", valueName: "id"),
        transform: OptionName.app
    )
    var app: String?

    @Option(
        help: ArgumentHelp(
            "The apps that are installed. Repeat it, or use commas. Default: every app of the document.",
            valueName: "id"
        ),
        transform: OptionName.app
    )
    var installed: [String] = []

    @OptionGroup(title: "Policy") var policy: DocumentOptions
    @OptionGroup(title: "Output") var output: QuestionOptions
    @OptionGroup(title: "Output") var terminal: TerminalOptions

    @Option(
        help: ArgumentHelp(
            "Exit with 1 if a URL is blocked (block), routed (route), or not a URL (invalid). Repeat it, or use commas.",
            valueName: "result"
        )
    )
    var failOn: [WordList<OpenFailure>] = []

    func validate() throws {
        let questions = [("--can-open", canOpen), ("--universal-link", universalLink), ("--incoming", incoming)]
            .filter(\.1)
        if questions.count > 1 {
            throw ValidationError("\(questions[0].0) and \(questions[1].0) ask different questions; use one of them.")
        }
        if knownManagedApp, universalLink {
            throw ValidationError("--known-managed-app cannot be used with --universal-link.")
        }
        if knownManagedApp, incoming {
            throw ValidationError("--known-managed-app cannot be used with --incoming.")
        }
        if from != nil, !incoming { throw ValidationError("--from needs --incoming.") }
    }

    func run() throws {
        let device = QuestionDevice(
            app: app.map { AppID($0) },
            installed: installed.isEmpty ? nil : NameArguments.split(installed).map { AppID($0) }
        )
        var session = try QuestionSession(policy, on: device, explains: output.explain)
        var answers: [QuestionReport.Answered] = []
        for url in urls {
            let question = question(url)
            answers.append(.init(question: question, answer: try session.answer(to: question)))
        }
        var report = try QuestionReport(output, of: session)
        report.write(answers)
        try report.finish()
        let failures = failOn.values
        if answers.contains(where: { answered in failures.contains { answered.answer.has($0) } }) {
            throw ExitStatus.findings
        }
    }

    private func question(_ url: String) -> Question {
        if universalLink { return .universalLink(url) }
        if incoming { return .incoming(url, from: from.map { AppID($0) }) }
        return canOpen
            ? .canOpen(url, isKnownManagedAppScheme: knownManagedApp)
            : .open(url, isKnownManagedAppScheme: knownManagedApp)
    }
}

extension Answer {
    fileprivate func has(_ failure: OpenFailure) -> Bool {
        switch failure {
        case .block: verdict == .block
        case .route: verdict == .route
        case .invalid: parsingError != nil
        }
    }
}

/// A result for which `demarc open` exits with 1 if `--fail-on` names it.
enum OpenFailure: String, CaseIterable {
    case block, route, invalid
}
