import ArgumentParser
import Demarc
import Diagnostics
import Glibc
import PolicyFiles
import PolicyModel
import RuleIndex

/// The policy document that decides, and for which of its views and accounts.
struct PolicyOptions: ParsableArguments {
    @OptionGroup var document: DocumentOptions

    @Option(help: ArgumentHelp("The web view that navigates; needed if the policy has several.", valueName: "id"))
    var view: String?

    /// Finds the views and accounts of a document.
    ///
    /// - Parameter engine: The engine of the document.
    /// - Returns: Them.
    /// - Throws: ``CommandError`` where an option names none of them.
    func targets(_ engine: PolicyEngine) throws(CommandError) -> TargetDirectory {
        do throws(QuestionError) {
            return try TargetDirectory(engine, view: view, user: document.user)
        } catch {
            throw error.usageError
        }
    }
}

/// The policy document that decides, and for which of its accounts.
struct DocumentOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The policy document, a compiled policy, or a Graph export.", valueName: "file"),
        completion: .file()
    )
    var policy: String

    @Option(name: ExportedPolicy.name, help: ExportedPolicy.help) var export: ExportedPolicy?

    @Flag(help: "Let the document refer to files outside its folder.")
    var allowOutside = false

    @Option(
        help: ArgumentHelp(
            "The account that acts, by id or UPN; none is no account. Default: the document's user, or its only managed account.",
            valueName: "account"
        )
    )
    var user: String?

    /// Reads the document, or opens the compiled policy, and tells on standard error what was found in it.
    ///
    /// - Returns: The policy, with the files it was read from.
    /// - Throws: An exit code where it cannot be used.
    func read() throws -> ReadDocument {
        try ReadDocument(policy, export, allowsOutside: allowOutside, requiresUser: user == nil)
    }
}

extension DocumentOptions {
    /// Tells on standard error where a browser is required and nothing says for which links: then no link is routed,
    /// which looks as if all were well.
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

/// Which policy of a Graph export is meant, where one is named in place of a policy document.
///
/// It is an option and no group of one: the parser of a debug build looks at a group five times as often as at what it is
/// in, and `check` has three of them inside each other.
struct ExportedPolicy: ExpressibleByArgument {
    static var name: NameSpecification { .customLong("display-name") }
    static var help: ArgumentHelp {
        ArgumentHelp("Which policy of a Graph export with several: its display name, or its id.", valueName: "name")
    }

    let displayName: String

    init(argument: String) { displayName = argument }

    /// Refuses a choice among the one policy of a compiled file.
    static func refuse(_ export: ExportedPolicy?, forCompiled path: String) throws(CommandError) {
        guard export != nil else { return }
        throw .usage("--display-name: `\(VisibleText.of(path))` is a compiled policy, not a Graph export")
    }
}

extension Console {
    /// Tells findings on standard error.
    static func note(_ findings: [Diagnostic], sources: [SourceFile]) {
        guard !findings.isEmpty else { return }
        note(Page(of: STDERR_FILENO).report(sources: sources).text(findings))
    }
}

/// A policy that was read from disk, from its document or from a compiled file.
struct ReadDocument {
    let policy: CompiledPolicy
    /// The files that it was read from: results are not written over them.
    let files: [FileStatus]
    /// How many bytes the compiled file has; nil if it was a document.
    let compiledBytes: Int?

    var document: PolicyDocument { policy.document }

    /// Reads a document or a Graph export, or opens a compiled policy, and tells on standard error what was found in it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - export: Which policy of an export is meant.
    ///   - allowsOutside: Whether the document may refer to files outside its folder.
    ///   - requiresUser: Whether it has to say who acts.
    /// - Throws: An exit code where it cannot be used.
    init(_ path: String, _ export: ExportedPolicy?, allowsOutside: Bool, requiresUser: Bool) throws {
        guard !CompiledPolicy.isCompiledFile(at: path) else {
            try ExportedPolicy.refuse(export, forCompiled: path)
            let status = FileStatus(path: path)
            policy = try Self.opening { () throws(PolicyLoadingError) in
                try CompiledPolicy.opened(path, requiresUser: requiresUser)
            }
            files = [status].compactMap(\.self)
            compiledBytes = status?.size
            return
        }
        var reader = PolicyDocumentReader(allowsOutside: allowsOutside, requiresUser: requiresUser)
        reader.displayName = export?.displayName
        let result = reader.load(path: path)
        Console.note(result.diagnostics, sources: result.sources)
        guard let document = result.document else { throw ExitStatus.unreadable }
        policy = CompiledPolicy(document)
        files = result.sources.compactMap { FileStatus(path: $0.path) }
        compiledBytes = nil
    }

    /// Reads a policy of a revision, with every file that it names.
    ///
    /// - Parameters:
    ///   - path: The file, as it is called on disk.
    ///   - revision: The revision.
    ///   - export: Which policy of an export is meant.
    ///   - allowsOutside: Whether the document may refer to files of the revision outside its folder.
    ///   - requiresUser: Whether it has to say who acts.
    /// - Throws: ``CommandError`` or an exit code where it cannot be used.
    init(
        _ path: String,
        of revision: GitRevision,
        _ export: ExportedPolicy?,
        allowsOutside: Bool,
        requiresUser: Bool
    ) throws {
        let name = try revision.path(of: path)
        var reader = PolicyDocumentReader(files: revision, allowsOutside: allowsOutside, requiresUser: requiresUser)
        reader.displayName = export?.displayName
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try revision.read(name, limit: reader.bounds.allListBytes, plainOnly: true)
        } catch {
            Console.note([FileError.diagnostic(error, path: name)], sources: [])
            throw ExitStatus.unreadable
        }
        // A file on disk is not what was read.
        files = []
        guard !CompiledPolicy.isCompiledFile(startingWith: bytes.span) else {
            try ExportedPolicy.refuse(export, forCompiled: name)
            policy = try Self.opening { () throws(PolicyLoadingError) in try CompiledPolicy.loaded(name, reader) }
            compiledBytes = bytes.count
            return
        }
        let result = reader.load(bytes: bytes, path: name)
        Console.note(result.diagnostics, sources: result.sources)
        guard let document = result.document else { throw ExitStatus.unreadable }
        policy = CompiledPolicy(document)
        compiledBytes = nil
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
