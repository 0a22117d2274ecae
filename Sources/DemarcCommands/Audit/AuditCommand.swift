import AppLint
import ArgumentParser
import Demarc
import Diagnostics
import PolicyAnalysis
import PolicyModel
import RuleIndex
import Scenarios

/// `demarc audit`: every way by which data of an organization can leave it.
struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Find every path by which organization data could reach an unmanaged place.",
        discussion: """
            Follows data of each organization through accounts, views, the pasteboard, storage, other apps, links and \
            features, and reports each way out with what makes it possible: a setting, a rule, a view, an app. Every \
            step is an answer of the engine that hosts embed, and every path is verified again before it is reported.

            DM101 (note) is what a written setting grants; DM102 to DM107 are defaults, detours through another policy \
            or app, sites that are taken for somebody else's, contradictions, and unknowns. DM170 is a rule that URLs \
            escape, DM171 a rule that another reader of URLs reads past. `demarc explain DM103` explains more.

            EXAMPLES:
              demarc audit --policy policy.yaml
              demarc audit --policy export.json --fail-on leak
              demarc audit --policy policy.yaml --evasion --fail-on evasion
              demarc audit --policy policy.yaml --readers nginx,curl --fail-on readers
              demarc audit --policy policy.yaml --accept 5f1c09 \\
                --reason 'pilot group' --until 2027-06-30 --owner dana
              demarc audit --policy policy.yaml --claims claims.yaml --fail-on unproven
              demarc audit --policy policy.yaml --scenarios scenarios/ \\
                --write-scenarios scenarios/rest.yaml
              demarc audit --policy policy.yaml --assume untrusted-pages,cleartext
              demarc audit --policy policy.yaml --format sarif --output audit.sarif
              demarc audit --policy policy.yaml --format html --output audit.html
              demarc audit --policy policy.yaml --format json | jq '.paths[] | {code, sink}'
            """
    )

    @Option(name: .shortAndLong, help: PolicyHelp.file, completion: .file())
    var policy: String

    @Option(name: ExportedPolicy.name, help: ExportedPolicy.help) var export: ExportedPolicy?

    @Flag(help: PolicyHelp.allowOutside)
    var allowOutside = false

    @Option(
        help: ArgumentHelp(
            """
            Assume the worst: pages of the organization send what they show elsewhere (untrusted-pages), people sign in to \
            its sites anywhere (web-sign-in), the network reads what is not encrypted (cleartext). Repeat it, \
            or use commas.
            """,
            valueName: "assumption"
        )
    )
    var assume: [WordList<AuditAssumption>] = []

    @Flag(
        help: """
            Also look for URLs that escape blocked and external rules because they are written in a different way: \
            percent-encoded, with doubled slashes, in another case, without TLS.
            """
    )
    var evasion = false

    @Option(
        help: ArgumentHelp(
            """
            Also look for URLs that these programs take to a different place than the one that is decided on: \
            \(ReaderList.allValueStrings.joined(separator: ", ")). Repeat it, or use commas.
            """,
            valueName: "readers"
        )
    )
    var readers: [ReaderList] = []

    @OptionGroup var acceptance: AcceptanceOptions

    @OptionGroup var scenarios: AuditedScenarios

    @Option(
        help: ArgumentHelp("text (for people), json, sarif, or html (one page, for a browser).", valueName: "format")
    )
    var format = AuditFormat.text

    @OptionGroup var destination: ReportFileOption

    @OptionGroup var terminal: TerminalOptions

    @Option(
        help: ArgumentHelp(
            """
            Exit with 1 if a path of DM102 to DM107 is not accepted (leak), also for one of DM101 (granted), if a rule \
            is escaped, including a rule that a claim depends on (evasion; needs --evasion or --claims), if another \
            reader takes a URL elsewhere (readers; needs --readers), or if not everything could be checked (unproven). \
            Repeat it, or use commas.
            """,
            valueName: "result"
        )
    )
    var failOn: [WordList<AuditFailure>] = []

    func run() throws {
        // No account acts: the audit covers every account.
        let read = try ReadDocument(policy, export, allowsOutside: allowOutside, requiresUser: false)
        try acceptance.file.check(destination, besides: policy)
        var file = try destination.open()
        let options = PolicyAudit.Options(
            assuming: Set(assume.values),
            findsEvasions: evasion,
            readers: ReaderModel.allCases.filter(Set(readers.values).contains)
        )
        var audit = PolicyAudit(read.policy, options)
        let decided = try scenarios.decide(
            of: read,
            at: policy,
            export?.displayName,
            assuming: options.assuming,
            allowsOutside: allowOutside
        )
        let claims = decided.claims
        let inputs = read.files + acceptance.file.inputs(besides: policy) + decided.inputs
        // Before anything is written: an acceptance replaces its file, which is then another one than was read.
        try file.check(besides: inputs)
        let written = try scenarios.prepare(decided)
        try acceptance.apply(to: &audit, ofPolicyAt: policy)
        for scenarioFile in written { try scenarioFile.write(besides: inputs) }
        try file.begin(besides: inputs)
        var stream = OutputStream(descriptor: file.descriptor)
        switch format {
        case .text:
            let page = Page(of: file.descriptor)
            stream.append(text: AuditText(audit, on: page).text)
            let text = ScenarioTextReport(usesColor: page.usesColor, isVerbose: true, width: page.columns)
            for result in claims { stream.append(text: "\n" + text.text(result)) }
        case .json:
            // The claims are a member of the same object.
            let json = audit.json(of: policy)
            stream.append(text: claims.isEmpty ? json + "\n" : "\(json.dropLast()),\(claims.claimsMember)}\n")
        case .sarif:
            let report = SARIFReport(
                rules: AuditCode.allCases.map(\.sarifRule) + (claims.isEmpty ? [] : [ScenarioFileResult].sarifRules)
            )
            stream.append(text: report.text(audit.sarifResults + claims.sarifResults))
        case .html:
            let report = AuditReport(audit, of: policy, claims: claims, whatIf(read.policy, audit))
            stream.append(text: report.text)
        }
        try stream.finish()
        let fails = failOn.values
        guard !claims.contains(where: { $0.count(.error) > 0 }) else { throw ExitStatus.unreadable }
        // The report shows such claims as passed.
        let remarks = [
            claims.isSampled && fails.contains(.unproven) ? "a claim is only sampled (--fail-on unproven)" : nil,
            claims.hasEvasions && fails.contains(.evasion)
                ? "URLs escape a rule that a claim depends on (--fail-on evasion)" : nil,
        ]
        .compactMap(\.self)
        for remark in remarks { Console.note("demarc: error: \(remark)\n") }
        guard remarks.isEmpty, !claims.contains(where: { $0.count(.failed) > 0 }), !fails.contains(where: audit.has)
        else { throw ExitStatus.findings }
    }

    func validate() throws {
        for list in readers { try list.check() }
        // Otherwise a check that was meant to fail would always pass.
        let fails = failOn.values
        if fails.contains(.evasion), !evasion, scenarios.claims.isEmpty {
            throw ValidationError("--fail-on evasion needs --evasion or --claims.")
        }
        if fails.contains(.readers), readers.isEmpty { throw ValidationError("--fail-on readers needs --readers.") }
        try OutputFile.requireDifferent([
            "--output": destination.output, "--write-scenario": scenarios.writeScenario,
            "--write-scenarios": scenarios.writeScenarios,
        ])
    }

    private func whatIf(_ policy: CompiledPolicy, _ audit: PolicyAudit) -> Result<WhatIf, WhatIf.Refusal> {
        Result { () throws(WhatIf.Refusal) in try WhatIf(policy, assuming: audit.assuming) }
    }
}

/// The output format of an audit.
enum AuditFormat: String, OptionWord {
    /// For people, fitted to the terminal.
    case text
    /// One object.
    case json
    /// For code scanning services.
    case sarif
    /// A page for people, in one file.
    case html
}

extension AuditCode {
    fileprivate var sarifRule: SARIFReport.Rule {
        SARIFReport.Rule(id: rawValue, title: explanation.title, text: explanation.text, severity: severity)
    }
}

/// A result for which `demarc audit` exits with 1 if `--fail-on` names it.
enum AuditFailure: String, CaseIterable {
    case leak
    case granted
    case evasion
    case readers
    case unproven
}

extension PolicyAudit {
    fileprivate func has(_ failure: AuditFailure) -> Bool {
        switch failure {
        // A path that was found but not confirmed may be a leak.
        case .leak: openPaths.contains { $0.code != .granted } || !expired.isEmpty || refusedCount > 0
        case .granted: !openPaths.isEmpty || refusedCount > 0
        case .evasion: evadedRules?.isEmpty == false
        case .readers: consensus?.residuals.isEmpty == false
        case .unproven: !isExact
        }
    }
}
