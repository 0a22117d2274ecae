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

    /// Whether there is a symbolic link at a path, and nothing where it leads.
    static func isBrokenLink(at path: String) -> Bool {
        guard !path.utf8.contains(0), FileStatus(path: path) == nil else { return false }
        var status = stat()
        // SAFETY: the path is passed as a NUL-terminated string for the call; `status` lives until it returns.
        return unsafe lstat(path, &status) == 0
    }

    /// The file that an argument names, where `-` is standard input; nil if there is no such file.
    static func ofInput(_ path: String) -> FileStatus? {
        path == "-" ? FileStatus(of: STDIN_FILENO) : FileStatus(path: path)
    }

    /// Whether it is a plain file rather than a pipe or terminal.
    var isPlain: Bool { status.st_mode & S_IFMT == S_IFREG }

    /// Its size in bytes.
    var size: Int { Int(status.st_size) }

    /// Whether it is a folder.
    var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }

    /// Numbers that identify the file, whatever path leads to it.
    var identity: (device: UInt64, number: UInt64) { (UInt64(status.st_dev), UInt64(status.st_ino)) }

    /// Whether both are the same plain file: writing to one would destroy the other.
    func isSamePlainFile(as other: FileStatus) -> Bool { isPlain && identity == other.identity }
}
