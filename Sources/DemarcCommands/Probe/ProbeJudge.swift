import ByteText
import PolicyModel
import URLStandard

/// A question to Demarc about a case, from its decision log.
struct ProbeQuestion: Equatable {
    /// The URL that was decided; nil if the request could not be read.
    var url: String?
    var verdict: Verdict
    /// Whether the question was about a tunnel.
    var isConnection = false
    /// Whether the query is masked in the URL.
    var isQueryMasked = false
}

/// The result of one case.
enum ProbeVerdict: String, CaseIterable {
    /// Nothing arrived, and Demarc blocked it.
    case blocked
    /// Nothing arrived: the proxy itself refused the request, or did not answer.
    case refused
    /// The request that arrived is the one that was decided.
    case same
    /// A request arrived or a tunnel was opened, and without a log it is unknown whether that is what was decided.
    case unproven
    /// The request that arrived is not the one that was decided.
    case different
    /// A request arrived, or a tunnel was opened, that was never decided.
    case unasked
    /// The request that arrived can be read in two ways.
    case ambiguous
    /// A field arrived with the client's value.
    case forged

    /// Whether a case passed that should not.
    var isFailure: Bool {
        switch self {
        case .blocked, .refused, .same, .unproven: false
        case .different, .unasked, .ambiguous, .forged: true
        }
    }
}

/// Compares the requests that arrived with those that were decided.
enum ProbeJudge {
    /// The verdict on a case, from its outcome and the questions to Demarc; the latter are nil if there is no log.
    static func judge(_ probeCase: ProbeCase, _ outcome: ProbeExchange.Outcome, _ questions: [ProbeQuestion]?)
        -> ProbeVerdict
    {
        guard hasPassed(probeCase, outcome) else {
            let wasBlocked = questions.map { $0.contains { $0.verdict != .allow } } ?? (outcome.status == 403)
            return wasBlocked ? .blocked : .refused
        }
        let isTunnel = Self.isTunnel(probeCase)
        // The contents of a tunnel that may be opened are not checked.
        let requests =
            isTunnel ? outcome.received.filter { $0.request?.method == Array("CONNECT".utf8) } : outcome.received
        if requests.contains(where: isAmbiguous) { return .ambiguous }
        if requests.contains(where: { isForged($0, probeCase.stripped) }) { return .forged }
        guard let allowed = questions?.filter({ $0.verdict == .allow }) else { return .unproven }
        guard !allowed.isEmpty else { return questions?.isEmpty == true ? .unasked : .different }
        if isTunnel { return allowed.contains(where: \.isConnection) ? .same : .different }
        guard let left = undecided(requests, allowed) else { return .same }
        return left.question == nil ? .unasked : .different
    }

    /// What needs to be changed after the verdict `different` on a case, of which these bytes were sent: the part in
    /// which the request that arrived differs from what was decided. A fault of the proxy shows in many cases, most of
    /// which are about something else.
    static func differingTopic(
        of probeCase: ProbeCase,
        sent: [UInt8],
        _ outcome: ProbeExchange.Outcome,
        _ questions: [ProbeQuestion]
    ) -> ProbeTopic {
        guard !isTunnel(probeCase) else { return probeCase.topic }
        let allowed = questions.filter { $0.verdict == .allow }
        guard !allowed.isEmpty else { return .denials }
        guard let left = undecided(outcome.received, allowed), let question = left.question,
            !isClaimed(question, in: sent)
        else { return probeCase.topic }
        return difference(of: left.request, from: question) ?? probeCase.topic
    }

    /// The first request that no question is about, and the first question that is left for it; nil if there is no such
    /// request.
    private static func undecided(
        _ requests: [ProbeHead],
        _ allowed: [ProbeQuestion]
    ) -> (request: ProbeHead, question: ProbeQuestion?)? {
        var allowed = allowed
        for request in requests {
            guard let place = allowed.firstIndex(where: { difference(of: request, from: $0) == nil }) else {
                return (request, allowed.first)
            }
            // Each decision allows one request.
            allowed.remove(at: place)
        }
        return nil
    }

    /// Whether the proxy let something through: a request arrived, or the proxy opened a tunnel.
    ///
    /// An answer of 2xx to CONNECT is an open tunnel ([RFC 9110, 9.3.6](https://www.rfc-editor.org/rfc/rfc9110#CONNECT)),
    /// and one to another place than the site sends nothing to the site.
    static func hasPassed(_ probeCase: ProbeCase, _ outcome: ProbeExchange.Outcome) -> Bool {
        !outcome.received.isEmpty || isTunnel(probeCase) && outcome.status.map { (200..<300).contains($0) } ?? false
    }

    private static func isTunnel(_ probeCase: ProbeCase) -> Bool { probeCase.text.hasPrefix("CONNECT ") }

