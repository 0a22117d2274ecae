import Testing

@testable import URLStandard

@Suite("Origin") struct OriginTests {
    @Test(
        "The origin is serialized",
        arguments: [
            ("file:///x", "null"), ("data:,x", "null"), ("foo://h/", "null"), ("blob:", "null"), ("blob:x", "null"),
            ("blob:file:///x", "null"), ("blob:ftp://h/", "null"), ("blob:ws://h/", "null"),
            ("blob:blob:https://h/", "null"),
            ("blob:https://[/", "null"), ("https://u:p@A.example:443/x?q#f", "https://a.example"),
            ("http://a.example:443/", "http://a.example:443"), ("ws://[::1]:80/", "ws://[::1]"),
            ("ftp://h:2121/", "ftp://h:2121"),
            ("blob:https://a.example:8080/uuid", "https://a.example:8080"), ("blob:http://h/x?q#f", "http://h"),
        ]
    )
    func serialization(input: String, expected: String) throws {
        let origin = try URLRecord(parsing: input.utf8.span).origin
        #expect(origin.serialization == expected)
    }

    @Test(
        "Two URLs share an origin only if scheme, host and port are equal and neither is opaque",
        arguments: [
            ("data:,x", "data:,x", false), ("file:///x", "file:///x", false), ("https://a/", "http://a/", false),
            ("https://a/", "https://b/", false), ("https://a/", "https://a:8443/", false),
            ("https://a/", "https://a./", false),
            ("https://a/", "https://u@A:443/x", true), ("blob:https://a/x", "https://a/", true),
            ("blob:https://a/", "blob:https://a/", true),
            ("blob:http://a/x", "https://a/", false), ("foo://a/", "foo://a/", false),
        ]
    )
    func sameOrigin(first: String, second: String, expected: Bool) throws {
        let first = try URLRecord(parsing: first.utf8.span)
        let second = try URLRecord(parsing: second.utf8.span)
        let isSame = first.isSameOrigin(as: second)
        let isSameTheOtherWay = second.isSameOrigin(as: first)
        #expect(isSame == expected)
        #expect(isSameTheOtherWay == expected)
        let isSameByValue = first.origin.isSame(as: second.origin)
        #expect(isSameByValue == expected)
    }
}
