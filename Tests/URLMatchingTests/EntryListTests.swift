import ByteText
import TestSupport
import Testing
import URLMatching
import URLStandard

@Suite("List")
struct EntryListTests {
    private func read(_ bytes: [UInt8], _ format: ListFormat = .domains) throws -> EntryListReading {
        try EntryList.read(bytes.span, format: format)
    }

    private func read(_ text: String, _ format: ListFormat = .domains) throws -> EntryListReading {
        try read([UInt8](text.utf8), format)
    }

    private func entries(_ list: EntryList) -> [String] {
        (0..<list.count).map { "\(list.line(at: $0)):" + list.entry(at: $0).string }
    }

    @Test(
        "A bad line is reported with its number and the wrong bytes",
        arguments: [
            ("contoso.com\n*.fabrikam.com\n", .domains, 2, 0..<2, 12, .wildcard),
            ("  https://contoso.com # x", .domains, 1, 2..<10, 0, .hasScheme),
            ("\r\n\r\ncontoso.com:80\r\n", .domains, 3, 11..<14, 4, .hasPort),
            ("a\n\tcontoso .com", .domains, 2, 8..<9, 2, .space),
            ("0.0.0.0 contoso.com", .domains, 1, 7..<8, 0, .space),
            ("||contoso.com^", .domains, 1, 0..<1, 0, .invalidCharacter),
            ("10.0.0.1\n", .domains, 1, 0..<8, 0, .isAddress),
            ("a.example\r", .domains, 1, nil, 0, nil),
            ("a\rb\n", .domains, 1, 1..<2, 0, .space),
            ("https://contoso.com/\ncontoso.com/x", .urls, 2, 0..<13, 21, .invalidURL),
            ("https://u@contoso.com/", .urls, 1, 0..<22, 0, .hasCredentials),
            ("https://a.example/ https://b.example/", .urls, 1, 18..<19, 0, .space),
            ("https://a.example/\tmalware", .urls, 1, 18..<19, 0, .space),
            ("contoso.com", .hosts, 1, 0..<11, 0, .invalidHostsLine),
            ("0.0.0.0", .hosts, 1, 0..<7, 0, .invalidHostsLine),
            ("10.1.2.3 intranet.example", .hosts, 1, 0..<8, 0, .invalidHostsLine),
            ("a.example 0.0.0.0", .hosts, 1, 0..<9, 0, .invalidHostsLine),
            ("a.example ::1", .hosts, 1, 0..<9, 0, .invalidHostsLine),
            ("10.1.2.3 0.0.0.0", .hosts, 1, 0..<8, 0, .invalidHostsLine),
            ("a.example localhost", .hosts, 1, 0..<9, 0, .invalidHostsLine),
            ("localhost 127.0.0.1", .hosts, 1, 0..<9, 0, .invalidHostsLine),
            ("0.0.0.0 a.example *.b.example", .hosts, 1, 18..<20, 0, .wildcard),
            ("0.0.0.0 a.example\n 0.0.0.0\ta.example:80", .hosts, 2, 18..<21, 18, .hasPort),
            ("a.example", .adblockDomains, 1, 0..<9, 0, .invalidFilter),
            ("# comment", .adblockDomains, 1, 0..<9, 0, .invalidFilter),
            ("@@||a.example^", .adblockDomains, 1, 0..<14, 0, .invalidFilter),
            ("||a.example", .adblockDomains, 1, 0..<11, 0, .invalidFilter),
            ("||a.example^$third-party", .adblockDomains, 1, 12..<24, 0, .invalidFilter),
            ("||a.example^/x", .adblockDomains, 1, 12..<14, 0, .invalidFilter),
            ("||^", .adblockDomains, 1, 2..<3, 0, .empty),
            ("||*.a.example^", .adblockDomains, 1, 2..<4, 0, .wildcard),
            ("||10.0.0.1^", .adblockDomains, 1, 2..<10, 0, .isAddress),
            ("a.example##.banner", .adblockDomains, 1, 0..<18, 0, .invalidFilter),
            ("https://a.example/|https://b.example/", .edge, 1, 18..<19, 0, .separator),
            ("a.example/*", .edge, 1, 0..<11, 0, .missingScheme),
            ("a.example\n a.example:0 # b", .chrome, 2, 10..<12, 10, .invalidPort),
            ("*.a.example", .chrome, 1, 0..<1, 0, .wildcardLabel),
            ("custom://a", .chrome, 1, 0..<10, 0, .customScheme),
        ] as [(String, ListFormat, Int, Range<Int>?, Int, MatcherError.Code?)]
    )
    func badLine(
        text: String,
        format: ListFormat,
        line: Int,
        columns: Range<Int>?,
        offset: Int,
        code: MatcherError.Code?
    ) throws {
        let reading = try read(text, format)
        guard let code else {
            #expect(reading.badLineCount == 0)
            return
        }
        let bad = try #require(reading.badLines.first)
        #expect(reading.badLineCount == 1)
        #expect(bad.line == line)
        #expect(bad.columns == columns)
        #expect(bad.lineOffset == offset)
        #expect(bad.error.code == code, "\(bad.error)")
    }

