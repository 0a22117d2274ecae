import RequestReading
import TestSupport
import Testing
import URLStandard

@testable import PolicyAnalysis

@Suite("Models of URL readers") struct ReaderModelTests {
    /// A reading in one line: scheme, host, port, path, query.
    private static func words(_ reading: ReaderReading?) -> String {
        guard let reading else { return "refused" }
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        let port = reading.port.map { ":\($0)" } ?? ""
        return "\(text(reading.scheme)) \(text(reading.host))\(port) \(text(reading.path))"
            + (reading.query.map { "?" + text($0) } ?? "")
    }

    /// Enough that whatever takes more than linear time for it takes minutes.
    private static let many = TestSize.count(1 << 16, exhaustive: 1 << 20)

    private static let hostile: [(name: String, text: [UInt8])] = [
        ("nothing", []), ("a NUL", [0]), ("a scheme alone", Array("http:".utf8)), ("slashes alone", Array("//".utf8)),
        ("a broken sequence", Array("http://%/%".utf8)), ("an open bracket", Array("http://[".utf8)),
        ("a closed bracket", Array("http://]".utf8)), ("brackets around nothing", Array("http://[]:/".utf8)),
        ("bytes that are not UTF-8", [0x68, 0x74, 0x74, 0x70, 0x3A, 0x2F, 0x2F, 0xFF, 0xC0, 0x2F]),
        ("surrogates", [0x68, 0x3A, 0x2F, 0x2F, 0xED, 0xA0, 0x80]), ("all bytes", Array(0...255)),
        ("very many slashes", Array(repeating: UInt8(ascii: "/"), count: many)),
        ("very many dots", Array("http://a/".utf8) + Array(repeating: UInt8(ascii: "."), count: many)),
        ("very many at signs", Array("http://".utf8) + Array(repeating: UInt8(ascii: "@"), count: many)),
        ("very many digits", Array("http://a:".utf8) + Array(repeating: UInt8(ascii: "9"), count: many)),
        ("very many percent signs", Array("http://a".utf8) + Array(repeating: UInt8(ascii: "%"), count: many)),
        (
            "many dot segments",
            Array("http://a".utf8) + Array(repeating: Array("/..".utf8), count: many >> 4).flatMap(\.self)
        ),
    ]

    @Test("take any bytes, and in time", arguments: hostile.indices)
    func hostileBytes(row: Int) {
        for model in ReaderModel.allCases {
            // A destination is a URL of the parser, whatever the reader found.
            let destination = model.read(Self.hostile[row].text)?.destination
            #expect(destination.map { URLRecord($0) != nil } ?? true, "\(model.rawValue): \(Self.hostile[row].name)")
        }
    }

