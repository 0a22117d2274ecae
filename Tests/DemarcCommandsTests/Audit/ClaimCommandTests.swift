import Foundation
import TestSupport
import Testing

/// Claims on the command line: `demarc test` and `demarc audit`, their reports, exit statuses and output files.
@Suite("Claims on the command line") struct ClaimCommandTests {
    /// A policy with a rule that can be escaped.
    static let policy = """
        demarc: 1
        policies: {strict: {printBlocked: true, allowedOutboundClipboardSharingLevel: allApps}}
        accounts: [{account: dana@contoso.com, organization: contoso, policy: strict}]
        ruleSets:
          corporate:
            default: external
            rules:
              - {id: r, class: internal, domain: contoso.com}
              - {id: pay, class: blocked, edge: 'https://hr.contoso.com/pay'}
        views: [{id: E, policy: currentIdentity, isExternalURL: corporate}]
        """

    private static func run(_ claims: [String], _ command: String, in folder: TemporaryFolder) throws -> Tool.Outcome {
        try folder.write(policy, to: "policy.yaml")
        let text = "demarc-test: 1\npolicy: policy.yaml\nclaims:\n" + claims.map { "  - \($0)\n" }.joined()
        try folder.write(text, to: "claims.yaml")
        return try Tool.bash("cd '\(folder.path)' && \(command.replacing("demarc ", with: "\"$demarc\" "))")
    }

    private static let proven = "{name: no paper, never: {from: native, to: print}}"
    private static let refuted = "{name: kept in, never: {from: native, to: apps:unmanaged, via: copy}}"
    private static let sampled =
        "{name: odd, always: {open: {url: {regex: '^https://a[0-9]+x'}}, then: {verdict: allow}}}"
    private static let escaped =
        "{name: pay, always: {navigate: {view: E, url: 'https://hr.contoso.com/pay'}, then: {verdict: block}}}"
    private static let vacuous = "{name: void, never: {from: view:X, to: print}}"

    private static let statuses: [(claims: [String], options: String, test: Int32, audit: Int32)] = [
        ([proven], "", 0, 0), ([refuted], "", 1, 1), ([vacuous], "", 2, 2), ([proven, refuted, vacuous], "", 2, 2),
        ([sampled], "", 0, 0), ([sampled], "--fail-on unproven", 1, 1), ([sampled], "--fail-on evasion", 0, 0),
        ([escaped], "", 0, 0), ([escaped], "--fail-on evasion", 1, 1), ([proven], "--fail-on evasion", 0, 0),
    ]

    @Test("Claims decide the exit status", arguments: statuses.indices)
    func status(row: Int) throws {
        let (claims, options, test, audit) = Self.statuses[row]
        let folder = try TemporaryFolder()
        #expect(try Self.run(claims, "demarc test claims.yaml \(options)", in: folder).status == test)
        let audited = try Self.run(
            claims,
            "demarc audit --policy policy.yaml --claims claims.yaml \(options)",
            in: folder
        )
        #expect(audited.status == audit, "\(audited.text)")
    }

    @Test(
        "A claim with a result that --fail-on names fails in every report",
        arguments: [("plain", "FAIL  claims.yaml"), ("junit", "<failure type=\"failed\""), ("json", "\"failed\"")]
    )
    func failing(report: String, text: String) throws {
        for (claim, failure) in [(Self.sampled, "unproven"), (Self.escaped, "evasion")] {
            let command = "demarc test claims.yaml --report \(report) --fail-on \(failure)"
            let outcome = try Self.run([claim], command, in: try TemporaryFolder())
            #expect(outcome.status == 1 && outcome.text.contains(text), "\(outcome.text)")
            #expect(outcome.text.contains("this fails with --fail-on \(failure)"), "\(outcome.text)")
        }
    }

    @Test("Claims are reported like scenarios, in every format")
    func reports() throws {
        let folder = try TemporaryFolder()
        let claims = [Self.proven, Self.refuted, Self.vacuous]
        let plain = try Self.run(claims, "demarc test claims.yaml", in: folder)
        #expect(plain.text.contains("3 claims in") && plain.text.contains("1 passed, 1 failed, 1 in error"))
        #expect(
            plain.text.contains("    1 copy 1 character from account:dana@contoso.com as dana@contoso.com: plain\n")
        )
        #expect(plain.text.contains("error[claim.vacuous]: `view:X` names nothing: there is no view `X`"))
        let json = try Self.run(claims, "demarc test claims.yaml --report json --quiet", in: folder)
        let array = try #require(JSONSerialization.jsonObject(with: Data(json.output)) as? [[String: Any]])
        let results = array.map { ($0["claim"] as? [String: Any])?["result"] as? String }
        #expect(results == ["proven", "refuted", "vacuous"])
        let audit = try Self.run(
            claims,
            "demarc audit --policy policy.yaml --claims claims.yaml --format json",
            in: folder
        )
        let object = try #require(JSONSerialization.jsonObject(with: Data(audit.output)) as? [String: Any])
        #expect((object["claims"] as? [[String: Any]])?.count == 3 && object["paths"] != nil)
        let junit = try Self.run(claims, "demarc test claims.yaml --report junit --quiet", in: folder)
        #expect(
            junit.text.contains("failures=\"1\" errors=\"1\"") && junit.text.contains("message=\"content can get there")
        )
        let sarif = try Self.run(
            claims,
            "demarc audit --policy policy.yaml --claims claims.yaml --format sarif",
            in: folder
        )
        #expect(sarif.text.contains("\"claim.refuted\"") && sarif.text.contains("\"claim.vacuous\""))
    }

    @Test("Evaded rules are reported in every format, and the claim passes")
    func escapes() throws {
        let folder = try TemporaryFolder()
        let url = "https://hr.contoso.com/%70ay"
        let plain = try Self.run([Self.escaped], "demarc test claims.yaml", in: folder)
        #expect(plain.status == 0 && plain.text.contains("passed pay"), "\(plain.text)")
        #expect(plain.text.contains("DM170 warning: ") && plain.text.contains(url))
        let junit = try Self.run([Self.escaped], "demarc test claims.yaml --report junit --quiet", in: folder)
        #expect(junit.text.contains("failures=\"0\"") && junit.text.contains(url))
        let json = try Self.run([Self.escaped], "demarc test claims.yaml --report json --quiet", in: folder)
        let array = try #require(JSONSerialization.jsonObject(with: Data(json.output)) as? [[String: Any]])
        let claim = try #require(array.first?["claim"] as? [String: Any])
        let finding = try #require((claim["findings"] as? [[String: Any]])?.first)
        #expect(claim["result"] as? String == "proven" && finding["code"] as? String == "DM170")
        #expect(finding["at"] as? String == "policy.yaml:9:9")
        let command = "demarc audit --policy policy.yaml --claims claims.yaml --format"
        let sarif = try Self.run([Self.escaped], "\(command) sarif", in: folder)
        #expect(sarif.text.contains(url) && !sarif.text.contains("refuted: "))
        let html = try Self.run([Self.escaped], "\(command) html", in: folder)
        #expect(html.status == 0 && html.text.contains(url))
    }

    @Test("Refuted claims are written as failing scenarios, in their own folder and never over an input file")
    func writing() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("out")
        let written = try Self.run([Self.refuted], "demarc test claims.yaml --write-scenario out/r.yaml", in: folder)
        #expect(written.status == 1)
        let text = try String(contentsOfFile: "\(folder.path)/out/r.yaml", encoding: .utf8)
        #expect(text.contains("policy: \"../policy.yaml\"\n") && text.contains("name: \"kept in\""))
        let rerun = try Tool.bash("cd '\(folder.path)/out' && \"$demarc\" test r.yaml")
        #expect(rerun.status == 1 && rerun.text.contains("verdict: expected protected, got plain"))
        for file in ["policy.yaml", "claims.yaml"] {
            let over = try Self.run([Self.refuted], "demarc test claims.yaml --write-scenario \(file)", in: folder)
            #expect(over.status == 64, "\(over.text)")
        }
        let audit = "demarc audit --policy policy.yaml --claims claims.yaml --output claims.yaml"
        let report = try Self.run([Self.refuted], audit, in: folder)
        #expect(report.status == 64 && report.errors.contains("--output names a file that is read"))
        let none = try Self.run([Self.proven], "demarc test claims.yaml --write-scenario out/none.yaml", in: folder)
        #expect(none.status == 0 && !FileManager.default.fileExists(atPath: "\(folder.path)/out/none.yaml"))
    }

    @Test("An audit refuses claims about another policy")
    func other() throws {
        let folder = try TemporaryFolder()
        try folder.write("demarc: 1\n", to: "other.yaml")
        let outcome = try Self.run([Self.proven], "demarc audit --policy other.yaml --claims claims.yaml", in: folder)
        #expect(outcome.status == 64 && outcome.errors.contains("claims something"))
        let lone = try Self.run([Self.proven], "demarc audit --policy policy.yaml --write-scenario x.yaml", in: folder)
        #expect(lone.status == 64)
    }

    private static let type = ##""@odata.type": "#microsoft.graph.iosManagedAppProtection""##
    /// A policy without and a policy with a way out, in one export.
    private static let export = """
        {"value": [
          {\(type), "id": "T_1", "displayName": "A", "allowedOutboundDataTransferDestinations": "managedApps",
           "allowedOutboundClipboardSharingLevel": "managedApps"},
          {\(type), "id": "T_2", "displayName": "B", "allowedOutboundDataTransferDestinations": "allApps"}
        ]}
        """

    @Test(
        "An audit of one policy of an export refuses claims about another one, by whatever name",
        arguments: [
            ("B", "{file: ex.json, displayName: A}", 64), ("A", "{file: ex.json, displayName: B}", 64),
            ("T_2", "{file: ex.json, displayName: A}", 64), ("B", "{file: ex.json, displayName: T_1}", 64),
            ("A", "{file: ex.json, displayName: A}", 0), ("A", "{file: ./ex.json, displayName: T_1}", 0),
            ("T_1", "{file: ex.json, displayName: A}", 0), ("B", "{file: ex.json, displayName: T_2}", 1),
            ("T_1", "{file: ex.json, displayName: A, policies: {A: {printBlocked: true}}}", 0),
            ("B", "{file: ex.json, displayName: A, policies: {A: {printBlocked: true}}}", 64),
        ] as [(String, String, Int32)]
    )
    func otherOfExport(name: String, policy: String, status: Int32) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.export, to: "ex.json")
        try folder.write("demarc-test: 1\npolicy: \(policy)\nclaims:\n  - \(Self.refuted)\n", to: "claims.yaml")
        let audit = "\"$demarc\" audit --policy ex.json --display-name \(name) --claims claims.yaml"
        let outcome = try Tool.bash("cd '\(folder.path)' && \(audit)")
        #expect(outcome.status == status, "\(outcome.text)\(outcome.errors)")
        let words = "of `ex.json`, not about the policy `\(name)` of `ex.json`"
        #expect((status == 64) == outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("Scenarios about another policy of an export cover nothing of the audited one")
    func scenariosOfExport() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.export, to: "ex.json")
        let outcome = try Tool.bash(
            """
            cd '\(folder.path)' && write() { "$demarc" audit --policy ex.json --display-name "$@" > out.txt; }
            write A --write-scenarios a.yaml && write B --write-scenarios b.yaml &&
            write B --scenarios a.yaml --write-scenarios other.yaml && cmp b.yaml other.yaml &&
            write T_1 --scenarios a.yaml --write-scenarios none.yaml && test ! -e none.yaml
            """
        )
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    }

    @Test("Scenarios for the untested classes are written, pass, and complete the coverage")
    func missing() throws {
        let folder = try TemporaryFolder()
        let written = try Self.run(
            [Self.proven],
            "demarc audit --policy policy.yaml --write-scenarios rest.yaml > out.txt && demarc test rest.yaml --coverage",
            in: folder
        )
        #expect(written.status == 0)
        let line = written.lines.first { $0.contains("decision classes") } ?? ""
        let counts = line.matches(of: /([0-9,]+) of ([0-9,]+)/).map { ($0.output.1, $0.output.2) }
        #expect(counts.count == 2 && counts.allSatisfy { $0.0 == $0.1 }, "\(line)")
        let again = try Tool.bash(
            "cd '\(folder.path)' && \"$demarc\" audit --policy policy.yaml --scenarios rest.yaml --write-scenarios more.yaml"
        )
        #expect(again.status == 0 && !FileManager.default.fileExists(atPath: "\(folder.path)/more.yaml"))
        let json = try Tool.bash("cd '\(folder.path)' && \"$demarc\" test rest.yaml --coverage-output c.json")
        #expect(json.status == 0)
        let data = try Data(contentsOf: URL(filePath: "\(folder.path)/c.json"))
        let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let classes = try #require(object["decisionClasses"] as? [String: Int])
        #expect(classes["total"] == classes["exercised"] && (classes["total"] ?? 0) > 100)
        #expect(object["rules"] != nil && object["leaks"] != nil)
    }

    @Test("--assume weakens what claims rely on")
    func assume() throws {
        let folder = try TemporaryFolder()
        let plain = try Self.run([Self.proven], "demarc audit --policy policy.yaml", in: folder)
        #expect(!plain.text.contains("assume."))
        let worst = try Self.run(
            [Self.proven],
            "demarc audit --policy policy.yaml --assume cleartext,web-sign-in",
            in: folder
        )
        #expect(worst.status == 0 && worst.text.contains("opened by assume.cleartext\n"))
        #expect(try Self.run([Self.proven], "demarc audit --policy policy.yaml --assume rain", in: folder).status == 64)
    }
}
