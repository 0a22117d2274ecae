import AppLint
import ArgumentParser
import Demarc
import Diagnostics
import PolicyAnalysis
import PolicyModel
import RuleIndex

/// `demarc audit`: every way by which data of an organization can get to somebody else.
struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Find every path by which organization data could reach an unmanaged place.",
        discussion: """
            Follows data of each organization through accounts, views, the pasteboard, storage, other apps, links and \
            features, and tells each way out with what makes it possible: a setting, a rule, a view, an app. Every step \
            is an answer of the engine that hosts embed, and every path was walked again before it is told.

            DM101 (note) is what a setting that was written grants; DM102 to DM107 are defaults, detours over another \
            policy or app, sites that are taken for somebody else's, contradictions, and what nobody knows. DM170 is a \
            rule that URLs escape. `demarc explain DM103` says more.

            EXAMPLES:
              demarc audit --policy policy.yaml
              demarc audit --policy export.json --fail-on leak
              demarc audit --policy policy.yaml --evasion --fail-on evasion
              demarc audit --policy policy.yaml --accept 5f1c09 \\
                --reason 'pilot group' --until 2027-06-30
              demarc audit --policy policy.yaml --format sarif --output audit.sarif
              demarc audit --policy policy.yaml --format json | jq '.paths[] | {code, sink}'
            """
    )

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The policy document, a compiled policy, or a Graph export.", valueName: "file"),
        completion: .file()
    )
    var policy: String

    @OptionGroup var export: ExportOptions

    @Flag(help: "Let the document refer to files outside its folder.")
    var allowOutside = false

    @Flag(
        help: """
            Also look for URLs that escape blocked and external rules because they are written in another way: \
            percent-encoded, with doubled slashes, in another case, without TLS.
            """
    )
    var evasion = false

    @OptionGroup var acceptance: AcceptanceOptions

    @Option(help: ArgumentHelp("text (for people), json, or sarif.", valueName: "format"))
    var format = Choice(AuditFormat.text)

    @Option(
        help: ArgumentHelp("Where the report goes instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @OptionGroup var terminal: TerminalOptions

    @Option(
        help: ArgumentHelp(
            """
            Exit with 1 at a path of DM102 to DM107 that is not accepted (leak), also at one of DM101 (granted), at a \
            rule that is escaped (evasion), or where not everything could be asked (unproven). Several with commas.
            """,
            valueName: "result"
        )
    )
    var failOn: [FailureList<AuditFailure>] = []

    func run() throws {
        // Nobody acts: every account is asked about.
        let read = try ReadDocument(policy, export, allowsOutside: allowOutside, requiresUser: false)
        let file = try OutputFile(output)
        try file.begin(besides: read.files)
        var audit = PolicyAudit(read.policy, PolicyAudit.Options(findsEvasions: evasion))
        try acceptance.apply(to: &audit, ofPolicyAt: policy)
        var stream = OutputStream(descriptor: file.descriptor)
        switch format.value {
        case .text: stream.append(text: AuditText(audit, on: Page(of: file.descriptor)).text)
        case .json: stream.append(text: audit.json(of: policy) + "\n")
        case .sarif:
            let report = SARIFReport(
                toolName: "demarc",
                toolVersion: DemarcVersion.current,
                rules: AuditCode.allCases.map(\.sarifRule)
            )
            stream.append(text: report.text(audit.sarifResults))
        }
        try stream.finish()
        guard !failOn.flatMap(\.values).contains(where: audit.has) else { throw ExitStatus.findings }
    }
}

/// How an audit is written.
enum AuditFormat: String, CaseIterable {
    /// For people, fitted to the terminal.
    case text
    /// One object.
    case json
    /// For code scanning services.
    case sarif
}

extension AuditCode {
    fileprivate var sarifRule: SARIFReport.Rule {
        SARIFReport.Rule(id: rawValue, title: explanation.title, text: explanation.text, severity: severity)
    }
}

/// A result that makes `demarc audit` exit with 1 where `--fail-on` names it.
enum AuditFailure: String, CaseIterable {
    case leak
    case granted
    case evasion
    case unproven
}

extension PolicyAudit {
    fileprivate func has(_ failure: AuditFailure) -> Bool {
        switch failure {
        // What was found and not confirmed may be a leak.
        case .leak: openPaths.contains { $0.code != .granted } || !expired.isEmpty || refusedCount > 0
        case .granted: !openPaths.isEmpty || refusedCount > 0
        case .evasion: evadedRules?.isEmpty == false
        case .unproven: !isExact
        }
    }
}
