import PropertyList
import Testing

/// Every possible mistake in an XML property list, with its finding and place.
@Suite("Findings in XML property lists") struct XMLFindingTests {
    private static let conflict =
        "a conflict marker of a merge | resolve the conflict: keep one side and remove the markers"
    private static let declares =
        "the file declares an entity, which a property list cannot have | remove the part of the document type in brackets, and write the text itself"
    private static let names =
        "write the character itself; only `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&apos;` have names"
    private static let oldStyle =
        "this is a property list in the old form, with braces, which is not read | convert it: `plutil -convert xml1`"

    @Test(
        "Anything but a property list is reported",
        arguments: [
            ("", ["1:1 empty-document «» the file is empty"]),
            (" \n\t", ["2:2 empty-document «» the file is empty"]),
            ("\u{FEFF}", ["1:1 empty-document «» the file is empty"]),
            ("{\"a\": 1}", ["1:1 not-a-property-list «{\"a\": 1}» this is JSON, not a property list"]),
            ("[1, 2]", ["1:1 not-a-property-list «[1, 2]» this is JSON, not a property list"]),
            ("{ a = b; }", ["1:1 old-style-property-list «{ a = b; }» \(oldStyle)"]),
            ("{ \"a\\\"\" = 1; }", ["1:1 old-style-property-list «{ \"a\\\"\" = 1; }» \(oldStyle)"]),
            ("( a, b )", ["1:1 old-style-property-list «( a, b )» \(oldStyle)"]),
            ("<0fbd77>", ["1:1 old-style-property-list «<0fbd77>» \(oldStyle)"]),
            ("// !$*UTF8*$!\n{}", ["1:1 old-style-property-list «// !$*UTF8*$!» \(oldStyle)"]),
            (
                "<!DOCTYPE html>\n<html/>",
                ["1:1 not-a-property-list «<!DOCTYPE html>» this is HTML, not a property list"]
            ),
            ("\n<HTML>", ["2:1 not-a-property-list «<HTML>» this is HTML, not a property list"]),
            (
                "hello",
                [
                    "1:1 not-a-property-list «hello» a property list begins with `<?xml`, `<!DOCTYPE plist` or `<plist`; this is something else"
                ]
            ),
            ("\u{1}\u{2}", ["1:1 not-a-property-list «\u{1}» the file is not a property list"]),
            ("<svg></svg>", ["1:1 not-a-property-list «<svg>» the root is `<svg>`, not `<plist>`"]),
            (
                "<dict/>",
                [
                    "1:1 not-a-property-list «<dict/>» the root is `<dict>`, not `<plist>` | put it into `<plist version=\"1.0\">`"
                ]
            ),
            ("<!-- only -->", ["1:14 not-a-property-list «» the file has no `<plist>`"]),
            ("<plist/>", ["1:1 missing-value «<plist/>» the property list has no value"]),
        ]
    )
    func kind(text: String, expected: [String]) { #expect(summary(read(text)) == expected) }

    @Test(
        "Mistakes in keys and values are reported",
        arguments: [
            (
                "<dict><key>a</key></dict>",
                [
                    "1:14 missing-value «<key>a</key>» the key `a` has no value | write its value after it, or remove the key"
                ]
            ),
            (
                "<dict><key>a</key><key>b</key><true/></dict>",
                [
                    "1:14 missing-value «<key>a</key>» the key `a` has no value | write its value after it, or remove the key"
                ]
            ),
            (
                "<dict><true/></dict>",
                ["1:14 missing-key «<true/>» a value without a key | write `<key>` and its name before it"]
            ),
            (
                "<dict>x<key>a</key><true/></dict>",
                ["1:14 stray-text «x» text inside `<dict>` | put it into an element, such as `<string>`, or remove it"]
            ),
            ("<true>x</true>", ["1:14 stray-text «x» text inside `<true>` | remove it"]),
            (
                "<array><key>a</key></array>",
                ["1:15 unknown-element «<key>» a key outside a dictionary | keys belong in `<dict>`"]
            ),
            (
                "<array><strng>a</strng><foo><bar/>x</foo><true/></array>",
                [
                    "1:15 unknown-element «<strng>» `<strng>` is not a value | did you mean `<string>`?",
                    "1:31 unknown-element «<foo>» `<foo>` is not a value",
                ]
            ),
            ("<string><b>x</b></string>", ["1:16 unknown-element «<b>» `<b>` is not a value"]),
            (
                "<string><true/></string>",
                ["1:16 unknown-element «<true/>» `<true>` inside `<string>`, which holds text only"]
            ),
            (
                "<true/><false/>",
                [
                    "1:15 several-values «<false/>» a second value; a property list has one | put both into an `<array>`, or remove one"
                ]
            ),
            ("<integer>12x</integer>", ["1:17 invalid-number «12x» `12x` is not a whole number of 64 bits"]),
            ("<integer/>", ["1:8 invalid-number «<integer/>» an empty value is not a whole number of 64 bits"]),
            (
                "<integer>18446744073709551616</integer>",
                ["1:17 invalid-number «18446744073709551616» `18446744073709551616` is not a whole number of 64 bits"]
            ),
            (
                "<integer>-9223372036854775809</integer>",
                ["1:17 invalid-number «-9223372036854775809» `-9223372036854775809` is not a whole number of 64 bits"]
            ),
            ("<real>1,5</real>", ["1:14 invalid-number «1,5» `1,5` is not a number"]),
            ("<real>0x1p3</real>", ["1:14 invalid-number «0x1p3» `0x1p3` is not a number"]),
            (
                "<date>2026-02-29T00:00:00Z</date>",
                [
                    "1:14 invalid-date «2026-02-29T00:00:00Z» `2026-02-29T00:00:00Z` is not a date | write it as in `2026-11-21T19:00:00Z`"
                ]
            ),
            ("<data>AA\n *A</data>", ["2:2 invalid-data «*» `*` is not allowed in base64"]),
            ("<data>AA=A</data>", ["1:17 invalid-data «A» base64 continues after its `=`"]),
            ("<data>AAA</data>", ["1:14 invalid-data «AAA» base64 of 3 characters and 0 `=` is cut off"]),
            (
                "<dict><key>a</key><integer>x</integer><true/></dict>",
                [
                    "1:35 invalid-number «x» `x` is not a whole number of 64 bits",
                    "1:46 missing-key «<true/>» a value without a key | write `<key>` and its name before it",
                ]
            ),
        ]
    )
    func values(text: String, expected: [String]) { #expect(summary(read("<plist>\(text)</plist>")) == expected) }

    @Test(
        "Invalid XML is reported",
        arguments: [
            (
                "<plist><dict></array></plist>",
                ["1:14 mismatched-tag «</array>»«<dict>» `</array>` where `</dict>` should be"]
            ),
            (
                "<plist><string>x</strin></plist>",
                ["1:17 mismatched-tag «</strin>»«<string>» `</strin>` where `</string>` should be"]
            ),
            (
                "<plist><true/></plist>\n<plist/>",
                ["2:1 trailing-content «<plist/>» there is something after `</plist>`"]
            ),
            ("<plist><true/></plist>\nhello\n", ["2:1 trailing-content «hello» there is something after `</plist>`"]),
            (
                "<plist><dict><key>a</key>\n",
                ["1:26 truncated-file «»«<dict>» the file ends before `</dict>` | the rest of the file is missing"]
            ),
            (
                "<plist><dict><key>a</ke",
                ["1:24 truncated-file «»«<key>» the file ends before `</key>` | the rest of the file is missing"]
            ),
            (
                "<plist>\n<string",
                ["2:8 truncated-file «»«<string» the file ends before `</string>` | the rest of the file is missing"]
            ),
            ("<?xml version", ["1:1 truncated-file «<?xml version» the file ends in the middle of its markup"]),
            (
                "\n<?xml version=\"1.0\"?><plist><true/></plist>",
                [
                    "2:1 invalid-xml «<?xml» the XML declaration is allowed only at the very beginning of the file | remove what comes before it"
                ]
            ),
            (
                "<plist><string>a & b</string></plist>",
                ["1:18 invalid-xml «&» `&` begins a reference, and this is not one | write `&amp;`"]
            ),
            (
                "<plist><string>a &b</string></plist>",
                ["1:18 invalid-xml «&» `&` begins a reference, and this is not one | write `&amp;`"]
            ),
            (
                "<plist><string>1 < 2</string></plist>",
                ["1:18 invalid-xml «<» `<` begins a tag, and this is not one | write `&lt;`"]
            ),
            (
                "<plist><string>&nbsp;</string></plist>",
                ["1:16 unknown-entity «&nbsp;» there is no entity `&nbsp;` | \(names)"]
            ),
            (
                head + "<plist><string>é&nbsp;</string></plist>",
                ["3:17 unknown-entity «&nbsp;» there is no entity `&nbsp;` | \(names)"]
            ),
            (
                "<plist><string>&#0;</string></plist>",
                ["1:16 control-character «&#0;» a character that XML doesn't allow"]
            ),
            ("<plist><!-- a -- b --><true/></plist>", ["1:15 invalid-xml «--» `--` is not allowed inside a comment"]),
            ("<plist version=1><true/></plist>", ["1:16 invalid-xml «1» this is not XML: attValue: \" or ' expected"]),
            ("<plist><a:b/></plist>", ["1:12 invalid-xml «/» this is not XML: namespace prefix a on b is not defined"]),
            ("<!DOCTYPE >\n<plist/>", ["1:11 invalid-xml «>» this is not XML: no DOCTYPE name !"]),
        ]
    )
    func syntax(text: String, expected: [String]) { #expect(summary(read(text)) == expected) }

    @Test(
        "Conflict markers of a merge are reported at their lines",
        arguments: [
            (
                "<plist>\n<dict>\n<<<<<<< HEAD\n<key>a</key>\n</dict></plist>",
                ["3:1 conflict-marker «<<<<<<< HEAD» \(conflict)"]
            ),
            (
                "<plist>\n<dict>\n=======\n<key>a</key><true/>\n>>>>>>> main\n</dict></plist>",
                ["3:1 conflict-marker «=======» \(conflict)", "5:1 conflict-marker «>>>>>>> main» \(conflict)"]
            ),
            ("<<<<<<< HEAD\n<plist/>", ["1:1 conflict-marker «<<<<<<< HEAD» \(conflict)"]),
            ("=======\n<plist/>", ["1:1 conflict-marker «=======» \(conflict)"]),
            ("<plist><string>\n<<<<<<< HEAD\n</string></plist>", ["2:1 conflict-marker «<<<<<<< HEAD» \(conflict)"]),
        ]
    )
    func conflicts(text: String, expected: [String]) { #expect(summary(read(text)) == expected) }

    @Test(
        "The first preprocessor line is reported, and nothing that follows from it",
        arguments: [
            (
                "<plist>\n<dict>\n<key>a</key>\n#ifdef A\n<true/>\n#else\n<false/>\n#endif\n</dict></plist>",
                "4:1 preprocessor-directive «#ifdef A» `#ifdef`"
            ),
            (
                "<plist>\n<array>\n  # if A && B < 2\n<true/>\n#endif\n</array></plist>",
                "3:3 preprocessor-directive «# if A && B < 2» `#if`"
            ),
            (
                "<?xml version='1.0'?>\n#include \"a.h\"\n<plist/>",
                "2:1 preprocessor-directive «#include \"a.h\"» `#include`"
            ),
            ("#define A\n<plist/>", "1:1 preprocessor-directive «#define A» `#define`"),
        ]
    )
    func directives(text: String, expected: String) {
        let help =
            "preprocess it first, as Xcode does: `cc -E -P -x c -traditional-cpp -DNAME Info.plist`; "
            + "`demarc lint` does it itself with `--preprocess NAME`"
        let message = " is for the preprocessor, and the file has not been preprocessed | \(help)"
        #expect(summary(read(text)) == [expected + message])
    }

    @Test("Preprocessor lines in comments and strings are ignored, and so are other words")
    func noDirectives() {
        #expect(value(read("<plist><!--\n#ifdef A\n--><string>\n#else\n</string></plist>")) == "'\n#else\n'")
        #expect(summary(read("<plist><dict>\n#iffy\n</dict></plist>")).first?.contains("stray-text") == true)
    }

    @Test("Conflict markers in comments and strings are ignored")
    func noConflicts() {
        let text = "<plist><!--\n<<<<<<< HEAD\n--><string>\n=======\n<![CDATA[\n<<<<<<< HEAD\n]]></string></plist>"
        #expect(value(read(text)) == "'\n=======\n\n<<<<<<< HEAD\n'")
    }

    @Test(
        "Declared entities are reported before any is expanded",
        arguments: [
            ("<!ENTITY a \"b\">", "<!ENTITY a \"b\""),
            ("<!ENTITY a SYSTEM \"file:///etc/passwd\">", "<!ENTITY a SYSTEM \"file:///etc/passwd\""),
            ("<!ENTITY % a SYSTEM \"http://example.com/\"> %a;", "<!ENTITY % a SYSTEM \"http://example.com/\""),
            ("<!NOTATION n SYSTEM \"x\"><!ENTITY a SYSTEM \"x\" NDATA n>", "<!ENTITY a SYSTEM \"x\" NDATA n"),
        ]
    )
    func entities(declaration: String, underlined: String) {
        let result = read("<!DOCTYPE plist [\(declaration)]><plist><string>&a;</string></plist>")
        #expect(
            summary(result).map { $0.drop { $0 != " " } } == [" entity-declaration «\(underlined)» \(Self.declares)"]
        )
    }

    @Test("A reference to an entity declared elsewhere is an error")
    func parameterEntity() {
        let text = "<!DOCTYPE plist [ %a; ]><plist><true/></plist>"
        #expect(summary(read(text)) == ["1:19 unknown-entity «%a;» there is no entity `%a;` | \(Self.names)"])
    }

    @Test(
        "Invalid encodings are reported",
        arguments: [
            (
                Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><string>\u{E9}</string></plist>".utf8),
                "1:31 unsupported-encoding «ISO-8859-1» the file declares the encoding `iso-8859-1`, which is not read | save it as UTF-8, and write `UTF-8` here"
            ),
            (
                Array("<?xml version='1.0' encoding='UTF-16'?><plist><true/></plist>".utf8),
                "1:31 unsupported-encoding «UTF-16» the file declares the encoding `utf-16`, which is not read | save it as UTF-8, and write `UTF-8` here"
            ),
            (
                Array("<plist><string>".utf8) + [0xE9] + Array("</string></plist>".utf8),
                "1:16 not-utf-8 «\u{FFFD}» the file is not UTF-8 | save it as UTF-8"
            ),
            (
                Array("<plist><string>a\u{1}</string></plist>".utf8),
                "1:17 control-character «\u{1}» the control character U+0001, which XML doesn't allow"
            ),
            (
                Array("<plist>\0</plist>".utf8), "1:8 control-character «\0» a NUL byte, which XML doesn't allow"
            ),
            (
                Array("<plist><string>\u{FFFF}</string></plist>".utf8),
                "1:16 control-character «\u{FFFD}» a character that XML doesn't allow"
            ),
            (
                [0xFE, 0xFF, 0x00],
                "1:3 not-utf-16 «\0» the file begins with the byte order mark of UTF-16 but is not UTF-16 | save it as UTF-8"
            ),
            (
                [0xFF, 0xFE, 0x00, 0xD8],
                "1:3 not-utf-16 «\0\u{FFFD}» the file begins with the byte order mark of UTF-16 but is not UTF-16 | save it as UTF-8"
            ),
            (
                [0xFF, 0xFE, 0x00, 0x00],
                "1:1 unsupported-encoding «\u{FFFD}\u{FFFD}\0\0» the file is UTF-32 | save it as UTF-8"
            ),
            (
                [0x3C, 0x00, 0x3F, 0x00],
                "1:1 unsupported-encoding «<\0?\0» the file seems to be UTF-16 without a byte order mark | save it as UTF-8"
            ),
        ] as [([UInt8], String)]
    )
    func encodings(bytes: [UInt8], expected: String) { #expect(summary(read(bytes)) == [expected]) }
}
