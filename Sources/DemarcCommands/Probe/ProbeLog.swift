import Diagnostics
import Glibc
import Hosting
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
            throw .unreadable("cannot read `\(VisibleText.of(path))`: \(Console.description(of: errno))")
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
