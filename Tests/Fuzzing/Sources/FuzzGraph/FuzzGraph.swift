import Demarc
import Diagnostics
import PolicyFiles

/// Checks the laws of the reader of Graph documents and device logs on any bytes.
///
/// 1. Nothing crashes, hangs or exceeds its limits; libFuzzer watches time and memory.
/// 2. A rejected document has an error, and a usable one has none.
/// 3. Every finding has a place, and every place is inside its file, with line and column matching the offset.
/// 4. Findings can be printed, whatever they quote.
/// 5. A policy that was read can be put in force.
@c(LLVMFuzzerTestOneInput)
public func fuzzGraph(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let document = """
        demarc: 1
        policies:
          a: {graph: g.json}
          b: {graph: {file: g.json, displayName: A}, saveAsBlocked: true}
        accounts: [{account: x, policy: a}]
        """
    let files = MemoryFiles(["policy.yaml": Array(document.utf8), "g.json": bytes])
    let result = PolicyDocumentReader(files: files).load(path: "policy.yaml")
    let errors = result.diagnostics.filter { $0.severity == .error }
    guard result.isUsable == errors.isEmpty else { fatalError("refused without an error, or used in spite of one") }
    for finding in result.diagnostics {
        guard !finding.places.isEmpty, !finding.message.isEmpty else { fatalError("a finding without a place") }
        for place in finding.places {
            guard let source = result.sources.first(where: { $0.path == place.path }) else { fatalError("no file") }
            guard place.start.offset <= place.end.offset, place.end.offset <= source.bytes.count,
                source.position(at: place.start.offset) == place.start
            else { fatalError("a place outside its file") }
        }
    }
    _ = TextReport(sources: result.sources).text(result.diagnostics)
    if let document = result.document { _ = PolicyEngine(document) }
    return 0
}
