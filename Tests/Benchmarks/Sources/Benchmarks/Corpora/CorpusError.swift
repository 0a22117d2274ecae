/// The reason why a file cannot be used as a corpus.
struct CorpusError: Error, CustomStringConvertible {
    let path: String
    let problem: String

    var description: String { "\(path) \(problem)" }
}
