import Foundation
import TestSupport
import Testing

@Suite("demarc lint --fix") struct LintFixCommandTests {
    private static let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
        \t<key>IntuneMAMSettings</key>
        \t<dict>
        \t\t<key>ADALClientId</key> <!-- ours -->
        \t\t<string>11111111-2222-3333-4444-555555555555</string>
        \t</dict>
        \t<key>LSApplicationQueriesSchemes</key>
        \t<array>
        \t\t<string>msteams</string>
        \t</array>
        </dict>
        </plist>

        """

    /// The content of a property list according to Foundation.
    private struct Contents: Codable {
        var settings: [String: String]?
        var schemes: [String]

        enum CodingKeys: String, CodingKey {
            case settings = "IntuneMAMSettings"
            case schemes = "LSApplicationQueriesSchemes"
        }
    }

    /// The schemes in a property list of either form, as the system reads them.
    private static func schemes(of path: String) throws -> [String] {
        try PropertyListDecoder().decode(Contents.self, from: Data(contentsOf: URL(filePath: path))).schemes
    }

    private static func binary() throws -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return Array(try encoder.encode(PropertyListDecoder().decode(Contents.self, from: Data(plist.utf8))))
    }

    @Test("A property list is changed once, whether binary or not", arguments: [false, true])
    func changes(isBinary: Bool) throws {
        let folder = try TemporaryFolder()
        let bytes = isBinary ? try Self.binary() : Array(Self.plist.utf8)
        let path = try folder.write(bytes, to: "Info.plist")
        let first = try Tool.run(["lint", path, "--fix", "--only", "DM060,DM061"])
        #expect(first.status == 0, "\(first.text)\(first.errors)")
        #expect(first.errors.contains("fixed[DM060]"), "\(first.errors)")
        let written = try Data(contentsOf: URL(filePath: path))
        #expect(written != Data(bytes))
        #expect(written.starts(with: Data("bplist00".utf8)) == isBinary)
        let schemes = try Self.schemes(of: path)
        #expect(schemes.first == "msteams" && schemes.contains("msteams-intunemam"), "\(schemes)")
        #expect(Set(schemes).count == schemes.count)
        if !isBinary {
            let text = String(decoding: written, as: UTF8.self)
            #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict>\n"))
            #expect(text.contains("<key>ADALClientId</key> <!-- ours -->\n"))
        }
        let second = try Tool.run(["lint", path, "--fix", "--only", "DM060,DM061"])
        #expect(second.status == 0 && !second.errors.contains("fixed["))
        #expect(try Data(contentsOf: URL(filePath: path)) == written)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Info.plist"])
    }

    @Test("--dry-run shows the fixes and the remaining findings, and changes nothing", arguments: [false, true])
    func dryRun(isBinary: Bool) throws {
        let folder = try TemporaryFolder()
        let bytes = isBinary ? try Self.binary() : Array(Self.plist.utf8)
        let path = try folder.write(bytes, to: "Info.plist")
        let dry = try Tool.run(["lint", path, "--fix", "--dry-run"])
        let name = isBinary ? "\(path)\t(binary, shown as text)" : path
        #expect(dry.text.hasPrefix("--- \(name)\n+++ \(name)\n@@ "), "\(dry.text)")
        #expect(dry.text.contains("\n+\t\t<string>msteams-intunemam</string>\n"))
        #expect(dry.errors.contains("fixed[DM060]"))
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Info.plist"])
        // The other findings equal those of a run that writes.
        let real = try Tool.run(["lint", path, "--fix"])
        #expect(real.status == dry.status)
        #expect(dry.errors.hasSuffix(real.errors.split(separator: "\n").last.map { "\($0)\n" } ?? ""))
        #expect(dry.errors.contains(real.text))
        if !isBinary {
            let added = dry.lines.filter { $0.hasPrefix("+") && !$0.hasPrefix("+++") }.map { String($0.dropFirst()) }
            let written = try folder.read("Info.plist")
            for line in added { #expect(written.contains(line + "\n")) }
        }
        let nothing = try Tool.run(["lint", path, "--fix", "--dry-run", "--quiet"])
        #expect(nothing.output.isEmpty && nothing.errors.isEmpty)
    }

    @Test("Findings that a comment suppresses are not fixed") func suppressed() throws {
        let folder = try TemporaryFolder()
        let comment = "<string>msteams</string> <!-- demarc:ignore DM060 by hand -->"
        let text = Self.plist.replacing("<string>msteams</string>", with: comment)
        let path = try folder.write(text, to: "Info.plist")
        #expect(try Tool.run(["lint", path, "--fix", "--dry-run", "--only", "DM060"]).output.isEmpty)
        #expect(try Tool.run(["lint", path, "--fix", "--only", "DM060"]).status == 0)
        #expect(try folder.read("Info.plist") == text)
    }
}
