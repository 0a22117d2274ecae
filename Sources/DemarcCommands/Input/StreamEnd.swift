import ByteText
import Diagnostics
import Glibc

/// How a stream of results ended.
enum StreamEnd {
    case finished
    /// A signal requested the end.
    case interrupted(Int32)
    /// The reader of the results is gone.
    case brokenPipe
    /// The system could not read the input; the value is its error.
    case readError(Int32)
    /// The input is UTF-16, so none of its lines was read.
    case utf16
    /// The system could not write the results; the value is its error.
    case writeError(Int32)

    /// The end caused by a write error; nil without an error.
    init?(writing error: Int32?) {
        guard let error else { return nil }
        self = error == EPIPE ? .brokenPipe : .writeError(error)
    }

    /// The end, if it has already occurred before the end of the input: a write error, or a signal.
    static func early(_ output: borrowing OutputStream) -> StreamEnd? {
        StreamEnd(writing: output.failure) ?? Interruption.signal.map { .interrupted($0) }
    }

    /// Reports on standard error how a run ended, and throws unless it succeeded.
    ///
    /// - Parameters:
    ///   - malformed: The malformed lines of input.
    ///   - summary: The first part of the report; nothing is reported if the reader of the results is gone, or the
    ///     input is UTF-16.
    /// - Throws: The exit code for the end, or ``CommandError``.
    func finish(_ malformed: MalformedLines, summary: String?) throws {
        if case .brokenPipe = self { throw ExitStatus.brokenPipe }
        if case .utf16 = self { throw CommandError.inputIsUTF16 }
        if let summary { Console.note(Page(of: STDERR_FILENO).fitted(summary)) }
        switch self {
        case .finished, .brokenPipe, .utf16: break
        case .interrupted(let signal): throw ExitStatus.signal(signal)
        case .readError(let error): throw CommandError.unreadableInput(error)
        case .writeError(let error):
            throw CommandError.unreadable("cannot write the results: \(SystemErrorText.of(error))")
        }
        if let message = malformed.message { throw CommandError.unreadable(message) }
    }
}

extension OutputStream {
    /// Flushes all remaining bytes, at the end of a command that writes all of its results at once.
    ///
    /// - Throws: ``CommandError``, or an exit code, if they could not be written.
    mutating func finish() throws {
        flush()
        if let end = StreamEnd(writing: failure) { try end.finish(MalformedLines(), summary: nil) }
    }
}

/// The number of malformed lines of input, and the location of the first one.
struct MalformedLines: Equatable {
    private(set) var count = 0
    private(set) var first: Int?

    mutating func count(line: Int) {
        count += 1
        first = first ?? line
    }

    /// The message about them at the end of a run; nil if there are none.
    var message: String? {
        guard let first else { return nil }
        let lines = Quoted.count(count, "malformed line")
        return "the input has \(lines), the first at line \(first); each has an error in its place"
    }
}
