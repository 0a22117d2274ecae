import Foundation
import Hosting
import RequestReading
import Testing

@testable import Answering

@Suite("Audit mode")
struct AuditTests {
    fileprivate static func service(_ path: String) throws -> DecisionService {
        // Rates do not apply to an audit.
        let log = LogConfiguration(to: .file(path), allowRate: 0, blockRate: 0, isAudit: true)
        return try AnsweringFixture.service(AnsweringFixture.configuration(log))
    }

    @Test("Every decision is in the log before it is answered")
    func written() throws {
        let folder = try TemporaryFolder()
        let service = try Self.service(folder.file("log"))
        let worker = service.makeWorker()
        for number in 1...20 {
            let host = number % 2 == 0 ? "contoso.example" : "gambling.example"
            let answer = worker.answer(AnsweringFixture.request(host), binding: "edge", host: .nginx)
            // Without a flush.
            let last = try #require(try folder.lines("log").last)
            #expect(try DecisionRecord(line: Array(last.utf8)).id == answer.id)
            #expect(try folder.lines("log").count == number)
        }
        #expect(worker.refuse(.request(.peerUnknown), binding: "", host: .nginx).status == 403)
        #expect(try folder.lines("log").count == 21)
    }

    @Test("On a full disk everything is blocked and counted")
    func fullDisk() throws {
        let service = try Self.service("/dev/full")
        let worker = service.makeWorker()
        for (host, wantsHTML) in [("contoso.example", true), ("news.example", true), ("gambling.example", false)] {
            let answer = worker.answer(
                AnsweringFixture.request(host),
                binding: "redirect",
                host: .forwarded,
                wantsHTML: wantsHTML
            )
            #expect(answer.status == 403 && !answer.isAllowed)
            #expect(answer.field("location") == nil)
            #expect(answer.field("x-demarc-verdict") == "block")
            #expect(String(decoding: answer.body, as: UTF8.self).contains("audit.unavailable"))
        }
        #expect(worker.refuse(.request(.peerUnknown), binding: "", host: .nginx).status == 403)
        let metrics = try PrometheusText(service.metrics())
        #expect(metrics["demarc_request_faults_total", ["fault": "audit.unavailable"]] == 3)
        // One record for each request: the block in place of a decision has none of its own.
        #expect(metrics["demarc_log_dropped_total", [:]] == 4)
        #expect(metrics["demarc_log_written_total", [:]] == 0)
        #expect(metrics.samples.filter { $0.labels["verdict"] == "allow" }.isEmpty)
    }

    @Test("Once there is space again, requests are decided again, and no line is damaged")
    func roomAgain() async {
        // In a separate process: a file size limit simulates a full disk, and applies to every thread.
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let service = try AuditTests.service(folder.file("log"))
            let worker = service.makeWorker()
            func ask() -> Bool {
                worker.answer(AnsweringFixture.request("contoso.example"), binding: "edge", host: .nginx).isAllowed
            }
            #expect(ask())
            let size = try folder.lines("log").joined().utf8.count + 1
            try FileSizeLimit.with(bytes: size + 100) {
                #expect(!ask())
                #expect(!ask())
            }
            #expect(ask())
            let lines = try folder.lines("log")
            let readable = lines.filter { (try? DecisionRecord(line: Array($0.utf8))) != nil }
            #expect(readable.count == 2)
            #expect(lines.count == 3)
            #expect(lines.last == readable.last)
        }
    }

    @Test("Several workers write whole lines, one for each answer")
    func threads() throws {
        let folder = try TemporaryFolder()
        let service = try Self.service(folder.file("log"))
        let group = DispatchGroup()
        for _ in 0..<4 {
            Thread.detachIn(group) {
                let worker = service.makeWorker()
                for _ in 0..<250 {
                    _ = worker.answer(AnsweringFixture.request("contoso.example"), binding: "edge", host: .nginx)
                }
            }
        }
        group.wait()
        let ids = try folder.lines("log").map { try DecisionRecord(line: Array($0.utf8)).id }
        #expect(ids.count == 1000)
        #expect(Set(ids).count == 1000)
        #expect(try PrometheusText(service.metrics())["demarc_log_written_total", [:]] == 1000)
    }
}

/// Temporarily limits the size of files written by this process.
private enum FileSizeLimit {
    struct Problem: Error {}

    static func with(bytes: Int, _ body: () throws -> Void) throws {
        // Beyond the limit, the system sends a signal unless it is ignored; writing then fails as on a full disk.
        _ = signal(SIGXFSZ, SIG_IGN)
        var before = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &before) == 0 else { throw Problem() }
        var limit = before
        limit.rlim_cur = rlim_t(bytes)
        guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { throw Problem() }
        defer { _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &before) }
        try body()
    }
}
