import Testing

@testable import PolicyAnalysis

@Suite("Rewritten URLs") struct URLRewriteTests {
    private static func rewrites(_ url: String) -> [String] {
        URLRewrite.all(of: url).map { "\($0.kind.rawValue) \($0.url)" }
    }

    @Test("Rewrites encode letters, double slashes, add parameters, and change case or TLS")
    func all() {
        #expect(
            Self.rewrites("https://hr.contoso.com/pay/roll?Id=1&x") == [
                "encodedPath https://hr.contoso.com/%70ay/roll?Id=1&x",
                "encodedPath https://hr.contoso.com/pay/%72oll?Id=1&x",
                "doubledSlash https://hr.contoso.com//pay/roll?Id=1&x",
                "doubledSlash https://hr.contoso.com/pay//roll?Id=1&x",
                "doubledSlash https://hr.contoso.com//pay//roll?Id=1&x",
                "pathParameter https://hr.contoso.com/pay;x/roll?Id=1&x",
                "pathParameter https://hr.contoso.com/pay/roll;x?Id=1&x",
                "encodedQuery https://hr.contoso.com/pay/roll?%49d=1&x",
                "encodedQuery https://hr.contoso.com/pay/roll?Id=%31&x",
                "encodedQuery https://hr.contoso.com/pay/roll?Id=1&%78",
                "queryCase https://hr.contoso.com/pay/roll?ID=1&x",
                "queryCase https://hr.contoso.com/pay/roll?Id=1&X",
                "cleartext http://hr.contoso.com/pay/roll?Id=1&x",
            ]
        )
    }

    @Test(
        "No rewrite is equivalent under the URL Standard, and a URL without a host has none",
        arguments: [
            ("http://contoso.com", ["doubledSlash http://contoso.com//", "pathParameter http://contoso.com/;x"]),
            (
                "http://u:p@CONTOSO.com:80/%41/#top",
                [
                    "doubledSlash http://contoso.com//%41/", "doubledSlash http://contoso.com/%41//",
                    "doubledSlash http://contoso.com//%41//", "pathParameter http://contoso.com/%41;x/",
                    "pathParameter http://contoso.com/%41/;x",
                ]
            ),
            ("mailto:a@contoso.com", []), ("javascript:alert(1)", []), ("", []), ("https://", []), ("a/b", []),
            ("https://[", []),
        ]
    )
    func same(url: String, expected: [String]) {
        #expect(Self.rewrites(url) == expected)
    }

    @Test("A long query has few rewrites, each a different URL")
    func bounded() {
        let query = (0..<2_000).map { "k\($0)=v\($0)" }.joined(separator: "&")
        let path = String(repeating: "/a", count: 2_000)
        let rewrites = URLRewrite.all(of: "https://contoso.com\(path)?\(query)")
        #expect(rewrites.count < 60 && Set(rewrites.map(\.url)).count == rewrites.count)
    }
}
