import DemarcEngine
import PolicyModel

/// An answer in the memory layout of `demarc_answer`, in words: two fields, or four reason numbers, are one store.
struct AnswerWords: BitwiseCopyable {
    // INVARIANT: the words match the C struct on little-endian processors.
    private let sizeAndVerdict: UInt64
    private let destinationAndClass: UInt64
    private let pageAndReasonCount: UInt64
    private let reasons: (first: UInt64, further: UInt64)
    private let rule: UInt64
    private let serial: UInt64
    private let decidedPage: (page: UInt64, view: UInt64, serial: UInt64)
    private let seal: UInt64

    /// Encodes a decision.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - rule: The number of the rule that decided; 0 if no rule did.
    ///   - link: The link that seals the answer.
    @inline(__always)
    init(_ decision: borrowing Decision, rule: UInt64, _ link: EngineLink) {
        sizeAndVerdict = Self.word(UInt32(MemoryLayout<Self>.size), decision.verdict.number)
        destinationAndClass = Self.word(decision.destination.number, decision.urlClass.number)
        pageAndReasonCount = Self.word(decision.page.number, UInt32(truncatingIfNeeded: decision.reasonCount))
        reasons = decision.reasonNumbers
        self.rule = rule
        serial = decision.serial
        if let words = decision.pageWords {
            decidedPage = (words.page, words.view, words.serial)
            seal = link.seal(words)
        } else {
            decidedPage = (0, 0, 0)
            seal = 0
        }
    }

    @inline(__always)
    private static func word(_ first: UInt32, _ second: UInt32) -> UInt64 { UInt64(first) | UInt64(second) << 32 }
}
