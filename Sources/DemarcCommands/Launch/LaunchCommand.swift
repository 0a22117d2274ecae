import ArgumentParser
import Demarc
import Diagnostics
import PolicyFiles
import PolicyModel

/// `demarc launch`: whether an app may open on a device, or on each device of a fleet.
struct LaunchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launch",
        abstract: "Show whether an app may open on a device, or on each device of a fleet, and why not.",
        discussion: """
            With --facts: what is known of one device and of an account's access, in YAML or JSON, under the keys \
            `device`, `access` and `now`. The answer is a verdict, what the user is asked for, the reasons, and when \
            the verdict will change.

            With --registrations: the `iosManagedAppRegistration` objects that Graph returns, as a page, as an array, \
            or one per line. If the policy names its app, those of other apps are skipped. The table counts the \
            devices with each verdict and reason; --format json and ndjson write each device. A registration does not \
            say whether there is a passcode, a PIN or a threat: such conditions are skipped, and the results say so. \
            --compare OLD shows whose verdict changes from that policy to this one, stricter verdicts first. An empty \
            input is an error if --fail-on is given.

            EXAMPLES:
              demarc launch --policy policy.yaml --facts device.yaml
              demarc launch -p policy.yaml --facts - < device.json
              demarc launch -p policy.yaml --registrations registrations.json
              demarc launch -p next.yaml --compare policy.yaml \\
                --registrations registrations.json --fail-on stricter
            """
    )

    @OptionGroup(title: "Policy") var policy: DocumentOptions

    @Option(
        help: ArgumentHelp("What is known of one device; - is standard input.", valueName: "file"),
        completion: .file()
    )
    var facts: String?

    @Option(
        help: ArgumentHelp("Registrations from Graph; - is standard input.", valueName: "file"),
        completion: .file()
    )
    var registrations: String?

    @Option(
        help: ArgumentHelp("The moment, such as 2026-11-23T12:00:00Z. Default: `now` of the facts, or else now.")
    )
    var at: InstantArgument?

    @Option(
        help: ArgumentHelp("The policy so far: show whose verdict changes from it.", valueName: "old"),
        completion: .file()
    )
    var compare: String?

    @Option(
        help: ArgumentHelp(
            """
            Exit with 1 on warn, block or wipe, or a stricter verdict, or on one stricter than before. A challenge \
            does not count, but a warning beside it does. Repeat it, or use commas.
            """,
            valueName: "result"
        )
    )
    var failOn: [WordList<LaunchFailure>] = []

    @OptionGroup(title: "Output") var output: QuestionOptions
    @OptionGroup(title: "Output") var terminal: TerminalOptions

    func validate() throws {
        guard (facts == nil) != (registrations == nil) else {
            throw ValidationError("Give either --facts or --registrations.")
        }
        guard compare == nil || registrations != nil else {
            throw ValidationError("--compare needs --registrations.")
        }
        guard compare != nil || !failures.contains(.stricter) else {
            throw ValidationError("--fail-on stricter needs --compare.")
        }
    }

    private var failures: [LaunchFailure] { failOn.values }

    func run() throws {
        if let facts { try decide(facts) } else { try decideAll(registrations ?? "-") }
    }

    /// The current time, if no other time is given.
    private static var now: Instant { Instant(secondsSince1970: Int64(Clock.realTime / 1_000_000_000)) }

    private static func facts(_ path: String) throws(CommandError) -> LaunchFactsResult {
        let reader = LaunchFactsReader()
        guard path == "-" else { return reader.load(path: path) }
        let name = InputFile.standardInputName
        do throws(FileError) {
            let bytes = try DiskFiles().readStandardInput(limit: LaunchFactsReader.byteLimit)
            return reader.load(bytes: bytes, path: name)
        } catch {
            throw .unreadable(name, error)
        }
    }

    private func decide(_ path: String) throws {
        let read = try Self.facts(path)
        Console.note(read.diagnostics, sources: read.sources, of: path)
        var session = try QuestionSession(policy, explains: false)
        guard let facts = read.facts else { throw ExitStatus.unreadable }
        let answer = try session.answer(
            to: .launch(device: facts.device, access: facts.access, at: at?.instant ?? facts.now ?? Self.now)
        )
        let file = try output.open(besides: session.files + [FileStatus.ofInput(path)].compactMap(\.self))
        var stream = OutputStream(descriptor: file.descriptor)
        let app = session.document.app.id
        let launch = DecidedLaunch(account: session.user, app: app, answer: answer)
        switch output.format {
        case .table: stream.append(text: launch.card(on: Page(of: file.descriptor)))
        case .json, .ndjson: stream.append(text: launch.form(explains: output.explain).text + "\n")
        }
        try stream.finish()
        guard !failures.contains(where: { launch.verdicts.contains(where: $0.isMet) }) else {
            throw ExitStatus.findings
        }
    }

    private func decideAll(_ path: String) throws {
        let source = try InputFile(argument: path)
        let session = try QuestionSession(policy, explains: false)
        var inputs = session.files
        var before: QuestionSession?
        if let compare {
            var options = policy
            options.policy = compare
            let old = try QuestionSession(options, explains: false)
            inputs += old.files
            before = consume old
        }
        inputs += [FileStatus.ofInput(path)].compactMap(\.self)
        Interruption.handleSignals()
        let file = try output.open(besides: inputs)
        var run = RegistrationRun(
            session,
            before: before,
            named: InputFile.name(of: path),
            at: at?.instant ?? Self.now,
            format: output.format,
            explains: output.explain,
            to: file.descriptor
        )
        let end = run.read(source, progress: terminal.progress(besides: file.descriptor))
        try run.finish(end, quiet: terminal.quiet)
        // A page without registrations is an answer of Graph; no text at all is not, and must not pass a check.
        guard failures.isEmpty || !run.isEmpty else {
            throw CommandError.unreadable("no registration in \(Quoted.names([InputFile.name(of: path)]))")
        }
        guard !failures.contains(where: { run.meets($0) }) else { throw ExitStatus.findings }
    }
}

/// A time as an argument.
struct InstantArgument: ExpressibleByArgument {
    let instant: Instant

    init?(argument: String) {
        guard let instant = Instant(argument) else { return nil }
        self.instant = instant
    }
}

/// A result for which `demarc launch` exits with 1 if `--fail-on` names it.
enum LaunchFailure: String, CaseIterable {
    case warn, block, wipe, stricter

    /// Whether a verdict is at least this strict. A challenge happens every day, and does not count.
    func isMet(by verdict: LaunchVerdict) -> Bool {
        switch self {
        case .warn: verdict != .allow && verdict != .challenge
        case .block: verdict >= .block
        case .wipe: verdict == .wipe
        case .stricter: false
        }
    }
}
