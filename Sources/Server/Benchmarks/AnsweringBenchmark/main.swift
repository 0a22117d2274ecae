import Answering
import Demarc
import Foundation
import Logging
import RequestReading

// Measures what an answer costs beyond its decision: the same request, alternately only decided and answered by a
// worker.
//
//     swift run -c release AnsweringBenchmark [ROUNDS [CASE]]
//
// CASE is a prefix of a case name, and selects that case for use with a profiler.

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(1)
}

let policy = try FixturePolicy.compiled(
    FixturePolicy.text(
        rules: [
            "{id: intranet, class: internal, domain: contoso.example}",
            "{id: gambling, class: blocked, domain: gambling.example, because: Games are not work.}",
        ]
    )
)
let reading = RequestBinding(view: "E", scheme: .https, fixedAccount: AccountID("dana@contoso.example"))
let folder = FileManager.default.temporaryDirectory
let log = folder.appending(path: "demarc-answering-benchmark-\(UUID().uuidString)").path
defer { try? FileManager.default.removeItem(atPath: log) }

func worker(_ settings: LogConfiguration, shadow: Bool = false) throws -> (DecisionService, DecisionWorker) {
    let service = try DecisionService(
        AnsweringConfiguration(
            bindings: [AnswerBinding(name: "edge", reading: reading)],
            log: settings,
            logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        )
    )
    service.put(policy)
    if shadow { service.putShadow(policy) }
    return (service, service.makeWorker())
}

func request(_ host: String) -> ObservedRequest {
    var request = ObservedRequest(method: Array("GET".utf8), target: Array("/reports/2026?quarter=3".utf8))
    request.add(authority: Array(host.utf8), from: .host)
    return request
}

let (allowed, blocked) = (request("contoso.example"), request("gambling.example"))
let plain = try worker(LogConfiguration(to: .file(log)))
let logged = try worker(LogConfiguration(to: .file(log), allowRate: 1))
let audited = try worker(LogConfiguration(to: .file(log), isAudit: true))
let shadowed = try worker(LogConfiguration(to: .file(log)), shadow: true)
let engine = PolicyEngine(policy)

final class Alone {
    var reader = RequestReader(reading)
    var evaluator = engine.makeEvaluator()

    func decide(_ request: ObservedRequest) -> Bool { reader.decide(request, with: &evaluator).verdict == .allow }
}
let alone = Alone()

func ask(_ worker: DecisionWorker, _ request: ObservedRequest, wantsHTML: Bool = false) -> Bool {
    worker.answer(request, binding: "edge", host: .nginx, wantsHTML: wantsHTML).isAllowed
}

let allCases: [(name: String, run: () -> Bool)] = [
    ("decision alone, allow", { alone.decide(allowed) }),
    ("answer, allow", { ask(plain.1, allowed) }),
    ("answer, allow, every one logged", { ask(logged.1, allowed) }),
    ("answer, allow, audit to a file", { ask(audited.1, allowed) }),
    ("answer, allow, a policy in shadow", { ask(shadowed.1, allowed) }),
    ("answer, block, problem document", { ask(plain.1, blocked) }),
    ("answer, block, page", { ask(plain.1, blocked, wantsHTML: true) }),
]
let only = CommandLine.arguments.dropFirst(2).first ?? ""
let cases = allCases.filter { $0.name.hasPrefix(only) }
let rounds = Int(CommandLine.arguments.dropFirst().first ?? "") ?? 15
let times = 2_000
var results: [[Double]] = Array(repeating: [], count: cases.count)
for _ in 0..<rounds {
    for (position, item) in cases.enumerated() {
        var count = 0
        let start = ContinuousClock.now
        for _ in 0..<times where item.run() { count += 1 }
        let took = ContinuousClock.now - start
        results[position].append(took / .nanoseconds(times))
        guard count == (item.name.contains("block") ? 0 : times) else {
            fail("\(item.name): a wrong answer")
        }
    }
}
for (item, result) in zip(cases, results) {
    let sorted = result.sorted()
    let name = item.name.padding(toLength: 36, withPad: " ", startingAt: 0)
    print("\(name) \(Int(sorted[sorted.count / 2])) ns median, \(Int(sorted[0])) ns least")
}
