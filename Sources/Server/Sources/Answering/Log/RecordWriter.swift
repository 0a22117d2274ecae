import Foundation
import Hosting
import PolicyModel
import RequestReading
import URLStandard

/// Creates the lines of the log: masked parts are removed, and accounts become pseudonyms.
struct RecordWriter: Sendable {
    private let masks: Set<URLMask>
    private let pseudonyms: AccountPseudonyms?

    /// Creates a writer with settings.
    init(_ settings: DecisionLogSettings) {
        var masks: Set<URLMask> = []
        if settings.masksCredentials { masks.insert(.credentials) }
        if settings.masksQuery { masks.insert(.query) }
        self.masks = masks
        pseudonyms = settings.key.map(AccountPseudonyms.init)
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
        if let answered = entry.answered { return record(of: entry, answered) }
        let decision = entry.decision
        let url = decision?.url.map { URLMask.mask($0, masks) }
        return DecisionRecord(
            time: Int(entry.time.timeIntervalSince1970 * 1000),
            id: entry.id,
            host: entry.host.rawValue,
            binding: entry.binding,
            policy: entry.policy,
            question: decision?.kind == .connection ? .connection : .navigate,
            method: method(of: entry),
            view: entry.view,
            frame: decision?.frame,
            account: decision?.account.flatMap { pseudonyms?.pseudonym(of: $0) },
            url: url?.url,
            masked: url?.masked ?? [],
            urlClass: decision?.urlClass,
            verdict: decision?.verdict ?? .block,
            destination: decision?.destination,
            page: decision?.page,
            reasons: decision?.reasons.map { DecisionRecord.Reason($0) } ?? [],
            fault: entry.fault?.code ?? decision?.fault?.rawValue,
            rate: entry.rate,
            trace: entry.trace,
            nanoseconds: Int(clamping: entry.nanoseconds),
            shadow: entry.shadow.map { shadow in
                DecisionRecord.Shadow(
                    policy: entry.shadowPolicy,
                    verdict: shadow.verdict,
                    urlClass: shadow.urlClass,
                    destination: shadow.destination,
                    rule: shadow.rule?.id
                )
            }
        )
    }

    private func record(of entry: LogEntry, _ answered: AnsweredQuestion) -> DecisionRecord {
        let (question, answer) = (answered.question, answered.answer)
        var (view, frame, asked) = (entry.view, Frame?.none, String?.none)
        switch question {
        case .navigate(let url, let name, let kind, _, _): (asked, view, frame) = (url, name, kind)
        case .connection(let host, let port, let name, _): (asked, view) = ("https://\(host):\(port)/", name)
        case .open(let url, _), .canOpen(let url, _), .universalLink(let url): asked = url
        default: break
        }
        // The URL as it was decided, never as it was written in the request.
        let url = asked.flatMap { URLRecord($0)?.hrefString }.map { URLMask.mask($0, masks) }
        return DecisionRecord(
            time: Int(entry.time.timeIntervalSince1970 * 1000),
            id: entry.id,
            host: entry.host.rawValue,
            binding: entry.binding,
            policy: entry.policy,
            question: question.kind,
            view: view,
            frame: frame,
            account: answered.user.flatMap { pseudonyms?.pseudonym(of: $0) },
            url: url?.url,
            masked: url?.masked ?? [],
            urlClass: answer.urlClass,
            verdict: answer.verdict ?? .block,
            destination: answer.destination,
            page: answer.page,
            reasons: answer.reasons.map { DecisionRecord.Reason($0) },
            rate: entry.rate,
            nanoseconds: Int(clamping: entry.nanoseconds)
        )
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
