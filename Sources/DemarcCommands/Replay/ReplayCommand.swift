import ArgumentParser
import ByteText
import Demarc
import Diagnostics
import Glibc
import Hosting
import PolicyModel

/// `demarc replay`: what another policy would have decided for logged traffic.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Show what a new policy would have decided on yesterday's traffic.",
        discussion: """
            Reads the decision logs of hosts and decides each request again under another policy. Answers that differ \
            are shown in groups, the more permissive ones first. A log contains a share of the decisions; each record \
            counts for as many decisions as its rate implies.

            What a log does not have is never guessed: if it matters what a masked query was, or who a pseudonym is, \
            the answer is not provable. --key makes the pseudonyms of the policy's accounts known.

            The exit status is 2 if a log cannot be read, or if --fail-on is given and the logs have no decision.

            EXAMPLES:
              demarc replay decisions.ndjson --policy next.yaml
              demarc replay decisions.ndjson --policy next.yaml --key log.key \\
                --fail-on more-permissive
              zcat decisions.*.gz | demarc replay - --policy next.yaml --format json
            """
    )

    @Argument(
        help: ArgumentHelp("Decision logs in NDJSON; - is standard input.", valueName: "log"),
        completion: .file()
    )
    var logs: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The new policy: a policy document, a compiled policy, or a Graph export.",
            valueName: "file"
        ),
        completion: .file()
    )
    var policy: String

    @Option(name: ExportedPolicy.name, help: ExportedPolicy.help) var export: ExportedPolicy?

    @Flag(help: PolicyHelp.allowOutside)
    var allowOutside = false

    @Option(help: ArgumentHelp("The key of the log's account names.", valueName: "file"), completion: .file())
    var key: String?

    @Option(help: "text (for people), json (one object), or ndjson (one object per group).")
    var format = ReplayFormat.text

    @OptionGroup var destination: ReportFileOption

    @Option(
        help: ArgumentHelp(
            "Exit with 1 for more-permissive, less-permissive, any, or unproven. Repeat it, or use commas.",
            valueName: "what"
        )
    )
    var failOn: [WordList<ReplayFailure>] = []

    @OptionGroup var terminal: TerminalOptions

    func run() throws {
        let key = try key.map { try SecretKey.read($0, of: "--key") }
        let read = try ReadDocument(policy, export, allowsOutside: allowOutside, requiresUser: false)
        var file = try destination.open()
        Interruption.handleSignals()
        var run = ReplayRun(Replay(read.policy, key: key))
        for log in logs { try run.read(log) }
        let keyFile = self.key.flatMap { FileStatus(path: $0) }
        try file.begin(besides: read.files + ([keyFile] + logs.map(FileStatus.ofInput)).compactMap(\.self))
        try run.write(format, to: file)
        try run.end(failingOn: failOn.values, in: logs)
    }
}

/// The output formats.
enum ReplayFormat: String, OptionWord {
    case text, json, ndjson
}

/// A result for which the command fails if `--fail-on` names it.
enum ReplayFailure: String, CaseIterable {
    case morePermissive = "more-permissive"
    case lessPermissive = "less-permissive"
    case any, unproven
}
