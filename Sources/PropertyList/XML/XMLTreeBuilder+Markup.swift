/// Where markup begins, which libxml2 doesn't say.
extension XMLTreeBuilder {
    /// Where the markup begins that ends before an offset.
    func lastMarkup(before end: Int) -> Int { lastByte(UInt8(ascii: "<"), before: end) }

    func lastByte(_ byte: UInt8, before end: Int) -> Int {
        let end = min(max(end, 0), bytes.count)
        return bytes[..<end].lastIndex(of: byte) ?? end
    }

    func lastWord(_ word: String, before end: Int) -> Int? {
        var end = end
        while end > 0 {
            let start = lastMarkup(before: end)
            if start >= end { return nil }
            if bytes[start...].starts(with: word.utf8) { return start }
            end = start
        }
        return nil
    }
}
