import Foundation

/// Property lists, and the predicates in them.
extension GrowthCase {
    private static func xml(_ contents: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">\(contents)</plist>
        """
    }

    static var propertyLists: [GrowthCase] {
        func plist(_ shape: String, _ size: Int, _ text: @escaping (Int) -> String) -> [GrowthCase] {
            let files: (Int) -> [String: String] = {
                ["policy.yaml": "demarc: 1\napp: {infoPlist: Info.plist}\n", "Info.plist": text($0)]
            }
            return [
                GrowthCase("XML plist", shape, size, compile, input: "Info.plist", files: files),
                GrowthCase("XML plist, lint", shape, size, lint("Info.plist"), input: "Info.plist", files: files),
                GrowthCase(
                    "XML plist, configure",
                    shape,
                    size,
                    ["configure", "-i", "Info.plist"],
                    input: "Info.plist",
                    files: files
                ),
            ]
        }
        func dictionary(_ entries: String) -> String {
            xml(
                "<dict><key>CFBundleIdentifier</key><string>a.b</string><key>IntuneMAMSettings</key><dict/>\(entries)</dict>"
            )
        }
        func repeated(_ text: String) -> (Int) -> String { { String(repeating: text, count: $0) } }
        return [
            plist("keys", 10_000) { dictionary(each($0) { "<key>k\($0)</key><true/>\n" }) },
            plist("keys on one line", 10_000) { dictionary(each($0) { "<key>k\($0)</key><string>ü</string>" }) },
            plist("repeated keys", 10_000) {
                dictionary(repeated("<key>CFBundleIdentifier</key><string>a.b</string>")($0))
            },
            plist("query schemes", 5_000) {
                dictionary(
                    "<key>LSApplicationQueriesSchemes</key><array>" + each($0) { "<string>s\($0)</string>\n" }
                        + "</array>"
                )
            },
            plist("bad query schemes", 5_000) {
                dictionary(
                    "<key>LSApplicationQueriesSchemes</key><array>" + each($0) { "<string>s\($0)://</string>" }
                        + "</array>"
                )
            },
            plist("one query scheme many times", 5_000) {
                dictionary(
                    "<key>LSApplicationQueriesSchemes</key><array>" + each($0) { _ in "<string>s</string>" }
                        + "</array>"
                )
            },
            plist("URL types", 3_000) {
                dictionary(
                    "<key>CFBundleURLTypes</key><array>"
                        + each($0) {
                            "<dict><key>CFBundleURLSchemes</key><array><string>s\($0)</string></array></dict>\n"
                        } + "</array>"
                )
            },
            plist("schemes of a URL type", 5_000) {
                dictionary(
                    "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array>"
                        + each($0) { "<string>s\($0)</string>" } + "</array></dict></array>"
                )
            },
            plist("unknown settings", 5_000) {
                xml(
                    "<dict><key>IntuneMAMSettings</key><dict>" + each($0) { "<key>ADALClentId\($0)</key><true/>\n" }
                        + "</dict></dict>"
                )
            },
            plist("attributes", 20_000) { "<plist version=\"1.0\"><dict" + each($0) { " a\($0)=\"\"" } + "/></plist>" },
            plist("namespaces", 20_000) {
                "<plist version=\"1.0\"><dict" + each($0) { " xmlns:a\($0)=\"b\"" } + "/></plist>"
            },
            plist("a long attribute", 500_000) {
                "<plist version=\"1.0\"><dict a=\"" + repeated("a")($0) + "\"/></plist>"
            },
            plist("declared attributes", 20_000) {
                "<!DOCTYPE plist [<!ATTLIST dict" + each($0) { " a\($0) CDATA \"\"" } + ">]><plist version=\"1.0\">"
                    + repeated("<dict/>")(10) + "</plist>"
            },
            plist("declared elements", 20_000) {
                "<!DOCTYPE plist [" + each($0) { "<!ELEMENT a\($0) ANY>" } + "]><plist version=\"1.0\"><dict/></plist>"
            },
            plist("a declared element", 20_000) {
                "<!DOCTYPE plist [<!ELEMENT a (#PCDATA" + each($0) { "|a\($0)" }
                    + ")*>]><plist version=\"1.0\"><dict/></plist>"
            },
            plist("nested elements", 100_000) { "<plist version=\"1.0\">" + repeated("<array>")($0) },
            plist("elements of long names", 500) { count in
                "<plist version=\"1.0\">" + each(count) { _ in "<" + repeated("a")(count) + "/>" } + "</plist>"
            },
            plist("comments", 20_000) { dictionary(repeated("<!-- a -->\n")($0)) },
            plist("a long comment", 1_000_000) { dictionary("<!--" + repeated("a")($0) + "-->") },
            plist("instructions", 20_000) { dictionary(repeated("<?a b?>")($0)) },
            plist("a long text", 1_000_000) { dictionary("<key>a</key><string>" + repeated("a")($0) + "</string>") },
            plist("a text of references", 100_000) {
                dictionary("<key>a</key><string>" + repeated("&amp;")($0) + "</string>")
            },
            plist("a text of numbered references", 100_000) {
                dictionary("<key>a</key><string>" + repeated("&#97;")($0) + "</string>")
            },
            plist("a text of CDATA", 30_000) {
                dictionary("<key>a</key><string>" + repeated("<![CDATA[a]]>")($0) + "</string>")
            },
            plist("data", 1_000_000) { dictionary("<key>a</key><data>" + repeated("AAAA")($0 / 4) + "</data>") },
            plist("stray texts", 20_000) { dictionary(each($0) { "<key>k\($0)</key>x<true/>" }) },
            plist("a long stray text", 500_000) { dictionary(repeated("x")($0)) },
            plist("wrong numbers", 20_000) { dictionary(each($0) { "<key>k\($0)</key><integer>x</integer>" }) },
            plist("a long number", 500_000) { dictionary("<key>a</key><integer>" + repeated("1")($0) + "</integer>") },
            plist("a long key", 500_000) { dictionary("<key>" + repeated("a")($0) + "</key>") },
        ].flatMap { $0 } + binary
    }

    private static var binary: [GrowthCase] {
        func binary(_ shape: String, _ size: Int, _ bytes: @escaping (Int) -> [[UInt8]]) -> [GrowthCase] {
            let files: (Int) -> [String: String] = {
                // The files of a case are texts; Latin-1 represents each byte as a character.
                [
                    "policy.yaml": "demarc: 1\napp: {infoPlist: Info.plist}\n",
                    "Info.plist": latin1(BinaryPlist.file(bytes($0))),
                ]
            }
            return [
                GrowthCase("binary plist", shape, size, compile, input: "Info.plist", files: files),
                GrowthCase("binary plist, lint", shape, size, lint("Info.plist"), input: "Info.plist", files: files),
                GrowthCase(
                    "binary plist, configure",
                    shape,
                    size,
                    ["configure", "-i", "Info.plist"],
                    input: "Info.plist",
                    files: files
                ),
            ]
        }
        let settings = [
            BinaryPlist.text("CFBundleIdentifier"), BinaryPlist.text("a.b"), BinaryPlist.text("IntuneMAMSettings"),
            BinaryPlist.dictionary([:]),
        ]
        return [
            binary("keys", 5_000) { count in
                [
                    BinaryPlist.dictionary(
                        Dictionary(uniqueKeysWithValues: [(1, 2), (3, 4)] + (0..<count).map { (5 + $0, 2) })
                    )
                ]
                    + settings + (0..<count).map { BinaryPlist.text("k\($0)") }
            },
            binary("a long text many times", 1_000) { count in
                [BinaryPlist.dictionary([1: 2, 3: 4, 5: 6])] + settings
                    + [
                        BinaryPlist.text("a"), BinaryPlist.array(Array(repeating: 7, count: count)),
                        BinaryPlist.text(String(repeating: "a", count: count * 20)),
                    ]
            },
            binary("a long text", 300_000) { count in
                [BinaryPlist.dictionary([1: 2, 3: 4, 5: 6])] + settings + [
                    BinaryPlist.text("a"), BinaryPlist.text(String(repeating: "a", count: count)),
                ]
            },
            binary("one array many times", 100) { count in
                [BinaryPlist.dictionary([1: 2, 3: 4, 5: 6])] + settings
                    + [
                        BinaryPlist.text("a"), BinaryPlist.array(Array(repeating: 7, count: count)),
                        BinaryPlist.array(Array(repeating: 2, count: count)),
                    ]
            },
            binary("query schemes", 5_000) { count in
                [BinaryPlist.dictionary([1: 2, 3: 4, 5: 6])] + settings + [
                    BinaryPlist.text("LSApplicationQueriesSchemes"), BinaryPlist.array((0..<count).map { 7 + $0 }),
                ]
                    + (0..<count).map { BinaryPlist.text("s\($0)") }
            },
        ].flatMap { $0 }
    }

    private static func latin1(_ bytes: [UInt8]) -> String { String(bytes.map { Character(Unicode.Scalar($0)) }) }

    static var predicates: [GrowthCase] {
        func predicate(_ shape: String, _ size: Int, _ text: @escaping (Int) -> String) -> GrowthCase {
            GrowthCase("predicate, lint", shape, size, lint("Info.plist"), input: "Info.plist") { size in
                let escaped = text(size).replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(
                    of: "<",
                    with: "&lt;"
                )
                return [
                    "Info.plist": xml(
                        """
                        <dict><key>CFBundleIdentifier</key><string>a.b</string><key>IntuneMAMSettings</key><dict/>
                        <key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key><string>com.apple.share-services</string>
                        <key>NSExtensionAttributes</key><dict><key>NSExtensionActivationRule</key><string>\(escaped)</string></dict></dict></dict>
                        """
                    )
                ]
            }
        }
        func repeated(_ text: String) -> (Int) -> String { { String(repeating: text, count: $0) } }
        return [
            predicate("a chain", 5_000) { "a == 1" + repeated(" && a == 1")($0) },
            predicate("a chain of both", 5_000) { "a == 1" + repeated(" && a == 1 || a == 2")($0) },
            predicate("parentheses", 50_000) { repeated("(")($0) + "a == 1" + repeated(")")($0) },
            predicate("negations", 50_000) { repeated("NOT ")($0) + "a == 1" },
            predicate("nested subqueries", 5_000) { repeated("SUBQUERY(a, $x, ")($0) },
            predicate("nested lists", 50_000) { "a IN " + repeated("{")($0) },
            predicate("a list", 20_000) { "a IN {1" + repeated(", 1")($0) + "}" },
            predicate("a long text", 300_000) { "a == \"" + repeated("a")($0) + "\"" },
            predicate("escapes", 100_000) { "a == \"" + repeated("\\\"")($0) + "\"" },
            predicate("a long path", 50_000) { "a" + repeated(".a")($0) + " == 1" },
            predicate("indexes", 50_000) { "a" + repeated("[1]")($0) + " == 1" },
            predicate("sums", 20_000) { "1" + repeated(" + 1")($0) + " == 1" },
            predicate("powers", 20_000) { "1" + repeated(" ** 1")($0) + " == 1" },
            predicate("calls", 20_000) { repeated("sum(")($0) },
            predicate("a long number", 300_000) { "a == " + repeated("1")($0) },
            predicate("spaces", 300_000) { "a" + repeated(" ")($0) + "== 1" },
            predicate("types", 3_000) {
                "SUBQUERY(extensionItems, $e, SUBQUERY($e.attachments, $a, ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO \"public.data\""
                    + each($0) { " || ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO \"public.data\($0)\"" }
                    + ").@count == 1).@count == 1"
            },
        ]
    }
}

/// Writes binary property lists, object by object.
private enum BinaryPlist {
    static func text(_ text: String) -> [UInt8] { head(0x50, text.utf8.count) + Array(text.utf8) }

    static func array(_ references: [Int]) -> [UInt8] {
        head(0xA0, references.count) + references.flatMap { number($0, 4) }
    }

    static func dictionary(_ entries: [Int: Int]) -> [UInt8] {
        let keys = entries.keys.sorted()
        return head(0xD0, keys.count) + keys.flatMap { number($0, 4) }
            + keys.flatMap { number(entries[$0, default: 0], 4) }
    }

    /// The file for objects that refer to each other by position; the first is the root.
    static func file(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += number(bytes.count, 4)
            bytes += object
        }
        let table = bytes.count
        return bytes + offsets + [0, 0, 0, 0, 0, 0, 4, 4] + number(objects.count, 8) + number(0, 8) + number(table, 8)
    }

    private static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
        count < 15 ? [kind | UInt8(count)] : [kind | 15, 0x12] + number(count, 4)
    }

    private static func number(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
