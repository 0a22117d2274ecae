import Foundation
import RequestReading
import TestSupport
import Testing

/// The behavior of a real proxy in one attack: its questions, and what it would have forwarded if everything had been
/// allowed.
///
/// `make hosts-record` writes these files with the actual programs; the tests do not need them.
struct Observation: Decodable, Sendable, CustomTestStringConvertible {
    struct Question: Decodable, Sendable {
        var method: String?
        var target: String?
        var fields: [[String]]?
        /// A line from Squid, in the format of the example.
        var line: String?
    }

    /// A name in the table of `Tests/Hosts`.
    var `case`: String
    var asked: [Question]
    var received: [String]
    var status: [Int]

    var testDescription: String { `case` }

    /// Every observation of a proxy.
    static func all(_ proxy: ObservedProxy) throws -> [Observation] {
        try Repository.text("Tests/RequestReadingTests/Observations/\(proxy.rawValue).ndjson").split(separator: "\n")
            .map {
                try JSONDecoder().decode(Observation.self, from: Data($0.utf8))
            }
    }
}

/// The proxies whose questions were recorded, and their bindings in the examples.
enum ObservedProxy: String, CaseIterable, Sendable {
    case nginx
    case caddy
    case haproxy
    case envoy = "envoy-http"
    case squid
    case icap

    var binding: RequestBinding {
        switch self {
        case .nginx, .caddy, .haproxy, .envoy: RequestBinding(view: "E", scheme: .https, absentAccount: .block)
        case .squid, .icap: RequestBinding(view: "E", scheme: .claimed, fixedAccount: AccountID("dana@good.test"))
        }
    }

    /// The adapter's view of a question.
    func request(_ question: Observation.Question) throws -> ObservedRequest {
        if self == .squid { return try line(#require(question.line)) }
        let convention: RequestConvention =
            switch self {
            case .nginx: .nginx
            case .caddy, .haproxy: .forwarded
            case .envoy: .envoy
            case .squid, .icap: .icap
            }
        var target = try Escapes.bytes(#require(question.target))
        // Envoy appends the path of the request to that of the question.
        if self == .envoy, target.starts(with: Array("/v1/auth/edge".utf8)) { target.removeFirst(13) }
        return ObservedRequest(
            convention,
            method: Escapes.bytes(try #require(question.method)),
            target: target,
            fields: try #require(question.fields).map {
                ObservedField(name: Escapes.bytes($0[0]), value: Escapes.bytes($0[1]))
            },
            accountField: self == .icap ? nil : "x-demarc-account"
        )
    }

    /// `%METHOD %'URI %>{Host} %un %SRC`, split like the helper does: nothing is unescaped.
    private func line(_ text: String) throws -> ObservedRequest {
        let tokens = Escapes.bytes(text).split(separator: UInt8(ascii: " ")).map(Array.init)
        try #require(tokens.count >= 5)
        var request = ObservedRequest(method: tokens[0], target: tokens[1])
        if tokens[2] != Array("-".utf8) { request.add(authority: tokens[2], from: .host) }
        if tokens[0] != Array("CONNECT".utf8) {
            request.claim(scheme: Array(tokens[1].prefix { $0 != UInt8(ascii: ":") }), by: .proxy)
        }
        return request
    }
}

/// The escapes of the table and of the recordings; see `Tests/Hosts/harness/wire.py`.
enum Escapes {
    static func bytes(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            switch next {
            case UInt8(ascii: "r"): bytes.append(13)
            case UInt8(ascii: "n"): bytes.append(10)
            case UInt8(ascii: "t"): bytes.append(9)
            case UInt8(ascii: "x"):
                bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            case UInt8(ascii: "("):
                let group = rest.prefix { $0 != UInt8(ascii: ")") }
                rest = rest.dropFirst(group.count + 1)
                let parts = String(decoding: group, as: UTF8.self).split(separator: "*").map(String.init)
                for _ in 0..<(Int(parts.last ?? "") ?? 0) { bytes += Array((parts.first ?? "").utf8) }
            default: bytes.append(next)
            }
        }
        return bytes
    }
}
