import Demarc
import Foundation
import Hosting
import Logging
import RequestReading

@testable import Answering

/// A policy and a service for tests.
enum AnsweringFixture {
    /// Rules for each verdict. `mark` is part of the ids of the rules, so that answers show their policy.
    static func policy(mark: String = "", revision: Int? = nil) throws -> CompiledPolicy {
        let because = "Games are <b>not</b> work."
        let text = FixturePolicy.text(
            rules: [
                "{id: \"intranet\(mark)\", class: internal, domain: contoso.example}",
                "{id: \"gambling\(mark)\", class: blocked, domain: gambling.example, because: \"\(because)\"}",
                "{id: \"admin\(mark)\", class: blocked, priority: 5, url: \"https://contoso.example/admin\"}",
            ],
            more: revision.map { ["revision: \($0)"] } ?? []
        )
        return try FixturePolicy.compiled(text)
    }

    /// Bindings for one view: `edge` answers with pages, `redirect` with redirects.
    static let bindings = [
        AnswerBinding(name: "edge", reading: reading),
        AnswerBinding(name: "redirect", reading: reading, onRoute: .redirect),
    ]

    private static let reading = RequestBinding(
        view: "E",
        scheme: .https,
        fixedAccount: AccountID("dana@contoso.example")
    )

    /// A logger that discards everything.
    static let silence = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    static func configuration(
        _ log: LogConfiguration = LogConfiguration(to: .nowhere),
        pseudonymKey: SecretKey? = nil
    ) -> AnsweringConfiguration {
        AnsweringConfiguration(
            bindings: bindings,
            // On a busy machine, a thread can be suspended for more than a second in the middle of a decision.
            decisionLimit: .seconds(600),
            log: log,
            pseudonymKey: pseudonymKey,
            logger: silence
        )
    }

    static func service(
        _ configuration: AnsweringConfiguration = configuration(),
        policy: CompiledPolicy? = nil
    ) throws -> DecisionService {
        let service = try DecisionService(configuration)
        service.put(try policy ?? Self.policy())
        return service
    }

    static func request(_ host: String, _ target: String = "/") -> ObservedRequest {
        var request = ObservedRequest(method: Array("GET".utf8), target: Array(target.utf8))
        request.add(authority: Array(host.utf8), from: .host)
        return request
    }
}

/// Waits for the work of another thread.
enum Waiting {
    /// Polls a condition, for much longer than it takes on a busy machine.
    static func until(_ condition: () -> Bool) -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            if condition() { return true }
            Thread.sleep(forTimeInterval: 0.005)
        }
        return condition()
    }
}

/// A folder for the files of one test.
final class TemporaryFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "demarc-answering-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func lines(_ name: String) throws -> [String] {
        let text = try String(contentsOfFile: file(name), encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// The records of a log.
    func records(_ name: String = "log") throws -> [DecisionRecord] {
        try lines(name).map { try DecisionRecord(line: Array($0.utf8)) }
    }
}
