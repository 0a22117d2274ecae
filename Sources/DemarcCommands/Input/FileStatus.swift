import Glibc

/// What the system says of an open file.
struct FileStatus {
    private let status: stat

    /// Nil where the descriptor is not open.
    init?(of descriptor: Int32) {
        var status = stat()
        // SAFETY: `status` is a whole `stat` that lives until the call returns.
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.status = status
    }

    /// Whether it is a plain file, and neither pipe nor terminal.
    var isPlain: Bool { status.st_mode & S_IFMT == S_IFREG }

    /// Its bytes.
    var size: Int { Int(status.st_size) }

    /// Whether both are one plain file: writing to the one would destroy the other.
    func isSamePlainFile(as other: FileStatus) -> Bool {
        isPlain && status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
    }
}
