import ByteText
import Demarc
import RequestReading
import TestSupport
import Testing
import URLStandard

@Suite("Readings of a query") struct QueryReadingTests {
    private static func read(_ query: String) -> String {
        var output = Array("before".utf8)
        QueryReading.decoded.append(of: query.utf8.span, to: &output)
        return String(decoding: output.dropFirst(6), as: UTF8.self)
    }

    @Test(
        "Each escape that need not be one is decoded once",
        arguments: [
            ("?role=%61dmin", "?role=admin"), ("r%6fle=%61%64%6D%69%6e", "role=admin"),
            ("a%5B0%5d=%2Fx%3A%40", "a[0]=/x:@"),
            ("q=%3f%5c%7e%2c%24%21%2A", "q=?\\~,$!*"), ("%7B%7c%7D%60%5E", "{|}`^"),
            // Decoded, these would divide parameters, mean a space, begin an escape or end the query.
            ("a%26b%3Dc%3Bd%2Be%23f", "a%26b=c;d%2Be%23f"), ("%2561", "%2561"), ("%25%36%31", "%2561"),
            // The Standard encodes these.
            ("%20%22%27%3C%3E%7F%0A%C3%A9", "%20%22%27%3C%3E%7F%0A%C3%A9"),
            // Capital digits are those of the Standard.
            ("%c3%a9%3d%0a", "%C3%A9=%0A"),
            ("100%&%6&%zz&%", "100%&%6&%zz&%"), ("%%61", "%a"), ("a=b+c", "a=b+c"), ("", ""), ("?", "?"),
        ]
    )
    func table(query: String, expected: String) {
        #expect(Self.read(query) == expected)
        let mayDiffer = QueryReading.mayDiffer(query.utf8.span)
        #expect(mayDiffer == (query != expected))
    }

    @Test("A query may differ if and only if its reading does, and the reading is canonical")
    func canonical() throws {
        let pieces = [
            "a", "=", "&", "%61", "%2561", "%3d", "%26", "%20", "%27", "'", "\"", "%", "%6", "%c3%a9", "%C3%A9", "+",
            "%2b", "%2F", "/", "?", "%23", ";", "%3B", "%ff", "%5c", "\\", "\u{E9}",
        ]
        var random = SplitMix(seed: 16)
        var differing = 0
        for _ in 0..<TestSize.count(3_000, exhaustive: 300_000) {
            let text = "https://good.test/?" + random.text(of: pieces, upTo: 10)
            let record = try URLRecord(parsing: text.utf8.span)
            let query = record.query.string
            let read = Self.read(query)
            let mayDiffer = QueryReading.mayDiffer(query.utf8.span)
            #expect(mayDiffer == (read != query), "\(query)")
            if mayDiffer { differing += 1 }
            // Rules see the query as it is read.
            let again = try URLRecord(parsing: "https://good.test/?\(read)".utf8.span)
            #expect(again.query.string == read, "\(query)")
        }
        #expect(differing > 500)
    }
}