    @Test(
        "The help for a line of a hosts file names a line that blocks the name",
        arguments: [
            ("a.example 0.0.0.0", "write `0.0.0.0 a.example`"),
            ("a.example\t::1", "write `::1 a.example`"),
            ("10.1.2.3 127.0.0.1", "write `127.0.0.1 10.1.2.3`"),
            ("a.example", "write `0.0.0.0 a.example`, or use the format `domains`"),
            // These would be accepted and skipped, or lead to the next error.
            ("0.0.0.0", "a line needs an address such as `0.0.0.0` and a host, without scheme, port and path"),
            ("*.a.example", "a line needs an address such as `0.0.0.0` and a host, without scheme, port and path"),
            ("*.a.example 0.0.0.0", "a name is blocked by `0.0.0.0`, `127.0.0.1`, `::`, `::1`, `0`"),
            ("a.example localhost", "a name is blocked by `0.0.0.0`, `127.0.0.1`, `::`, `::1`, `0`"),
        ]
    )
    func hostsHelp(line: String, help: String) throws {
        let reading = try read(line, .hosts)
        #expect(reading.badLines.map(\.error.help) == [help])
        #expect(entries(reading.list) == [])
    }

    @Test("Bytes that are not UTF-8 are a bad line in every format", arguments: ListFormat.allCases)
    func notUTF8(format: ListFormat) throws {
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]] {
            let (prefix, suffix) =
                switch format {
                case .domains: ("contoso.", "")
                case .hosts: ("0.0.0.0 contoso.", "")
                case .adblockDomains: ("||contoso.", "^")
                case .edge, .chrome, .urls: ("https://contoso.com/", "")
                }
            let file =
                [UInt8]("\(prefix)com\(suffix)\n\(prefix)".utf8) + bytes
                + [UInt8]("\(suffix)\n\(prefix)net\(suffix)\n".utf8)
            let reading = try read(file, format)
            #expect(reading.badLines.map(\.line) == [2])
            #expect(reading.badLines.first?.error.code == .notUTF8)
            #expect(reading.list.count == 2)
        }
    }

    @Test("Random bytes do not hide the entries before and after them, in any format", arguments: ListFormat.allCases)
    func noise(format: ListFormat) throws {
        let entry =
            switch format {
            case .domains: "contoso.com"
            case .hosts: "0.0.0.0 contoso.com"
            case .adblockDomains: "||contoso.com^"
            case .edge, .chrome, .urls: "https://contoso.com/"
            }
        for seed in 1...4 as ClosedRange<UInt64> {
            var random = SplitMix(seed: seed)
            let noise = (0..<25_000).map { _ in UInt8.random(in: 0...255, using: &random) }
            let reading = try read([UInt8]("\(entry)\n".utf8) + noise + [UInt8]("\n\(entry)\n".utf8), format)
            let noiseLines = noise.count { $0 == UInt8(ascii: "\n") } + 1
            let list = reading.list
            #expect(reading.lineCount == noiseLines + 2, "seed \(seed)")
            #expect(reading.badLineCount > 0 && reading.badLineCount + list.count <= reading.lineCount, "seed \(seed)")
            let found = entries(list)
            #expect(found.first == "1:" + (try entries(read(entry, format).list).joined().dropFirst(2)), "seed \(seed)")
            #expect(list.count >= 2 && list.line(at: list.count - 1) == reading.lineCount, "seed \(seed)")
            // Entries are canonical: valid UTF-8 without line breaks.
            #expect(
                found.allSatisfy { !$0.contains("\u{FFFD}") && !$0.utf8.contains(UInt8(ascii: "\n")) },
                "seed \(seed)"
            )
        }
    }

    @Test("A UTF-16 file and a line of a megabyte are read to the end")
    func hostile() throws {
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in "contoso.com\nfabrikam.com\n".utf16 {
            wide += [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
        }
        let wideReading = try read(wide)
        #expect(wideReading.list.isEmpty && wideReading.badLineCount > 0)

        let long = String(repeating: "a.", count: 500_000) + "example"
        let longReading = try read("x.example\n\(long)\ny.example")
        #expect(longReading.list.count == 2)
        #expect(longReading.badLines.map(\.error.code) == [.tooLong])
        #expect((longReading.badLines.first?.error.message.count ?? 1000) < 200)
    }

    @Test("Every bad line is counted, and the first hundred are kept, or as many as the caller wants")
    func manyBadLines() throws {
        let reading = try read(String(repeating: "*.x\n", count: 1_000) + "contoso.com")
        #expect(reading.badLineCount == 1_000)
        #expect(reading.badLines.map(\.line) == Array(1...100))
        #expect(entries(reading.list) == ["1001:contoso.com"])
        #expect(reading.lineCount == 1_001)
        let bytes = [UInt8](String(repeating: "*.x\n", count: 200).utf8)
        for limit in [3, 150] {
            let reading = try EntryList.read(bytes.span, format: .domains, badLineLimit: limit)
            #expect(reading.badLineCount == 200 && reading.badLines.count == limit)
        }
    }

    @Test(
        "Comments and blank lines are skipped, and other lines keep their number",
        arguments: [
            ("", .domains, []),
            ("\n\n", .domains, []),
            ("# only\n  # comments\n#", .domains, []),
            ("contoso.com", .domains, ["1:contoso.com"]),
            ("contoso.com\n", .domains, ["1:contoso.com"]),
            ("\u{FEFF}contoso.com\n", .domains, ["1:contoso.com"]),
            ("\u{FEFF}# x\r\n\r\ncontoso.com\r\nfabrikam.com", .domains, ["3:contoso.com", "4:fabrikam.com"]),
            ("  contoso.com\t\n", .domains, ["1:contoso.com"]),
            ("contoso.com # the company\nfabrikam.com\t#x", .domains, ["1:contoso.com", "2:fabrikam.com"]),
            ("CONTOSO.com\nBücher.example\n", .domains, ["1:contoso.com", "2:xn--bcher-kva.example"]),
            ("xn--bcher-kva.example\na--b.example", .domains, ["1:xn--bcher-kva.example", "2:a--b.example"]),
            ("3m.com\n1-2.example\n_x.y", .domains, ["1:3m.com", "2:1-2.example", "3:_x.y"]),
            ("x.1a", .domains, ["1:x.1a"]),
            ("a\na\n", .domains, ["1:a", "2:a"]),
            (
                "https://contoso.com # home\nHTTPS://x.example:443/a%20b#frag\n", .urls,
                ["1:https://contoso.com/", "2:https://x.example/a%20b"]
            ),
            ("https://x.example/#!/route # comment", .urls, ["1:https://x.example/"]),
            (
                "# hosts\n127.0.0.1 localhost\nff02::1 ip6-allnodes\nfe80::1%lo0 localhost\n0.0.0.0 0.0.0.0\n"
                    + "255.255.255.255 broadcasthost\n"
                    + "0.0.0.0 a.example  B.example#x\n:: c.example\r\n127.0.0.1\t localhost d.example",
                .hosts, ["7:a.example", "7:b.example", "8:c.example", "9:d.example"]
            ),
            (
                ":: ::1\n127.0.0.1 ::1 localhost\n0.0.0.0 2001:DB8::1 10.0.0.1\n0 x.example\n"
                    + "0.0.0.0 127.0.0.1 :: 0.0.0.0 ::1 127.0.0.2\n",
                .hosts, ["3:[2001:db8::1]", "3:10.0.0.1", "4:x.example", "5:127.0.0.2"]
            ),
            (
                "[Adblock Plus 2.0]\n! Title: x\n\n||a.example^\r\n ||Bücher.example^ \n!||b.example^",
                .adblockDomains, ["4:a.example", "5:xn--bcher-kva.example"]
            ),
            (
                "# list\nhttps://*.contoso.com/*  # all\n10.0.0.0/8\n", .edge,
                ["2:https://*.contoso.com/*", "3:10.0.0.0/8"]
            ),
        ] as [(String, ListFormat, [String])]
    )
    func good(text: String, format: ListFormat, expected: [String]) throws {
        let reading = try read(text, format)
        #expect(reading.badLines.map(\.error) == [])
        #expect(entries(reading.list) == expected)
    }

    @Test("The places of a line's names are those of its entries")
    func places() throws {
        let line = " 0.0.0.0 localhost a.example *.b.example c.example #d"
        let ranges = ListFormat.hosts.entryRanges(in: line.utf8.span)
        let texts = ranges.map { String(decoding: Array(line.utf8)[$0], as: UTF8.self) }
        #expect(texts == ["a.example", "c.example"])
        #expect(entries(try read(line, .hosts).list) == ["1:a.example", "1:c.example"])
    }

    @Test("A list of domains matches like its domains, and a list of URLs like its URLs")
    func matches() throws {
        let domains = Matcher.list(try read("fabrikam.com\ncontoso.com\nwww.contoso.com\n").list)
        let urls = Matcher.list(try read("https://contoso.com/a\n", .urls).list)
        var scratch = MatchScratch()
        for (url, inDomains, inURLs) in [
            ("https://contoso.com/a#x", true, true), ("https://u@contoso.com./a", true, true),
            ("https://a.contoso.com/", true, false), ("https://notcontoso.com/a", false, false),
        ] {
            let record = try URLRecord(parsing: url.utf8.span)
            #expect(domains.matches(record, scratch: &scratch) == MatchOutcome(inDomains), "\(url)")
            #expect(urls.matches(record, scratch: &scratch) == MatchOutcome(inURLs), "\(url)")
        }
    }

    @Test("Each format matches like the key with its name")
    func formats() throws {
        var scratch = MatchScratch()
        for (text, format, matches, misses) in [
            ("0.0.0.0 a.example", .hosts, ["https://a.example/", "ftp://u@a.example."], ["https://x.a.example/"]),
            (
                "||a.example^", .adblockDomains, ["https://a.example/", "https://x.a.example:1/"],
                ["https://xa.example/"]
            ),
            (
                "https://*.a.example/b/*", .edge, ["https://x.a.example/b"],
                ["https://a.example/b", "http://x.a.example/b"]
            ),
        ] as [(String, ListFormat, [String], [String])] {
            let list = Matcher.list(try read(text, format).list)
            for (url, expected) in matches.map({ ($0, true) }) + misses.map({ ($0, false) }) {
                let record = try URLRecord(parsing: url.utf8.span)
                #expect(list.matches(record, scratch: &scratch) == MatchOutcome(expected), "\(text) \(url)")
            }
        }
    }

    @Test("The longest entry explains a match, and the first of equal entries")
    func explanation() throws {
        let list = try read("contoso.com\nwww.contoso.com\nwww.contoso.com\ncom").list
        let record = try URLRecord(parsing: "https://a.www.contoso.com/".utf8.span)
        let index = list.firstEntry(matchingForm: record)
        #expect(index.map(list.line) == 2)
    }

    @Test("Very many lines are read into flat memory")
    func veryMany() throws {
        let count = TestSize.count(100_000, exhaustive: 1_000_000)
        var file: [UInt8] = []
        for number in 0..<count { file.append(contentsOf: "host-\(number).example-\(number % 1000).com\n".utf8) }
        let list = try read(file).list
        #expect(list.count == count)
        let (entryBytes, last) = (list.entryByteCount, list.line(at: count - 1))
        // Only the bytes of the lines, without their newlines.
        #expect(entryBytes == file.count - count)
        #expect(last == count)
        #expect(entries(list).last == "\(count):host-\(count - 1).example-999.com")
    }

    @Test("Lists with equal entries and lines are equal")
    func equality() throws {
        #expect(try read("a\nb").list == read("a \r\nb # x").list)
        #expect(try read("a\nb").list.hashValue == read("A\nb").list.hashValue)
        #expect(try read("a\nb").list != read("a\n\nb").list)
        #expect(try read("ab\nc").list != read("a\nbc").list)
    }
}