    /// Whether two servers could read a request differently.
    private static func isAmbiguous(_ head: ProbeHead) -> Bool {
        guard head.isComplete, let (method, target) = head.request else { return true }
        let hosts = head.values("host")
        guard hosts.count == 1, isAuthority(hosts[0]) else { return true }
        let isPlain = target.allSatisfy {
            (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "\\")
        }
        guard isPlain || method == Array("CONNECT".utf8) else { return true }
        if target.first != UInt8(ascii: "/"), method != Array("CONNECT".utf8) {
            guard let authority = absoluteAuthority(target), isSameHost(authority, hosts[0], of: target) else {
                return true
            }
        }
        let lengths = head.values("content-length")
        if lengths.count > 1 || (!lengths.isEmpty && !head.values("transfer-encoding").isEmpty) { return true }
        // A site that takes up HTTP/2 there reads further requests in what the proxy takes for one connection.
        if asks(head, for: "h2c") { return true }
        // A line that is not a field, or that has white space before its colon.
        return head.fields.contains { field in
            field.name.isEmpty || field.name.contains { !(0x21...0x7E).contains($0) }
        }
    }

    /// Whether a request asks for another protocol. `Upgrade` has an effect only if `Connection` names it
    /// ([RFC 9110, 7.8](https://www.rfc-editor.org/rfc/rfc9110#name-upgrade)).
    private static func asks(_ head: ProbeHead, for name: String) -> Bool {
        let words = { (field: String) in
            head.values(field)
                .flatMap { String(decoding: $0, as: UTF8.self).lowercased().split { ", \t".contains($0) } }
        }
        return words("connection").contains("upgrade")
            && words("upgrade").contains { $0 == name || $0.hasPrefix(name + "/") }
    }

    private static func isForged(_ head: ProbeHead, _ names: [String]) -> Bool {
        names.contains { name in
            head.values(name).contains { $0 == Array("forged".utf8) || $0.starts(with: Array("admin@".utf8)) }
        }
    }

    /// What about a request, read again, is not as it was decided; nil if it is the request that was decided.
    private static func difference(of head: ProbeHead, from question: ProbeQuestion) -> ProbeTopic? {
        guard let url = question.url, let decided = URLRecord(url) else { return .other }
        if asks(head, for: "websocket"), !["ws", "wss"].contains(decided.scheme.string) { return .upgrade }
        guard let received = record(of: head, scheme: decided.scheme.string) else { return .authority }
        guard decided.hostString == received.hostString, decided.effectivePort == received.effectivePort else {
            return .authority
        }
        guard decided.path.string == received.path.string else { return .path }
        // The directives that change the path also change the query.
        return question.isQueryMasked || decided.query.string == received.query.string ? nil : .path
    }

    /// The URL of a request, read again; nil if it is not valid. Only the proxy knows whether TLS was used, so the scheme
    /// is the one that was decided.
    private static func record(of head: ProbeHead, scheme: String) -> URLRecord? {
        guard let (_, target) = head.request, let host = head.values("host").first else { return nil }
        let authority = target.first == UInt8(ascii: "/") ? Array("//".utf8) + host : []
        return URLRecord(scheme + ":" + String(decoding: authority + origin(target), as: UTF8.self))
    }

    /// Whether a question is about a path that the client's fields or query state, and not about the client's target.
    private static func isClaimed(_ question: ProbeQuestion, in sent: [UInt8]) -> Bool {
        var messages = ProbeMessages()
        messages.append(sent)
        guard let head = messages.next(), let url = question.url, let decided = URLRecord(url) else { return false }
        guard let asked = record(of: head, scheme: decided.scheme.string) else { return false }
        let path = decided.path.string
        guard path != asked.path.string else { return false }
        let stated = head.fields.map { String(decoding: $0.value, as: UTF8.self) } + [asked.query.string]
        return stated.contains { $0.hasSuffix(path) }
    }

    /// The target without the scheme of absolute-form.
    private static func origin(_ target: [UInt8]) -> [UInt8] {
        guard target.first != UInt8(ascii: "/"), let colon = target.firstIndex(of: UInt8(ascii: ":")) else {
            return target
        }
        return Array(target[(colon + 1)...])
    }

    private static func absoluteAuthority(_ target: [UInt8]) -> [UInt8]? {
        let rest = origin(target)
        guard rest.starts(with: Array("//".utf8)) else { return nil }
        return Array(rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") })
    }

    /// Whether it consists of letters, digits, dots, `-`, `_`, a port, or a bracketed address.
    private static func isAuthority(_ bytes: [UInt8]) -> Bool {
        let port = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).last ?? []
        let hasPort = bytes.contains(UInt8(ascii: ":")) && bytes.last != UInt8(ascii: "]")
        if hasPort, !port.allSatisfy(\.isASCIIDigit) { return false }
        return !bytes.isEmpty
            && bytes.allSatisfy { $0.isASCIIAlphanumeric || ":-._[]".utf8.contains($0) }
    }

    /// Whether two authorities are the same; haproxy removes the default port of the scheme from `Host` only.
    private static func isSameHost(_ one: [UInt8], _ other: [UInt8], of target: [UInt8]) -> Bool {
        let port = Array((target.map(\.asciiLowercased).starts(with: Array("https:".utf8)) ? ":443" : ":80").utf8)
        let plain = { (bytes: [UInt8]) in
            bytes.suffix(port.count) == port[...] ? bytes.dropLast(port.count) : bytes[...]
        }
        return plain(one).map(\.asciiLowercased) == plain(other).map(\.asciiLowercased)
    }
}
