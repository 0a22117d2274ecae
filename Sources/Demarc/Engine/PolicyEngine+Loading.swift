public import PolicyFiles
import PolicyModel

extension PolicyEngine {
    /// Makes an engine from the policy document at a path.
    ///
    /// - Parameters:
    ///   - path: The document; files it refers to are found relative to it.
    ///   - reader: How it is read: from where, within which bounds.
    /// - Throws: ``PolicyLoadingError`` with every problem found.
    /// - Complexity: O(*n* log *n*) in the bytes of all files, up to the reader's bounds.
    public convenience init(
        contentsOf path: String,
        reader: PolicyDocumentReader = PolicyDocumentReader()
    ) throws(PolicyLoadingError) {
        self.init(try Self.document(at: path, reader))
    }

    /// Puts the policy document at a path in force, as ``reload(_:)`` does.
    ///
    /// - Throws: ``PolicyLoadingError`` with every problem found; the policy in force then stays in force.
    public func reload(
        contentsOf path: String,
        reader: PolicyDocumentReader = PolicyDocumentReader()
    ) throws(PolicyLoadingError) {
        reload(try Self.document(at: path, reader))
    }

    private static func document(
        at path: String,
        _ reader: PolicyDocumentReader
    ) throws(PolicyLoadingError) -> PolicyDocument {
        let result = reader.load(path: path)
        guard let document = result.document else {
            throw PolicyLoadingError(diagnostics: result.diagnostics, sources: result.sources)
        }
        return document
    }
}
