import PolicyFiles
import PolicyModel

/// Holds the reader of registrations to its laws on any bytes.
///
/// 1. Nothing crashes, hangs or goes over its bounds; libFuzzer watches time and memory.
/// 2. However the bytes arrive, the entries are the same.
/// 3. Every entry stands inside the stream.
/// 4. A registration knows nothing but what one can hold.
@c(LLVMFuzzerTestOneInput)
public func fuzzRegistrations(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes as many bytes as it says, and keeps them for the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let whole = read(bytes, in: max(1, bytes.count))
    // The first byte says how the others are cut.
    let pieces = read(bytes, in: 1 + Int(bytes.first ?? 0) % 37)
    guard pieces == whole, read(bytes, in: 1) == whole else { fatalError("it matters how the bytes arrive") }
    let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
    for entry in whole {
        guard (1...lines).contains(entry.line), entry.column >= 1, entry.column <= bytes.count + 1 else {
            fatalError("a place outside of the stream")
        }
        guard case .registration(let registration) = entry.content else { continue }
        guard registration.device.hasPasscode == .inapplicable, registration.access.authentication == .inapplicable,
            registration.access.pinSetAt == .inapplicable, registration.device.threats == .inapplicable
        else { fatalError("a fact that no registration can hold") }
    }
    return 0
}

private func read(_ bytes: [UInt8], in size: Int) -> [ManagedAppRegistrationEntry] {
    var stream = ManagedAppRegistrationStream()
    var entries: [ManagedAppRegistrationEntry] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
        entries += stream.read(bytes.span.extracting(start..<min(start + size, bytes.count)))
    }
    return entries + stream.finish()
}
