import Demarc
import Foundation
import Hosting
import RequestReading
import Testing

@testable import Answering

@Suite("The decision log")
struct DecisionLogTests {
    private static let key = Array("0123456789abcdef0123456789abcdef".utf8)

    private static func service(_ log: LogConfiguration, key: [UInt8]? = nil) throws -> DecisionService {
        let key = try key.map { try SecretKey($0) }
        return try AnsweringFixture.service(AnsweringFixture.configuration(log, pseudonymKey: key))
    }

    @Test("A record contains the decision, but no account, address or secret")
    func record() throws {
        let folder = try TemporaryFolder()
        let service = try Self.service(LogConfiguration(to: .file(folder.file("log")), allowRate: 1), key: Self.key)
        let worker = service.makeWorker()
        var request = ObservedRequest(
            method: Array("GET".utf8),
            target: Array("https://user:hunter2@gambling.example/a?token=s3cret".utf8)
        )
        request.add(authority: Array("gambling.example".utf8), from: .host)
        let credentials = worker.answer(request, binding: "edge", host: .icap)
        let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let blocked = worker.answer(
            AnsweringFixture.request("gambling.example", "/a?token=s3cret"),
            binding: "edge",
            host: .nginx,
            traceparent: Array(trace.utf8)
        )
        let allowed = worker.answer(AnsweringFixture.request("contoso.example"), binding: "edge", host: .envoy)
        let refused = worker.refuse(.request(.peerUnknown), binding: "nothing\n", host: .grpc)
        #expect(service.flush(within: .seconds(60)))
        let text = try String(contentsOfFile: folder.file("log"), encoding: .utf8)
        for secret in ["hunter2", "s3cret", "dana", "policy.yaml", "nothing"] {
            #expect(!text.contains(secret), "\(secret)")
        }
        let records = try folder.records()
        #expect(records.map(\.id) == [credentials, blocked, allowed, refused].map(\.id))
        try #require(records.count == 4)
        let record = records[1]
        #expect(record.verdict == .block && record.urlClass == .blocked)
        #expect(record.url == "https://gambling.example/a")
        #expect(record.masked == [.query])
        #expect(record.host == "nginx" && record.binding == "edge" && record.view == "E" && record.method == "GET")
        #expect(record.reasons.contains { $0.code == "rule.blocked" && $0.rule == "gambling" })
        #expect(record.trace == trace)
        #expect(record.policy?.digest == service.policy?.digest)
        let pseudonyms = AccountPseudonyms(try SecretKey(Self.key))
        #expect(record.account == pseudonyms.pseudonym(of: AccountID("dana@contoso.example")))
        #expect(record.nanoseconds > 0 && record.rate == 1)
        #expect(abs(Double(record.time) / 1000 - Date.now.timeIntervalSince1970) < 60)
        #expect(records[2].verdict == .allow && records[2].destination == .view && records[2].page == .managed)
        #expect(records[3].fault == "request.peerUnknown" && records[3].binding == "-" && records[3].url == nil)
        let metrics = try PrometheusText(service.metrics())
        #expect(metrics["demarc_log_written_total", [:]] == 4)
        #expect(metrics["demarc_log_dropped_total", [:]] == 0)
    }

    @Test("Without a key no account is logged, and without masks the whole URL is")
    func unmasked() throws {
        let folder = try TemporaryFolder()
        let service = try Self.service(LogConfiguration(to: .file(folder.file("log")), masks: []))
        _ = service.makeWorker().answer(AnsweringFixture.request("news.example", "/?a=b"), binding: "edge", host: .json)
        #expect(service.flush(within: .seconds(60)))
        let record = try #require(try folder.records().first)
        #expect(record.account == nil)
        #expect(record.url == "https://news.example/?a=b")
        #expect(record.masked.isEmpty)
        #expect(record.verdict == .route)
    }

