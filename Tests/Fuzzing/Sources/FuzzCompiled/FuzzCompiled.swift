import ByteText
import Demarc
import PolicyModel
@_spi(Fuzzing) import RuleIndex

/// Holds compiled policies to their laws on any bytes.
///
/// The checksum would refuse nearly every input, and whoever makes a file up can make it fit; so it is not asked for, and
/// the size in the head is made that of the input.
///
/// 1. Nothing crashes, hangs or reads outside the file; libFuzzer and AddressSanitizer watch.
/// 2. What opens decides and explains, in whatever way.
/// 3. What opens can be compiled again, and then opens with its checksum.
@c(LLVMFuzzerTestOneInput)
public func fuzzCompiled(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes as many bytes as it says, and keeps them for the call.
    var bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    if bytes.count >= 24 {
        for position in 0..<8 { bytes[16 + position] = UInt8(truncatingIfNeeded: bytes.count >> (8 * position)) }
    }
    guard let policy = try? CompiledPolicy(openingUnverified: SharedBytes(copying: bytes)) else { return 0 }
    let engine = PolicyEngine(policy)
    var evaluator = engine.makeEvaluator()
    for declaration in policy.document.views.prefix(4) {
        guard let view = engine.view(named: declaration.id) else { continue }
        for url in urls {
            let decision = evaluator.navigation(to: url.utf8.span, in: view)
            _ = evaluator.explanation(of: decision)
        }
    }
    guard let file = try? policy.compiledFile() else { return 0 }
    do throws(CompiledFileError) {
        _ = try CompiledPolicy(opening: file)
    } catch {
        fatalError("a policy that was opened compiles to one that is refused: \(error)")
    }
    return 0
}

private let urls = [
    "https://contoso.com/", "https://www.contoso.com/a?b#c", "https://evil.example/a", "https://10.0.0.1/", "x:y",
    "https://a.sharepoint.com/teams/x",
]
