import ByteText
import Diagnostics
import PolicyFiles
import PolicyModel
package import RuleIndex

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
    /// - Throws: ``PolicyLoadingError`` with every problem found.
    static func loaded(
        _ path: String,
        _ reader: PolicyDocumentReader
    ) throws(PolicyLoadingError) -> CompiledPolicy {
        let result: PolicyLoadResult
        if reader.files is DiskFiles || (reader.files as? FollowedFiles)?.areOnDisk == true {
            if isCompiledFile(at: path) { return try opened(path, requiresUser: reader.requiresUser) }
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