    @Test(
        "No target, name or method creates a second line",
        arguments: ["\n{}\n", "\u{85}", "\u{2028}", "\"},{\"", "\u{0}"]
    )
    func oneLine(text: String) throws {
        let folder = try TemporaryFolder()
        let service = try Self.service(LogConfiguration(to: .file(folder.file("log")), allowRate: 1))
        let worker = service.makeWorker()
        var request = ObservedRequest(method: Array("GET\(text)".utf8), target: Array("/\(text)".utf8))
        request.add(authority: Array("a\(text).example".utf8), from: .host)
        request.claim(account: Array(text.utf8))
        _ = worker.answer(request, binding: "edge", host: .forwarded, traceparent: Array(text.utf8))
        #expect(service.flush(within: .seconds(60)))
        let lines = try folder.lines("log")
        #expect(lines.count == 1)
        #expect(!lines.joined().unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(try folder.records().first?.verdict == .block)
    }

    @Test("A path that was sent with dot segments is logged without them, and noted")
    func dotSegments() throws {
        let folder = try TemporaryFolder()
        let service = try Self.service(LogConfiguration(to: .file(folder.file("log")), allowRate: 1))
        let worker = service.makeWorker()
        for target in ["/a//../b", "/a/b"] {
            _ = worker.answer(AnsweringFixture.request("contoso.example", target), binding: "edge", host: .nginx)
        }
        #expect(service.flush(within: .seconds(60)))
        let records = try folder.records()
        #expect(records.map(\.url) == Array(repeating: "https://contoso.example/a/b", count: 2))
        #expect(records.map(\.sent) == [.dots, nil])
    }

    @Test("Allows are sampled and logged with their rate, and every block is logged")
    func sampling() throws {
        let folder = try TemporaryFolder()
        let log = LogConfiguration(to: .file(folder.file("log")), allowRate: 0, routeRate: 0.5)
        let service = try Self.service(log)
        let worker = service.makeWorker()
        for _ in 0..<100 {
            for host in ["contoso.example", "gambling.example", "news.example"] {
                _ = worker.answer(AnsweringFixture.request(host), binding: "edge", host: .forwarded)
            }
        }
        #expect(service.flush(within: .seconds(60)))
        let records = try folder.records()
        #expect(records.count { $0.verdict == .allow } == 0)
        #expect(records.count { $0.verdict == .block } == 100)
        #expect((10..<90).contains(records.count { $0.verdict == .route }))
        #expect(records.allSatisfy { $0.rate == ($0.verdict == .route ? 0.5 : 1) })
    }

    @Test("If the log cannot be written, records are dropped and counted, and nothing is blocked")
    func fullDisk() throws {
        let service = try Self.service(LogConfiguration(to: .file("/dev/full"), allowRate: 1))
        let worker = service.makeWorker()
        for _ in 0..<50 {
            let answer = worker.answer(AnsweringFixture.request("contoso.example"), binding: "edge", host: .nginx)
            #expect(answer.isAllowed)
        }
        #expect(service.flush(within: .seconds(60)))
        let metrics = try PrometheusText(service.metrics())
        #expect(metrics["demarc_log_dropped_total", [:]] == 50)
        #expect(metrics["demarc_log_written_total", [:]] == 0)
    }

    @Test("A log that is switched off counts no record, and recent decisions can still be looked up")
    func off() throws {
        let service = try Self.service(LogConfiguration(to: .nowhere, allowRate: 1))
        let answer = service.makeWorker()
            .answer(AnsweringFixture.request("contoso.example"), binding: "edge", host: .nginx)
        #expect(service.flush(within: .seconds(60)))
        let metrics = try PrometheusText(service.metrics())
        #expect(metrics["demarc_log_written_total", [:]] == 0)
        #expect(metrics["demarc_log_dropped_total", [:]] == 0)
        #expect(service.explanation(id: answer.id).status == 200)
    }

