import Demarc
import Diagnostics
import PolicyFiles

/// Checks the laws of the reader of scenario files on any bytes.
///
/// 1. Nothing crashes, hangs or exceeds its limits; libFuzzer watches time and memory.
/// 2. A rejected file has an error, and a usable one has none.
/// 3. Every place in a finding is inside a file that was read, and findings can be printed.
/// 4. A usable file has scenarios, each under an existing policy, and each asks a question and has an expectation.
@c(LLVMFuzzerTestOneInput)
public func fuzzScenario(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    // A scenario file can name itself as a policy, and the policies below; the disk is not accessible.
    let files = MemoryFiles([
        "s.yaml": bytes,
        "p.yaml": Array(policy.utf8),
        "q.yaml": Array("demarc: 1\n".utf8),
        "two.yaml": Array(twoManagedAccounts.utf8),
    ])
    var bounds = ReadingBounds()
    // Inputs are small, and the result of their matrices must remain quick to read.
    bounds.scenarios = 2_000
    bounds.expandedNodes = 200_000
    bounds.allDocumentBytes = 1 << 20
    let result = ScenarioFileReader(files: files, bounds: bounds).load(bytes: bytes, path: "s.yaml")

    let hasErrors = result.diagnostics.contains { $0.severity == .error }
    guard result.isUsable != hasErrors else { fatalError("refused without an error, or used in spite of one") }
    let sizes = Dictionary(result.sources.map { ($0.path, $0.bytes.count) }) { max($0, $1) }
    for place in result.diagnostics.flatMap(\.places) {
        let size = sizes[place.path] ?? 0
        guard 0 <= place.start.offset, place.start.offset <= place.end.offset, place.end.offset <= size else {
            fatalError(
                "a finding of \(place.path) names the bytes \(place.start.offset)..<\(place.end.offset) of \(size)"
            )
        }
    }
    _ = TextReport(sources: result.sources).text(result.diagnostics)
    if let file = result.file {
        guard !file.scenarios.isEmpty else { fatalError("a file without scenarios is used") }
        for scenario in file.scenarios {
            guard file.policies.indices.contains(scenario.policy), !scenario.steps.isEmpty,
                scenario.steps.allSatisfy({ !$0.expected.isEmpty })
            else { fatalError("a scenario without policy, step or expectation is used") }
        }
    }
    return 0
}

private let policy = """
    demarc: 1
    app: {id: com.contoso.app}
    policies: {level2: {printBlocked: true}, open: {}}
    accounts: [{account: a, upn: a@x.example, policy: level2}, {account: b}]
    ruleSets: {r: {default: external, rules: [{id: i, class: internal, domain: x.example}]}}
    views: [{id: W, children: [{id: A}, {id: E, isExternalURL: r}]}, {id: R, webView: false}]

    """

private let twoManagedAccounts = """
    demarc: 1
    app: {multiManagedIdentities: true}
    policies: {level2: {}}
    accounts: [{account: a, policy: level2}, {account: b, policy: level2}]

    """
