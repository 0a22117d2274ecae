import ArgumentParser
import Demarc
import Diagnostics
import Glibc
import PolicyFiles
import PolicyModel
import RuleIndex

/// The policy document to use, and the account to decide for.
struct DocumentOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: PolicyHelp.file, completion: .file())
    var policy: String

    @Option(name: ExportedPolicy.name, help: ExportedPolicy.help) var export: ExportedPolicy?

    @Flag(help: PolicyHelp.allowOutside)
    var allowOutside = false

    @Option(
        help: ArgumentHelp(
            "The account that acts, by id or UPN; none is no account. Default: the document's user, or its only managed account.",
            valueName: "account"
        ),
        transform: OptionName.account
    )
    var user: String?

    /// Reads the document, or opens the compiled policy, and reports its findings on standard error.
    ///
    /// - Returns: The policy, with the files it was read from.
    /// - Throws: An exit code if it cannot be used.
    func read() throws -> ReadDocument {
        try ReadDocument(policy, export, allowsOutside: allowOutside, requiresUser: user == nil)
    }
}

/// The view to decide for.
struct ViewOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The web view that navigates; needed if the policy has several.", valueName: "id"))
    var view: String?

    /// Resolves the views and accounts of a document.
    ///
    /// - Parameters:
    ///   - engine: The engine of the document.
    ///   - user: The account to decide for; nil for the document's.
    /// - Returns: The views and accounts.
    /// - Throws: ``CommandError`` if an option names something that does not exist.
    func targets(_ engine: PolicyEngine, user: String?) throws(CommandError) -> TargetDirectory {
        do throws(QuestionError) {
            return try TargetDirectory(engine, view: view, user: user)
        } catch {
            throw error.usageError
        }
    }
}

extension DocumentOptions {
    /// Reports on standard error if a browser is required but no links are classified as external: then no link is
    /// routed, although everything seems to work.
    func noteUnclassifiedLinks(_ document: PolicyDocument) {
        for unclassified in document.policiesWithoutExternalLinks {
            Console.note(
                "warning: `\(VisibleText.of(unclassified.name))` requires a browser for external links, but "
                    + "`\(VisibleText.of(policy))` has no rule set, so no link is external: every URL is allowed, as "
                    + "organization data; add `ruleSets` (see `demarc explain DM122`)\n"
            )
        }
    }
}

/// What the help of every command says about the policy that it reads.
///
/// The options themselves are not a group, for the reason that ``ExportedPolicy`` explains.
enum PolicyHelp {
    /// What a policy may be.
    static var forms: String { "The policy document, a compiled policy, or a Graph export." }

    /// The option that names the policy.
    static var file: ArgumentHelp { ArgumentHelp(forms, valueName: "file") }

    /// The flag that lifts the confinement of a document to its folder.
    static var allowOutside: ArgumentHelp { "Let the document refer to files outside its folder." }
}

/// The policy of a Graph export to use, if an export is given in place of a policy document.
///
/// It is a single option rather than an option group inside the group of its document: in a debug build, the parser
/// visits a group five times as often as its parent. For the same reason, commands have their groups beside each other.
struct ExportedPolicy: ExpressibleByArgument {
    static var name: NameSpecification { .customLong("display-name") }
    static var help: ArgumentHelp {
        ArgumentHelp("Which policy of a Graph export with several: its display name, or its id.", valueName: "name")
    }

    let displayName: String
    /// Whether the name is ignored in other files than exports, for commands that read several files.
    var allowsOtherFiles = false

    init(argument: String) { displayName = argument }

    /// Rejects the option for a compiled file, which has only one policy.
    static func refuse(_ export: ExportedPolicy?, forCompiled path: String) throws(CommandError) {
        guard let export, !export.allowsOtherFiles else { return }
        throw .usage("--display-name: `\(VisibleText.of(path))` is a compiled policy, not a Graph export")
    }

    /// The option for each of several files: it selects from the exports among them.
    static func amongSeveral(_ export: ExportedPolicy?) -> ExportedPolicy? {
        var export = export
        export?.allowsOtherFiles = true
        return export
    }

    /// Rejects the option if none of the files is an export.
    ///
    /// - Parameters:
    ///   - export: The option.
    ///   - files: The files that were read, with their names in messages.
    /// - Throws: ``CommandError``.
    static func refuse(
        _ export: ExportedPolicy?,
        for files: [(read: ReadDocument, name: String)]
    ) throws(CommandError) {
        guard export != nil, !files.contains(where: { $0.read.isExport }) else { return }
        let names = files.map { "`\(VisibleText.of($0.name))`" }.joined(separator: " nor ")
        throw .usage("--display-name: neither \(names) is a Graph export")
    }
}

