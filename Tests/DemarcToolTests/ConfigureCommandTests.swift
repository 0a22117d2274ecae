import Foundation
import TestSupport
import Testing

@Suite("demarc configure") struct ConfigureCommandTests {
    static let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
        \t<key>CFBundleIdentifier</key> <!-- ours -->
        \t<string>com.example.app</string>
        \t<key>LSApplicationQueriesSchemes</key>
        \t<array>
        \t\t<string>msteams</string>
        \t</array>
        </dict>
        </plist>

        """
    static let rights = "<plist version=\"1.0\">\n<dict/>\n</plist>\n"

    private func target() throws -> (folder: TemporaryFolder, plist: String, rights: String) {
        let folder = try TemporaryFolder()
        return (
            folder, try folder.write(Self.plist, to: "Info.plist"),
            try folder.write(Self.rights, to: "App.entitlements")
        )
    }

    @Test(
        "Invalid usage is refused",
        arguments: [
            ([], 64, "Missing expected argument"),
            (["-i", "P", "-i", "P"], 64, "give -i once"),
            (["-i", "P", "-e", "E", "-e", "E"], 64, "give -e once"),
            (["-i", "P", "-e", "P"], 64, "-i and -e name the same file"),
            (["-i", "P", "-e", "E", "-o", "E"], 64, "-o and -e name the same file"),
            (["-i", "P", "-o", "-", "--format", "json"], 64, "Standard output"),
            (["-generateOpenInIcons", "P"], 64, "Unknown option"),
            (["-i", "N"], 2, "N`: there is no such file"),
            (["-i", "P", "-e", "N"], 2, "N`: there is no such file"),
            (["-i", "."], 2, "it is a folder"),
            (["-i", "P", "-o", "."], 2, "it is a folder"),
            (["-i", "P", "-o", "N/N"], 2, "cannot write"),
            (["-i", "B"], 2, "B:3:5: error[mismatched-tag]"),
            (["-i", "P", "-e", "B"], 2, "B:3:5: error[mismatched-tag]"),
            (["-i", "G"], 64, "G` has entitlements and is not an Info.plist: give it with -e"),
            (["-i", "E"], 64, "App.entitlements` has entitlements and is not an Info.plist: give it with -e"),
            (["-i", "G", "-e", "P"], 64, "G` has entitlements and is not an Info.plist: give it with -e"),
            (["-i", "P", "-e", "C"], 64, "C` is an Info.plist and has no entitlements: give it with -i"),
            (["-i", "F"], 2, "F` is the Info.plist of a framework, not the Info.plist of an app or an extension"),
            (["-i", "F", "-e", "E", "--dry-run"], 2, "F` is the Info.plist of a framework"),
        ] as [([String], Int32, String)]
    )
    func misuse(arguments: [String], status: Int32, message: String) throws {
        let (folder, plist, rights) = try target()
        try folder.write("<plist>\n<dict>\n<a/></plist>\n", to: "B")
        try folder.write("<plist><dict><key>get-task-allow</key><true/></dict></plist>", to: "G")
        try folder.write(Self.plist, to: "C")
        try folder.write(
            "<plist><dict><key>CFBundlePackageType</key><string>FMWK</string></dict></plist>",
            to: "F"
        )
        let names = ["P": plist, "E": rights]
        let outcome = try Tool.run(
            ["configure"]
                + arguments.map { argument in
                    names[argument] ?? (argument.hasPrefix("-") && argument != "-" ? argument : nil)
                        ?? (["json", "-"].contains(argument) ? argument : folder.path + "/" + argument)
                }
        )
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.errors.contains(message.hasPrefix("B:") ? "B:3" : message), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
        #expect(try folder.read("Info.plist") == Self.plist)
        #expect(try folder.read("App.entitlements") == Self.rights)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 6)
    }

    @Test("The error of a file that cannot be read fits the terminal", arguments: ["-i", "-i Info.plist -e"])
    func wrappedError(options: String) throws {
        let (folder, _, _) = try target()
        let outcome = try Tool.bash("cd '\(folder.path)' && COLUMNS=40 \"$demarc\" configure \(options) missing.plist")
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("demarc: error: cannot read"))
        #expect(outcome.errors.split(separator: "\n").allSatisfy { $0.count <= 40 }, "\(outcome.errors)")
    }

    @Test("A key that is there twice is refused with both lines if something would be added to it")
    func repeatedKeys() throws {
        let folder = try TemporaryFolder()
        let key = "\t<key>LSApplicationQueriesSchemes</key>\n"
        let twice = Self.plist.replacing(key, with: "\(key)\t<array/>\n\(key)")
        let plist = try folder.write(twice, to: "Info.plist")
        for arguments in [[], ["--dry-run"], ["-o", folder.path + "/Other.plist"]] {
            let outcome = try Tool.run(["configure", "-i", plist] + arguments)
            #expect(outcome.status == 2)
            #expect(outcome.output.isEmpty)
            let words = "error[duplicate-key]: the key `LSApplicationQueriesSchemes` appears twice"
            #expect(outcome.errors.contains("\(plist):8:2: \(words)"), "\(outcome.errors)")
            #expect(outcome.errors.contains("\(plist):6:2: note: also here"), "\(outcome.errors)")
        }
        #expect(try folder.read("Info.plist") == twice)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)

        // A key to which nothing is added remains a finding.
        let id = "\t<key>CFBundleName</key>\n\t<string>a</string>\n"
        let other = try folder.write(Self.plist.replacing(key, with: id + id + key), to: "Info.plist")
        let outcome = try Tool.run(["configure", "-i", other])
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("warning[DM095]: the key `CFBundleName` is there twice"), "\(outcome.errors)")
    }

    @Test("Files are changed in place with a report, and a second run changes nothing")
    func inPlace() throws {
        let (folder, plist, rights) = try target()
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: plist)
        let first = try Tool.run(["configure", "-i", plist, "-e", rights])
        #expect(first.status == 0)
        #expect(first.output.isEmpty)
        #expect(
            first.errors.contains("Info.plist: adds `msteams-intunemam` to `LSApplicationQueriesSchemes` [DM060]\n")
        )
        #expect(first.errors.contains("App.entitlements: adds `keychain-access-groups`: "))
        // What remains is not an error.
        #expect(first.errors.contains("left to do by hand:\n"))
        let (written, groups) = (try folder.read("Info.plist"), try folder.read("App.entitlements"))
        #expect(written.contains("</key> <!-- ours -->\n"))
        #expect(written.contains("\t\t<string>msteams</string>\n\t\t<string>"))
        #expect(groups.contains("\t\t<string>$(AppIdentifierPrefix)com.example.app</string>\n"))
        let attributes = try FileManager.default.attributesOfItem(atPath: plist)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)

        let date = attributes[.modificationDate] as? Date
        let second = try Tool.run(["configure", "-i", plist, "-e", rights])
        #expect(second.status == 0)
        #expect(second.errors.hasPrefix("nothing to do\n"))
        #expect(try folder.read("Info.plist") == written)
        #expect(try folder.read("App.entitlements") == groups)
        #expect(try FileManager.default.attributesOfItem(atPath: plist)[.modificationDate] as? Date == date)
        #expect(try Tool.run(["configure", "-i", plist, "-e", rights, "--quiet"]).errors.isEmpty)
    }

    @Test("Comments in an activation rule that is rewritten stay before the new rule")
    func comments() throws {
        let folder = try TemporaryFolder()
        let rule =
            "<dict>\n\t\t\t\t<!-- only text, see TICKET-7 -->\n"
            + "\t\t\t\t<key>NSExtensionActivationSupportsText</key>\n\t\t\t\t<true/>\n\t\t\t</dict>"
        let text = """
            <plist version="1.0">
            <dict>
            \t<key>CFBundleIdentifier</key>
            \t<string>com.example.app.share</string>
            \t<key>CFBundlePackageType</key>
            \t<string>XPC!</string>
            \t<key>IntuneMAMSettings</key>
            \t<dict>
            \t\t<key>ContainingAppBundleId</key>
            \t\t<string>com.example.app</string>
            \t</dict>
            \t<key>NSExtension</key>
            \t<dict>
            \t\t<key>NSExtensionPointIdentifier</key>
            \t\t<string>com.apple.share-services</string>
            \t\t<key>NSExtensionAttributes</key>
            \t\t<dict>
            \t\t\t<key>NSExtensionActivationRule</key>
            \t\t\t\(rule)
            \t\t</dict>
            \t</dict>
            </dict>
            </plist>