    private static let rows: [(model: ReaderModel, text: String, expected: String, why: Comment)] = [
        (.rfc3986, #"https://allow.example\@evil.example/"#, "https evil.example /", "a backslash is no slash"),
        (
            .rfc3986, "http://a@b@c:80:81/x/../y?q#f", "http c:80:81 /y?q",
            "the last at sign; the last colon begins no port"
        ),
        (.urllib, " \thttp://EX%41.com:080/%2e/?q#f", "http ex%41.com:80 /%2e/?q", "nothing is decoded"),
        (.urllib, "http://a:65536/", "refused", "port raises"),
        (.urllib, "http://a\u{FF0F}b/", "refused", "a slash that normalizing would bring forth"),
        (.urllib, "http://[1.2.3.4]/", "refused", "an IPv4 address in brackets"),
        (.curl, "http://a@b@c/", "refused", "user information ends at the first at sign, and a host holds none"),
        (.curl, "http:///127.1/../x", "http 127.0.0.1 /x", "three slashes; a legacy address"),
        (.curl, "ftp.example/x", "ftp ftp.example /x", "a guessed scheme"),
        (.curl, "https://EX%41.com/", "https EXA.com /", "the host is decoded"),
        (.goNetURL, "https://ex%41.com/", "refused", "an ASCII letter may not be encoded in a host"),
        (.goNetURL, "https://a/%2e%2e/%70?q", "https a /../p?q", "the path is decoded, and keeps its dots"),
        (.goNetURL, "//a:x/", "refused", "a port of digits alone"),
        (.javaURI, "https://a_b.example/x", "https  /x", "an underscore: no server, and no host"),
        (.javaURI, "https://a/x|y", "refused", "a character of no URI"),
        (.javaURI, "https://a.1/", "https  /", "the last label begins with a digit"),
        (.javaURL, "url:https://u@a:+80/x?q#f", "https a:80 /x?q", "a prefix; a port with a sign"),
        (.javaURL, "https://a@b@c/", "https  /", "two at signs: no host"),
        (.javaURL, "foo://a/", "refused", "no such handler"),
        (.nodeLegacy, "http://evil.example;.good.example/", "http evil.example ;.good.example/", "the host ends early"),
        (.nodeLegacy, #"http:\\a\b"#, "http a /b", "backslashes are slashes"),
        (.nodeLegacy, "http://a:80:81/x", "http a:81 /:80/x", "what is behind the first colon is path"),
        (.nodeLegacy, "http://%@a/", "refused", "user information that cannot be decoded"),
        (.nsurl, "https://u@a@EX%41.com:8/%70", "https EXA.com:8 /%70", "the last at sign; the host is decoded"),
        (.nsurl, "https://a b/", "refused", "a space in the host"),
        (.nginx, "http://a//x/%2e%2e/%70%3fy?q#f", "http a /p?y?q", "slashes merged, decoded, resolved"),
        (.nginx, "http://a/../x", "refused", "above the root"),
        (.nginx, "http://a_b/", "refused", "an underscore in the host"),
        (.nginx, "http://u@a/", "refused", "user information"),
        (.squid, "http://u@A..:80x/%70", "http a:80 /%70", "trailing dots go, and so does what is behind the port"),
        (.squid, "http://[::ffff:1.2.3.4]/", "http 1.2.3.4 /", "a mapped address"),
        (.squid, "http://0x7f.1/", "http 127.0.0.1 /", "a legacy address"),
        (.path(.merged), "https://a//x", "https a /x", "the table of RequestReading"),
        (.path(.decodedTwice), "https://a/%2570;x", "https a /p", "the table of RequestReading"),
    ]

    @Test("read as the reader does", arguments: rows.indices)
    func readings(row: Int) {
        let (model, text, expected, why) = Self.rows[row]
        #expect(Self.words(model.read(Array(text.utf8))) == expected, why)
    }

    @Test("have names that the command line finds them by")
    func names() {
        for model in ReaderModel.allCases { #expect(ReaderModel(rawValue: model.rawValue) == model) }
        #expect(ReaderModel(rawValue: "lynx") == nil)
        #expect(Set(ReaderModel.allCases.map(\.rawValue)).count == 15)
    }

    private static let destinations: [(text: String, expected: String?, why: Comment)] = [
        ("http://a/x y", "http://a/x%20y", "what a parser would not keep is encoded"),
        (#"http://a/x\..\y"#, "http://a/x%5C..%5Cy", "a backslash that the reader took for a character"),
        ("//a/x", nil, "no scheme"), ("http:x", nil, "no host"), ("http://a:65536/", nil, "no such port"),
        ("http://a%41/", nil, "no name of a server"),
        ("http://[::1%25eth0]/", "http://[::1]/", "a zone is no part of rules"),
        ("mailto:a@b", "mailto:a@b", "no host, and none is needed"),
    ]

    @Test("lead to the URL that rules are asked about, or nowhere", arguments: destinations.indices)
    func destination(row: Int) {
        let (text, expected, why) = Self.destinations[row]
        #expect(ReaderModel.rfc3986.read(Array(text.utf8))?.destination == expected, why)
    }

    @Test("agree with the parser where a URL is in canonical form and plain")
    func canonical() {
        for text in [
            "https://a.example/", "https://a.example:8443/x/y?q=1", "http://[2001:db8::1]/x", "http://10.0.0.1/",
        ] {
            for model in ReaderModel.allCases {
                let destination = model.read(Array(text.utf8))?.destination
                #expect(destination == text, "\(model.rawValue)")
            }
        }
    }

    @Test("find the host of RFC 3986 that the ambiguity of URLStandard names")
    func otherHost() {
        let texts = ReaderSamples.texts
        var compared = 0
        for text in texts {
            let bytes = Array(text.utf8)
            guard let record = URLRecord(text), record.disagreesOnAuthority(with: bytes.span) else { continue }
            var host: [UInt8] = []
            record.appendOtherHost(in: bytes.span, to: &host)
            guard let reading = ReaderModel.rfc3986.read(bytes) else { continue }
            // Older readers end a host at a delimiter, which the model of the appendix does not.
            #expect(reading.host.starts(with: host) || host[...].withoutBrackets == reading.host, "\(text)")
            compared += 1
        }
        #expect(compared > 100)
    }
}

/// Filled templates, some thousands.
enum ReaderSamples {
    static let texts: [String] = {
        let urls = [
            "https://allow.example/", "http://evil.example:8080/pay?q=1", "https://127.0.0.1/a/b",
            "http://[2001:db8::1]:80/x",
            "https://a_b.example/pay/roll", "http://strasse.example/a;x/b",
        ]
        let parts = urls.compactMap { ConfusionTemplate.Parts($0) }
        var seen: Set<String> = []
        return parts.flatMap { first in
            parts.flatMap { second in ConfusionTemplate.all.compactMap { $0.filled(first, second) } }
        }
        .filter { seen.insert($0).inserted }
    }()
}
