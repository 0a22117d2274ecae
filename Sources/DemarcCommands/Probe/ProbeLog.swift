import Glibc
import Hosting
import PolicyFiles
import PolicyModel

/// The decision log of the server that the proxy uses, read while it grows.
///
/// Requests are sent one by one, so entries appended after a request was sent are about that request.
struct ProbeLog: ~Copyable {
    private let file: ProbeFile
    private let binding: String?
    private var offset = 0
    private var pending: [UInt8] = []

    /// How long to wait for a decision to be logged, in steps of ten milliseconds.
    private static let patience = 60

    /// Opens a log at its end.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - binding: The binding whose decisions are read; nil for all.
    /// - Throws: ``CommandError`` if it cannot be read.
    init(_ path: String, binding: String?) throws(CommandError) {
        guard let file = ProbeFile.reading(path) else {
            throw .unreadable(path, DiskFiles.error(errno))
        }
        self.file = file
        self.binding = binding
        skip()
    }

    /// Skips the current contents of the log.
    mutating func skip() {
        offset = file.count
        pending = []
    }

    /// The decisions since ``skip()``.
    ///
    /// - Parameter waitsFor: Whether a decision is expected, so that waiting is worthwhile.
    /// - Returns: The decisions, in the order of the log.
    mutating func questions(waitsFor: Bool) -> [ProbeQuestion] {
        var questions: [ProbeQuestion] = []
        for _ in 0..<(waitsFor ? Self.patience : 2) {
            questions += newQuestions()
            // The lines of a request with two parts are written together, or nearly so.
            if !questions.isEmpty {
                ProbeExchange.pause(milliseconds: 10)
                return questions + newQuestions()
            }
            ProbeExchange.pause(milliseconds: 10)
        }
        return questions
    }

    private mutating func newQuestions() -> [ProbeQuestion] {
        let bytes = file.bytes(from: offset)
        offset += bytes.count
        pending += bytes
        guard let end = pending.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        let lines = pending[..<end].split(separator: UInt8(ascii: "\n")).map(Array.init)
        pending.removeFirst(end + 1)
        return lines.compactMap { question($0) }
    }

    /// The question in a line; nil for lines of other bindings, and for differences of a shadow policy.
    private func question(_ line: [UInt8]) -> ProbeQuestion? {
        guard let record = try? DecisionRecord(line: line), record.shadow == nil else { return nil }
        if let binding, record.binding != binding { return nil }
        return ProbeQuestion(
            url: record.url,
            verdict: record.verdict,
            isConnection: record.question == .connection,
            isQueryMasked: record.masked.contains(.query)
        )
    }
}

/// A file that other processes append to.
@safe
struct ProbeFile: ~Copyable {
    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Opens a file for reading; nil if that fails.
    static func reading(_ path: String) -> ProbeFile? {
        guard !path.utf8.contains(0) else { return nil }
        // SAFETY: the path is passed as a NUL-terminated string for the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        return descriptor >= 0 ? ProbeFile(descriptor: descriptor) : nil
    }

    deinit { _ = close(descriptor) }

    /// Its current size in bytes.
    var count: Int { Int(max(0, lseek(descriptor, 0, SEEK_END))) }

    /// The bytes after an offset, at most a mebibyte.
    func bytes(from offset: Int) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: min(max(0, count - offset), 1 << 20))
        // SAFETY: the buffer is passed for the call, with its size.
        let read = unsafe buffer.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
        }
        return Array(buffer.prefix(max(0, read)))
    }
}
