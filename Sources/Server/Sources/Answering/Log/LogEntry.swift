import Hosting
import PolicyModel
import RequestReading

import struct Foundation.Date

/// A question that was not a proxy's request, with its answer.
struct AnsweredQuestion: Sendable {
    var question: Question
    /// Who acts, where the question said so.
    var user: AccountID?
    var answer: Answer
}

/// What is known of one answer, as it is handed from the thread that answered to the one that writes the log.
///
/// Everything in it is shared with the answer, so that handing it over copies no text. It is masked when it is written.
///
/// INVARIANT: nothing in it holds a policy. Thousands of entries are kept to be looked up, and each would keep alive the
/// whole policy that it was decided under, for as long as a server that blocks little runs.
struct LogEntry: Sendable {
    var time: Date
    var id: String
    var host: HostName
    var binding: String
    /// The view of the binding; nil where there is no such binding.
    var view: String?
    /// The policy that decided, by name; nil where there was none.
    var policy: DecisionRecord.Policy?
    /// Nil where it was blocked without one.
    var decision: RequestDecision?
    /// Why it was blocked without a decision.
    var fault: AnswerFault?
    /// What was asked and answered over JSON, in place of a decision on a request.
    var answered: AnsweredQuestion?
    var method: [UInt8]
    /// A valid `traceparent`.
    var trace: String?
    /// How long deciding took.
    var nanoseconds: UInt64
    /// The share of the decisions of this verdict that is logged.
    var rate: Double
    /// What the policy in shadow would have answered; nil for a record of an answer.
    var shadow: RequestDecision?
    /// The policy in shadow, by name.
    var shadowPolicy: DecisionRecord.Policy?
}

/// `traceparent` of [Trace Context](https://www.w3.org/TR/trace-context/#traceparent-header).
enum TraceParent {
    /// The value, where it has the form of version 00 or a later one; nil for anything else, which is ignored.
    static func valid(_ field: [UInt8]?) -> String? {
        guard let field, field.count >= 55, field.count <= 128 else { return nil }
        let head = field.prefix(55)
        for (position, byte) in head.enumerated() {
            let isDash = position == 2 || position == 35 || position == 52
            guard isDash ? byte == UInt8(ascii: "-") : isLowerHex(byte) else { return nil }
        }
        let version = head.prefix(2)
        guard !version.elementsEqual("ff".utf8), field.count == 55 || !version.elementsEqual("00".utf8),
            field.count == 55 || field[55] == UInt8(ascii: "-"),
            head[3..<35].contains(where: { $0 != UInt8(ascii: "0") }),
            head[36..<52].contains(where: { $0 != UInt8(ascii: "0") })
        else { return nil }
        return String(decoding: head, as: UTF8.self)
    }

    private static func isLowerHex(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f")
    }
}
