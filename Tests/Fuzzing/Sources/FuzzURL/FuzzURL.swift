@_spi(Fuzzing) import URLStandard

/// Holds the URL parser to its laws on any bytes; see ``URLLaws``.
///
/// Where the bytes contain 0xFF, which no UTF-8 text does, what comes before the first one is a base URL.
@c(LLVMFuzzerTestOneInput)
public func fuzzURL(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes as many bytes as it says, and keeps them for the call.
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    let input = unsafe bytes.span
    guard let separator = (0..<input.count).first(where: { input[$0] == 0xFF }) else {
        URLLaws.check(input)
        return 0
    }
    let reference = input.extracting((separator + 1)...)
    guard let base = try? URLRecord(parsing: input.extracting(..<separator)) else {
        URLLaws.check(reference)
        return 0
    }
    URLLaws.check(reference, base: base)
    return 0
}
