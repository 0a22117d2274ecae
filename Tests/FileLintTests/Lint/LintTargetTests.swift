import AppLint
import Diagnostics
import FileLint
import PolicyFiles
import Synchronization
import Testing
import URLMatching

@Suite("Recognizing and grouping files")
struct LintTargetTests {
    private static let graph =
        ##"{"@odata.type": "#microsoft.graph.iosManagedAppProtection", "printBlocked": true}"##
    private static let android =
        ##"{"@odata.type": "#microsoft.graph.androidManagedAppProtection", "printBlocked": true}"##

    @Test(
        "The content determines the kind",
        arguments: [
            ("a.yaml", "", nil), ("a.yaml", "services: {}", nil), ("a.json", "{}", nil),
            ("a.json", "{\"name\": 1}", nil),
            ("a.json", "{ broken", nil), ("a.json", android, nil), ("a.plist", "<plist><dict/></plist>", nil),
            ("a.plist", "<plist>", nil), ("a.yaml", "demarc: 1", .policy), ("a.json", "{\"demarc\": 1}", .policy),
            ("a.yml", "demarc-rules: 1", .rules), ("a.yaml", "demarc-test: 1", .scenarios), ("a.json", graph, .graph),
            ("a.json", "{\"value\": [{\"pinRequired\": true}]}", .graph), ("a.json", "{\"pinRequired\": tru", nil),
            ("a.json", "{\"@odata.type\": \"#microsoft.graph.iosManagedAppProtection\"", .graph),
            ("a.json", "{\"AppSharingToLevel\": 1}", .graph),
            ("a.json", "{\"pinRequired\": true, \"ruleSets\": {}}", .graph),
            ("log.plist", "<plist><dict><key>AppSharingToLevel</key><integer>1</integer></dict></plist>", .graph),
            ("Info.plist", "<plist><dict/></plist>", .infoPlist), ("Share-Info.plist", "broken", .infoPlist),
            ("a.plist", "<plist><dict><key>CFBundleName</key><string/></dict></plist>", .infoPlist),
            ("a.plist", "<plist><dict><key>CFBundleName</key>", .infoPlist),
            ("a.plist", "<plist><dict><key>keychain-access-groups</key><array/></dict></plist>", .entitlements),
            ("a.entitlements", "broken", .entitlements),
        ] as [(String, String, LintFileKind?)]
    )
    func kinds(name: String, text: String, kind: LintFileKind?) {
        #expect(LintFileKind(of: Array(text.utf8), name: name, isNamed: false) == kind)
    }

    @Test(
        "A named file always gets a kind",
        arguments: [
            ("a.json", "{}", .graph), ("a.json", "{ broken", .graph), ("a.yaml", "a: 1", .policy), ("a.txt", "a", nil),
            ("a.txt", "{\"a\": 1}", .graph), ("a.plist", "<plist>", .infoPlist), ("policy", "demarc: 1", .policy),
            ("a.txt", "[1, 2", .graph), ("a.txt", "[Adblock Plus 2.0]\n! Title: x\n||a.example^\n", nil),
            ("a.yaml", "'@odata.type': x\na: 1\n", .graph), ("a.yml", "a: 1\n\"@odata.type\": x\n", .graph),
            ("a.yaml", "a:\n  '@odata.type': x\n", .policy), ("a.yaml", "'@odata.type': x\ndemarc: 1\n", .policy),
        ] as [(String, String, LintFileKind?)]
    )
    func named(name: String, text: String, kind: LintFileKind?) {
        #expect(LintFileKind(of: Array(text.utf8), name: name, isNamed: true) == kind)
    }

