import PolicyModel
import RuleIndex

/// A policy that was read from disk, from its document or from a compiled file.
struct ReadDocument {
    let policy: CompiledPolicy
    /// The files that it was read from: results are not written over them.
    let files: [FileStatus]
    /// How many bytes the compiled file has; nil where it was a document.
    let compiledBytes: Int?

    var document: PolicyDocument { policy.document }
}
