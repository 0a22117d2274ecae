import PropertyList
import TestSupport
import Testing

@Suite("Hostile property lists") struct HostileTests {
    @Test("A list larger than the bound is refused before it is read")
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
        "Anything just below the bound is read in one pass",
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

    @Test("A list that is too deep is refused at the first level too many", arguments: ["array", "dict", "string"])
    func depth(element: String) {
        let value = element == "dict" ? "<key>a</key>" : ""
        let nested = { (levels: Int) in
            "<plist>" + String(repeating: "<\(element)>\(value)", count: levels) + "<true/>"
                + String(repeating: "</\(element)>", count: levels) + "</plist>"
        }
        if element != "string" { #expect(summary(read(nested(64))) == []) }
        for levels in [65, 10_000] {
            let found = summary(read(nested(levels)))
            // A string in a string is refused for that as well.
            let isText = element == "string" && found.contains { $0.contains("which holds text only") }
            #expect(isText || found.contains { $0.contains("nested-too-deeply") }, "\(found)")
            #expect(found.count <= 100)
        }
    }

    @Test("More values than the bound are refused")
    func count() {
        var bounds = PropertyListBounds()
        bounds.nodes = 1_000
        let text = { "<plist><array>" + String(repeating: "<true/>", count: $0) + "</array></plist>" }
        #expect(summary(read(text(999), bounds: bounds)).isEmpty)
        #expect(summary(read(text(1_000), bounds: bounds)).map { $0.split(separator: " ")[1] } == ["too-many-values"])
    }

    @Test("Of a thousand mistakes, a hundred are reported")
    func findings() {
        let text = "<plist><array>" + String(repeating: "<integer/>", count: 1_000) + "</array></plist>"
        #expect(summary(read(text)).count == 100)
    }

    @Test("Entity expansion and nested brackets are refused at the first declaration")
    func laughs() {
        var text = "<!DOCTYPE plist [\n<!ENTITY l0 \"lol\">\n"
        for level in 1...9 {
            text += "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">\n"
        }
        let found = summary(read(text + "]>\n<plist><string>&l9;</string></plist>"))
        #expect(found.count == 1 && found[0].hasPrefix("2:1 entity-declaration «<!ENTITY l0 \"lol\"»"))
    }

    @Test(
        "Any other declaration is refused at the first one",
        arguments: [
            "<!ATTLIST dict a CDATA \"\"", "<!ATTLIST dict a (x|y) \"x\"", "<!ELEMENT dict ANY",
        ]
    )
    func declarations(text: String) {
        let found = summary(read("<!DOCTYPE plist [\n\(text)><!ELEMENT b ANY>]>\n<plist><dict/></plist>"))
        #expect(found.count == 1 && found[0].hasPrefix("2:1 markup-declaration"), "\(found)")
    }

    @Test("Many attributes of one element are refused, wherever the element is")
    func attributes() {
        let attributes = { (count: Int, name: String) in (0..<count).map { " \(name)\($0)='b'" }.joined() }
        for name in ["a", "xmlns:a"] {
            let document = { "<!DOCTYPE plist SYSTEM '<!--'>\n<plist><dict\(attributes($0, name))/></plist>" }
            #expect(summary(read(document(64))).isEmpty)
            let found = summary(read(document(65)))
            #expect(found.count == 1 && found[0].hasPrefix("2:8 too-many-attributes"), "\(found)")
        }
        // Text that looks like attributes is not an attribute.
        let predicate = String(repeating: "a = 'b' AND ", count: 100) + "c == 1"
        #expect(summary(read("<plist><string>\(predicate)</string></plist>")).isEmpty)
    }

    @Test("The time is proportional to the size, whatever is repeated", arguments: shapes)
    func growth(shape: Shape) {
        let factor = Growth.factor(from: shape.size, rounds: 2) { size in
            let bytes = shape.bytes(size)
            return Growth.time { _ = read(bytes) }
        }
        #expect(factor < Growth.linearLimit, "\(shape.name)")
    }

    struct Shape: CustomTestStringConvertible, Sendable {
        var name: String
        var size: Int
        var bytes: @Sendable (Int) -> [UInt8]

        init(_ name: String, _ size: Int, _ bytes: @escaping @Sendable (Int) -> [UInt8]) {
            (self.name, self.size, self.bytes) = (name, size, bytes)
        }

        var testDescription: String { name }
    }

    private static func xml(_ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String) -> Shape {
        Shape(name, size) { Array(text($0).utf8) }
    }

    private static let shapes: [Shape] = [
        xml("attributes", 5_000) { "<plist><dict" + (0..<$0).map { " a\($0)=''" }.joined() + "/></plist>" },
        xml("name spaces", 5_000) { "<plist><dict" + (0..<$0).map { " xmlns:a\($0)='b'" }.joined() + "/></plist>" },
        xml("declared attributes", 5_000) {
            "<!DOCTYPE plist [<!ATTLIST dict" + (0..<$0).map { " a\($0) CDATA ''" }.joined()
                + ">]><plist><dict/></plist>"
        },
        xml("a declared element", 5_000) {
            "<!DOCTYPE plist [<!ELEMENT a (" + (0..<$0).map { "a\($0)|" }.joined() + "b)>]><plist><dict/></plist>"
        },
        xml("keys on one line", 2_000) {
            "<plist><dict>" + (0..<$0).map { "<key>\($0)</key><string>ü</string>" }.joined() + "</dict></plist>"
        },
        xml("texts in many parts", 4_000) {
            "<plist><string>" + String(repeating: "&amp;<![CDATA[x]]>", count: $0) + "</string></plist>"
        },
        xml("comments", 4_000) { "<plist><dict>" + String(repeating: "<!-- < -->", count: $0) + "</dict></plist>" },
        xml("stray text", 100_000) { "<plist><dict>" + String(repeating: "x", count: $0) + "</dict></plist>" },
        xml("mistakes on one line", 4_000) {
            "<plist><array>" + String(repeating: "<integer>ü</integer>", count: $0) + "</array></plist>"
        },
        Shape("binary, one text many times", 2_000) { count in
            BinarySample.file(of: [
                BinarySample.array(Array(repeating: 1, count: count)),
                [0x5F, 0x12] + BinarySample.short(count) + Array(repeating: 0x61, count: count),
            ])
        },
        Shape("binary, arrays that share all bytes", 2_000) { count in
            let array = BinarySample.array((0..<count).map { $0 % 500 })
            return BinarySample.file(of: [array], offsets: Array(repeating: 8, count: 500))
        },
    ]

    @Test("Many references to a long text are refused, in every form")
    func repeatedTexts() {
        let text = Array(repeating: UInt8(0x61), count: 100_000)
        let string = [0x5F, 0x12] + BinarySample.short(text.count) + text
        let data = [0x4F, 0x12] + BinarySample.short(text.count) + text
        for object in [string, data] {
            let array = { (count: Int) in
                BinarySample.array(Array(repeating: 1, count: count))
            }
            #expect(summary(read(BinarySample.file(of: [array(14), object]))).isEmpty)
            let found = summary(read(BinarySample.file(of: [array(5_000), object])))
            #expect(found.count == 1 && found[0].contains("too-many-values"), "\(found)")
        }
        // As a key, and through arrays.
        let entries = Array(repeating: BinarySample.short(1), count: 5_000).flatMap { $0 }
        let dictionary = [0xDF, 0x12] + BinarySample.short(5_000) + entries + entries
        #expect(summary(read(BinarySample.file(of: [dictionary, string]))).first?.contains("too-many-values") == true)
        let arrays = (1...6).map { number -> [UInt8] in
            BinarySample.array(Array(repeating: number, count: 10))
        }
        #expect(summary(read(BinarySample.file(of: arrays + [string]))).first?.contains("too-many-values") == true)
    }

    @Test("Many threads can read at once, each with its own answer")
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
