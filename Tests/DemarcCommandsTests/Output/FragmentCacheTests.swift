import Testing

@testable import DemarcCommands

@Suite("The cache of output fragments") struct FragmentCacheTests {
    @Test("A fragment is found only under its own key, however many there are")
    func law() {
        var cache = FragmentCache()
        var found = 0
        for round in 0..<2 {
            for number in 0..<20_000 as Range<UInt64> {
                let key = FragmentCache.Key(first: number % 7, second: number, third: number % 3)
                let text = String(repeating: "\(number)", count: 20)
                if round > 0 || number > 0, cache.range(of: key) != nil { found += 1 }
                let range = cache.range(of: key) ?? cache.insert(text, for: key)
                let bytes = cache.span.extracting(range)
                #expect(bytes.indices.map { bytes[$0] } == Array(text.utf8))
            }
        }
        // There are more fragments than slots, so most are forgotten in between, but never confused.
        #expect(found < 20_000)
    }

    @Test("A fragment is found again until it is replaced")
    func hit() {
        var cache = FragmentCache()
        let key = FragmentCache.Key(first: 1, second: 2, third: 3)
        #expect(cache.range(of: key) == nil)
        let range = cache.insert("abc", for: key)
        #expect(cache.range(of: key) == range)
        #expect(cache.range(of: FragmentCache.Key(first: 1, second: 2, third: 4)) == nil)
    }
}
