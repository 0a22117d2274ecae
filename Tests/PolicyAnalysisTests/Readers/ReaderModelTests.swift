import RequestReading
import TestSupport
import Testing
import URLStandard

@testable import PolicyAnalysis

@Suite("Models of URL readers") struct ReaderModelTests {
    /// A reading on one line: scheme, host, port, path, query.
    private static func words(_ reading: ReaderReading?) -> String {
        guard let reading else { return "refused" }
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        let port = reading.port.map { ":\($0)" } ?? ""
        return "\(text(reading.scheme)) \(text(reading.host))\(port) \(text(reading.path))"
            + (reading.query.map { "?" + text($0) } ?? "")
    }

    /// So many that a superlinear algorithm would take minutes.
    private static let many = TestSize.count(1 << 14, exhaustive: 1 << 20)

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

    @Test("A model reads any bytes, in bounded time", arguments: hostile.indices)
    func hostileBytes(row: Int) {
        for model in ReaderModel.allCases {
            // A destination is a URL that the parser accepts, whatever the reader found.
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
        (.javaURI, "https://[::1.2.3.04]/", "https ::102:304 /", "a zero before a number of the dotted part"),
        (.javaURI, "https://[::00001]/", "refused", "a piece of five digits"),
        (.javaURL, "url:https://u@a:+80/x?q#f", "https a:80 /x?q", "a prefix; a port with a sign"),
        (.javaURL, "https://a@b@c/", "https  /", "two at signs: no host"),
        (.javaURL, "foo://a/", "refused", "no such handler"),
        (.javaURL, "https://[::00001]:80/", "https ::1:80 /", "a piece of five digits"),
        (.javaURL, "https://[::10000]/", "refused", "a piece that is too large"),
        (.nodeLegacy, "http://evil.example;.good.example/", "http evil.example ;.good.example/", "the host ends early"),
        (.nodeLegacy, #"http:\\a\b"#, "http a /b", "backslashes are slashes"),
        (.nodeLegacy, "http://a:80:81/x", "http a:81 /:80/x", "what is behind the first colon is path"),
        (.nodeLegacy, "http://%@a/", "refused", "user information that cannot be decoded"),
        (.nodeLegacy, "http://xn--a/", "refused", "Punycode that does not decode, in a name that is ASCII"),
        (.nodeLegacy, "http://xn--abc-/", "http xn--abc- /", "Punycode of ASCII"),
        (.nodeLegacy, "http://\u{FF58}n--Abc-.\u{E9}/", "http xn--abc-.xn--9ca /", "the same, in other characters"),
        (.nodeLegacy, "http://xn---/", "refused", "Punycode of nothing"),
        (.nodeLegacy, "http://aa--\u{E9}-/", "http xn--aa----esa /", "hyphens are not checked"),
        (.nodeLegacy, "http://a\u{7F}.\u{E9}/", "http a\u{7F}.xn--9ca /", "a control in a name that is not ASCII"),
        (.nodeLegacy, "http://a\0b.\u{E9}/", "http a /", "the converted name ends at a NUL"),
        (.nodeLegacy, "http://a\0b.\u{2028}/", "refused", "what is behind the NUL is converted too"),
        (.nsurl, "https://u@a@EX%41.com:8/%70", "https EXA.com:8 /%70", "the last at sign; the host is decoded"),
        (.nsurl, "https://a b/", "refused", "a space in the host"),
        (.nsurl, "https://\u{E9}%2ea:080/", "https xn--.a-9oa:80 /", "decoded behind the conversion to ASCII"),
        (.nsurl, "https://\u{E9}%4a/", "https xn--J-9la /", "decoded behind the conversion to ASCII"),
        (.nsurl, "https://aa--\u{E9}/", "refused", "hyphens in the third and fourth place"),
        (.nsurl, "https://\u{E9}-/", "refused", "a hyphen at the end of a label"),
        (.nsurl, "https://\u{E9}../", "refused", "an empty label"),
        (.nsurl, "https://\u{E9}_a/", "https xn--_a-9ia /", "an underscore beside what is not ASCII"),
        (.nsurl, "imap://\u{E9} a/", "imap \u{E9} a /", "a scheme whose hosts are percent-encoded"),
        (.nsurl, "https://[v1.x%25%41]/", "https v1.x%A /", "a zone is decoded"),
        (.nsurl, "https://[v1.x%25a:]/", "https v1.x%25a: /", "a zone that is not valid stays as written"),
        (.nsurl, "https://a%ff/", "https  /", "a host that decodes to no text"),
        (.nginx, "http://a//x/%2e%2e/%70%3fy?q#f", "http a /p?y?q", "slashes merged, decoded, resolved"),
        (.nginx, "http://a/../x", "refused", "above the root"),
        (.nginx, "http://a_b/", "refused", "an underscore in the host"),
        (.nginx, "http://u@a/", "refused", "user information"),
        (.squid, "http://u@A..:80x/%70", "http a:80 /%70", "trailing dots go, and so does what is behind the port"),
        (.squid, "http://[::ffff:1.2.3.4]/", "http 1.2.3.4 /", "a mapped address"),
        (.squid, "http://[::ffff:1.2.3.47]/", "http 1.2.3.47 /", "a mapped address, which ends with a letter"),
        (.squid, "http://[::ffff:1.2.3.4%254]/", "http 1.2.3.4 /", "a zone that is a number"),
        (.squid, "http://[::ffff:0.0.0.0]/", "http ::ffff:0:0 /", "this address stays as written"),
        (.squid, "http://[[::fff/", "http ::ff /", "a bracket that remains, and a digit that is lost"),
        (.squid, "http://[[::1]/", "http [::1 /", "the same, but this address stays as written"),
        (.squid, "http://[]:80/", "refused", "brackets around nothing"),
        (.squid, "http://0x7f.1/", "http 127.0.0.1 /", "a legacy address"),
        (.path(.merged), "https://a//x", "https a /x", "the table of RequestReading"),
        (.path(.parametersFirst), "https://a/%70;%2fx/y", "https a /p/y", "the table of RequestReading"),
        (.path(.decodedTwice), "https://a/%2570;x", "https a /p", "the table of RequestReading"),
    ]

    @Test("A model reads like the actual reader", arguments: rows.indices)
    func readings(row: Int) {
        let (model, text, expected, why) = Self.rows[row]
        #expect(Self.words(model.read(Array(text.utf8))) == expected, why)
    }

    @Test("The command line finds a model by its name")
    func names() {
        for model in ReaderModel.allCases { #expect(ReaderModel(rawValue: model.rawValue) == model) }
        #expect(ReaderModel(rawValue: "lynx") == nil)
        #expect(Set(ReaderModel.allCases.map(\.rawValue)).count == 24)
    }

    private static let destinations: [(text: String, expected: String?, why: Comment)] = [
        ("http://a/x y", "http://a/x%20y", "what a parser would not keep is encoded"),
        (#"http://a/x\..\y"#, "http://a/x%5C..%5Cy", "a backslash that the reader took for a character"),
        ("//a/x", nil, "no scheme"), ("http:x", nil, "no host"), ("http://a:65536/", nil, "no such port"),
        ("http://a%41/", nil, "no name of a server"),
        ("http://[::1%25eth0]/", "http://[::1]/", "a zone is no part of rules"),
        ("mailto:a@b", "mailto:a@b", "no host, and none is needed"),
    ]

    @Test("A model leads to the URL to decide, or nowhere", arguments: destinations.indices)
    func destination(row: Int) {
        let (text, expected, why) = Self.destinations[row]
        #expect(ReaderModel.rfc3986.read(Array(text.utf8))?.destination == expected, why)
    }

    @Test("A model agrees with the parser on plain canonical URLs")
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

    @Test("The model of RFC 3986 finds the host that URLStandard's ambiguity names")
    func otherHost() {
        let texts = ReaderSamples.texts
        var compared = 0
        for text in texts {
            let bytes = Array(text.utf8)
            guard let record = URLRecord(text), record.disagreesOnAuthority(with: bytes.span) else { continue }
            var host: [UInt8] = []
            record.appendOtherHost(in: bytes.span, to: &host)
            guard let reading = ReaderModel.rfc3986.read(bytes) else { continue }
            // Older readers end a host at a delimiter; the model of the appendix does not.
            #expect(reading.host.starts(with: host) || host[...].withoutBrackets == reading.host, "\(text)")
            compared += 1
        }
        #expect(compared > 100)
    }
}

/// Some thousand filled templates.
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
