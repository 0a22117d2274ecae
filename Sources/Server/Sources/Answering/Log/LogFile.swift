import Hosting
import Synchronization

/// The destination of log lines: standard error, or a file that is only appended to.
///
/// A line is either written completely or counts as not written. After a partial line, whether of a failed write or of
/// a process that ended, the next line begins on a new line, so that it is not corrupted.
package final class LogFile: Sendable {
    private struct State {
        var output: OutputFile?
        /// Whether the last line may be incomplete.
        var isTorn: Bool

        init(_ output: OutputFile?) {
            self.output = output
            isTorn = output?.endsInsideLine ?? false
        }
    }

    /// How long a thread that only writes waits for a reader who stops in the middle of its lines. Meanwhile, other
    /// threads wait for the lock.
    static let patience = Duration.seconds(1)

    let destination: LogConfiguration.Destination
    private let state: Mutex<State>

    /// Opens the destination.
    ///
    /// - Throws: ``AnsweringError`` if the file cannot be opened for appending.
    init(_ destination: LogConfiguration.Destination) throws(AnsweringError) {
        self.destination = destination
        state = Mutex(State(try Self.open(destination)))
    }

    /// Writes to a stream of this process, such as standard error.
    init(stream: OutputFile) {
        destination = .standardError
        state = Mutex(State(stream))
    }

    private static func open(_ destination: LogConfiguration.Destination) throws(AnsweringError) -> OutputFile? {
        switch destination {
        case .nowhere: nil
        case .standardError: OutputFile.standardError
        case .file(let path): try OutputFile.open(appendingTo: path)
        }
    }

    /// Why lines cannot be appended to what a path names, judged by its kind; nil if they can, or if there is nothing.
    ///
    /// A pipe or a socket would only have lines for whoever reads it at that moment.
    package static func obstacle(at path: String) -> String? { OutputFile.obstacle(at: path) }

    /// Reopens the file, for example after a rotation; if that fails, the old file stays in use.
    func reopen() throws(AnsweringError) {
        guard case .file = destination else { return }
        // Without a rotation it is the same file, with the rest of a write that failed.
        let fresh = State(try Self.open(destination))
        state.withLock { $0 = fresh }
    }

    /// Waits until at least the beginning of a line can be written. Meanwhile, other threads can write and reopen.
    func waitUntilWritable() { state.withLock { $0.output }?.waitUntilWritable() }

    /// Writes lines, each with its line feed.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - deadline: How long to wait for the reader of a pipe or a terminal.
    /// - Returns: The number of lines that were written completely. Nothing is kept for a retry.
    func write(_ lines: [UInt8], until deadline: ContinuousClock.Instant) -> Int {
        let lineFeed = UInt8(ascii: "\n")
        return state.withLock { state in
            guard let output = state.output else { return lines.count { $0 == lineFeed } }
            let wasTorn = state.isTorn
            let bytes = wasTorn ? [lineFeed] + lines : lines
            let count = output.write(bytes, until: deadline)
            if count > 0 { state.isTorn = bytes[count - 1] != lineFeed }
            return bytes[..<count].dropFirst(wasTorn ? 1 : 0).count { $0 == lineFeed }
        }
    }
}
