import Diagnostics
import Glibc

/// A file that results are written to, or standard output. It is closed with its last use.
struct OutputFile: ~Copyable {
    /// Why a file cannot be written.
    enum Failure: Error {
        /// It is the file that is read.
        case isInput
        /// The path and the reason.
        case unwritable(String)
    }

    let descriptor: Int32
    private let isOwned: Bool

    init(standardOutput: Void) {
        descriptor = STDOUT_FILENO
        isOwned = false
    }

    /// Opens a file to be written anew.
    init(path: String, besides input: FileStatus?) throws(Failure) {
        guard !path.utf8.contains(0) else { throw .unwritable("`\(VisibleText.of(path))`: no such file") }
        // SAFETY: the path is lent as a NUL-terminated string for the call.
        let descriptor = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666)
        guard descriptor >= 0 else {
            throw .unwritable("`\(VisibleText.of(path))`: \(Console.description(of: errno))")
        }
        // Emptied only after this: the input may be this very file.
        let status = FileStatus(of: descriptor)
        if let status, let input, input.isSamePlainFile(as: status) {
            _ = close(descriptor)
            throw .isInput
        }
        if status?.isPlain == true { _ = ftruncate(descriptor, 0) }
        self.descriptor = descriptor
        isOwned = true
    }

    deinit {
        if isOwned { _ = close(descriptor) }
    }
}
