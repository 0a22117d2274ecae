import Demarc
import Diagnostics
import DocumentReading
import PolicyFiles
import PolicyModel
import RuleIndex

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
        try InputFile.refuseStandardInput(path, as: "a policy")
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
        Console.note(result.diagnostics.namingOptions, sources: result.sources, of: path)
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

    private static func opening(
        _ open: () throws(PolicyLoadingError) -> CompiledPolicy
    ) throws -> CompiledPolicy {
        do throws(PolicyLoadingError) { return try open() } catch {
            Console.note(error.diagnostics.namingOptions, sources: error.sources)
            throw ExitStatus.unreadable
        }
    }
}

extension [Diagnostic] {
    /// The findings in terms of options. Every command that needs to know who acts has `--user`, which also answers it
    /// for a policy that cannot be changed.
    fileprivate var namingOptions: [Diagnostic] {
        map { finding in
            guard finding.code == FindingCode.severalManagedAccounts.rawValue else { return finding }
            var finding = finding
            finding.help = finding.help.map { "\($0); or name the account with `--user`" }
            return finding
        }
    }
}
