import CPCRE2

/// A compiled PCRE2 pattern. All unsafe use of that library is in ``RegexCode``, ``RegexScratch``, ``RegexMeter`` and
/// this file.
///
/// Work is bounded as described in ``RegexLimits``: a search whose work is known to be within the bound runs the plain
/// form of the pattern; any other search runs a second form, which counts.
///
/// PCRE2 does not write to a compiled pattern while matching, so threads share it; it writes to a ``RegexScratch``.
@safe
final class RegexProgram: @unchecked Sendable {
    private let plain: RegexCode
    /// The counting form; nil if no search needs it.
    private let counted: RegexCode?
    /// The work of an uncounted search by the size of the subject; more than ``RegexLimits/searchWork`` if the search
    /// must be counted.
    private let work: SIMD16<UInt32>
    /// The literals that every matching subject contains, if they are known.
    let required: RequiredLiterals?
    /// The hosts of which every matching URL has one, if they are known.
    let hostAnchors: [HostAnchor]?

    /// The syntax that a pattern is written in.
    enum Dialect {
        /// The syntax of PCRE2.
        case pcre
        /// The syntax of ECMAScript, to the extent that ``ECMAScriptTranslator`` leaves it to PCRE2.
        case pattern
    }

    /// The result of a search, with the ranges of the groups.
    enum Captures {
        case notMatched, limitReached
        /// The whole match, and each group that participated.
        case matched([Range<Int>?])
    }

    init(compiling pattern: Span<UInt8>, dialect: Dialect = .pcre) throws(MatcherError) {
        plain = try RegexCode(compiling: pattern, dialect, isCounted: false)
        let tree = RegexTree(pattern)
        required = tree.flatMap { LiteralAnalysis.literals(of: $0) }
        hostAnchors = dialect == .pcre ? tree.flatMap { HostAnalysis.anchors(of: $0) } : nil
        work = Self.most(of: tree, plain)
        guard work[15] > RegexLimits.searchWork else {
            counted = nil
            return
        }
        // If the pattern is too large with callouts, it has no counting form, and searches that would need it reach the
        // limit.
        do throws(MatcherError) {
            counted = try RegexCode(compiling: pattern, dialect, isCounted: true)
        } catch {
            counted = nil
        }
    }

    private static func most(of tree: RegexTree?, _ code: borrowing RegexCode) -> SIMD16<UInt32> {
        // The interpreter is slower than the machine code for which the figures were measured.
        guard let tree, code.isTranslated else { return SIMD16(repeating: .max) }
        let steps = RegexWork(of: tree, beginsOnce: code.beginsOnce, groupCount: code.groupCount).steps
        return SIMD16<UInt32>(pointwiseMin(steps, SIMD16(repeating: 4e9)))
    }

    /// Whether the pattern matches somewhere in the subject.
    ///
    /// - Complexity: Bounded by ``RegexLimits``. Allocates nothing once the scratch has been used.
    func matches(_ subject: Span<UInt8>, scratch: inout RegexScratch) -> MatchOutcome {
        guard subject.count <= RegexLimits.subjectBytes, scratch.prepare() else {
            return outcomeWithoutAnswer(subject, &scratch)
        }
        let work = Int(work[RegexWork.lane(of: subject.count)])
        guard work <= RegexLimits.searchWork, scratch.charge(work: work) else {
            return matchesCounting(subject, &scratch)
        }
        let result = unsafe plain.match(subject, scratch.matchData, scratch.plainContext)
        // 0 means that there are more groups than the scratch has room for, which is irrelevant here. Every error
        // except "no match" leaves the result unknown; only the stack limit is expected.
        return result >= 0
            ? .matched : result == PCRE2_ERROR_NOMATCH ? .notMatched : outcomeWithoutAnswer(subject, &scratch)
    }

    @inline(never)
    private func matchesCounting(_ subject: Span<UInt8>, _ scratch: inout RegexScratch) -> MatchOutcome {
        let steps = min(scratch.stepsLeft, RegexLimits.searchSteps)
        guard steps > 0, let (result, taken) = count(subject, steps: steps, &scratch) else {
            return outcomeWithoutAnswer(subject, &scratch)
        }
        scratch.charge(steps: taken)
        return result >= 0
            ? .matched : result == PCRE2_ERROR_NOMATCH ? .notMatched : outcomeWithoutAnswer(subject, &scratch)
    }

    /// Runs the counting form with an initialized scratch.
    ///
    /// - Returns: The result of `pcre2_match`, and the number of steps; nil if there is no counting form.
    fileprivate func count(
        _ subject: Span<UInt8>,
        steps: Int,
        _ scratch: inout RegexScratch
    ) -> (result: CInt, steps: Int)? {
        switch counted {
        case .none: nil
        case .some(let code): code.count(subject, steps: steps, &scratch)
        }
    }

    /// The outcome for a subject on which PCRE2 gave no result: it cannot match without its required literals.
    ///
    /// An index that searches for these literals first never reaches this point with such a subject, and must get the
    /// same result.
    @inline(never)
    private func outcomeWithoutAnswer(_ subject: Span<UInt8>, _ scratch: inout RegexScratch) -> MatchOutcome {
        guard let required else { return .limitReached }
        // Searching also takes time: about 2 ns for each byte and text, which is six units of work.
        let work = (6 &* subject.count).multipliedReportingOverflow(by: required.alternatives.count)
        guard !work.overflow, work.partialValue <= RegexLimits.searchWork, scratch.charge(work: work.partialValue)
        else {
            return .limitReached
        }
        return required.occur(in: subject) ? .limitReached : .notMatched
    }

    /// Searches for the pattern, and returns the ranges of its groups.
    ///
    /// - Complexity: The same as ``matches(_:scratch:)``; allocates memory for the groups.
    func captures(in subject: Span<UInt8>) -> Captures {
        var scratch = RegexScratch()
        guard subject.count <= RegexLimits.subjectBytes, scratch.prepare() else { return .limitReached }
        guard work[RegexWork.lane(of: subject.count)] > RegexLimits.searchWork else {
            return unsafe plain.captures(in: subject, scratch.plainContext)
        }
        switch counted {
        case .none: return .limitReached
        case .some(let code):
            code.begin(RegexLimits.searchSteps, scratch)
            return unsafe code.captures(in: subject, scratch.countedContext)
        }
    }

    /// The step counter, for analysis; nil if the work grows no faster than a small multiple of the bytes.
    var stepCounter: RegexStepCounter? {
        switch counted {
        case .none: nil
        case .some: RegexStepCounter(program: self)
        }
    }
}

/// Counts the steps of a regular expression whose work may grow faster than the bytes: for analysis, not for decisions.
package struct RegexStepCounter {
    fileprivate let program: RegexProgram

    /// The number of steps of a search; nil if it exceeds `limit`, or if the search has no result.
    package func steps(on subject: Span<UInt8>, limit: Int, scratch: inout RegexScratch) -> Int? {
        guard scratch.prepare(), let (result, taken) = program.count(subject, steps: limit, &scratch) else {
            return nil
        }
        return result >= 0 || result == PCRE2_ERROR_NOMATCH ? taken : nil
    }
}
