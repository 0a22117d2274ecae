import Demarc
import URLMatching
import URLStandard

/// Holds URL patterns to their laws on any bytes.
///
/// What comes before the first byte 0xFF is a pattern, what is behind it a URL.
///
/// 1. Nothing crashes, hangs or goes over its bounds; libFuzzer watches time and memory.
/// 2. The place of an error lies inside the text.
/// 3. The forms that need no regular expression give what the Standard's expressions give.
@c(LLVMFuzzerTestOneInput)
public func fuzzPattern(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes as many bytes as it says, and keeps them for the call.
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
        // The expressions of a pattern that needs none may be too large.
    }
    return 0
}
