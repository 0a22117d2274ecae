import Demarc
import Diagnostics
import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

/// Checks the laws of regular expressions on any bytes.
///
/// The bytes are choices, from which an expression and URLs for it are generated.
///
/// 1. Nothing crashes, hangs or exceeds its limits; libFuzzer watches time and memory.
/// 2. The index finds the expression whenever it matches.
/// 3. No search counts more steps than its bound.
@c(LLVMFuzzerTestOneInput)
public func fuzzRegex(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    var generator = RandomURLRegex(ByteChoices(bytes: bytes))
    let (pattern, urls) = generator.next(urls: 12)
    guard let matcher = try? Matcher(key: .regex, text: pattern) else { return 0 }
    let place = SourceLocation(path: "", line: 1, column: 1)
    let condition = Condition(key: .regex, alternatives: [matcher])
    let rule = Rule(id: "regex", urlClass: .blocked, conditions: [condition], location: place)
    let compiled = CompiledRuleSet(
        RuleSet(name: "regex", defaultClass: .internal, defaultLocation: place, rules: [rule])
    )
    var subject = MatchSubject()
    for url in urls + urls.prefix(2).map({ $0 + String(repeating: "/a.b", count: 2_000) }) {
        guard (try? subject.url.parse(url.utf8.span)) != nil else { continue }
        let indexed = compiled.match(&subject, parsedFrom: url.utf8.span)
        // A host that is not a domain has two readings, and each may be searched with and without the tables.
        let searches = subject.url.hostKind == .opaque ? 4 : 1
        guard subject.scratch.regexSteps <= searches * RegexLimits.searchSteps else {
            fatalError("`\(pattern)`: \(url)")
        }
        let linear = compiled.matchLinearly(subject.url, scratch: &subject.scratch)
        guard indexed == linear else { fatalError("`\(pattern)` and \(url): \(indexed), not \(linear)") }
    }
    return 0
}

/// Choices made from bytes, one byte for each. When the bytes are used up, every choice is the last alternative, which
/// ends every repetition.
struct ByteChoices: RandomNumberGenerator {
    private let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> UInt64 {
        let byte = position < bytes.count ? bytes[position] : .max
        position += 1
        // A number below some bound is made from the highest bits; the lower ones are set so that it is never rejected.
        return UInt64(byte) << 56 | 1 << 55
    }
}
