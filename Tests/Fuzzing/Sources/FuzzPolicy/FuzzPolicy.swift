import Demarc
import Diagnostics
import PolicyFiles

/// Checks the laws of the reader of policy documents on any bytes.
///
/// 1. Nothing crashes, hangs or exceeds its limits; libFuzzer watches time and memory.
/// 2. A rejected document has an error, and a usable one has none.
/// 3. Findings can be printed, whatever they quote.
/// 4. A policy that was read can be put in force.
@c(LLVMFuzzerTestOneInput)
public func fuzzPolicy(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    // Documents can include themselves, each other, and a list; the disk is not accessible.
    let files = MemoryFiles([
        "policy.yaml": bytes,
        "rules.yaml": Array("demarc-rules: 1\nrules:\n  - {id: r, class: blocked, domain: example.net}\n".utf8),
        "cycle.yaml": Array("demarc-rules: 1\ninclude: [cycle.yaml, self.yaml]\n".utf8),
        "self.yaml": bytes,
        "l.txt": Array("example.org\n# comment\nads.example.com\n".utf8),
    ])
    let result = PolicyDocumentReader(files: files).load(bytes: bytes, path: "policy.yaml")
    let errors = result.diagnostics.filter { $0.severity == .error }
    guard result.isUsable == errors.isEmpty else { fatalError("refused without an error, or used in spite of one") }
    _ = TextReport(sources: result.sources).text(result.diagnostics)
    if let document = result.document { _ = PolicyEngine(document) }
    return 0
}
