import ByteText
public import Diagnostics
public import PolicyFiles
import PolicyModel
package import RuleIndex

extension PolicyEngine {
    /// Makes an engine from the policy at a path: a policy document, or a compiled policy.
    ///
    /// - Parameters:
    ///   - path: The file, told apart by its first bytes; files that a document refers to are found relative to it.
    ///   - reader: How a document is read: from where, within which bounds.
    /// - Throws: ``PolicyLoadingError`` with every problem found.
    /// - Complexity: O(*n* log *n*) in the bytes of all files, up to the reader's bounds; of a compiled policy as
    ///   ``init(opening:copying:)``.
    public convenience init(
        contentsOf path: String,
        reader: PolicyDocumentReader = PolicyDocumentReader()
    ) throws(PolicyLoadingError) {
        self.init(try CompiledPolicy.loaded(path, reader))
    }

    /// Makes an engine from a compiled policy, as `demarc compile` writes it.
    ///
    /// The file is mapped and its checksum compared; a million domains take milliseconds, and processes share their
    /// memory. See <doc:CompiledPolicies>.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - copying: Whether the file is read into memory of the process. Ask for it where others may write to the file: a
    ///     mapped one that is written to gives wrong answers, and one that is made shorter ends the process.
    /// - Throws: ``PolicyLoadingError`` with one finding, whose codes that page has.
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
        reload(try CompiledPolicy.loaded(path, reader))
    }

    /// Puts a compiled policy in force, as ``reload(_:)-(PolicyDocument)`` does.
    ///
    /// - Throws: ``PolicyLoadingError``; the policy in force then stays in force.
    public func reload(opening path: String, copying: Bool = false) throws(PolicyLoadingError) {
        reload(try CompiledPolicy.opened(path, copying: copying))
    }
}

/// A policy document could not be read; nothing was compiled, and a policy in force stays.
public struct PolicyLoadingError: Error, Sendable {
    /// Everything that was found, in the order of the files; at least one of them is an error.
    public let diagnostics: [Diagnostic]
    /// The files that the findings point into.
    public let sources: [SourceFile]
}

extension PolicyLoadingError: CustomStringConvertible {
    /// The findings with their source lines, as a command line shows them.
    public var description: String { TextReport(sources: sources).text(diagnostics) }
}

extension CompiledPolicy {
    /// Opens a compiled policy file, and says what is wrong as a reader of documents would.
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

    /// Reads a policy document, or opens a compiled policy, whichever the file is.
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
            if isCompiledFile(at: path) {
                return try opened(path, copying: copying, requiresUser: reader.requiresUser)
            }
            result = reader.load(path: path)
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
        // The compiler takes such a policy, for hosts that say who acts; whoever does not is told.
        let document = policy.document
        if requiresUser, document.user == nil, !document.isUserExplicit, document.accounts.managed.count > 1 {
            throw PolicyLoadingError(
                path,
                code: "several-managed-accounts",
                "several managed accounts and no `user`: nothing says who acts",
                help: "add `user:` to the policy document, and compile it again with `demarc compile`"
            )
        }
        return policy
    }
}

extension PolicyLoadingError {
    /// One finding about a file as a whole.
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
