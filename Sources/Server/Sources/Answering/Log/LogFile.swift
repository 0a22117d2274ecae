import Foundation
import Synchronization

/// Where the lines of the log go: standard error, or a file that is only ever appended to.
///
/// A line is written as a whole or counts as not written. After a failure the next line begins on a line of its own, so
/// that half a line spoils no other.
final class LogFile: Sendable {
    private struct State {
        var handle: FileHandle?
        /// Whether the last line may be without its end.
        var isTorn = false
    }

    let destination: DecisionLogSettings.Destination
    private let state: Mutex<State>

    /// Opens the destination.
    ///
    /// - Throws: ``AnsweringError`` where the file cannot be opened for appending.
    init(_ destination: DecisionLogSettings.Destination) throws(AnsweringError) {
        self.destination = destination
        state = Mutex(State(handle: try Self.open(destination)))
    }

    private static func open(_ destination: DecisionLogSettings.Destination) throws(AnsweringError) -> FileHandle? {
        switch destination {
        case .off: return nil
        case .standardError: return .standardError
        case .file(let path):
            // Addresses and accounts are nobody's business but the operator's. `O_APPEND` lets a rotation cut the file.
            // SAFETY: Swift lends the path to the call as a C string.
            let descriptor = unsafe Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o640)
            guard descriptor >= 0 else {
                throw .log(path: path, reason: (POSIXErrorCode(rawValue: errno) ?? .EIO).sentence)
            }
            return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        }
    }

    /// Opens the file anew, as after a rotation; where that fails, the old one stays.
    func reopen() throws(AnsweringError) {
        guard case .file = destination else { return }
        let handle = try Self.open(destination)
        state.withLock { state in
            state.handle = handle
            state.isTorn = false
        }
    }

    /// Writes lines, each with its line feed.
    ///
    /// - Returns: Whether all of them were written. Nothing is kept for a later try.
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
    /// What went wrong, for an operator.
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