extension Console {
    /// Reports findings on standard error.
    ///
    /// - Parameters:
    ///   - findings: The findings.
    ///   - sources: The files from which lines are quoted.
    ///   - file: The file that was read, if an argument names it; see ``Diagnostic/ofNamedFile(_:)``.
    static func note(_ findings: [Diagnostic], sources: [SourceFile], of file: String? = nil) {
        guard !findings.isEmpty else { return }
        let shown = file.map { file in findings.map { $0.ofNamedFile(file) } } ?? findings
        note(Page(of: STDERR_FILENO).report(sources: sources).text(shown))
    }
}

/// A policy that was read from disk, as a document or a compiled file.
struct ReadDocument {
    let policy: CompiledPolicy
    /// The files that it was read from, with its lists and property lists; results must not overwrite them.
    let files: [FileStatus]
    /// The size of the compiled file in bytes; nil if it was a document.
    let compiledBytes: Int?
    /// Whether it was a Graph export or a device log.
    let isExport: Bool

    var document: PolicyDocument { policy.document }

    /// Reads a document or a Graph export, or opens a compiled policy, and reports its findings on standard error.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - export: Which policy of an export to use.
    ///   - allowsOutside: Whether the document may refer to files outside its folder.
    ///   - requiresUser: Whether it must name the acting account.
    /// - Throws: An exit code if it cannot be used.
    init(_ path: String, _ export: ExportedPolicy?, allowsOutside: Bool, requiresUser: Bool) throws {
        try Self.refuseStandardInput(path)
        guard !CompiledPolicy.isCompiledFile(at: path) else {
            try ExportedPolicy.refuse(export, forCompiled: path)
            let status = FileStatus(path: path)
            policy = try Self.opening { () throws(PolicyLoadingError) in
                try CompiledPolicy.opened(path, requiresUser: requiresUser)
            }
            files = [status].compactMap(\.self)
            compiledBytes = status?.size
            isExport = false
            return
        }
        let noted = NotedFiles()
        let reader = Self.reader(of: noted, export, allowsOutside: allowsOutside, requiresUser: requiresUser)
        let result = reader.load(path: path)
        Console.note(result.diagnostics, sources: result.sources, of: path)
        guard let document = result.document else { throw ExitStatus.unreadable }
        policy = CompiledPolicy(document)
        files = noted.statuses
        compiledBytes = nil
        isExport = result.isExport
    }

    /// Reads a policy of a revision, with every file that it names.
    ///
    /// - Parameters:
    ///   - path: The path of the file on disk.
    ///   - revision: The revision.
    ///   - export: Which policy of an export to use.
    ///   - allowsOutside: Whether the document may refer to files of the revision outside its folder.
    ///   - requiresUser: Whether it must name the acting account.
    /// - Throws: ``CommandError``, or an exit code if it cannot be used.
    init(
        _ path: String,
        of revision: GitRevision,
        _ export: ExportedPolicy?,
        allowsOutside: Bool,
        requiresUser: Bool
    ) throws {
        let name = try revision.path(of: path)
        let reader = Self.reader(of: revision, export, allowsOutside: allowsOutside, requiresUser: requiresUser)
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try revision.read(name, limit: reader.bounds.allListBytes, plainOnly: true)
        } catch {
            Console.note([error.finding(ofNamed: name)], sources: [])
            throw ExitStatus.unreadable
        }
        // No file on disk was read.
        files = []
        guard !CompiledPolicy.isCompiledFile(startingWith: bytes.span) else {
            try ExportedPolicy.refuse(export, forCompiled: name)
            policy = try Self.opening { () throws(PolicyLoadingError) in try CompiledPolicy.loaded(name, reader) }
            compiledBytes = bytes.count
            isExport = false
            return
        }
        let result = reader.load(bytes: bytes, path: name)
        Console.note(result.diagnostics, sources: result.sources)
        guard let document = result.document else { throw ExitStatus.unreadable }
        policy = CompiledPolicy(document)
        compiledBytes = nil
        isExport = result.isExport
    }

    private static func reader(
        of files: any FileSource,
        _ export: ExportedPolicy?,
        allowsOutside: Bool,
        requiresUser: Bool
    ) -> PolicyDocumentReader {
        var reader = PolicyDocumentReader(files: files, allowsOutside: allowsOutside, requiresUser: requiresUser)
        reader.displayName = export?.displayName
        reader.allowsUnusedDisplayName = export?.allowsOtherFiles ?? false
        return reader
    }

    /// Refuses `-`, which names standard input everywhere else.
    static func refuseStandardInput(_ path: String) throws(CommandError) {
        guard path == "-" else { return }
        throw .usage("a policy cannot be read from standard input, because it names files next to it; give its path")
    }

    private static func opening(
        _ open: () throws(PolicyLoadingError) -> CompiledPolicy
    ) throws -> CompiledPolicy {
        do throws(PolicyLoadingError) { return try open() } catch {
            Console.note(error.diagnostics, sources: error.sources)
            throw ExitStatus.unreadable
        }
    }
}
