import PolicyModel

/// A policy document that was read from disk.
struct ReadDocument {
    let document: PolicyDocument
    /// The files that it was read from: results are not written over them.
    let files: [FileStatus]
}
