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

    var isFinished: Bool {
        if case .finished = self { true } else { false }
    }

    /// Tells of a failure on standard error, and throws the exit code for it.
    func throwFailure() throws {
        switch self {
        case .finished: return
        case .interrupted(let signal): throw ExitStatus.signal(signal)
        case .brokenPipe: throw ExitStatus.brokenPipe
        case .readError(let error):
            Console.note("demarc: error: cannot read the input: \(Console.description(of: error))\n")
        case .writeError(let error):
            Console.note("demarc: error: cannot write the results: \(Console.description(of: error))\n")
        }
        throw ExitStatus.unreadable
    }
}
