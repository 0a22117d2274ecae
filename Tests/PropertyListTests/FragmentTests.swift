import PropertyList
import Testing

@Suite("A dictionary without `<plist>`") struct FragmentTests {
    @Test(
        "Only a dictionary is accepted, and mistakes in it are reported",
        arguments: [
            ("", "1:1 empty-document «» the file is empty"),
            ("[]", "1:1 not-a-property-list «[]» this is JSON, not a property list"),
            (
                "<array><dict/></array>",
                "1:1 not-a-property-list «<array>» the root is `<array>`, not `<plist>` | put it into `<plist version=\"1.0\">`"
            ),
            ("<dictionary/>", "1:1 not-a-property-list «<dictionary/>» the root is `<dictionary>`, not `<plist>`"),
            (
                "<dict><true/></dict>",
                "1:7 missing-key «<true/>» a value without a key | write `<key>` and its name before it"
            ),
            (
                "<dict><key>a</key></dict>",
                "1:7 missing-value «<key>a</key>» the key `a` has no value | write its value after it, or remove the key"
            ),
            (
                "<dict><key>a</key>",
                "1:19 truncated-file «»«<dict>» the file ends before `</dict>` | the rest of the file is missing"
            ),
            ("<dict/><dict/>", "1:8 trailing-content «<dict/>» there is something after `</dict>`"),
            ("<dict/></plist>", "1:8 trailing-content «</plist>» there is something after `</dict>`"),
            ("<dict/>", "{}"),
            ("<!-- a -->\n<dict>\n<key>a</key>\n<string>b</string>\n</dict>\n", "{a: 'b'}"),
            ("<dict><key>a</key><array><dict/></array></dict>", "{a: [{}]}"),
            ("<plist><dict/></plist>", "{}"),
        ]
    )
    func fragments(text: String, expected: String) {
        let bytes = Array(text.utf8)
        #expect(value(read(bytes, acceptsFragment: true)) == expected)
        // Without the option, every other root than `<plist>` stays an error.
        if text.hasPrefix("<dict") {
            #expect(value(read(bytes)).hasPrefix("1:1 not-a-property-list"))
        }
    }

    @Test(
        "A file is recognized as a dictionary only if that is asked for",
        arguments: [
            ("<dictionary/>", false), ("<html><dict></dict></html>", false), ("a<dict>", false), ("<dict>", true),
            (" \n<dict/>", true), ("<!-- a --><dict>", true),
        ]
    )
    func recognition(text: String, isMeant: Bool) {
        let bytes = Array(text.utf8)
        #expect(PropertyListReader.isPropertyList(bytes, acceptsFragment: true) == isMeant)
        #expect(!PropertyListReader.isPropertyList(bytes))
    }

    @Test("It may be nested as deeply as inside `<plist>`, and no deeper")
    func depth() {
        let nested = { (levels: Int) in
            String(repeating: "<dict><key>a</key>", count: levels) + "<true/>"
                + String(repeating: "</dict>", count: levels)
        }
        for (levels, isAccepted) in [(65, false), (64, true)] {
            for text in [nested(levels), "<plist>\(nested(levels))</plist>"] {
                let found = summary(read(Array(text.utf8), acceptsFragment: true))
                #expect(found.isEmpty == isAccepted, "\(levels): \(found)")
            }
        }
    }
}
