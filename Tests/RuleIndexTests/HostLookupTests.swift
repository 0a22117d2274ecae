import PolicyModel
import Testing
import URLMatching

@testable import RuleIndex

@Suite("Looking up hosts") struct HostLookupTests {
    @Test(
        "A host of any length is found, and so is every domain above it",
        arguments: [1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 63]
    )
    func lengths(label: Int) throws {
        for count in Array(1...72) + Array(stride(from: 73, through: 300, by: 9)) {
            var host = ""
            while host.utf8.count < count {
                if !host.isEmpty { host.append(".") }
                let left = count - host.utf8.count
                let letter = Character(Unicode.Scalar(UInt8(97 + host.utf8.count % 26)))
                host += String(repeating: letter, count: min(label, max(left, 1)))
            }
            let labels = host.split(separator: ".")
            for scheme in ["https", "x"] {
                // With a short scheme, the host is near the start of the URL, where no whole word precedes it.
                for depth in Set([1, labels.count / 2, labels.count - 1, labels.count]) where depth > 0 {
                    let domain = labels.suffix(depth).joined(separator: ".")
                    let rules = compiled([try rule("it", .external, [.domain: domain])])
                    #expect(try rules.answer("\(scheme)://\(host)/") == "external it", "\(domain) above \(host)")
                    #expect(try rules.answer("\(scheme)://a\(host).net/") == "internal -")
                }
                let exact = compiled([try rule("it", .external, [.host: host])])
                #expect(try exact.answer("\(scheme)://\(host)/") == "external it", "\(host)")
                #expect(try exact.answer("\(scheme)://x.\(host)/") == "internal -", "\(host)")
            }
        }
    }

    @Test(
        "Similar names are distinguished",
        arguments: [
            ("https://contoso.com/", "external domain"), ("https://a.b.contoso.com/", "external domain"),
            ("https://notcontoso.com/", "internal -"), ("https://contoso.com.evil.net/", "internal -"),
            ("https://contoso.co/", "internal -"), ("https://com/", "internal -"),
            ("https://www.contoso.com/", "blocked host"), ("https://x.www.contoso.com/", "external domain"),
            ("https://contoso.com./", "external domain"), ("https://www.contoso.com./", "blocked host"),
            ("https://contoso.com../", "external domain"), ("https://.contoso.com/", "external domain"),
            ("https://a..contoso.com/", "external domain"), ("https://contoso..com/", "internal -"),
            ("https://CONTOSO.com:8443/", "external domain"), ("https://u:p@contoso.com/", "external domain"),
            ("https://contoso.com@evil.net/", "internal -"), ("https://localhost/", "external single"),
            ("https://a.localhost/", "external single"), ("https://net/", "internal -"),
            ("x://contoso.com/", "external domain"), ("x:contoso.com", "internal -"),
            ("https://10.0.0.1/", "blocked address"), ("https://[::ffff:10.0.0.1]/", "blocked address"),
            ("https://[::ffff:a00:2]/", "external network"), ("https://10.0.0.1./", "blocked address"),
            ("https://10.0.0.1../", "blocked address"),
            ("https://0xa000001/", "blocked address"), ("https://10.0.0.2/", "external network"),
            ("https://[fd00::1]/", "external six"), ("https://[fe80::1]/", "internal -"),
            ("https://10.0.0.1.contoso.com/", "external domain"), ("https://10.0.0.1.example/", "internal -"),
        ]
    )
    func names(url: String, answer: String) throws {
        let rules = compiled([
            try rule("domain", .external, [.domain: "contoso.com"]),
            try rule("host", .blocked, [.host: "www.contoso.com"]),
            try rule("single", .external, [.domain: "localhost"]),
            try rule("address", .blocked, [.host: "10.0.0.1"]),
            try rule("network", .external, [.address: "10.0.0.0/24"]),
            try rule("six", .external, [.address: "fd00::/8"]),
        ])
        #expect(try rules.answer(url) == answer)
    }

