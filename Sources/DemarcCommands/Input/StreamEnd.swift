import Glibc

/// How a stream of results came to its end.
enum StreamEnd {
    case finished
    /// A signal asked for it.
    case interrupted(Int32)
    /// Nobody reads the results any more.
    case brokenPipe
    /// The system could not read the input, for this reason.
    case readError(Int32)
    /// The system could not write the results, for this reason.
    case writeError(Int32)

    /// The end that an error of writing makes; nil without one.
    init?(writing error: Int32?) {
        guard let error else { return nil }
        self = error == EPIPE ? .brokenPipe : .writeError(error)
    }

    /// The end that has come already, before the input's own: results that cannot be written, or a signal.
    static func early(_ output: borrowing OutputStream) -> StreamEnd? {
        StreamEnd(writing: output.failure) ?? Interruption.signal.map { .interrupted($0) }
    }

    /// Tells on standard error how a run went, and throws unless all is well.
    ///
    /// - Parameters:
    ///   - malformed: The lines that were no input.
    ///   - summary: What to say first; nothing is said where nobody reads the results any more.
    /// - Throws: The exit code for the end, or ``CommandError``.
    func finish(_ malformed: MalformedLines, summary: String?) throws {
        if case .brokenPipe = self { throw ExitStatus.brokenPipe }
        if let summary { Console.note(summary) }
        switch self {
        case .finished, .brokenPipe: break
        case .interrupted(let signal): throw ExitStatus.signal(signal)
        case .readError(let error):
            throw CommandError.unreadable("cannot read the input: \(Console.description(of: error))")
        case .writeError(let error):
            throw CommandError.unreadable("cannot write the results: \(Console.description(of: error))")
        }
        if let message = malformed.message { throw CommandError.unreadable(message) }
    }
}

extension OutputStream {
    /// Hands on every byte that is left, at the end of a command that writes all its results at once.
    ///
    /// - Throws: ``CommandError``, or an exit code, where they could not be written.
    mutating func finish() throws {
        flush()
        if let end = StreamEnd(writing: failure) { try end.finish(MalformedLines(), summary: nil) }
    }
}

/// How many lines of input were malformed, and where the first of them stands.
struct MalformedLines: Equatable {
    private(set) var count = 0
    private(set) var first: Int?

    mutating func count(line: Int) {
        count += 1
        first = first ?? line
    }

    /// What is said of them at the end of a run; nil if there are none.
    var message: String? {
        guard let first else { return nil }
        let lines = count == 1 ? "1 malformed line" : "\(count) malformed lines"
        return "the input has \(lines), the first at line \(first); each has an error in its place"
    }
}
