public import Demarc

/// Loads the policy at a path, text or compiled, and says when it, or a file that it refers to, has changed.
///
/// For hosts that keep more than one engine, such as a server that makes a new one for each policy. A host with one engine
/// has `PolicyEngine/reloads(of:reader:every:)`.
public struct PolicyFollower: Sendable {
    /// The policy.
    public let path: String
    private let reader: PolicyDocumentReader
    private var followed: FollowedFiles?

    /// Makes a follower that has loaded nothing yet.
    ///
    /// - Parameters:
    ///   - path: The policy document, or a compiled policy.
    ///   - allowsOutside: Whether a document may refer to files outside its folder.
    public init(_ path: String, allowsOutside: Bool = false) {
        self.path = path
        // Each request says who acts, so the document need not.
        reader = PolicyDocumentReader(allowsOutside: allowsOutside, requiresUser: false)
    }

    /// Whether any file differs from what was read last; true before anything was read.
    public var hasChanged: Bool { followed?.haveChanged ?? true }

    /// A state of the files that equals another one while nobody writes to them.
    ///
    /// Whoever replaces a file by writing to it is seen half-way. Wait until two looks are the same.
    public var present: FilesPresent { FilesPresent(stamps: followed?.present ?? [:]) }

    /// When the policy's own file was last written or touched, since 1970; nil where there is no such file.
    public var modified: Duration? { DiskFiles().stamp(of: path).map { .nanoseconds($0.modified) } }

    /// Loads the policy as it is now.
    ///
    /// A compiled policy is read, not mapped: a file that is written to in place would else change under an engine, and
    /// one that is made shorter would end the process.
    ///
    /// - Returns: The policy.
    /// - Throws: `PolicyLoadingError` with every problem found.
    /// - Complexity: O(*n* log *n*) in the bytes of all files.
    public mutating func load() throws(PolicyLoadingError) -> CompiledPolicy {
        let files = FollowedFiles(DiskFiles())
        followed = files
        files.note(path)
        var reader = reader
        reader.files = files
        return try CompiledPolicy.loaded(path, reader, copying: true)
    }
}

/// The state of some files at one moment.
public struct FilesPresent: Hashable, Sendable {
    let stamps: [String: FileStamp?]
}
