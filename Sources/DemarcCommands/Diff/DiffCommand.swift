import ArgumentParser
import PolicyAnalysis
import PolicyModel
import RuleIndex

/// `demarc diff`: the differences between the decisions of two policies.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare what two policies decide, not how they are written.",
        discussion: """
            Asks both policies about every class of requests that either of them distinguishes, and groups what \
            changed: what opens a leak path, what is more or less permissive, what is some of both. Each group names \
            the edits that cause it: without them the new policy answers like the old one, or they alone make the old \
            one answer like the new one.

            EXAMPLES:
              demarc diff released.yaml policy.yaml
              demarc diff old-export.json new-export.json --fail-on opens
              demarc diff --git origin/main policy.yaml --fail-on opens
              demarc diff released.demarc policy.yaml --format markdown \\
                --output comment.md
              demarc diff old.yaml new.yaml --format html --output diff.html
              demarc diff old.yaml new.yaml --format json | jq '.groups[] | {effect, where}'
            """
    )

    @Argument(
        help: ArgumentHelp(
            """
            The old policy and the new one: policy documents, compiled policies, or Graph exports. With --git \
            one is enough.
            """,
            valueName: "policy"
        ),
        completion: .file()
    )
    var policies: [String]

    @Option(
        help: ArgumentHelp(
            """
            Read the old policy, and every file that it names, from a revision of the git repository that it is in.
            """,
            valueName: "revision"
        )
    )
    var git: String?

    @Option(name: ExportedPolicy.name, help: ExportedPolicy.help) var export: ExportedPolicy?

    @OptionGroup var acceptance: AcceptedFile

    @Flag(help: "Also report where another rule or setting makes the same decision. That changes no verdict.")
    var reasons = false

    @Flag(help: "Let the documents refer to files outside their folders.")
    var allowOutside = false

    @Option(
        help: ArgumentHelp(
            "text (for people), json, markdown (for a pull request), sarif, or html (one page, for a browser).",
            valueName: "format"
        )
    )
    var format = DiffFormat.text

    @OptionGroup var destination: ReportFileOption

    @OptionGroup var terminal: TerminalOptions

    @Option(
        help: ArgumentHelp(
            """
            Exit with 1 if a leak path opens that is not accepted (opens), if the new policy is more permissive \
            (more-permissive) or less permissive (less-permissive) or an edited rule may make it so, if any \
            decision changed or it is unknown whether one did (any), or if not everything could be checked \
            (unproven). Repeat it, or use commas.
            """,
            valueName: "result"
        )
    )
    var failOn: [WordList<DiffFailure>] = []

    func validate() throws {
        let isComplete = git == nil ? policies.count == 2 : (1...2).contains(policies.count)
        guard isComplete else {
            throw ValidationError(
                git == nil
                    ? "Two policies are compared: the old one and the new one. With --git REVISION one is enough."
                    : "With --git REVISION one policy is compared, or two if it had another name."
            )
        }
    }

    /// The old policy, and its name in reports.
    private func readOld() throws -> (ReadDocument, name: String) {
        let path = policies[0]
        let export = ExportedPolicy.amongSeveral(self.export)
        guard let git else {
            return (try ReadDocument(path, export, allowsOutside: allowOutside, requiresUser: false), path)
        }
        let revision = try GitRevision(git, besides: path)
        let read = try ReadDocument(
            path,
            of: revision,
            export,
            allowsOutside: allowOutside,
            requiresUser: false
        )
        return (read, try revision.path(of: path))
    }

    func run() throws {
        // No account acts: the comparison covers every account.
        let (before, old) = try readOld()
        let new = policies.last ?? ""
        let after = try ReadDocument(
            new,
            ExportedPolicy.amongSeveral(export),
            allowsOutside: allowOutside,
            requiresUser: false
        )
        try ExportedPolicy.refuse(export, for: [(before, old), (after, new)])
        let accepted = try acceptance.entries(besides: new)
        try acceptance.check(destination, besides: new)
        var file = try destination.open()
        var diff = PolicyDiff(from: before.policy, to: after.policy, includingReasons: reasons)
        diff.accept(accepted, today: Clock.today)
        try file.begin(besides: before.files + after.files + acceptance.inputs(besides: new))
        var stream = OutputStream(descriptor: file.descriptor)
        switch format {
        case .text: stream.append(text: DiffText(diff, on: Page(of: file.descriptor)).text)
        case .json: stream.append(text: diff.json(from: old, to: new) + "\n")
        case .markdown: stream.append(text: DiffMarkdown(diff, from: old, to: new).text)
        case .sarif:
            stream.append(text: DiffFindings(diff: diff, new: new, oldPrefix: git.map { "\($0):/" }).text)
        case .html: stream.append(text: DiffReport(diff, from: old, to: new).text)
        }
        try stream.finish()
        guard !failOn.values.contains(where: diff.has) else { throw ExitStatus.findings }
    }
}

/// The output format of a comparison.
enum DiffFormat: String, OptionWord {
    /// For people, fitted to the terminal.
    case text
    /// One object.
    case json
    /// For a comment on a pull request.
    case markdown
    /// For code scanning services.
    case sarif
    /// A page for people, in one file.
    case html
}

/// A result for which `demarc diff` exits with 1 if `--fail-on` names it.
enum DiffFailure: String, CaseIterable {
    case opens
    case morePermissive = "more-permissive"
    case lessPermissive = "less-permissive"
    case any
    case unproven
}

extension PolicyDiff {
    /// Whether a result occurred. A difference that was found but not confirmed may be any of them.
    fileprivate func has(_ failure: DiffFailure) -> Bool {
        if refusedCount > 0 { return true }
        let effects = groups.map(\.effect)
        return switch failure {
        case .opens: !opens.isEmpty
        // An edited rule of which only a sample was asked may be the one that matters.
        case .morePermissive: effects.contains(where: \.allowsMore) || comparison != .equivalent && mayAllowMore
        case .lessPermissive: effects.contains(where: \.allowsLess) || comparison != .equivalent && mayAllowLess
        // Whoever wants to hear of any change must not take an unknown result for none.
        case .any: comparison != .equivalent
        case .unproven: !isExact
        }
    }
}
