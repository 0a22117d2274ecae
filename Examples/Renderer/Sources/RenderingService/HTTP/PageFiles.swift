import Foundation
import NIOHTTP1

/// The service's page: one document, one script, one style sheet.
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
