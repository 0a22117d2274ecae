public import PolicyFiles
import PolicyModel
import RuleIndex

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
