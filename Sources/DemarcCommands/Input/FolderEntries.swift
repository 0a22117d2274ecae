import Glibc

/// The names in a folder, by the calls of the C library.
enum FolderEntries {
    /// What stands behind a path, symbolic links followed.
    enum Kind {
        case file
        /// The numbers tell a folder from every other one, by whatever path it is reached.
        case folder(device: UInt64, number: UInt64)
        /// A pipe, a device, or nothing that could be reached.
        case other
    }

    /// What stands behind a path.
    static func kind(of path: String) -> Kind {
        guard let status = FileStatus(path: path) else { return .other }
        if status.isPlain { return .file }
        return status.isFolder ? .folder(device: status.identity.device, number: status.identity.number) : .other
    }

    /// The names in a folder, sorted, without those that begin with a dot; nil where it cannot be read, and `errno` tells
    /// why.
    static func names(in path: String) -> [String]? {
        // SAFETY: the path is lent as a NUL-terminated string; what `opendir` gives is closed once.
        guard let folder = unsafe opendir(path) else { return nil }
        defer { _ = unsafe closedir(folder) }
        var names: [String] = []
        // SAFETY: an entry is valid until the next call; its name is NUL-terminated, within the entry, and copied at once.
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
