import Glibc

/// What the system says of a file.
struct FileStatus {
    private let status: stat

    /// Nil if the descriptor is not open.
    init?(of descriptor: Int32) {
        var status = stat()
        // SAFETY: `status` is a whole `stat` that lives until the call returns.
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.status = status
    }

    /// Nil if there is no such file.
    init?(path: String) {
        guard !path.utf8.contains(0) else { return nil }
        var status = stat()
        // SAFETY: the path is lent as a NUL-terminated string for the call; `status` lives until it returns.
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.status = status
    }

    /// Whether it is a plain file, and neither pipe nor terminal.
    var isPlain: Bool { status.st_mode & S_IFMT == S_IFREG }

    /// Its bytes.
    var size: Int { Int(status.st_size) }

    /// Who may do what with it.
    var permissions: mode_t { status.st_mode & 0o7777 }

    /// The user and the group that it belongs to.
    var owner: uid_t { status.st_uid }
    var group: gid_t { status.st_gid }

    /// Whether it is a folder.
    var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }

    /// Numbers that tell it from every other file, by whatever path it is reached.
    var identity: (device: UInt64, number: UInt64) { (UInt64(status.st_dev), UInt64(status.st_ino)) }

    /// Whether both are one plain file: writing to the one would destroy the other.
    func isSamePlainFile(as other: FileStatus) -> Bool { isPlain && identity == other.identity }
}

/// The names in a folder, by the calls of the C library.
enum FolderEntries {
    /// What is behind a path, symbolic links followed.
    enum Kind {
        case file
        /// The numbers tell a folder from every other one, by whatever path it is reached.
        case folder(device: UInt64, number: UInt64)
        /// A pipe, a device, or nothing that could be reached.
        case other
    }

    /// What is behind a path.
    static func kind(of path: String) -> Kind {
        guard let status = FileStatus(path: path) else { return .other }
        if status.isPlain { return .file }
        return status.isFolder ? .folder(device: status.identity.device, number: status.identity.number) : .other
    }

    /// The names in a folder, sorted, without those that begin with a dot; nil if it cannot be read, and `errno` tells
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
