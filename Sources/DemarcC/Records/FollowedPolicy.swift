import RuleIndex

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of a policy, and its state when it was last checked.
struct FollowedPolicy: Sendable {
    /// Distinguishes a file from one that replaced it, and from a modified version.
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
    /// The state of the file at the last check; nil if there was no file.
    private var stamp: Stamp?

    init(_ path: String, isMapped: Bool) {
        // A daemon changes its directory after it has opened its policy, and must not follow another file then. A path
        // stays relative only if the whole path cannot be used, such as below a folder that the process may not search.
        let whole = Self.whole(path)
        self.path = Self.stamp(of: whole) == nil ? path : whole
        self.isMapped = isMapped
    }

    /// A path that names the same file from every directory; the path as it is if the current directory is unknown.
    private static func whole(_ path: String) -> String {
        guard path.utf8.first != UInt8(ascii: "/") else { return path }
        var buffer = [CChar](repeating: 0, count: 4_096)
        // SAFETY: the buffer has the size that is passed, and lives until the call returns.
        guard unsafe getcwd(&buffer, 4_096) != nil else { return path }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(validating: bytes, as: UTF8.self).map { "\($0)/\(path)" } ?? path
    }

    /// Opens the file in its current state.
    mutating func open() throws(CompiledFileError) -> CompiledPolicy {
        // The file is checked before it is read: if it is replaced in between, the next check sees a change.
        let present = Self.stamp(of: path)
        do throws(CompiledFileError) {
            let policy = try CompiledPolicy(opening: path, copying: !isMapped)
            stamp = present
            return policy
        } catch {
            // A file that the system refused to open may succeed the next time, even if it is unchanged.
            if error.code != .unreadable { stamp = present }
            throw error
        }
    }

    /// Opens the file if it has changed since the last check; nil if it has not.
    ///
    /// The checksum rejects a file that is still being written; when it is complete, it counts as changed.
    mutating func openIfChanged() throws(CompiledFileError) -> CompiledPolicy? {
        Self.stamp(of: path) == stamp ? nil : try open()
    }

    private static func stamp(of path: String) -> Stamp? {
        var status = stat()
        // SAFETY: the path is passed as a NUL-terminated string for the call; `status` lives until it returns.
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
