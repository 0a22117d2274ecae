/// Why a file can't be measured with.
struct CorpusError: Error, CustomStringConvertible {
    let path: String
    let problem: String

    var description: String { "\(path) \(problem)" }
}
