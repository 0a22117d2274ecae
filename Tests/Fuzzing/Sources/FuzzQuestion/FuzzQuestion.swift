import Demarc
import Foundation
import PolicyModel
import RuleIndex
import Scenarios

/// Checks the laws of questions in JSON on any bytes, each both in its own state and to an engine that a host keeps.
///
/// 1. Nothing crashes, hangs or exceeds its limits; libFuzzer watches time and memory.
/// 2. Both reject the same inputs as invalid JSON, and every rejection has a reason; a host in another language
///   receives it on one line.
/// 3. An answer is JSON, and the request that it returns gives the same answer.
/// 4. A rejected question does not change an engine that a host keeps.
@c(LLVMFuzzerTestOneInput)
public func fuzzQuestion(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let reply = QuestionAnswerer(PolicyEngine(QuestionWorld.policy)).reply(to: bytes, limit: 10)
    let isMalformed: Bool
    switch reply {
    case .answers(let json, let answered):
        isMalformed = false
        check(json, answered.count)
    case .malformed(let findings):
        isMalformed = true
        check(findings)
    case .stateful(let findings), .unprocessable(let findings):
        isMalformed = false
        check(findings)
    case .tooMany: isMalformed = false
    }

    let engine = PolicyEngine(QuestionWorld.policy)
    var evaluator = engine.makeEvaluator()
    var asker = QuestionAsker(engine)
    let before = QuestionWorld.state(of: engine)
    do throws(AskingError) {
        let asked = try asker.ask(bytes, with: &evaluator)
        guard !isMalformed else { fatalError("JSON to a live engine alone") }
        guard (try? JSONSerialization.jsonObject(with: Data(asked.json.utf8))) != nil else {
            fatalError("an answer that is no JSON: \(asked.json)")
        }
    } catch {
        guard isMalformed == (error.kind == .malformed) || bytes.count > QuestionAsker.byteLimit else {
            fatalError("JSON to one of two: \(error)")
        }
        guard !error.message.isEmpty, !error.code.isEmpty, !error.message.contains("\n") else {
            fatalError("a refusal that does not say why: \(error)")
        }
        guard QuestionWorld.state(of: engine) == before else { fatalError("refused, and something has changed") }
    }
    return 0
}

private func check(_ findings: [Diagnostic]) {
    guard !findings.isEmpty, findings.allSatisfy({ !$0.message.isEmpty }) else {
        fatalError("a refusal that does not say why: \(findings)")
    }
}

/// Checks an answer, and asks the request that it returns again.
private func check(_ json: String, _ count: Int) {
    guard let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] else {
        fatalError("an answer that is no object: \(json)")
    }
    guard let request = object["request"], object["answers"] == nil else { return }
    let again: [String: Any] = ["when": request, "user": object["user"] ?? NSNull()]
    guard let text = try? JSONSerialization.data(withJSONObject: again) else { fatalError("no JSON: \(json)") }
    guard
        case .answers(let second, _) = QuestionAnswerer(PolicyEngine(QuestionWorld.policy)).reply(
            to: Array(text),
            limit: 1
        ),
        let repeated = try? JSONSerialization.jsonObject(with: Data(second.utf8)) as? [String: Any],
        let handedBack = repeated["request"]
    else {
        // The request may be about something that was given: a view, or copied content.
        return
    }
    guard NSDictionary(dictionary: ["r": request]).isEqual(to: ["r": handedBack]) else {
        fatalError("another request is handed back: \(json), then \(second)")
    }
}

private enum QuestionWorld {
    static let policy: CompiledPolicy = {
        let files = MemoryFiles(["p.yaml": Array(yaml.utf8)])
        guard let document = PolicyDocumentReader(files: files).load(path: "p.yaml").document else {
            fatalError("the policy of the fuzzer cannot be read")
        }
        return CompiledPolicy(document)
    }()

    /// The state that identity questions can change.
    static func state(of engine: PolicyEngine) -> [String] {
        let accounts = ["a", "b"].map { engine.isSignedIn(AccountID($0)) }
        return ["\(engine.effectiveIdentity()?.canonical ?? "-")", "\(accounts)"]
    }

    private static let yaml = """
        demarc: 1
        app: {id: com.contoso.app}
        policies: {level2: {printBlocked: true, managedBrowserToOpenLinksRequired: true}}
        accounts: [{account: a, upn: a@x.example, policy: level2}, {account: b}]
        apps: [{id: com.example.notes, managed: true, policy: level2}]
        ruleSets: {r: {default: external, rules: [{id: i, class: internal, domain: x.example}]}}
        views: [{id: W, webView: false, children: [{id: A}, {id: E, isExternalURL: r}]}]

        """
}
