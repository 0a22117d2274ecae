import Demarc
import Diagnostics
import PolicyFiles

/// Checks the laws of the readers of app configurations on any bytes.
///
/// 1. Nothing crashes, hangs or exceeds its limits; libFuzzer watches time and memory.
/// 2. A rejected document has an error, and a usable one has none.
/// 3. No report quotes a line of the file.
/// 4. A policy that was read can be put in force, and every key of it can be queried.
@c(LLVMFuzzerTestOneInput)
public func fuzzConfiguration(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    for entry in ["graph", "plist"] {
        let document = """
            demarc: 1
            app: {id: com.contoso.mail}
            mdmUser: demarc:default
            appConfigurations: [{\(entry): c.bin}]
            """
        let files = MemoryFiles(["policy.yaml": Array(document.utf8), "c.bin": bytes])
        let result = PolicyDocumentReader(files: files).load(path: "policy.yaml")
        let errors = result.diagnostics.filter { $0.severity == .error }
        guard result.isUsable == errors.isEmpty else { fatalError("refused without an error, or used in spite of one") }
        guard !result.sources.contains(where: { $0.path == "c.bin" }) else { fatalError("the file may be quoted") }
        _ = TextReport(sources: result.sources).text(result.diagnostics)
        guard let document = result.document else { continue }
        var evaluator = PolicyEngine(document).makeEvaluator()
        let view = evaluator.appConfiguration()
        for key in view.keys.prefix(100) {
            guard !view.candidates(of: key).isEmpty else { fatalError("a key without a candidate") }
            _ = view.answer(to: key, as: .number, query: .max)
        }
    }
    return 0
}
