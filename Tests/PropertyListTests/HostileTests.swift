import PropertyList
import Testing

@Suite("Hostile property lists") struct HostileTests {
    @Test("larger than the bound are refused before they are looked at")
    func size() {
        let text = "<plist><string>" + String(repeating: "a", count: 10 << 20) + "</string></plist>"
        #expect(summary(read(text)) == ["1:1 file-too-large «» the property list is larger than 8 MiB"])
        var bounds = PropertyListBounds()
        bounds.bytes = 16
        #expect(
            summary(read("<plist><true/></plist>", bounds: bounds)) == [
                "1:1 file-too-large «» the property list is larger than 16 bytes"
            ]
        )
    }

    @Test(
        "just below the bound are read in one go, whatever they are made of",
        arguments: ["a", "é", "&amp;", "<!---->", "\n", "<![CDATA[x]]>"]
    )
    func long(unit: String) throws {
        let text =
            "<plist><string>" + String(repeating: unit, count: ((1 << 20) - 64) / unit.utf8.count) + "</string></plist>"
        var bounds = PropertyListBounds()
        bounds.bytes = 1 << 20
        let document = try read(text, bounds: bounds).get()
        #expect(document.root.place == 7..<text.utf8.count - 8)
    }

    @Test("nested too deeply are refused at the level that is one too many", arguments: ["array", "dict", "string"])
    func depth(element: String) {
        let value = element == "dict" ? "<key>a</key>" : ""
        let nested = { (levels: Int) in
            "<plist>" + String(repeating: "<\(element)>\(value)", count: levels) + "<true/>"
                + String(repeating: "</\(element)>", count: levels) + "</plist>"
        }
        if element != "string" { #expect(summary(read(nested(64))) == []) }
        for levels in [65, 10_000] {
            let found = summary(read(nested(levels)))
            #expect(
                found.contains { $0.contains("nested-too-deeply") || $0.contains("which holds text only") },
                "\(found)"
            )
            #expect(found.count <= 100)
        }
    }

    @Test("with more values than the bound are refused")
    func count() {
        var bounds = PropertyListBounds()
        bounds.nodes = 1_000
        let text = { "<plist><array>" + String(repeating: "<true/>", count: $0) + "</array></plist>" }
        #expect(summary(read(text(999), bounds: bounds)).isEmpty)
        #expect(summary(read(text(1_000), bounds: bounds)).map { $0.split(separator: " ")[1] } == ["too-many-values"])
    }

    @Test("with a thousand mistakes report a hundred")
    func findings() {
        let text = "<plist><array>" + String(repeating: "<integer/>", count: 1_000) + "</array></plist>"
        #expect(summary(read(text)).count == 100)
    }

    @Test("that multiply entities, or nest their brackets, are refused at the first declaration")
    func laughs() {
        var text = "<!DOCTYPE plist [\n<!ENTITY l0 \"lol\">\n"
        for level in 1...9 {
            text += "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">\n"
        }
        let found = summary(read(text + "]>\n<plist><string>&l9;</string></plist>"))
        #expect(found.count == 1 && found[0].hasPrefix("2:1 entity-declaration «<!ENTITY l0 \"lol\"»"))
    }

    @Test("are read on many threads at once, each with its own answer")
    func threads() async {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let good = value(read("<plist><integer>\(number)</integer></plist>"))
                    let bad = summary(read("<plist>\n<string>\(number)</strin></plist>"))
                    return good == "\(number)" && bad.count == 1
                        && bad[0].hasPrefix("2:\(9 + "\(number)".count) mismatched-tag")
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
