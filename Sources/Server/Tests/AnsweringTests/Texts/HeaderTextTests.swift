import Foundation
import Testing

@testable import Answering

@Suite("Values of header fields")
struct HeaderTextTests {
    @Test(
        "A text becomes visible ASCII that cannot end the field and has one meaning",
        arguments: [
            ("a\r\nx-demarc-verdict: allow", "a%0D%0Ax-demarc-verdict:%20allow", "a field of its own"),
            ("a\u{0}b", "a%00b", "the end of a text in C"),
            ("\u{202E}gnp.evil", "%E2%80%AEgnp.evil", "text turned around"),
            ("a, b", "a%2C%20b", "two values to whoever joins repeated fields"),
            ("a;b=\"c\"", "a%3Bb%3D%22c%22", "parameters"),
            ("50%", "50%25", "so that decoding gives the text back"),
            ("Grüße", "Gr%C3%BC%C3%9Fe", "UTF-8"),
            ("-", "%2D", "a rule that is called as where there is no rule"),
            ("", "-", "nothing"),
            ("sites/intranet~1:2@x+y.z_", "sites/intranet~1:2@x+y.z_", "what stays"),
        ]
    )
    func value(text: String, expected: String, why: Comment) { #expect(HeaderText.value(text) == expected, why) }

    @Test("A long text is cut after a whole character and marked as cut", arguments: ["a", "ü", "\u{1F600}", "\n"])
    func long(text: String) {
        let value = HeaderText.value(String(repeating: text, count: 1 << 20))
        #expect(value.utf8.count <= HeaderText.longest)
        #expect(value.hasSuffix("%E2%80%A6"))
        #expect(value.removingPercentEncoding?.hasPrefix(text + text) == true)
    }

    @Test("A text of the maximum length is unchanged")
    func limit() {
        let text = String(repeating: "a", count: HeaderText.longest)
        #expect(HeaderText.value(text) == text)
        #expect(HeaderText.value(text + "a") != text + "a")
    }

    @Test(
        "A route that a field cannot contain is left out",
        arguments: [
            nil, "", "https://a/\r\nx: y", "https://a/ b", "https://ä/",
            "https://a/" + String(repeating: "a", count: HeaderText.longestLocation - 9),
        ]
    )
    func noLocation(route: String?) { #expect(HeaderText.location(route) == nil) }

    @Test("A route becomes a location")
    func location() {
        let longest = "https://a/" + String(repeating: "a", count: HeaderText.longestLocation - 10)
        for route in ["microsoft-edge-https://a/?b=c", longest] { #expect(HeaderText.location(route) == route) }
    }
}

@Suite("Hexadecimal digits")
struct HexDigitTests {
    @Test("A digit of either case has its value, and no other byte has one")
    func value() {
        for byte in UInt8.min...UInt8.max {
            let scalar = Unicode.Scalar(byte)
            let expected = scalar.isASCII ? Character(scalar).hexDigitValue : nil
            #expect(HexDigit.value(of: byte).map { Int($0) } == expected, "\(byte)")
        }
    }

    @Test("The digit of a value has this value, and is in upper case")
    func upper() {
        for value in UInt8(0)..<16 {
            let digit = HexDigit.upper(value)
            #expect(HexDigit.value(of: digit) == value)
            #expect(!(0x61...0x7A).contains(digit))
        }
    }
}

@Suite("JSON strings")
struct JSONStringTests {
    @Test(
        "A text cannot end its string and hides nothing",
        arguments: [
            (#"a"b\c"#, #""a\"b\\c""#), ("a\nb\r\u{0}\u{7F}\u{85}", #""a\u000ab\u000d\u0000\u007f\u0085""#),
            ("\u{2028}\u{2029}\u{202E}", #""\u2028\u2029\u202e""#),
            ("</script><!--&", #""\u003c/script\u003e\u003c!--\u0026""#),
            ("\u{E0041}", #""\udb40\udc41""#), ("Grüße 😀", "\"Grüße 😀\""),
        ]
    )
    func string(text: String, expected: String) { #expect(JSONString.quoted(text, limit: 100) == expected) }

    @Test("A long text is cut")
    func long() {
        #expect(JSONString.quoted(String(repeating: "\"", count: 1 << 20), limit: 3) == #""\"\"\"…""#)
    }
}

@Suite("Trace contexts")
struct TraceParentTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"

    @Test(
        "An invalid trace context is ignored",
        arguments: [
            "", "00", "00-\(trace)-b7ad6b7169203331-01\r\n", "00-\(trace)-b7ad6b7169203331-01-x",
            "00-\(trace)-0000000000000000-01", "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "ff-\(trace)-b7ad6b7169203331-01", "00-\(trace.uppercased())-b7ad6b7169203331-01",
            "00_\(trace)-b7ad6b7169203331-01", String(repeating: "0", count: 1 << 20),
        ]
    )
    func invalid(field: String) { #expect(TraceParent.valid(Array(field.utf8)) == nil) }

    @Test("A trace context is kept, even from a later version")
    func valid() {
        let field = "00-\(Self.trace)-b7ad6b7169203331-01"
        #expect(TraceParent.valid(Array(field.utf8)) == field)
        let later = "01-\(Self.trace)-b7ad6b7169203331-01"
        #expect(TraceParent.valid(Array((later + "-more").utf8)) == later)
        #expect(TraceParent.valid(nil) == nil)
    }
}
