import Foundation
import NIOHTTP1
import Rendering

/// The service's answers to requests other than WebSockets.
struct ServiceRoutes: Sendable {
    let registry: SessionRegistry
    /// The key that a person needs to start a session; it is printed when the service starts.
    let key: String
    let authorities: Set<String>
    let files: PageFiles

    /// The maximum size of an uploaded file.
    private static let largestUpload = 64 << 20
    /// The maximum size of any other body.
    private static let largestForm = 4 << 10

    private static let tooLarge = ServiceAnswer.text(.payloadTooLarge, "This is more than is taken.")

    private struct Begin: Decodable { var key: String }
    private struct Begun: Encodable { var token: String }

    func answer(_ request: ServiceRequest) async -> ServiceAnswer {
        let isRead = request.head.method == .GET
        guard ServiceRequest.isFromOwnPage(request.head, authorities, mustSayOrigin: !isRead) else {
            return .text(.forbidden, "This is not the service's own page.")
        }
        switch (request.head.method, request.path) {
        case (.GET, "/"): return files.page
        case (.GET, "/page.js"): return files.script
        case (.GET, "/page.css"): return files.style
        case (.POST, "/session"): return await begin(request)
        case (.POST, let path) where path.hasPrefix("/upload/"):
            return await upload(request, to: String(path.dropFirst("/upload/".count)))
        case (.GET, let path) where path.hasPrefix("/file/"):
            return await file(request, String(path.dropFirst("/file/".count)))
        default: return .text(.notFound, "There is nothing here.")
        }
    }

    /// The maximum size of a request's body that is read: nothing is kept for a client that is not permitted to send
    /// it.
    func largestBody(_ head: HTTPRequestHead) async -> Int {
        let request = ServiceRequest(head: head, body: [])
        guard head.method == .POST,
            ServiceRequest.isFromOwnPage(head, authorities, mustSayOrigin: true)
        else { return 0 }
        guard request.path.hasPrefix("/upload/") else { return Self.largestForm }
        return await session(request) == nil ? 0 : Self.largestUpload
    }

    private func begin(_ request: ServiceRequest) async -> ServiceAnswer {
        guard request.isWhole else { return Self.tooLarge }
        guard let begin = try? JSONDecoder().decode(Begin.self, from: Data(request.body)), Self.isSame(begin.key, key)
        else { return .text(.forbidden, "The key is not the one that the service has printed.") }
        do {
            guard let token = try await registry.begin() else {
                return .text(.serviceUnavailable, "There are as many sessions as there may be.")
            }
            return .json(Begun(token: token.text))
        } catch {
            return .text(.internalServerError, "The session could not be begun.")
        }
    }

    private func session(_ request: ServiceRequest) async -> Session? {
        guard let token = request.token else { return nil }
        return await registry.session(SessionRegistry.Token(token))
    }

    private func upload(_ request: ServiceRequest, to id: String) async -> ServiceAnswer {
        guard let session = await session(request) else { return .text(.forbidden, "There is no such session.") }
        guard request.isWhole else { return Self.tooLarge }
        let name = ServiceRequest.only("X-File-Name", request.head.headers)?.removingPercentEncoding ?? "file"
        guard await session.upload(request.body, named: name, to: id) else {
            return .text(.forbidden, "The page may not have this file.")
        }
        return .text(.ok, "The page has the file.")
    }

    private func file(_ request: ServiceRequest, _ id: String) async -> ServiceAnswer {
        guard let session = await session(request), let (file, bytes) = await session.takeFile(id) else {
            return .text(.notFound, "There is no such file.")
        }
        return ServiceAnswer(
            status: .ok,
            mediaType: file.mediaType,
            body: bytes,
            // The page names the file; no text from a site is in a header field.
            headers: [("Content-Disposition", "attachment")]
        )
    }

    /// Compares secrets in a time that does not reveal where they differ.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The files of the service's page: one document, one script, one style sheet.
struct PageFiles: Sendable {
    let page: ServiceAnswer
    let script: ServiceAnswer
    let style: ServiceAnswer

    enum Missing: Error { case file(String) }

    /// Reads the files that were built with the service.
    init() throws {
        func file(_ name: String, _ mediaType: String) throws -> ServiceAnswer {
            guard let folder = Bundle.module.url(forResource: "Page", withExtension: nil),
                let body = try? Data(contentsOf: folder.appending(path: name))
            else { throw Missing.file(name) }
            return ServiceAnswer(status: .ok, mediaType: mediaType, body: Array(body))
        }
        page = try file("page.html", "text/html; charset=utf-8")
        script = try file("page.js", "text/javascript; charset=utf-8")
        style = try file("page.css", "text/css; charset=utf-8")
    }
}
