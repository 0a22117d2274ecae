@_spi(Fuzzing) import URLStandard

/// Checks the laws of the URL parser on any bytes; see ``URLLaws``.
///
/// If the bytes contain 0xFF, which no UTF-8 text does, the bytes before the first one are a base URL.
@c(LLVMFuzzerTestOneInput)
public func fuzzURL(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
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