    @Test("A rule for a single label does not affect domains under other top levels")
    func singleLabels() throws {
        for single in ["localhost", "com", "intranet"] {
            for key in [MatcherKey.host, .domain] {
                let rules = compiled([
                    try rule("single", .external, [key: single]), try rule("two", .blocked, [.domain: "contoso.com"]),
                    try rule("three", .blocked, [.host: "a.b.example"]),
                ])
                #expect(try rules.answer("https://contoso.com/") == "blocked two")
                #expect(try rules.answer("https://www.contoso.com/") == "blocked two")
                #expect(try rules.answer("https://a.b.example/") == "blocked three")
                #expect(try rules.answer("https://\(single)/") == "external single")
                #expect(try rules.answer("https://b.example/") == "internal -")
            }
        }
    }

    /// Names that a hash of whole words could confuse: they repeat one byte, and differ only in length.
    @Test("Names that differ only in length compile and are distinguished", .timeLimit(.minutes(15)))
    func repetitions() throws {
        var rules: [Rule] = []
        for count in 1...60 {
            rules.append(try rule("a\(count)", .external, [.domain: String(repeating: "a", count: count) + ".com"]))
            rules.append(try rule("ab\(count)", .external, [.domain: String(repeating: "ab", count: count / 2 + 1)]))
            rules.append(try rule("deep\(count)", .external, [.host: String(repeating: "a.", count: count) + "net"]))
        }
        var seen: Set<[MatcherKey: String]> = []
        rules = rules.filter { seen.insert([.host: "\($0.conditions)"]).inserted }
        let set = compiled(rules)
        for count in 1...60 {
            #expect(try set.answer("https://\(String(repeating: "a", count: count)).com/") == "external a\(count)")
            #expect(
                try set.answer("https://\(String(repeating: "a.", count: count))net/") == "external deep\(count)"
            )
        }
        #expect(try set.answer("https://\(String(repeating: "a", count: 61)).com/") == "internal -")
    }

    @Test("URLs that differ only in length are distinguished", .timeLimit(.minutes(15)))
    func repeatedURLs() throws {
        let urls = (1...80).map { "https://contoso.com/" + String(repeating: "a", count: $0) }
        let set = compiled(try urls.enumerated().map { try rule("u\($0)", .external, [.url: $1]) })
        for (number, url) in urls.enumerated() {
            #expect(try set.answer(url) == "external u\(number)")
            #expect(try set.answer(url + "#f") == "external u\(number)")
            #expect(try set.answer(url + "?") == "internal -")
        }
    }

    @Test("Names that collide under the first seed are spread by another")
    func crowded() throws {
        let bucketCount = UInt64(NameBuckets.count(names: 200, spread: 0))
        var names: [String] = []
        var number = 0
        while names.count < 200 {
            number += 1
            let label = String(number, radix: 36)
            let text = Array("\(label).com".utf8)
            let hash = NameHash(ofDomain: 0..<text.count, of: text.span, seed: 1)
            if NameTable.home(of: hash.value, homeCount: bucketCount) == 7 { names.append("\(label).com") }
        }
        var builder = NameTable.Builder(.hosts)
        for (rank, name) in names.enumerated() {
            builder.insert(
                Array(name.utf8).span,
                Posting(rank: UInt32(rank), entry: 0, isComplete: true, coversSubdomains: true)
            )
        }
        let table = builder.build()
        #expect(table.layout.bucketCount == bucketCount, "the names were chosen for a table of this size")
        #expect(table.seed != 1)
        let rules = compiled(try names.enumerated().map { try rule("r\($0)", .external, [.domain: $1]) })
        for (number, name) in names.enumerated() {
            #expect(try rules.answer("https://www.\(name)/") == "external r\(number)")
            #expect(try rules.answer("https://x\(name)/") == "internal -")
        }
    }
}
