import Demarc
import Foundation
import Hosting
import Testing

@testable import Answering

/// The records of questions that are no proxy's requests.
@Suite("The decision log: questions in JSON")
struct QuestionLogTests {
    private static let key = Array("0123456789abcdef0123456789abcdef".utf8)

    private static func service(_ log: LogConfiguration, key: [UInt8]? = nil) throws -> DecisionService {
        let key = try key.map { try SecretKey($0) }
        return try AnsweringFixture.service(AnsweringFixture.configuration(log, pseudonymKey: key))
    }

    @Test("JSON questions are logged too, and in audit mode not answered if logging fails")
    func questions() throws {
        let folder = try TemporaryFolder()
        let service = try Self.service(LogConfiguration(to: .file(folder.file("log")), allowRate: 1), key: Self.key)
        let worker = service.makeWorker()
        var evaluator = try worker.policyForQuestions().engine.makeEvaluator()
        let questions: [Question] = [
            .navigate(to: "HTTPS://u:p@gambling.example/a?s3cret", in: "E"), .open("tel:1"), .setting(.print),
        ]
        for question in questions {
            let answer = try evaluator.answer(question)
            #expect(worker.record(answer, to: question, user: AccountID("dana@contoso.example"), took: .nanoseconds(7)))
        }
        #expect(service.flush(within: .seconds(60)))
        let records = try folder.records()
        #expect(records.map(\.question) == [.navigate, .open, .setting])
        #expect(records.first?.url == "https://gambling.example/a")
        #expect(records.first?.masked == [.credentials, .query])
        #expect(records.first?.verdict == .block && records.first?.view == "E" && records.first?.host == "json")
        #expect(records.first?.account != nil && records.first?.nanoseconds == 7)
        #expect(!(try folder.lines("log").joined().contains("s3cret")))
        let full = try Self.service(LogConfiguration(to: .file("/dev/full"), isAudit: true))
        let answer = try evaluator.answer(questions[1])
        #expect(!full.makeWorker().record(answer, to: questions[1], took: .zero))
        #expect(try PrometheusText(full.metrics()).samples.allSatisfy { $0.name != "demarc_decisions_total" })
    }

    @Test("A launch, an unlock, a PIN and an app configuration are logged and counted like decisions, also under audit")
    func launches() throws {
        let folder = try TemporaryFolder()
        let service = try Self.service(LogConfiguration(to: .file(folder.file("log")), isAudit: true))
        let full = try Self.service(LogConfiguration(to: .file("/dev/full"), isAudit: true))
        let (worker, silent) = (service.makeWorker(), full.makeWorker())
        let rows: [(Question, Answer.Outcome, Verdict)] = [
            (.launch(), .launch(.allow), .allow), (.launch(), .launch(.warn), .allow),
            (.launch(), .launch(.challenge), .block), (.launch(), .launch(.block), .block),
            (.launch(), .launch(.wipe), .block), (.unlock(by: [.pin]), .launch(.allow), .allow),
            (.pin(PINCandidate("84726")), .launch(.block), .block), (.config("k"), .configuration(.value), .allow),
            (.config("k"), .configuration(.absent), .allow),
        ]
        for (question, outcome, _) in rows {
            #expect(worker.record(Answer(outcome), to: question, took: .zero))
            #expect(!silent.record(Answer(outcome), to: question, took: .zero), "\(question.kind)")
        }
        let records = try folder.records()
        #expect(records.map(\.question) == rows.map(\.0.kind))
        #expect(records.map(\.verdict) == rows.map(\.2))
        #expect(!(try folder.lines("log").joined().contains("84726")))
        let samples = try PrometheusText(service.metrics()).samples.filter { $0.name == "demarc_decisions_total" }
        #expect(samples.map(\.value).reduce(0, +) == 9)
        #expect(worker.record(Answer(.identity(.success)), to: .signIn(AccountID("dana")), took: .zero))
        #expect(silent.record(Answer(.identity(.success)), to: .signIn(AccountID("dana")), took: .zero))
        #expect(try folder.records().count == 9)
    }

    @Test(
        "The URL in a record is the one that was decided, and no other reading of the question",
        arguments: [
            (.connection(to: "gambling.example", port: 443, in: "E"), "https://gambling.example/"),
            (.connection(to: "u:p@gambling.example", port: 443, in: "E"), nil),
            (.connection(to: "gambling.example/?x#", port: 443, in: "E"), nil),
            (.connection(to: "a/b", port: 443, in: "E"), nil),
            (.incoming("https-intunemam://gambling.example/a?x=1"), "https-intunemam://gambling.example/a"),
            (.navigate(to: "a b", in: "E"), nil),
        ] as [(Question, String?)]
    )
    func urls(question: Question, url: String?) throws {
        let folder = try TemporaryFolder()
        let service = try Self.service(LogConfiguration(to: .file(folder.file("log")), allowRate: 1))
        let worker = service.makeWorker()
        var evaluator = try worker.policyForQuestions().engine.makeEvaluator()
        #expect(worker.record(try evaluator.answer(question), to: question, took: .zero))
        #expect(service.flush(within: .seconds(60)))
        #expect(try folder.records().map(\.url) == [url])
    }

    @Test("A record of a JSON question has the frame of a tunnel, and no pseudonym for no account")
    func questionDetails() throws {
        let folder = try TemporaryFolder()
        let service = try Self.service(LogConfiguration(to: .file(folder.file("log")), allowRate: 1), key: Self.key)
        let worker = service.makeWorker()
        let answer = Answer(.connection(.allow))
        for frame in Question.TunnelFrame.allCases {
            let question = Question.connection(to: "contoso.example", port: 443, in: "E", frame: frame)
            #expect(worker.record(answer, to: question, user: .noUser, took: .zero))
        }
        #expect(service.flush(within: .seconds(60)))
        let records = try folder.records()
        #expect(records.map(\.frame) == [.top, .resource])
        #expect(records.allSatisfy { $0.account == nil && $0.view == "E" })
    }
}