    @Test("A rotated file is reopened; if that fails, the old file is used")
    func rotation() throws {
        let folder = try TemporaryFolder()
        let service = try Self.service(LogConfiguration(to: .file(folder.file("log")), allowRate: 1))
        let worker = service.makeWorker()
        func ask() {
            _ = worker.answer(AnsweringFixture.request("contoso.example"), binding: "edge", host: .nginx)
            #expect(service.flush(within: .seconds(60)))
        }
        ask()
        try FileManager.default.moveItem(atPath: folder.file("log"), toPath: folder.file("log.1"))
        ask()
        #expect(try folder.records("log.1").count == 2)
        try FileManager.default.createDirectory(atPath: folder.file("log"), withIntermediateDirectories: false)
        service.reopenLog()
        ask()
        #expect(try folder.records("log.1").count == 3)
        try FileManager.default.removeItem(atPath: folder.file("log"))
        service.reopenLog()
        ask()
        #expect(try folder.records().count == 1)
    }

    @Test("A line that is incomplete when its file is opened stays alone", arguments: [true, false])
    func torn(isReopened: Bool) throws {
        let folder = try TemporaryFolder()
        let part = #"{"time":1,"id":"#
        func tear() throws {
            let file = try #require(FileHandle(forWritingAtPath: folder.file("log")))
            try file.seekToEnd()
            try file.write(contentsOf: Data(part.utf8))
        }
        try Data().write(to: URL(filePath: folder.file("log")))
        if !isReopened { try tear() }
        let service = try Self.service(LogConfiguration(to: .file(folder.file("log")), allowRate: 1))
        if isReopened {
            try tear()
            service.reopenLog()
        }
        let worker = service.makeWorker()
        for _ in 0..<2 {
            _ = worker.answer(AnsweringFixture.request("contoso.example"), binding: "edge", host: .nginx)
            #expect(service.flush(within: .seconds(60)))
            // The file ends with a line feed now, so nothing is added.
            service.reopenLog()
        }
        let lines = try folder.lines("log")
        #expect(lines.first == part)
        #expect(lines.dropFirst().compactMap { try? DecisionRecord(line: Array($0.utf8)) }.count == 2)
        #expect(lines.count == 3)
    }

    @Test("An unusable log is reported at startup")
    func refused() throws {
        let folder = try TemporaryFolder()
        for path in [folder.path, folder.file("no/such"), ""] {
            #expect(throws: AnsweringError.self, "\(path)") { try Self.service(LogConfiguration(to: .file(path))) }
        }
        // Only the operator may read what people open.
        _ = try Self.service(LogConfiguration(to: .file(folder.file("log"))))
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("log"))[.posixPermissions] as? Int
        #expect((mode ?? 0o777) & 0o007 == 0)
    }

    @Test("A recent decision can be looked up, and no other")
    func explanation() throws {
        let service = try Self.service(LogConfiguration(to: .nowhere, allowRate: 1))
        let request = AnsweringFixture.request("gambling.example", "/?<script>")
        let answer = service.makeWorker().answer(request, binding: "edge", host: .nginx)
        #expect(service.flush(within: .seconds(60)))
        let page = service.explanation(id: answer.id)
        #expect(page.status == 200 && !page.isAllowed)
        let text = String(decoding: page.body, as: UTF8.self)
        for part in [answer.id, "rule.blocked, rule gambling", "https://gambling.example/<", "query"] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(!text.contains("<script"))
        for id in ["", "-", "../../etc/passwd", "000000000000000", "<script>", String(repeating: "0", count: 1 << 20)] {
            let page = service.explanation(id: id)
            #expect(page.status == 404)
            #expect(!String(decoding: page.body, as: UTF8.self).contains("<script"))
        }
    }

    @Test("The oldest of the decisions and denials that can be looked up are dropped first", arguments: 1...4)
    func recent(capacity: Int) {
        let recent = RecentByID<Int>(capacity: capacity)
        for number in 0..<10 {
            recent.add(number, id: String(number))
            let kept = (0..<10).filter { recent.value(String($0)) == $0 }
            #expect(kept == Array(max(0, number + 1 - capacity)...number))
        }
    }
}
