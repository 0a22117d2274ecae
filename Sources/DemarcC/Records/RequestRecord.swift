import ByteText
import CDemarc
import DemarcEngine
import PolicyModel
import RequestReading
import RuleIndex

/// The state that an evaluator keeps for reading requests: the readers of the last few bindings, and the last decision.
struct RequestRecord: ~Copyable, Sendable {
    /// A reader and its binding.
    private final class BoundReader: @unchecked Sendable {
        // INVARIANT: a record belongs to one evaluator, which is used by one call at a time, and never exposes its
        // readers. This makes the type Sendable.
        let contents: BindingContents
        var reader: RequestReader

        init(_ binding: demarc_binding) throws(CallFailure) {
            contents = unsafe try BindingContents(binding)
            reader = RequestReader(unsafe try RequestBinding(binding))
        }
    }

    private struct Answered: Sendable {
        let decision: RequestDecision
        let policy: CompiledPolicy
        let serial: UInt64
        /// The revision and digest of the policy in one text, once requested.
        var label: String?
    }

    private static var readerLimit: Int { 8 }

    /// The most recently used reader is first.
    private var readers: [BoundReader] = []
    private var last: Answered?
    /// Starts at a random value, so that the answers of two evaluators are not confused.
    private var serial = UInt64.random(in: 0 ... .max)

    init() {}

    /// Reads a request and decides on it.
    mutating func decide(
        _ request: borrowing ObservedRequest,
        _ binding: demarc_binding,
        with evaluator: inout Evaluator
    ) throws(CallFailure) -> demarc_request_answer {
        let reader = unsafe try reader(of: binding)
        let decision = reader.reader.decide(request, with: &evaluator)
        // No policy is consulted for a request that cannot be read; the answer names the policy in force.
        if decision.fault != nil { evaluator.takeLatest() }
        serial = max(serial &+ 1, 1)
        let policy = evaluator.policy
        // PERF: the label stays the same until another policy is in force, and modules request it with every request.
        let label = last.flatMap { $0.policy === policy ? $0.label : nil }
        last = Answered(decision: decision, policy: policy, serial: serial, label: label)
        return Self.answer(decision, serial)
    }

    private mutating func reader(of binding: demarc_binding) throws(CallFailure) -> BoundReader {
        // PERF: a module passes the same binding with every request, and the comparison copies nothing.
        if let first = readers.first, unsafe first.contents.isEqual(to: binding) { return first }
        let found = readers.firstIndex { unsafe $0.contents.isEqual(to: binding) }.map { readers.remove(at: $0) }
        let reader: BoundReader
        if let found { reader = found } else { reader = unsafe try BoundReader(binding) }
        if readers.count >= Self.readerLimit { readers.removeLast() }
        readers.insert(reader, at: 0)
        return reader
    }

    private static func answer(_ decision: RequestDecision, _ serial: UInt64) -> demarc_request_answer {
        var answer = demarc_request_answer()
        answer.verdict = decision.verdict.number
        answer.destination = decision.destination.number
        answer.url_class = decision.urlClass.number
        answer.page = decision.page.number
        answer.fault = decision.fault?.number ?? UInt32(DEMARC_NO_FAULT)
        answer.kind = UInt32(decision.kind == .connection ? DEMARC_REQUEST_CONNECTION : DEMARC_REQUEST_NAVIGATE)
        answer.frame = decision.frame.number
        let reasons = decision.reasons
        answer.reason_count = UInt32(clamping: reasons.count)
        func number(_ position: Int) -> UInt16 { position < reasons.count ? reasons[position].code.number : 0 }
        answer.reasons = (
            number(0), number(1), number(2), number(3), number(4), number(5), number(6), number(7)
        )
        answer.serial = serial
        return answer
    }

    mutating func rest() { last = nil }

    // MARK: Texts

    /// A text about the last decision.
    mutating func text(
        _ what: UInt32,
        of answer: demarc_request_answer,
        _ link: EngineLink
    ) throws(CallFailure) -> String {
        guard let last, last.serial == answer.serial else { throw .stale }
        let decision = last.decision
        let text: String?
        switch Int(what) {
        case DEMARC_REQUEST_ROUTE: text = decision.route
        case DEMARC_REQUEST_REASONS: text = decision.codes.joined(separator: ",")
        case DEMARC_REQUEST_RULE: text = decision.rule?.id
        case DEMARC_REQUEST_RULE_SET: text = decision.rule?.ruleSet
        case DEMARC_REQUEST_BECAUSE: text = decision.rule?.because
        case DEMARC_REQUEST_URL: text = decision.url
        case DEMARC_REQUEST_OTHER_URL: text = decision.otherURL
        case DEMARC_REQUEST_ACCOUNT: text = decision.account?.canonical
        case DEMARC_REQUEST_MESSAGE: text = Self.message(of: decision)
        case DEMARC_REQUEST_POLICY:
            text = last.label ?? "\(last.policy.revision)-\(link.digest(of: last.policy).prefix(16))"
            self.last?.label = text
        case DEMARC_REQUEST_REVISION: text = String(last.policy.revision)
        case DEMARC_REQUEST_DIGEST: text = link.digest(of: last.policy)
        case DEMARC_REQUEST_VERDICT: text = decision.verdict.rawValue
        case DEMARC_REQUEST_DESTINATION: text = decision.destination?.rawValue
        case DEMARC_REQUEST_CLASS: text = decision.urlClass?.rawValue
        case DEMARC_REQUEST_PAGE: text = decision.page?.rawValue
        default: throw .invalid("a request has no such text")
        }
        return text ?? ""
    }

    private static func message(of decision: RequestDecision) -> String {
        guard decision.fault == nil else { return "The request cannot be read unambiguously." }
        let decider = ReasonCode.positionOfDeciding(decision.reasons.map(\.code), decision.verdict)
        return decider.map { decision.reasons[$0].message } ?? ""
    }
}
