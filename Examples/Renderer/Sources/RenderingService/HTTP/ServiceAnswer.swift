import Foundation
import NIOHTTP1

/// An answer of the service, and the fields of every answer.
struct ServiceAnswer: Sendable {
    var status: HTTPResponseStatus
    var mediaType: String
    var body: [UInt8]
    var headers: [(String, String)] = []

    static func text(_ status: HTTPResponseStatus, _ text: String) -> ServiceAnswer {
        ServiceAnswer(status: status, mediaType: "text/plain; charset=utf-8", body: Array((text + "\n").utf8))
    }

    static func json(_ value: some Encodable) -> ServiceAnswer {
        guard let body = try? JSONEncoder().encode(value) else { return .text(.internalServerError, "Not encoded.") }
        return ServiceAnswer(status: .ok, mediaType: "application/json", body: Array(body))
    }

    /// The head of the answer.
    var head: HTTPResponseHead {
        var all: HTTPHeaders = [
            "Content-Type": mediaType,
            "Content-Length": "\(body.count)",
            "Cache-Control": "no-store",
            // The page has one script and one style sheet of its own, shows only its own images, and cannot be framed.
            "Content-Security-Policy":
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
        ]
        for (name, value) in headers { all.add(name: name, value: value) }
        return HTTPResponseHead(version: .http1_1, status: status, headers: all)
    }
}
