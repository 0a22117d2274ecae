/// Something to measure: a name, what it is compared with, and a loop over the corpus.
struct Workload {
    let name: String
    /// Whether this is the peer's full parse, which the others are given as a ratio to.
    var isReference = false
    /// The ratio to the reference that the project holds itself to, by corpus; see ``Bar``.
    var bar: Bar?
    /// Goes through the corpus ``Corpus/repetitions`` times and returns a checksum.
    let run: @Sendable (Corpus) -> UInt64
}

/// The largest allowed ratio to ada's parse.
enum Bar {
    case reusedBuffer
    case owningValue
    case hundredRules
    case tenThousandRules

    /// The ratio, or nil where there is none: for generated URLs, and for verdicts on the altered ones.
    func ratio(onCorpus name: String) -> Double? {
        if name == Corpus.generatedName { return nil }
        let isHard = name.hasSuffix("_hard")
        return switch self {
        case .reusedBuffer: isHard ? 0.45 : 0.40
        case .owningValue: isHard ? 0.60 : 0.50
        case .hundredRules: isHard ? nil : 0.75
        case .tenThousandRules: isHard ? nil : 1.5
        }
    }
}
