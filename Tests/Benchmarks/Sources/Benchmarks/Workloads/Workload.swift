/// A workload: a name, its comparison, and a loop over the corpus.
struct Workload {
    let name: String
    /// Whether this is the peer's full parse, which is the reference for the ratios of the others.
    var isReference = false
    /// The target ratio to the reference, by corpus; see ``Bar``.
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

    /// The ratio, or nil if there is none: for generated URLs, and for verdicts on the altered URLs.
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
