import Foundation
import Synchronization

/// The destination of log lines: standard error, or a file that is only appended to.
///
/// A line is either written completely or counts as not written. After a partial line, whether of a failed write or of
/// a process that ended, the next line begins on a new line, so that it is not corrupted.
final class LogFile: Sendable {
    private struct State {
        var handle: FileHandle?
        /// Whether the last line may be incomplete.
        var isTorn = false
    }

    let destination: DecisionLogSettings.Destination
    private let state: Mutex<State>

    /// Opens the destination.
    ///
    /// - Throws: ``AnsweringError`` if the file cannot be opened for appending.
    init(_ destination: DecisionLogSettings.Destination) throws(AnsweringError) {
        self.destination = destination
        let handle = try Self.open(destination)
        state = Mutex(State(handle: handle, isTorn: handle.map(Self.endsInsideLine) ?? false))
    }

    private static func open(_ destination: DecisionLogSettings.Destination) throws(AnsweringError) -> FileHandle? {
        switch destination {
        case .off: return nil
        case .standardError: return .standardError
        case .file(let path):
            // Only the operator may see URLs and accounts. `O_APPEND` allows a rotation to truncate the file.
            // SAFETY: Swift passes the path to the call as a C string.
            let descriptor = unsafe Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o640)
            guard descriptor >= 0 else {
                throw .log(path: path, reason: (POSIXErrorCode(rawValue: errno) ?? .EIO).sentence)
            }
            return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        }
    }

    /// Reopens the file, for example after a rotation; if that fails, the old file stays in use.
    func reopen() throws(AnsweringError) {
        guard case .file = destination else { return }
        let handle = try Self.open(destination)
        state.withLock { state in
            state.handle = handle
            // Without a rotation it is the same file, with the rest of a write that failed.
            state.isTorn = handle.map(Self.endsInsideLine) ?? false
        }
    }

    /// Whether a file ends in the middle of a line. If that is unknown, it does: the worst result is an empty line.
    private static func endsInsideLine(_ handle: FileHandle) -> Bool {
        var status = stat()
        // SAFETY: the call writes one `stat`, which is what it gets.
        guard unsafe fstat(handle.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
        else { return false }
        // The descriptor is not for reading, and its path may be that of another file by now.
        guard let file = FileHandle(forReadingAtPath: "/proc/self/fd/\(handle.fileDescriptor)") else { return true }
        do {
            try file.seek(toOffset: UInt64(status.st_size - 1))
            return try file.read(upToCount: 1) != Data("\n".utf8)
        } catch {
            return true
        }
    }

    /// Writes lines, each with its line feed.
    ///
    /// - Returns: Whether all of them were written. Nothing is kept for a retry.
    func write(_ lines: [UInt8]) -> Bool {
        state.withLock { state in
            guard let handle = state.handle else { return true }
            let bytes = state.isTorn ? [UInt8(ascii: "\n")] + lines : lines
            do {
                try handle.write(contentsOf: Data(bytes))
                state.isTorn = false
                return true
            } catch {
                state.isTorn = true
                return false
            }
        }
    }
}

extension POSIXErrorCode {
    /// A description of the error for an operator.
    fileprivate var sentence: String {
        switch self {
        case .EACCES, .EPERM: "permission to write was denied"
        case .ENOENT: "its folder does not exist"
        case .EISDIR: "it is a folder"
        case .EROFS: "its file system is read-only"
        case .ENOSPC: "its disk is full"
        default: "system error \(rawValue) (\(self))"
        }
    }
}
