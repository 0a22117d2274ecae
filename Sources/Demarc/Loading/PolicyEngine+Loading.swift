import ByteText
public import Diagnostics
public import PolicyFiles
import PolicyModel
package import RuleIndex

extension PolicyEngine {
    /// Creates an engine from the policy at a path: a policy document or a compiled policy.
    ///
    /// - Parameters:
    ///   - path: The file, whose first bytes determine its kind; files that a document refers to are found relative to
    ///     it.
    ///   - reader: How a document is read: from where, and with which limits.
    /// - Throws: ``PolicyLoadingError`` with every problem found.
    /// - Complexity: O(*n* log *n*) in the bytes of all files, up to the reader's limits; for a compiled policy, as
    ///   ``init(opening:copying:)``.
    public convenience init(
        contentsOf path: String,
        reader: PolicyDocumentReader = PolicyDocumentReader()
    ) throws(PolicyLoadingError) {
        self.init(try CompiledPolicy.loaded(path, reader))
    }

    /// Creates an engine from a compiled policy, as written by `demarc compile`.
    ///
    /// The file is mapped and its checksum is verified; a million domains take milliseconds, and processes share their
    /// memory. See <doc:CompiledPolicies>.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - copying: Whether the file is read into memory of the process. Use this if others may write to the file:
    ///     writing to a mapped file causes wrong results, and shortening it terminates the process.
    /// - Throws: ``PolicyLoadingError`` with one finding; that page lists its codes.
    /// - Complexity: O(*n*) in the bytes of the file.
    public convenience init(opening path: String, copying: Bool = false) throws(PolicyLoadingError) {
        self.init(try CompiledPolicy.opened(path, copying: copying))
    }

    /// Puts the policy at a path in force, document or compiled, as ``reload(_:)-(PolicyDocument)`` does.
    ///
    /// - Throws: ``PolicyLoadingError`` with every problem found; the policy in force then stays in force.
    public func reload(
        contentsOf path: String,
        reader: PolicyDocumentReader = PolicyDocumentReader()
    ) throws(PolicyLoadingError) {
        let turn = beginReload()
        reload(try CompiledPolicy.loaded(path, reader), turn)
    }

    /// Puts a compiled policy in force, as ``reload(_:)-(PolicyDocument)`` does.
    ///
    /// - Throws: ``PolicyLoadingError``; the policy in force then stays in force.
    public func reload(opening path: String, copying: Bool = false) throws(PolicyLoadingError) {
        let turn = beginReload()
        reload(try CompiledPolicy.opened(path, copying: copying), turn)
    }
}

/// An error: a policy document could not be read. Nothing was compiled, and a policy in force stays.
public struct PolicyLoadingError: Error, Sendable {
    /// All findings, in the order of the files; at least one of them is an error.
    public let diagnostics: [Diagnostic]
    /// The files that the findings refer to.
    public let sources: [SourceFile]
}

extension PolicyLoadingError: CustomStringConvertible {
    /// The findings with their source lines, as a command line shows them.
    public var description: String { TextReport(sources: sources).text(diagnostics) }
}

extension CompiledPolicy {
    /// Opens a compiled policy file, and reports problems like a reader of documents.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - copying: Whether it is read instead of mapped.
    ///   - requiresUser: Whether a policy with several managed accounts must name its `user`.
    /// - Returns: The policy.
    /// - Throws: ``PolicyLoadingError`` with one finding.
    package static func opened(
        _ path: String,
        copying: Bool = false,
        requiresUser: Bool = true
    ) throws(PolicyLoadingError) -> CompiledPolicy {
        try opened(path, requiresUser: requiresUser) { () throws(CompiledFileError) in
            try CompiledPolicy(opening: path, copying: copying)
        }
    }

    /// Reads a policy document or opens a compiled policy, depending on the file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - reader: How a document is read.
    ///   - copying: Whether a compiled policy is read instead of mapped.
    /// - Returns: The policy.
    /// - Throws: ``PolicyLoadingError`` with every problem found.
    package static func loaded(
        _ path: String,
        _ reader: PolicyDocumentReader,
        copying: Bool = false
    ) throws(PolicyLoadingError) -> CompiledPolicy {
        let result: PolicyLoadResult
        if reader.files is DiskFiles || (reader.files as? FollowedFiles)?.areOnDisk == true {
            if isCompiledFile(at: path) { return try openedOnDisk(path, reader, copying: copying) }
            result = reader.load(path: path)
            // A compiled policy that could not be opened a moment ago, for lack of descriptors, was read as a document.
            // Such a failure looks final, although the file is good.
            if result.document == nil, isCompiledFile(at: path) {
                return try openedOnDisk(path, reader, copying: copying)
            }
        } else if let bytes = try? reader.files.read(path, limit: reader.bounds.allListBytes, plainOnly: false) {
            guard !isCompiledFile(startingWith: bytes.span) else {
                return try opened(path, requiresUser: reader.requiresUser) { () throws(CompiledFileError) in
                    try CompiledPolicy(opening: SharedBytes(copying: bytes))
                }
            }
            result = reader.load(bytes: bytes, path: path)
        } else {
            result = reader.load(path: path)
        }
        guard let document = result.document else {
            throw PolicyLoadingError(diagnostics: result.diagnostics, sources: result.sources)
        }
        return CompiledPolicy(document)
    }

    private static func openedOnDisk(
        _ path: String,
        _ reader: PolicyDocumentReader,
        copying: Bool
    ) throws(PolicyLoadingError) -> CompiledPolicy {
        try opened(path, requiresUser: reader.requiresUser) { () throws(CompiledFileError) -> CompiledPolicy in
            do throws(CompiledFileError) {
                return try CompiledPolicy(opening: path, copying: copying)
            } catch {
                if error.code == .unreadable { (reader.files as? FollowedFiles)?.noteRefusal() }
                throw error
            }
        }
    }

    private static func opened(
        _ path: String,
        requiresUser: Bool,
        _ open: () throws(CompiledFileError) -> CompiledPolicy
    ) throws(PolicyLoadingError) -> CompiledPolicy {
        let policy: CompiledPolicy
        do throws(CompiledFileError) {
            policy = try open()
        } catch {
            throw PolicyLoadingError(path, code: error.code.rawValue, error.message, help: error.help)
        }
        // The compiler accepts such a policy, for hosts that set the acting account; other hosts get this error.
        let document = policy.document
        if requiresUser, document.user == nil, !document.isUserExplicit, document.accounts.managed.count > 1 {
            throw PolicyLoadingError(
                path,
                code: "several-managed-accounts",
                "several managed accounts and no `user`: it is unclear who acts",
                help: "add `user:` to the policy document, and compile it again with `demarc compile`"
            )
        }
        return policy
    }
}

extension PolicyLoadingError {
    /// Creates an error with one finding about a file as a whole.
    fileprivate init(_ path: String, code: String, _ message: String, help: String?) {
        let finding = Diagnostic(
            code: code,
            message: message,
            places: [SourceRange(wholeFile: path)],
            help: help
        )
        self.init(diagnostics: [finding], sources: [])
    }
}
