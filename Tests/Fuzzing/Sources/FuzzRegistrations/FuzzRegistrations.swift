import PolicyFiles
import PolicyModel

/// Checks the laws of the reader of registrations on any bytes.
///
/// 1. Nothing crashes, hangs or exceeds its limits; libFuzzer watches time and memory.
/// 2. The entries do not depend on how the bytes arrive.
/// 3. Every entry is inside the stream.
/// 4. A registration only has facts that a registration can contain.
@c(LLVMFuzzerTestOneInput)
public func fuzzRegistrations(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let whole = read(bytes, in: max(1, bytes.count))
    // The first byte determines how the others are split.
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
