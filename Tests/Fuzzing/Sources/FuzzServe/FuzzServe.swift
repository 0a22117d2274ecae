import Diagnostics
import Hosting
import PolicyFiles

/// Checks the laws of the reader of a server's configuration on any bytes.
///
/// 1. Nothing crashes, hangs or exceeds its limits; libFuzzer watches time and memory.
/// 2. A rejected file has an error, and a usable one has none.
/// 3. Every place in a finding is inside the file, and findings can be printed.
/// 4. A usable configuration has a listener; each of its bindings has a name and a view; limits are reasonable; a
///   listener for ICAP has a binding with that convention.
@c(LLVMFuzzerTestOneInput)
public func fuzzServe(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let result = ServerConfigurationReader(files: MemoryFiles()).load(bytes: bytes, path: "etc/serve.yaml")

    let hasErrors = result.diagnostics.contains { $0.severity == .error }
    guard (result.configuration != nil) != hasErrors else {
        fatalError("refused without an error, or used in spite of one")
    }
    for place in result.diagnostics.flatMap(\.places) {
        guard 0 <= place.start.offset, place.start.offset <= place.end.offset, place.end.offset <= count else {
            fatalError("a finding names the bytes \(place.start.offset)..<\(place.end.offset) of \(count)")
        }
    }
    _ = TextReport(sources: result.sources).text(result.diagnostics)
    guard let configuration = result.configuration else { return 0 }
    guard !configuration.listeners.isEmpty, !configuration.policy.path.isEmpty else {
        fatalError("a configuration without listener or policy is used")
    }
    let names = Set(configuration.bindings.map(\.name))
    guard names.count == configuration.bindings.count, !names.contains("") else {
        fatalError("bindings without a name of their own are used")
    }
    for binding in configuration.bindings where binding.request.view.isEmpty { fatalError("a binding without a view") }
    for listener in configuration.listeners {
        guard !listener.services.isEmpty else { fatalError("a listener that serves nothing is used") }
        guard listener.services.contains(.icap) else { continue }
        guard listener.services == [.icap], let name = listener.binding,
            configuration.binding(named: name)?.convention == .icap
        else { fatalError("a listener for ICAP has no binding of its convention") }
    }
    let limits = configuration.limits
    guard limits.headerBytes > 0, limits.targetBytes > 0, limits.bodyBytes >= 0, limits.connections > 0,
        limits.batch > 0,
        limits.headerTimeout > .zero, limits.idleTimeout > .zero, limits.decisionTimeout > .zero, limits.drain > .zero
    else { fatalError("a limit is zero") }
    return 0
}
