public import Demarc

/// Loads the policy at a path, as a policy document or compiled, and detects when it, or a file that it refers to, has
/// changed.
///
/// For hosts that keep more than one engine, such as a server that creates a new engine for each policy. A host with
/// one engine can use `PolicyEngine/reloads(of:reader:every:)`.
public struct PolicyFollower: Sendable {
    /// The path of the policy.
    public let path: String
    private let reader: PolicyDocumentReader
    private var followed: FollowedFiles?
    /// The text of the last failure; nil if the last load succeeded.
    private var failure: String?
    /// Whether the last load failed exactly as the one before, on files that had not changed. Such a failure was
    /// reported before.
    public private(set) var isFailureRepeated = false

    /// Creates a follower that has not loaded anything yet.
    ///
    /// - Parameters:
    ///   - path: A policy document or a compiled policy.
    ///   - allowsOutside: Whether a document may refer to files outside its folder.
    public init(_ path: String, allowsOutside: Bool = false) {
        self.path = path
        // Each request identifies the acting account, so the document need not name one.
        reader = PolicyDocumentReader(allowsOutside: allowsOutside, requiresUser: false)
    }

    /// Whether to load again: any file differs from what was read last, or nothing was read yet.
    ///
    /// It stays true if the system refused to read a file, for example because too many files were open. That may pass
    /// without a change of the file, and a stricter policy must not wait for the next change.
    public var hasChanged: Bool { followed.map { $0.haveChanged || isWorthRepeating } ?? true }

    private var isWorthRepeating: Bool { failure != nil && followed?.wereRefused == true }

    /// The current state of the files. Two states are equal if no file was written in between.
    ///
    /// A file that is replaced by writing to it can be observed half-written. Wait until two consecutive states are
    /// equal.
    public var present: FilesPresent { FilesPresent(stamps: followed?.present ?? [:]) }

    /// When the policy's own file was last modified, since 1970; nil if there is no such file.
    public var modified: Duration? { DiskFiles().stamp(of: path).map { .nanoseconds($0.modified) } }

    /// Loads the policy in its current state.
    ///
    /// A compiled policy is read rather than mapped: otherwise a write to the file would change the policy of a running
    /// engine, and truncating it would terminate the process.
    ///
    /// - Returns: The policy.
    /// - Throws: `PolicyLoadingError` with every problem found.
    /// - Complexity: O(*n* log *n*) in the bytes of all files.
    public mutating func load() throws(PolicyLoadingError) -> CompiledPolicy {
        let isRepetition = isWorthRepeating && followed?.haveChanged == false
        let files = FollowedFiles(DiskFiles())
        followed = files
        files.note(path)
        var reader = reader
        reader.files = files
        reader.requiresPlainFile = true
        do throws(PolicyLoadingError) {
            let policy = try CompiledPolicy.loaded(path, reader, copying: true)
            failure = nil
            isFailureRepeated = false
            return policy
        } catch {
            let text = error.description
            isFailureRepeated = isRepetition && text == failure
            failure = text
            throw error
        }
    }
}

/// The state of some files at one moment.
public struct FilesPresent: Hashable, Sendable {
    let stamps: [String: FileStamp?]
}
