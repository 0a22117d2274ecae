import Diagnostics
import PropertyList
import Testing
@Suite struct Scratch {
    @Test func dump() {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n"
        func p(_ s: String) -> String { head + "<plist version=\"1.0\">\n" + s + "\n</plist>\n" }
        let inputs: [String] = [
            "", " \n\t", "\u{FEFF}", "{\"a\": 1}", "[1, 2]", "{}", "{ a = b; }", "{ \"a\" = 1; }", "( a, b )", "<0fbd77>", "// !$*UTF8*$!\n{}",
            "<!DOCTYPE html>\n<html></html>", "<html/>", "hello", "=======\n", "PK\u{3}\u{4}",
            "\n<?xml version=\"1.0\"?><plist/>",
            "<dict/>", "<plist/>", "<svg></svg>", "<!-- only -->", head,
            "<plist><dict><key>a</key></dict></plist>",
            "<plist><dict><key>a</key><key>b</key><true/></dict></plist>",
            "<plist><dict><true/></dict></plist>",
            "<plist><dict>x<key>a</key><true/></dict></plist>",
            "<plist><array><key>a</key></array></plist>",
            "<plist><array><strng>a</strng><foo><bar/></foo></array></plist>",
            "<plist><true/><false/></plist>",
            "<plist><dict/></plist>\n<plist/>", "<plist><dict/></plist>\nhello", "<plist><dict/></plist>\n<!-- fine -->\n",
            "<plist><string><b>x</b></string></plist>", "<plist><string><true/></string></plist>",
            "<plist><true>x</true></plist>",
            "<plist><integer>12x</integer></plist>", "<plist><integer/></plist>", "<plist><integer>18446744073709551616</integer></plist>",
            "<plist><real>1,5</real></plist>", "<plist><date>2026-02-30T00:00:00Z</date></plist>", "<plist><data>AA\n*A</data></plist>", "<plist><data>AAA</data></plist>",
            "<plist><dict></array></plist>", "<plist><dict><key>a</key><string>x</strin></dict></plist>",
            "<plist><dict><key>a</key>\n", "<plist><dict><key>a</ke", "<plist><dict>\n<string", "<plist><string>a", "<?xml version", "<plist>", "<plist><!-- a",
            "<plist><string>a & b</string></plist>", "<plist><string>a &b</string></plist>", "<plist><string>1 < 2</string></plist>", "<plist><string>&nbsp;</string></plist>", p("<string>&nbsp;</string>"),
            "<plist><string>&#0;</string></plist>", "<plist><!-- a -- b --><true/></plist>", "<plist version=1><true/></plist>", "<plist version=\"1><true/></plist>",
            "<plist><a:b/></plist>", "<plist><string>]]></string></plist>",
            "<plist>\n<dict>\n<<<<<<< HEAD\n<key>a</key>\n=======\n<key>b</key>\n>>>>>>> main\n</dict></plist>",
            "<plist>\n<dict>\n<key>a</key>\n=======\n<true/>\n>>>>>>> main\n</dict></plist>",
            "<<<<<<< HEAD\n<plist/>", "<plist><string>\n<<<<<<< HEAD\n</string></plist>",
            "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
            "<!DOCTYPE plist [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><plist><string>&a;</string></plist>",
            "<!DOCTYPE plist [<!ENTITY % a SYSTEM \"file:///etc/passwd\"> %a;]><plist><true/></plist>",
            "<!DOCTYPE plist [ %a; ]><plist><true/></plist>",
            "<!DOCTYPE plist []><plist><true/></plist>",
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><string>é</string></plist>",
            "<plist><string>a\u{1}</string></plist>", "<plist><string>\u{FFFF}</string></plist>",
            p("<dict>\n<key>a</key><array><string>x</string><integer>-0x1F</integer><real>1e3</real><data>AAEC</data><date>2001-01-01T00:00:01Z</date><true/><false></false></array>\n</dict>"),
        ]
        for i in inputs { show(Array(i.utf8), i) }
    }
    func show(_ b: [UInt8], _ i: String) {
            print("--- ", i.replacing("\n", with: "⏎").suffix(90))
            do throws(PropertyListError) { let d = try PropertyListReader().read(b, path: "f"); print("  ok", d.root) } catch {
                for d in error.diagnostics { print("  ", d.places.map { "\($0.start.line):\($0.start.column)-\($0.end.line):\($0.end.column)" }, d.code, d.message, "|", d.help ?? "", d.fix?.replacement ?? "") }
            }
    }
}
extension String { func replacing(_ a: Character, with b: String) -> String { map { $0 == a ? b : String($0) }.joined() } }
