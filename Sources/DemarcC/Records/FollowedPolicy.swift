import RuleIndex

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of a policy, and what it was when it was last looked at.
struct FollowedPolicy: Sendable {
    /// What tells a file from one that took its place, or was written to.
    private struct Stamp: Hashable {
        let device: UInt64
        let number: UInt64
        let size: Int64
        let modified: Int64
        let modifiedNanoseconds: Int64
        let changed: Int64
        let changedNanoseconds: Int64
    }

    private let path: String
    private let isMapped: Bool
    /// The file of the last look; nil where there was none.
    private var stamp: Stamp?

    init(_ path: String, isMapped: Bool) {
        self.path = path
        self.isMapped = isMapped
    }

    /// Opens the file as it is now.
    mutating func open() throws(CompiledFileError) -> CompiledPolicy {
        // It is looked at before it is read: a file that is replaced in between is seen as another one at the next look.
        let present = Self.stamp(of: path)
        do throws(CompiledFileError) {
            let policy = try CompiledPolicy(opening: path, copying: !isMapped)
            stamp = present
            return policy
        } catch {
            // What the system refused may work the next time, though the file is the same.
            if error.code != .unreadable { stamp = present }
            throw error
        }
    }

    /// Opens the file if it is another one than at the last look; nil where it is not.
    ///
    /// A file that somebody is writing to is refused by its checksum, and is another one when it is complete.
    mutating func openIfChanged() throws(CompiledFileError) -> CompiledPolicy? {
        Self.stamp(of: path) == stamp ? nil : try open()
    }

    private static func stamp(of path: String) -> Stamp? {
        var status = stat()
        // SAFETY: the path is lent as a NUL-terminated string for the call; `status` lives until it returns.
        guard !path.utf8.contains(0), unsafe stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        return Stamp(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            number: UInt64(truncatingIfNeeded: status.st_ino),
            size: Int64(status.st_size),
            modified: Int64(modified.tv_sec),
            modifiedNanoseconds: Int64(modified.tv_nsec),
            changed: Int64(changed.tv_sec),
            changedNanoseconds: Int64(changed.tv_nsec)
        )
    }
}
