import ByteText
import PolicyModel
public import RequestReading

/// The reply of a helper to one of Squid's lines.
///
/// Only `OK` lets a request through. For a reply of `BH`, Squid treats the ACL as not matched, so the ACL must be used
/// in an allow rule: `http_access allow demarc`, never `http_access deny !…` followed by a broad allow.
public struct SquidReply: Sendable {
    private let format: SquidLine.Format
    private let seal: Ticket.Seal
    private let page: String?
    private var ids: DecisionIDs

    /// Creates replies.
    ///
    /// - Parameters:
    ///   - format: The format of Squid's lines.
    ///   - key: The key for tickets.
    ///   - page: The URL of the page that accepts a ticket, without `?ticket=`; nil if Squid's configuration names it.
    public init(_ format: SquidLine.Format, key: SecretKey, page: String?) {
        self.format = format
        self.page = page
        seal = Ticket.Seal(key)
        ids = DecisionIDs()
    }

    /// Appends the reply for a decision.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - channel: The channel of the line.
    ///   - now: The time in seconds since 1970.
    ///   - bytes: The bytes to append to.
    public mutating func append(_ decision: RequestDecision, channel: [UInt8], now: Int, to bytes: inout [UInt8]) {
        bytes += channel
        if decision.verdict == .allow {
            // For a rewriter, `ERR` means that the URL stays unchanged.
            bytes += (format == .accessControl ? " OK\n" : " ERR\n").utf8
            return
        }
        let id = ids.next()
        let ticket = seal.text(
            of: Ticket(
                verdict: decision.verdict,
                urlClass: decision.urlClass,
                rule: decision.rule?.id,
                because: decision.rule?.because,
                id: id,
                expiry: now + Ticket.lifetime
            )
        )
        switch format {
        case .accessControl:
            bytes += " ERR message=\(ticket) tag=\(decision.verdict.rawValue) log=".utf8
            appendLog(decision, id, to: &bytes)
            if let page {
                // A keyword that ends in `_` is one of ours; Squid's own keywords never do.
                bytes += " page_=".utf8
                Self.appendEscaped(page, to: &bytes)
                bytes += "\(ServerPath.ticketQuery)\(ticket)".utf8
            }
        case .rewriting:
            // Squid removes the quotes; a quoted URL is not unescaped.
            bytes += " OK status=303 url=\"\(page ?? "")\(ServerPath.ticketQuery)\(ticket)\"".utf8
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends the reply for a line that was not decided: Squid must neither keep waiting nor treat it as an answer.
    ///
    /// - Parameters:
    ///   - channel: The channel of the line; nil for a line without one.
    ///   - why: The text that Squid logs: letters, digits and `.`.
    ///   - bytes: The bytes to append to.
    public static func appendBroken(channel: [UInt8]?, _ why: String, to bytes: inout [UInt8]) {
        if let channel {
            bytes += channel
            bytes.append(UInt8(ascii: " "))
        }
        bytes += "BH message=".utf8
        appendEscaped(why, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends the id, the class, the code that decided, and the rule, for Squid's log.
    private func appendLog(_ decision: RequestDecision, _ id: String, to bytes: inout [UInt8]) {
        bytes += id.utf8
        if let urlClass = decision.urlClass {
            bytes.append(UInt8(ascii: ","))
            bytes += urlClass.rawValue.utf8
        }
        bytes.append(UInt8(ascii: ","))
        bytes += (decision.fault?.rawValue ?? decision.decidingReason?.code.rawValue ?? "-").utf8
        if let rule = decision.rule {
            bytes.append(UInt8(ascii: ","))
            Self.appendEscaped(rule.id, to: &bytes)
        }
    }

    /// Appends a text as one value: characters that could end the value, or a log line, are escaped as in a URL.
    private static func appendEscaped(_ text: String, to bytes: inout [UInt8]) {
        Hexadecimal.appendEscaped(text.utf8.span, keeping: ":/?=", to: &bytes)
    }
}
