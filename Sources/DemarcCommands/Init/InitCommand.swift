import ArgumentParser
import Diagnostics
import Glibc
import PolicyFiles
import PolicyModel
import URLMatching

/// `demarc init`: the initial files of a policy folder.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Start a folder with a policy, tests for it, and a CI job that checks both.",
        discussion: """
            Writes four files: policy.yaml, the policy; scenarios.yaml, tests that expect what the policy \
            answers today; .demarc-lint.yaml, the level that lint compares the policy with; and a CI file. They work as they \
            are, except for one line of the CI file: it names the repository where you keep Demarc.

            With --graph the policy is the one in a Graph export. policy.yaml refers to the export, so that a newer export \
            takes the place of the old one and is checked in the same way. An export outside the folder is copied into it. \
            It cannot have the name of one of the four files, or be .demarc-audit.yaml. Without --graph the policy has the \
            settings of the level.

            The CI file is for the repository that the folder is in, and goes to that repository's own folder. If one \
            of the files exists already, nothing is written, unless --force is given to replace it.

            EXAMPLES:
              demarc init
              demarc init policies --domain contoso.com --baseline 3
              demarc init --graph export.json --domain contoso.com
              demarc init --graph all-policies.json --display-name 'Level 2' --ci gitlab
            """
    )

    @Argument(help: ArgumentHelp("The folder, which need not exist yet.", valueName: "folder"), completion: .directory)
    var folder = "."

    @Option(
        help: ArgumentHelp("A file with the policy as Microsoft Graph exports it.", valueName: "file"),
        completion: .file()
    )
    var graph: String?

    @Option(help: ArgumentHelp("Which of several policies in the file of --graph.", valueName: "name"))
    var displayName: String?

    @Option(help: ArgumentHelp("The organization's own domain: its pages are internal.", valueName: "domain"))
    var domain = "example.com"

    @Option(help: ArgumentHelp("The level of data protection that the policy is compared with.", valueName: "level"))
    var baseline = BaselineLevel.enhanced

    @Option(help: ArgumentHelp("The CI file: github, gitlab or none.", valueName: "service"))
    var ci = ContinuousIntegration.github

    @Flag(help: "Replace files that exist already.")
    var force = false

    @OptionGroup var terminal: TerminalOptions

    func validate() throws {
        if displayName != nil, graph == nil {
            throw ValidationError("--display-name chooses a policy in the file of --graph: give both")
        }
        // `demarc lint`, which the CI job runs, would report a rule for every site of a public suffix.
        guard !RegistrableDomain.isPublicSuffix(domain.lowercased()) else {
            throw ValidationError(
                "\(Quoted.shown(domain)) is a public suffix; name a domain below it, such as contoso.\(domain.lowercased())"
            )
        }
        guard !folder.isEmpty, !folder.utf8.contains(0) else { throw ValidationError("name a folder") }
        guard folder != "-" else {
            throw ValidationError("- is standard input; name a folder, such as ./- for one with this name")
        }
    }

    func run() throws {
        let export = try graph.map { path throws(CommandError) -> StarterExport in
            try InputFile.refuseStandardInput(path, as: "an export", because: "the new policy refers to it")
            return try StarterExport(path, displayName: displayName, below: folder)
        }
        let starter = StarterPolicy(domain: domain.lowercased(), level: baseline, export: export)
        let place = StarterPlace(folder)
        let job = ci.path.map { place.path(inRepository: $0) }
        if let graph, let export {
            let names = [StarterPolicy.path, StarterScenarios.path, LintConfiguration.fileName, AcceptedPath.fileName]
            let taken = names.map { place.path(of: $0) } + [job].compactMap(\.self)
            try Self.check(place.path(of: export.path), from: graph, besides: taken)
        }
        var files = [
            StarterFile(
                place.path(of: StarterPolicy.path),
                try starter.checkedText(),
                "what is allowed: read this first"
            ),
            StarterFile(place.path(of: StarterScenarios.path), try StarterScenarios(starter).text(), "its tests"),
            StarterFile(
                place.path(of: LintConfiguration.fileName),
                StarterFiles.lintConfiguration(baseline),
                "compares it with level \(baseline.rawValue)"
            ),
        ]
        if let export, export.isCopied {
            files.append(StarterFile(place.path(of: export.path), bytes: export.bytes, "a copy of the export"))
        }
        if let job {
            let text = ci.text(folder: place.pathFromRepository)
            files.append(StarterFile(job, text, "checks all of it when it changes"))
        }
        try StarterFiles(files).write(replacing: force)
        guard !terminal.quiet else { return }
        var stream = OutputStream(descriptor: STDOUT_FILENO)
        stream.append(text: StarterFiles(files).report(job: job))
        try stream.finish()
    }

    /// Checks that the export is none of the files that have a purpose of their own.
    ///
    /// - Parameters:
    ///   - export: The path that the policy document refers to.
    ///   - graph: The path of the export as it was given.
    ///   - taken: The files with a purpose, most of which are written.
    /// - Throws: ``CommandError`` if the export is one of them.
    private static func check(_ export: String, from graph: String, besides taken: [String]) throws(CommandError) {
        let input = FileStatus(path: graph)
        for path in taken {
            let isSame = input.flatMap { FileStatus(path: path)?.isSamePlainFile(as: $0) } ?? false
            // Some disks do not distinguish upper and lower case.
            guard !isSame, path.lowercased() != export.lowercased() else {
                let use = path.hasSuffix(AcceptedPath.fileName) ? "has the accepted paths" : "init writes"
                throw .usage("the export cannot be `\(VisibleText.of(path))`, which \(use): rename it")
            }
        }
    }
}
