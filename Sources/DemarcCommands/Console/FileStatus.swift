import Glibc

/// The system's metadata of a file.
struct FileStatus {
    private let status: stat

    /// Nil if the descriptor is not open.
    init?(of descriptor: Int32) {
        var status = stat()
        // SAFETY: `status` is a complete `stat` that lives until the call returns.
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.status = status
    }

    /// Nil if there is no such file.
    init?(path: String) {
        guard !path.utf8.contains(0) else { return nil }
        var status = stat()
        // SAFETY: the path is passed as a NUL-terminated string for the call; `status` lives until it returns.
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.status = status
    }

    /// The file that an argument names, where `-` is standard input; nil if there is no such file.
    static func ofInput(_ path: String) -> FileStatus? {
        path == "-" ? FileStatus(of: STDIN_FILENO) : FileStatus(path: path)
    }

    /// Whether it is a plain file rather than a pipe or terminal.
    var isPlain: Bool { status.st_mode & S_IFMT == S_IFREG }

    /// Its size in bytes.
    var size: Int { Int(status.st_size) }

    /// Its permissions.
    var permissions: mode_t { status.st_mode & 0o7777 }

    /// The user and the group that own it.
    var owner: uid_t { status.st_uid }
    var group: gid_t { status.st_gid }

    /// Whether it is a folder.
    var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }

    /// Numbers that identify the file, whatever path leads to it.
    var identity: (device: UInt64, number: UInt64) { (UInt64(status.st_dev), UInt64(status.st_ino)) }

    /// Whether both are the same plain file: writing to one would destroy the other.
    func isSamePlainFile(as other: FileStatus) -> Bool { isPlain && identity == other.identity }
}

/// The names in a folder, read with functions of the C library.
enum FolderEntries {
    /// What a path leads to, following symbolic links.
    enum Kind {
        case file
        /// A folder. The numbers identify it, whatever path leads to it.
        case folder(device: UInt64, number: UInt64)
        /// A pipe, a device, or nothing that can be reached.
        case other
    }

    /// What a path leads to.
    static func kind(of path: String) -> Kind {
        guard let status = FileStatus(path: path) else { return .other }
        if status.isPlain { return .file }
        return status.isFolder ? .folder(device: status.identity.device, number: status.identity.number) : .other
    }

    /// Whether a name that may belong to a document, or to a folder with documents, is not UTF-8, so that no path leads to
    /// it.
    static func isUndecodable(_ name: String, _ path: String) -> Bool {
        guard name.unicodeScalars.contains("\u{FFFD}"), FileStatus(path: path) == nil else { return false }
        guard let dot = name.lastIndex(of: ".") else { return true }
        return documentExtensions.contains(name[dot...].dropFirst().lowercased())
    }

    private static let documentExtensions: Set = ["yaml", "yml", "json", "plist", "entitlements"]

    /// The sorted names in a folder, without those that begin with a dot; nil, with `errno` set, if it cannot be read.
    static func names(in path: String) -> [String]? {
        // SAFETY: the path is passed as a NUL-terminated string; the result of `opendir` is closed once.
        guard let folder = unsafe opendir(path) else { return nil }
        defer { _ = unsafe closedir(folder) }
        var names: [String] = []
        // SAFETY: an entry is valid until the next call; its name is NUL-terminated, within the entry, and copied
        // immediately.
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
