import Hosting
import PolicyModel
import RequestReading

import struct Foundation.Date

/// A question that was not a proxy's request, with its answer.
struct AnsweredQuestion: Sendable {
    var question: Question
    /// The acting account, if the question stated it.
    var user: AccountID?
    var answer: Answer
}

extension Answer {
    /// The verdict under which an answer is logged and counted; nil for an identity question, which is neither.
    ///
    /// A launch that only warns is allowed. One that the person must complete challenges for is not: the app opens
    /// after a later question. The value of an app configuration is always given.
    var recordedVerdict: Verdict? {
        switch outcome {
        case .navigation(let verdict), .connection(let verdict), .decision(let verdict): verdict
        case .launch(.allow), .launch(.warn), .configuration: .allow
        case .launch(.wipe), .launch(.block), .launch(.challenge): .block
        case .identity: nil
        }
    }
}

/// The data about one answer that the answering thread passes to the thread that writes the log.
///
/// All of it is shared with the answer, so passing it on copies no text. It is masked when it is written.
///
/// INVARIANT: an entry never holds a policy. Thousands of entries are kept for lookup, and each would keep alive the
/// whole policy that it was decided under, for as long as a server that rarely blocks is running.
struct LogEntry: Sendable {
    /// What was answered.
    enum Subject: Sendable {
        /// A request, by a decision.
        case decision(RequestDecision)
        /// A request that was blocked without a decision.
        case fault(AnswerFault)
        /// A question in JSON.
        case question(AnsweredQuestion)
    }

    var time: Date
    var id: String
    var host: AdapterKind
    var binding: String
    /// The view of the binding; nil if there is no such binding.
    var view: String?
    /// The identity of the policy that decided; nil if there was none.
    var policy: DecisionRecord.Policy?
    var subject: Subject
    /// The method of the request; empty for a question.
    var method: [UInt8]
    /// A valid `traceparent`.
    var trace: String?
    /// The duration of the decision.
    var nanoseconds: UInt64
    /// The fraction of the decisions with this verdict that is logged.
    var rate: Double
    /// The answer of the shadow policy; nil for a record of an answer.
    var shadow: DecisionRecord.Shadow?
}

/// `traceparent` of [Trace Context](https://www.w3.org/TR/trace-context/#traceparent-header).
enum TraceParent {
    /// The value, if it has the form of version 00 or a later one; nil for anything else, which is ignored.
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