            """
        let plist = try folder.write(text, to: "Info.plist")
        #expect(try Tool.run(["configure", "-i", plist]).errors.contains("[DM088]"))
        let written = try folder.read("Info.plist")
        #expect(written.contains("\n\t\t\t<!-- only text, see TICKET-7 -->\n\t\t\t<string>SUBQUERY ("), "\(written)")
        #expect(try Tool.run(["configure", "-i", plist]).errors.hasPrefix("nothing to do\n"))
    }

    @Test("Links are followed, and output goes to another place or standard output")
    func places() throws {
        let (folder, plist, _) = try target()
        let link = folder.path + "/link.plist"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "Info.plist")
        let other = folder.path + "/Other.plist"
        #expect(try Tool.run(["configure", "-i", link, "-o", other]).status == 0)
        #expect(try folder.read("Info.plist") == Self.plist)
        let expected = try folder.read("Other.plist")
        #expect(expected != Self.plist)
        #expect(try Tool.run(["configure", "-i", plist, "-o", "-"]).text == expected)
        #expect(try Tool.run(["configure", "-i", link]).status == 0)
        #expect(try folder.read("Info.plist") == expected)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "Info.plist")
        // The other place is still written if it is ready.
        try FileManager.default.removeItem(atPath: other)
        #expect(try Tool.run(["configure", "-i", plist, "-o", other]).status == 0)
        #expect(try folder.read("Other.plist") == expected)
        let dangling = folder.path + "/dangling"
        try FileManager.default.createSymbolicLink(atPath: dangling, withDestinationPath: "nothing")
        let outcome = try Tool.run(["configure", "-i", plist, "-o", dangling])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("a broken symbolic link"))
    }

    @Test("--dry-run shows the changes without making them")
    func dryRun() throws {
        let (folder, plist, rights) = try target()
        let outcome = try Tool.run(["configure", "-i", plist, "-e", rights, "--dry-run"])
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("--- \(plist)\n+++ \(plist)\n@@ "))
        #expect(outcome.text.contains("--- \(rights)\n+++ \(rights)\n@@ -1,3 +1,10 @@\n"))
        #expect(outcome.text.contains("\n+\t\t<string>msteams-intunemam</string>\n"))
        #expect(try folder.read("Info.plist") == Self.plist)
        #expect(try folder.read("App.entitlements") == Self.rights)
        // The shown differences equal the actual changes.
        #expect(try Tool.run(["configure", "-i", plist, "-e", rights]).status == 0)
        let lines = outcome.text.split(separator: "\n")
        let added = lines.filter { $0.hasPrefix("+") && !$0.hasPrefix("+++") }.map { String($0.dropFirst()) }
        let written = try folder.read("Info.plist") + folder.read("App.entitlements")
        for line in added { #expect(written.contains(line + "\n")) }
        #expect(lines.filter { $0.hasPrefix("-") && !$0.hasPrefix("---") } == ["-<dict/>"])
    }

    @Test("JSON reports the changes")
    func json() throws {
        let (folder, plist, rights) = try target()
        defer { withExtendedLifetime(folder) {} }
        let dry = try Tool.run(["configure", "-i", plist, "-e", rights, "--dry-run", "--format", "json", "-q"])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(dry.output)) as? [String: Any])
        #expect(dry.errors.isEmpty)
        #expect(object["dryRun"] as? Bool == true)
        #expect((object["written"] as? [String]) == [])
        #expect((object["diff"] as? String)?.hasPrefix("--- ") == true)
        #expect(object["infoPlist"] as? String == plist && object["output"] as? String == plist)
        let done = try Tool.run(["configure", "-i", plist, "-e", rights, "--format", "json"])
        let result = try #require(try JSONSerialization.jsonObject(with: Data(done.output)) as? [String: Any])
        #expect((result["written"] as? [String]) == [plist, rights])
        #expect(result["diff"] is NSNull)
        let additions = try #require(result["additions"] as? [[String: String]])
        #expect(additions.contains { $0["code"] == "DM085" && $0["file"] == rights && $0["message"] != nil })
        let findings = try #require(result["findings"] as? [[String: Any]])
        #expect(findings.allSatisfy { $0["code"] is String && $0["line"] is Int })
    }

    @Test("Suppressed findings cause no change and are not reported")
    func suppressed() throws {
        let (folder, plist, _) = try target()
        let comment = " <!-- demarc:ignore DM060 we ask for Teams by hand -->"
        let commented = Self.plist.replacing("<string>msteams</string>", with: "<string>msteams</string>" + comment)
        try folder.write(commented, to: "Info.plist")
        let first = try Tool.run(["configure", "-i", plist])
        #expect(first.status == 0)
        #expect(!first.errors.contains("[DM060]") && first.errors.contains("[DM082]"), "\(first.errors)")
        let written = try folder.read("Info.plist")
        #expect(!written.contains("<string>msteams-intunemam</string>") && written.contains(comment + "\n"))
        // The lines have moved, and the comment has moved with its line.
        #expect(try Tool.run(["configure", "-i", plist]).errors.hasPrefix("nothing to do\n"))

        try folder.write(commented.replacing(" we ask for Teams by hand", with: ""), to: "Info.plist")
        #expect(
            try Tool.run(["configure", "-i", plist]).errors.contains("[DM060]"),
            "without a reason a comment suppresses nothing"
        )
        try folder.write(Self.plist, to: "Info.plist")
        let settings = "ignore: [{code: DM060, file: Info.plist, reason: by hand}]\nseverity: {DM082: off}\n"
        try folder.write(settings, to: ".demarc-lint.yaml")
        let configured = try Tool.run(["configure", "-i", plist, "--format", "json"])
        #expect(configured.status == 0)
        for code in ["DM060", "DM082"] { #expect(!(configured.text + configured.errors).contains(code)) }
        #expect(configured.text.contains("DM061"))
        #expect(try !folder.read("Info.plist").contains("NSFaceIDUsageDescription"))
    }

    @Test("A suppressed finding keeps nothing else from being added")
    func suppressedAlone() throws {
        let (folder, plist, _) = try target()
        let types = """
            \t<key>CFBundleDocumentTypes</key>
            \t<array><dict><key>LSItemContentTypes</key><array>
            \t\t<string>public.text</string> <!-- demarc:ignore DM084 not for text -->
            \t\t<string>public.image</string>
            \t</array></dict></array>
            \t<key>DTSDKName</key><string>iphoneos27.0</string>

