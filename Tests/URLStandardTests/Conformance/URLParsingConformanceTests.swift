import Foundation
import TestSupport
import Testing

@testable import URLStandard

@Suite("URL parsing conformance") struct URLParsingConformanceTests {
    @Test(
        "Every case of urltestdata gives the expected components",
        .enabled(if: ConformanceData.has("wpt/urltestdata.json"), "\(ConformanceData.howToGet)")
    )
    func urlTestData() throws {
        let (cases, cut) = try CaseList<URLCase>.read("wpt/urltestdata.json")
        #expect(cases.count == (cut == .shared ? 891 : 820))
        let current = cases.filter { cut == .shared || !Self.changedSinceDownload.contains($0.input) }
        #expect(cases.count - current.count == (cut == .shared ? 0 : 10))
        #expect(current.flatMap(failures) == [])
    }

    @Test(
        "Every case of urltestdata-javascript-only does, with U+FFFD for a lone surrogate",
        .enabled(if: ConformanceData.has("wpt/urltestdata-javascript-only.json"), "set DEMARC_SHARED")
    )
    func javaScriptOnly() throws {
        let (cases, _) = try CaseList<URLCase>.read("wpt/urltestdata-javascript-only.json")
        #expect(cases.count == 1)
        #expect(cases.flatMap(failures) == [])
    }

    @Test(
        "The UTF-8 outputs of percent-encoding equal those of a query and a fragment",
        .enabled(if: ConformanceData.has("wpt/percent-encoding.json"), "set DEMARC_SHARED")
    )
    func percentEncoding() throws {
        struct Case: Decodable {
            var input: String
            var output: [String: String]
        }
        let (cases, _) = try CaseList<Case>.read("wpt/percent-encoding.json")
        #expect(cases.count == 7)
        for test in cases {
            let url = try URLRecord(parsing: "https://doesnotmatter.invalid/?\(test.input)#\(test.input)".utf8.span)
            let expected = try #require(test.output["utf-8"])
            #expect(ComponentValues(url).search == "?\(expected)")
            #expect(ComponentValues(url).hash == "#\(expected)")
        }
    }

    /// Cases of the downloaded cut for which the Standard has changed: A-labels that do not decode are now left
    /// unchanged, and `^` is encoded in paths.
    private static let changedSinceDownload: Set = [
        "http://a.b.c.xn--pokxncvks", "http://a.b.c.XN--pokxncvks", "http://a.b.c.Xn--pokxncvks",
        "http://10.0.0.xn--pokxncvks", "http://10.0.0.XN--pokxncvks", "http://10.0.0.xN--pokxncvks",
        "https://xn--/", "file://xn--/p",
        #"foo://host/ !"$%&'()*+,-./:;<=>@[\]^_`{|}~"#, #"wss://host/ !"$%&'()*+,-./:;<=>@[\]^_`{|}~"#,
    ]

    /// The differences in the outcome of one case, one line each.
    private func failures(_ test: URLCase) -> [String] {
        let name = "\(test.input.debugDescription) base \(test.base ?? "none")"
        guard let url = URLRecord(test.input, base: test.base) else {
            return test.isFailure ? [] : ["\(name): refused"]
        }
        let values = ComponentValues(url)
        if test.isFailure { return ["\(name): accepted as \(values.href)"] }
        return test.expected.compactMap { key, value in
            values[key] == value ? nil : "\(name): \(key) is \(values[key] ?? "unknown"), not \(value)"
        }
    }
}

/// A case of `urltestdata.json`.
private struct URLCase: Decodable {
    var input: String
    var base: String?
    var isFailure: Bool
    var expected: [String: String]

    private static let components = [
        "href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash",
    ]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        input = try container.decode(String.self, forKey: Key("input"))
        base = try container.decodeIfPresent(String.self, forKey: Key("base"))
        isFailure = try container.decodeIfPresent(Bool.self, forKey: Key("failure")) ?? false
        expected = [:]
        for name in Self.components {
            expected[name] = try container.decodeIfPresent(String.self, forKey: Key(name))
        }
    }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