    @Test(
        "In UTF-16, the first character determines the kind",
        arguments: [
            ("a.yaml", "demarc: 1\n", .policy, nil), ("a.yaml", "# a\n", .policy, nil), ("a.txt", "a\n", nil, nil),
            ("a.yaml", " {\"a\": 1}", .graph, nil), ("a.txt", "[{}]", .graph, nil),
            ("a.json", "{\"a\": 1}", .graph, nil),
            ("a.json", graph, .graph, .graph), ("a.json", "{\"pinRequired\": true}", .graph, .graph),
        ] as [(String, String, LintFileKind?, LintFileKind?)]
    )
    func utf16(name: String, text: String, named: LintFileKind?, found: LintFileKind?) {
        for isBigEndian in [false, true] {
            let bytes = text.utf16.flatMap { unit -> [UInt8] in
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                return isBigEndian ? [high, low] : [low, high]
            }
            let marked = (isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]) + bytes
            for (bytes, words) in [(marked, "with a mark"), (bytes, "without a mark")] {
                #expect(LintFileKind(of: bytes, name: name, isNamed: true) == named, "\(words), \(isBigEndian)")
                #expect(LintFileKind(of: bytes, name: name, isNamed: false) == found, "\(words), \(isBigEndian)")
            }
        }
    }

    @Test("A policy of Graph in YAML has one finding, and is not looked for in folders") func graphYAML() {
        let text = "'@odata.type': '#microsoft.graph.iosManagedAppProtection'\nsaveAsBlocked: true\npinRequired: true\n"
        #expect(LintFileKind(of: Array(text.utf8), name: "a.yaml", isNamed: false) == nil)
        let lint = LintRun([.graph("a.yaml")], files: MemoryFiles(["a.yaml": text]))
        #expect(lint.diagnostics.map(\.code) == ["not-json"])
        #expect(lint.diagnostics.first?.message == "the file is a Graph object in YAML, not JSON")
    }

    @Test("A policy document in UTF-16 is named as such") func utf16Document() {
        let bytes: [UInt8] = [0xFF, 0xFE] + "demarc: 1\n".utf8.flatMap { [$0, 0] }
        let files = MemoryFiles(["a.yaml": bytes])
        #expect(LintRun([.policy("a.yaml")], files: files).codes == ["is-utf-16"])
    }

    @Test("A plist and entitlements in one folder are one target") func apps() {
        func targets(_ paths: [String]) -> Set<LintTarget> {
            Set(LintTarget.targets(of: paths.map { ($0, $0.hasSuffix(".plist") ? .infoPlist : .entitlements) }))
        }
        #expect(
            targets(["a/Info.plist", "a/x.entitlements", "a/xRelease.entitlements"]) == [
                .app(infoPlist: "a/Info.plist", entitlements: ["a/x.entitlements", "a/xRelease.entitlements"])
            ]
        )
        #expect(
            targets(["Info.plist", "a/x.entitlements", "a/y.entitlements"])
                == [
                    .app(infoPlist: "Info.plist", entitlements: []),
                    .app(infoPlist: nil, entitlements: ["a/x.entitlements"]),
                    .app(infoPlist: nil, entitlements: ["a/y.entitlements"]),
                ]
        )
        let infoPlists = ["App-Info.plist", "Share-Info.plist", "ShareMail-Info.plist"]
        let entitlements = [
            "Share.entitlements", "ShareRelease.entitlements", "ShareMailDebug.entitlements", "Watch.entitlements",
        ]
        #expect(
            targets(infoPlists + entitlements)
                == [
                    .app(infoPlist: "App-Info.plist", entitlements: []),
                    .app(infoPlist: "Share-Info.plist", entitlements: Array(entitlements.prefix(2))),
                    .app(infoPlist: "ShareMail-Info.plist", entitlements: ["ShareMailDebug.entitlements"]),
                    .entitlements(["Watch.entitlements"], besides: infoPlists),
                ]
        )
        #expect(
            targets(["Info.plist", "WatchApp-Info.plist", "Watch.entitlements", "MyApp.entitlements"])
                == [
                    .app(infoPlist: "Info.plist", entitlements: []),
                    .app(infoPlist: "WatchApp-Info.plist", entitlements: ["Watch.entitlements"]),
                    .entitlements(["MyApp.entitlements"], besides: ["Info.plist", "WatchApp-Info.plist"]),
                ]
        )
        #expect(
            targets(["Info.plist", "App.entitlements", "Widget.entitlements", "AppDebug.entitlements"])
                == [
                    .app(infoPlist: "Info.plist", entitlements: ["App.entitlements", "AppDebug.entitlements"]),
                    .entitlements(["Widget.entitlements"], besides: ["Info.plist"]),
                ]
        )
    }

    @Test("A file that several documents use is reported once") func once() {
        let rules = "demarc-rules: 1\nrules:\n  - {id: a, class: internl, host: a.example}\n"
        let policy = "demarc: 1\nruleSets: {main: {default: internal, include: [r.yaml]}}\n"
        let scenarios = "demarc-test: 1\npolicy: p.yaml\nscenarios: []\n"
        #expect(Linting.lint(["r.yaml": rules]).codes == ["unknown-value"])
        let all = ["p.yaml": policy, "q.yaml": policy, "r.yaml": rules, "s.yaml": scenarios]
        #expect(Linting.lint(all).codes == ["unknown-value", "expects-nothing"])
        let graph = #"{"saveAsBlocked": true}"#
        let document = "demarc: 1\npolicies: {a: {graph: g.json}}\n"
        #expect(Linting.lint(["g.json": graph]).codes == ["DM047"])
        #expect(Linting.lint(["g.json": graph, "p.yaml": document, "q.yaml": document]).codes == ["DM047"])
    }

    @Test("A finding of a list is reported once, however documents spell its path", arguments: ["q.yaml", "/q.yaml"])
    func spelledOnce(other: String) {
        func rule(_ path: String) -> String { "{id: l, class: blocked, list: {file: \(path), format: domains}}" }
        let files = MemoryFiles([
            "p.yaml": "demarc: 1\nruleSets: {main: {default: external, include: [rules/r.yaml]}}\n",
            "rules/r.yaml": "demarc-rules: 1\nrules: [\(rule("../lists/l.txt"))]\n",
            "q.yaml": "demarc: 1\nruleSets: {main: {default: external, rules: [\(rule("lists/l.txt"))]}}\n",
            "lists/l.txt": "q.example\nq.example\na.q.example\n",
        ])
        let lint = LintRun([.policy("p.yaml"), .policy(other)], files: files)
        #expect(
            lint.diagnostics.map(\.message) == [
                "`q.example` repeats line 1 of `lists/l.txt`",
                "`a.q.example` is below `q.example`, which `lists/l.txt` also has",
            ]
        )
        #expect(lint.diagnostics.allSatisfy { $0.places.allSatisfy { $0.path == "lists/l.txt" } })
    }

    @Test(
        "A rule file without its document is not checked if it refers to a file outside its folder",
        arguments: [
            ("rules: [{id: l, class: blocked, list: {file: ../lists/l.txt, format: domains}}]", "outside-folder note"),
            ("include: [../base.yaml]", "outside-folder note"), ("include: [/base.yaml]", "outside-folder error"),
            ("include: [base.yaml]", "file-not-found error"),
        ]
    )
    func ruleFileAlone(content: String, finding: String) {
        let rules = [
            "rules/r.yaml": "demarc-rules: 1\n\(content)\n", "lists/l.txt": "a.example\n",
            "base.yaml": "demarc-rules: 1\nrules: [{id: b, class: blocked, host: b.example}]\n",
        ]
        func codes(_ options: LintOptions = LintOptions(), besides more: [String: String] = [:]) -> [String] {
            Linting.lint(rules.merging(more) { $1 }, options).diagnostics.map { "\($0.code) \($0.severity.rawValue)" }
        }
        #expect(codes() == [finding])
        guard finding.hasSuffix("note") else { return }
        let policy = "demarc: 1\nruleSets: {main: {default: external, include: [rules/r.yaml]}}\n"
        #expect(codes(besides: ["p.yaml": policy]) == [])
        var options = LintOptions()
        options.allowsOutside = true
        #expect(codes(options) == [])
    }

    @Test("An Info.plist of a policy is reported by its reader or by a check, not by both") func plistOnce() {
        let plist = """
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>com.example.app</string>
            <key>CFBundleIdentifier</key><string>com.example.app</string>
            <key>IntuneMAMSettings</key><dict>
            <key>ADALClientIdd</key><string>x</string>
            <key>AutoEnrollOnLaunch</key><string>YES</string>
            <key>BackgroundColor</key><string>red</string>
            <key>WebViewHandledURLSchemes</key><array><integer>1</integer></array>
            </dict></dict></plist>
            """
        let policy = "demarc: 1\napp: {infoPlist: Info.plist}\n"
        let alone = Linting.lint(["Info.plist": plist])
        let reached = Linting.lint(["policy.yaml": policy, "Info.plist": plist])
        for lint in [alone, reached] {
            // Missing entries of a dictionary are reported at its key, possibly several at one key.
            let present = lint.diagnostics.filter { !$0.message.contains("missing") && $0.code != "DM072" }
            let starts = present.compactMap { $0.places.first?.start.offset }
            #expect(Set(starts).count == starts.count, "\(lint.diagnostics.map { "\($0.code) \($0.message)" })")
        }
        #expect(["DM095", "DM068", "DM069", "DM079"].allSatisfy(alone.codes.contains))
        // Only what makes the document unusable is the reader's error; everything else has the check's code.
        #expect(["duplicate-key", "wrong-type", "DM068", "DM079"].allSatisfy(reached.codes.contains))
        #expect(!reached.codes.contains("DM095") && !reached.codes.contains("unknown-key"))
        #expect(alone.diagnostics.count == reached.diagnostics.count)
    }

    // Read as an export, its rules would be skipped, and lint would call the file fine.
    @Test(
        "A policy document without its first key is an error, as it is for every other command",
        arguments: ["", ##""@odata.type": "#microsoft.graph.iosManagedAppProtection", "##]
    )
    func documentWithoutKey(type: String) {
        let text = "{\(type)\"pinRequired\": true, \"ruleSets\": {\"c\": {\"default\": \"blocked\"}}}"
        #expect(Linting.lint(["e.json": text]).codes == ["missing-key"])
        let policy = "demarc: 1\npolicies: {p: {graph: e.json}}\n"
        #expect(Linting.lint(["p.yaml": policy, "e.json": text]).codes == ["missing-key"])
    }

    @Test("An Info.plist without the SDK has a finding if it is named, directly or by a policy") func namedApps() {
        let plist = "<plist><dict><key>CFBundleIdentifier</key><string>com.contoso.app</string></dict></plist>"
        let files = ["a/Info.plist": plist]
        var options = LintOptions()
        #expect(Linting.lint(files, options).codes == [])
        options.namedPaths = ["a"]
        #expect(Linting.lint(files, options).codes == [], "a folder is searched for what there may be")
        options.namedPaths = ["a/Info.plist"]
        #expect(Linting.lint(files, options).codes == ["DM100"])
        let policy = "demarc: 1\napp: {infoPlist: a/Info.plist}\n"
        #expect(Linting.lint(["p.yaml": policy, "a/Info.plist": plist], LintOptions()).codes == ["DM100"])
    }

    @Test("A file for the preprocessor is checked for one build, and none of its fixes is certain")
    func preprocessed() {
        let plist = """
            <plist><dict>
            <key>CFBundleIdentifier</key><string>com.contoso.app</string>
            #ifdef MANAGED
            <key>LSApplicationQueriesSchemes</key>
            <array>
              <string>http-intunemam</string>
            </array>
            #endif
            </dict></plist>
            """
        var options = LintOptions()
        #expect(Linting.lint(["Info.plist": plist], options).codes == ["preprocessor-directive"])
        options.preprocessorDefinitions = []
        #expect(Linting.lint(["Info.plist": plist], options).codes == [])
        options.preprocessorDefinitions = ["MANAGED"]
        let lint = Linting.lint(["Info.plist": plist], options)
        #expect(lint.codes.contains("DM061") && lint.codes.contains("DM082"), "\(lint.codes)")
        #expect(lint.diagnostics.first { $0.code == "DM061" }?.location?.line == 4)
        #expect(lint.findings.allSatisfy { !$0.isFixable })
    }

    @Test("Lists are read in their format, including every bad line") func lists() {
        let files = MemoryFiles(["l.txt": "a.example\nhttps://b.example\n\nc d\n"])
        let lint = LintRun([.list("l.txt", .domains)], files: files)
        #expect(lint.codes == ["has-scheme", "space"])
        #expect(lint.diagnostics.compactMap { $0.location?.line } == [2, 4])
        #expect(LintRun([.list("l.txt", .domains)], files: MemoryFiles(["l.txt": "a.example\n"])).codes == [])
    }

    @Test("A separate rule file or list has no findings that need a policy") func frames() {
        let list = { (text: String, format: ListFormat) in
            LintRun([.list("l.txt", format)], files: MemoryFiles(["l.txt": text]))
        }
        #expect(list("# nothing yet\n", .domains).codes == [])
        #expect(list("a.example\na.example\n", .domains).codes == ["DM015"])
        #expect(list("A.example/b\na.example/b\n", .chrome).codes == ["DM015"])
        let wide = list("contoso.com\nco.uk\n", .domains)
        #expect(wide.codes == ["DM025"])
        #expect(wide.diagnostics.allSatisfy { !$0.message.contains("rule") }, "\(wide.diagnostics)")
        let rules = "demarc-rules: 1\nrules:\n  - {id: a, class: internal, domain: a.example}\n"
        #expect(Linting.lint(["r.yaml": rules]).codes == [])
        // A problem inside a rule of the file is reported.
        let none = "demarc-rules: 1\nrules:\n  - {id: a, class: internal, domain: a.example, host: b.example}\n"
        #expect(Linting.lint(["r.yaml": none]).codes == ["DM014"])
    }

    @Test("Lists of a policy are searched for suppression comments") func listSuppressions() {
        let policy =
            "demarc: 1\nruleSets: {main: {default: external, rules: [{id: a, class: blocked, list: {file: l.txt, format: domains}}]}}\n"
        let list = "# demarc:ignore DM941 x\na.example\n"
        #expect(Linting.lint(["p.yaml": policy, "l.txt": list]).codes == ["DM003"])
    }

    @Test("A malformed file keeps its reader's code") func malformed() {
        #expect(Linting.lint(["Info.plist": "<plist><dict>"]).codes == ["truncated-file"])
        #expect(Linting.lint(["a.entitlements": "nothing"]).codes.count == 1)
        #expect(Linting.lint(["a.yaml": "demarc: 1\na: ["]).codes == ["invalid-yaml"])
    }

    // A configuration is also a file from Graph, a log or a property list, and read as such it would be quoted.
    @Test(
        "A configuration of a document is not quoted, also if it is named or read under another path",
        arguments: [
            ("{graph: c.json}", "c.json", #"{"customSettings": [{"name": "k", "value": "SECRET"}, 5]}"#),
            ("{graph: c.json}", "c.json", #"{"pinRequired": "SECRET", "customSettings": [5]}"#),
            ("{graph: c.json}", "c.json", #"{"customSettings": [{"name": "k", "value": SECRET}]}"#),
            ("{plist: c.plist}", "c.plist", "<plist><dict><key>k</key><integer>SECRET</integer></dict></plist>"),
            ("{plist: c.plist}", "c.plist", "<dict><key>k</key><integer>SECRET</integer></dict>"),
        ]
    )
    func configurations(entry: String, path: String, file: String) {
        let files = MemoryFiles([
            "/p.yaml": "demarc: 1\nappConfigurations: [\(entry)]\n", "/\(path)": file,
            "/s.yaml": "demarc-test: 1\npolicy: p.yaml\nscenarios: [{name: a, when: {setting: print}, then: allow}]\n",
        ])
        let targets: [LintTarget] = [
            .graph("/a/../\(path)"), .app(infoPlist: "/\(path)", entitlements: []), .list("/\(path)", .domains),
            .rules("/\(path)"),
        ]
        for document in [LintTarget.policy("/p.yaml"), .scenarios("/s.yaml")] {
            let lint = LintRun(targets + [document], files: files)
            let text = TextReport(sources: lint.sources).text(lint.diagnostics)
            #expect(lint.diagnostics.contains { $0.places.first?.path.hasSuffix(path) == true }, "\(text)")
            #expect(!text.contains("SECRET"), "\(text)")
        }
    }

    @Test("Lines that one reading of a file hides are not quoted, whichever reading is first")
    func hiddenLines() {
        let files = MemoryFiles(["/p.yaml": "demarc: 1\nappConfigurations: [{settings: {k: SECRET}, vieews: 1}]\n"])
        for path in ["/p.yaml", "/a/../p.yaml"] {
            let lint = LintRun([.policy(path), .policy("/p.yaml")], files: files)
            #expect(lint.codes.contains("unknown-key"))
            #expect(!TextReport(sources: lint.sources).text(lint.diagnostics).contains("SECRET"))
        }
    }

    @Test("A file is read once, however many documents refer to it")
    func readsOnce() {
        let files = CountedFiles([
            "/p.yaml": """
            demarc: 1
            ruleSets: {a: {default: external, include: [r.yaml]}, b: {default: external, include: [r.yaml]}}
            """,
            "/q.yaml": "demarc: 1\nruleSets: {c: {default: external, include: [r.yaml]}}\n",
            "/r.yaml": "demarc-rules: 1\nrules: [{id: x, class: blocked, list: {file: l.txt, format: domains}}]\n",
            "/l.txt": "a.example\na.example\n",
        ])
        let lint = LintRun([.policy("/p.yaml"), .policy("/q.yaml"), .rules("/r.yaml")], files: files)
        #expect(lint.codes.contains("DM015"), "\(lint.diagnostics)")
        #expect(files.counts == ["/p.yaml": 1, "/q.yaml": 1, "/r.yaml": 1, "/l.txt": 1])
    }
}

/// Files in memory, with a count of reads for each.
private final class CountedFiles: FileSource {
    private let files: MemoryFiles
    private let reads = Mutex<[String: Int]>([:])

    init(_ files: [String: String]) { self.files = MemoryFiles(files) }

    /// How often each existing file was read.
    var counts: [String: Int] { reads.withLock { $0 } }

    func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        let bytes = try files.read(path, limit: limit, plainOnly: plainOnly)
        reads.withLock { $0[path, default: 0] += 1 }
        return bytes
    }

    func resolve(_ path: String) throws(FileError) -> String { try files.resolve(path) }
}
