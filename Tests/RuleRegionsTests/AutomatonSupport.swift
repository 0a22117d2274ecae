import ByteText
import URLMatching
import URLStandard

@testable import RuleRegions

/// Runs an automaton over texts, byte by byte. States that one text creates are reused for the next.
struct AutomatonRun {
    private var states: AutomatonStates

    init(_ automaton: ByteAutomaton) {
        var work = 1_000_000_000
        states = AutomatonStates(automaton, (0...127).map { UInt8($0) }, &work)
    }

    /// Whether a text is in the language; canonical URLs are ASCII.
    mutating func takes(_ text: [UInt8]) -> Bool {
        var work = 1_000_000_000
        var state = states.initial
        for byte in text {
            guard byte < 128 else { return false }
            state = states.next(state, Int(byte), &work)
        }
        return states.isAccepting(state)
    }

    mutating func takes(_ text: String) -> Bool { takes(Array(text.utf8)) }
}

extension ByteAutomaton {
    /// Whether a text is in the language.
    func takes(_ text: String) -> Bool {
        var run = AutomatonRun(self)
        return run.takes(text)
    }

    /// The automaton of an expression that may match anywhere.
    static func searching(_ pattern: String) -> ByteAutomaton? {
        RegexTree(pattern).flatMap { ByteAutomaton($0.root, .anywhere) }
    }
}

/// The texts that rules see for a URL; none if it is not a URL.
func seenTexts(of url: String) -> [String] {
    guard let record = try? URLRecord(parsing: url.utf8.span) else { return [] }
    var form = URLRecord()
    form.become(matchingFormOf: record)
    var texts = [form.hrefWithoutFragment.string]
    form.become(writtenFormOf: record)
    texts.append(form.hrefWithoutFragment.string)
    return texts
}
