import Foundation
import Hosting
import PolicyModel
import RequestReading

/// Creates the lines of the log: masked parts are removed, and accounts become pseudonyms.
struct RecordWriter: Sendable {
    private let masks: Set<URLMask>
    private let pseudonyms: AccountPseudonyms?

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - masks: The parts to remove from URLs.
    ///   - key: The key for pseudonyms; nil omits accounts.
    init(masks: Set<URLMask>, key: SecretKey?) {
        self.masks = masks
        pseudonyms = key.map(AccountPseudonyms.init)
    }

    /// The lines for entries.
    func lines(_ entries: [LogEntry]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entries.count * 512)
        for entry in entries { record(of: entry).append(to: &bytes) }
        return bytes
    }

    /// The record for an entry.
    func record(of entry: LogEntry) -> DecisionRecord {
        var record = DecisionRecord(
            time: Int(entry.time.timeIntervalSince1970 * 1000),
            id: entry.id,
            host: entry.host.rawValue,
            binding: entry.binding,
            policy: entry.policy,
            method: method(of: entry),
            view: entry.view,
            verdict: .block,
            rate: entry.rate,
            trace: entry.trace,
            nanoseconds: Int(clamping: entry.nanoseconds),
            shadow: entry.shadow
        )
        switch entry.subject {
        case .decision(let decision): add(decision, to: &record)
        case .fault(let fault): record.fault = fault.code
        case .question(let answered): add(answered, to: &record)
        }
        return record
    }

    private func add(_ decision: RequestDecision, to record: inout DecisionRecord) {
        record.question = decision.kind == .connection ? .connection : .navigate
        record.frame = decision.frame
        add(url: decision.url, account: decision.account, to: &record)
        record.sent = decision.isDecidedAsSent ? .dots : nil
        record.urlClass = decision.urlClass
        record.verdict = decision.verdict
        record.destination = decision.destination
        record.page = decision.page
        record.reasons = decision.reasons.map { DecisionRecord.Reason($0) }
        record.fault = decision.fault?.rawValue
    }

    private func add(_ answered: AnsweredQuestion, to record: inout DecisionRecord) {
        let answer = answered.answer
        switch answered.question {
        case .navigate(_, let view, let frame, _, _): (record.view, record.frame) = (view, frame)
        case .connection(_, _, let view, let frame):
            record.view = view
            record.frame = frame == .resource ? .resource : .top
        default: break
        }
        record.question = answered.question.kind
        // The URL as it was decided. Read once more, what the request contains could be another one.
        add(url: answer.url, account: answered.user, to: &record)
        record.urlClass = answer.urlClass
        record.verdict = answer.recordedVerdict ?? .block
        record.destination = answer.destination
        record.page = answer.page
        record.reasons = answer.reasons.map { DecisionRecord.Reason($0) }
    }

    private func add(url: String?, account: AccountID?, to record: inout DecisionRecord) {
        // “No account” must not look like one.
        record.account = account.flatMap { $0.isNoUser ? nil : pseudonyms?.pseudonym(of: $0) }
        guard let url else { return }
        let logged = URLMask.mask(url, masks)
        record.url = logged.url
        record.masked = logged.masked
    }

    /// The method, if it is a token of a plausible length: anything else is a fault and may contain anything.
    private func method(of entry: LogEntry) -> String? {
        guard !entry.method.isEmpty, entry.method.count <= 32, entry.method.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else {
            return nil
        }
        return String(decoding: entry.method, as: UTF8.self)
    }
}
