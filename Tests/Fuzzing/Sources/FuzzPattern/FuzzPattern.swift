import Demarc
import URLMatching
import URLStandard

/// Checks the laws of URL patterns on any bytes.
///
/// The bytes before the first 0xFF are a pattern, and those after it a URL.
///
/// 1. Nothing crashes, hangs or exceeds its limits; libFuzzer watches time and memory.
/// 2. The range of an error is inside the text.
/// 3. The forms without a regular expression give the same results as the Standard's expressions.
@c(LLVMFuzzerTestOneInput)
public func fuzzPattern(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let end = bytes.firstIndex(of: 0xFF) ?? bytes.count
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    let pattern: URLPattern
    do throws(MatcherError) {
        pattern = try URLPattern(text, ignoreCase: bytes.count % 2 == 1)
    } catch {
        if let range = error.range, range.isEmpty || range.lowerBound < 0 || range.upperBound > text.utf8.count {
            fatalError("a place outside the text")
        }
        return 0
    }
    let subject = end < bytes.count ? Array(bytes[(end + 1)...]) : Array("https://contoso.com/a/b?c#d".utf8)
    guard let url = try? URLRecord(parsing: subject.span) else { return 0 }
    let outcome = pattern.outcome(for: url)
    guard outcome != .limitReached else { return 0 }
    do throws(MatcherError) {
        let isMatch = try pattern.exec(url) != nil
        guard isMatch == (outcome == .matched) else { fatalError("\(pattern) matches, or does not") }
    } catch {
        // The expressions of a pattern that does not need them may be too large.
    }
    return 0
}