            """
        let schemes = "\t<key>LSApplicationQueriesSchemes</key>"
        let own = (0..<10).map { "\t\t<string>own\($0)</string>\n" }.joined()
        let text = Self.plist.replacing("\t\t<string>msteams</string>\n", with: own)
            .replacing(schemes, with: types + schemes + " <!-- demarc:ignore DM061 few places -->")
        try folder.write(text, to: "Info.plist")
        let outcome = try Tool.run(["configure", "-i", plist])
        #expect(!outcome.errors.contains("[DM060]:") && !outcome.errors.contains("DM061"), "\(outcome.errors)")
        let written = try folder.read("Info.plist")
        for number in 0..<10 { #expect(written.contains("<string>own\(number)-intunemam</string>")) }
        #expect(written.contains("<string>com.microsoft.intune.mam.public.image</string>"))
        #expect(!written.contains("com.microsoft.intune.mam.public.text"))
        #expect(try Tool.run(["configure", "-i", plist]).errors.hasPrefix("nothing to do\n"))
    }

    @Test("Nothing is written if a broken configuration file hides what is suppressed")
    func brokenConfiguration() throws {
        let (folder, plist, rights) = try target()
        try folder.write("ignor: [{code: DM060, reason: by hand}]\n", to: ".demarc-lint.yaml")
        let outcome = try Tool.run(["configure", "-i", plist, "-e", rights])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(".demarc-lint.yaml:1:1: error[unknown-key]"), "\(outcome.errors)")
        #expect(try folder.read("Info.plist") == Self.plist)
        #expect(try folder.read("App.entitlements") == Self.rights)
    }

    @Test("Binary files stay binary and are shown as text")
    func binary() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let bytes =
            Array("bplist00".utf8) + [0xD0, 8, 0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1]
            + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 0, 0, 0, 0, 9]
        let plist = try folder.write(bytes, to: "Info.plist")
        let dry = try Tool.run(["configure", "-i", plist, "--dry-run"])
        #expect(dry.text.hasPrefix("--- \(plist)\t(binary, shown as text)\n"))
        #expect(dry.text.contains("\n+\t<key>NSFaceIDUsageDescription</key>\n"))
        #expect(try Tool.run(["configure", "-i", plist]).status == 0)
        let written = try Data(contentsOf: URL(filePath: plist))
        #expect(written.starts(with: Data("bplist00".utf8)) && written.count > 200)
        #expect(try Tool.run(["configure", "-i", plist]).errors.hasPrefix("nothing to do\n"))
    }
}
