import CPCRE2

/// A compiled pattern of PCRE2. What is unsafe about that library is in this file, ``RegexScratch`` and ``RegexMeter``.
///
/// Work is bounded as ``RegexLimits`` says: a search whose work is known to be within the bound runs by the pattern as it
/// is; any other by a second form of it, which counts.
///
/// PCRE2 does not write to a compiled pattern while matching, so threads share it; what it does write to is a
/// ``RegexScratch``.
@safe
final class RegexProgram: @unchecked Sendable {
    private let plain: RegexCode
    /// The form that counts; nil where no search needs it.
    private let counted: RegexCode?
    /// By the size of the subject, the work of a search that is not counted; more than ``RegexLimits/searchWork`` where it
    /// must be.
    private let work: SIMD16<UInt32>
    /// What every subject has that matches, if that is known.
    let required: RequiredLiterals?
    /// The hosts of which one has every URL that matches, if that is known.
    let hostAnchors: [HostAnchor]?

    /// Whose rules a pattern is read by.
    enum Dialect {
        /// Those of PCRE2.
        case pcre
        /// Those of ECMAScript, as far as ``ECMAScriptTranslator`` leaves them to PCRE2.
        case pattern
    }

    /// What was found, with the places of the groups.
    enum Captures {
        case notMatched, limitReached
        /// The whole, and each group that took part.
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
        // One that becomes too large with its calls has none, and reaches the limit where it would need it.
        do throws(MatcherError) {
            counted = try RegexCode(compiling: pattern, dialect, isCounted: true)
        } catch {
            counted = nil
        }
    }

    private static func most(of tree: RegexTree?, _ code: borrowing RegexCode) -> SIMD16<UInt32> {
        // The interpreter is slower than what the figures were measured for.
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
        // 0 says that there were more groups than the scratch has room for, which is of no interest. Every error but
        // "no match" leaves the question open, the limit of the stack being the one that can be expected.
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

    /// Runs the form that counts, in a scratch that is prepared.
    ///
    /// - Returns: As `pcre2_match`, and the steps; nil if there is no such form.
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

    /// What is known about a subject that PCRE2 gave no answer about: it cannot match without what it would have to have.
    ///
    /// An index that looks for these texts first never gets here with such a subject, and must not give another answer.
    @inline(never)
    private func outcomeWithoutAnswer(_ subject: Span<UInt8>, _ scratch: inout RegexScratch) -> MatchOutcome {
        guard let required else { return .limitReached }
        // Looking takes time too: some 2 ns for a byte and a text, which is six units of work.
        let work = (6 &* subject.count).multipliedReportingOverflow(by: required.alternatives.count)
        guard !work.overflow, work.partialValue <= RegexLimits.searchWork, scratch.charge(work: work.partialValue)
        else {
            return .limitReached
        }
        return required.occur(in: subject) ? .limitReached : .notMatched
    }

    /// Whether the pattern matches somewhere in the subject, and where its groups do.
    ///
    /// - Complexity: As ``matches(_:scratch:)``; allocates room for the groups.
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

    /// What counts its steps, for analysis; nil where the work grows no faster than a few times the bytes.
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

    /// How many steps it takes to answer for a subject; nil where they are more than `limit`, or there is no answer.
    package func steps(on subject: Span<UInt8>, limit: Int, scratch: inout RegexScratch) -> Int? {
        guard scratch.prepare(), let (result, taken) = program.count(subject, steps: limit, &scratch) else {
            return nil
        }
        return result >= 0 || result == PCRE2_ERROR_NOMATCH ? taken : nil
    }
}
