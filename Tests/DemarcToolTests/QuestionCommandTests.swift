import Foundation
import TestSupport
import Testing

/// The commands that ask one question: `open`, `paste` and `transfer`.
@Suite("Questions on the command line") struct QuestionCommandTests {
    private static func run(_ arguments: [String], _ document: String = Samples.oneView) throws -> Tool.Outcome {
        let folder = try TemporaryFolder()
        let policy = try folder.write(document, to: "policy.yaml")
        return try Tool.run(arguments + ["--policy", policy])
    }

    @Test(
        "An unknown name, or a verdict that is never given, is a usage error with a suggestion",
        arguments: [
            (["paste", "--from", "F", "--into", "E"], "--from: unknown view `F`; the policy has `E`"),
            (["paste", "--from", "native", "--into", "F"], "--into: unknown view `F`"),
            (["paste", "--from", "native", "--into", "F", "--upload"], "--into: unknown view `F`"),
            (
                ["paste", "--from", "account:dana@contoso.con", "--into", "E"],
                "--from: unknown account `dana@contoso.con`, did you mean `dana@contoso.com`?"
            ),
            (["open", "--user", "robin", "a:b"], "--user: unknown account `robin`; the policy has `dana@contoso.com`"),
            (["transfer", "save", "--to", "box", "--owner", "robin"], "--owner: unknown account `robin`"),
            (["transfer", "save", "--to", "box", "--account", "robin"], "--account: unknown account `robin`"),
            (["transfer", "open-from", "--from", "box", "--receiver", "robin"], "--receiver: unknown account `robin`"),
            (
                ["transfer", "send", "--to", "com.a", "--from", "robin"],
                "--from: unknown account or place `robin`; the policy has `dana@contoso.com`, `dana@example.net`, `E`, and `none` is no account"
            ),
            (
                ["transfer", "send", "--to", "com.a", "--from", "dana@contoso.con"],
                "--from: unknown account or place `dana@contoso.con`, did you mean `dana@contoso.com`?"
            ),
            (["transfer", "send", "--to", "com.a", "--from", "frame:F"], "--from: unknown view `F`"),
            (["transfer", "receive", "--from", "com.a", "--into", "robin"], "--into: unknown account `robin`"),
            (["transfer", "receive", "--from", "com.a", "--owner", "robin"], "--owner: unknown account `robin`"),
            (["transfer", "app-sharing", "--account", "robin"], "--account: unknown account `robin`"),
            (["transfer", "save", "--to", "box", "--from", "F"], "--from: unknown view `F`"),
            (["transfer", "setting", "--name", "print", "--in", "frame:F"], "--in: unknown view `F`"),
            (["paste", "--from", "native", "--into", "app:com.a", "--upload"], "--into: `app:com.a` is not a page"),
            (["transfer", "setting", "--name", "print", "--account", "robin"], "--account: unknown account `robin`"),
            (
                ["transfer", "setting", "--name", "print", "--fail-on", "switchAccount"],
                "--fail-on: this question never gives `switchAccount`; write `block`"
            ),
            (
                ["transfer", "send", "--to", "com.a", "--fail-on", "block,switchAccount"],
                "--fail-on: this question never gives `switchAccount`; write `block` or `allowEncrypted`"
            ),
            (
                ["transfer", "receive", "--from", "com.a", "--fail-on", "allowEncrypted"],
                "--fail-on: this question never gives `allowEncrypted`; write `block`, `allowAsOrganizationData` or `switchAccount`"
            ),
            (
                ["transfer", "save", "--all-locations", "--fail-on", "allowEncrypted"],
                "--fail-on: this question never gives `allowEncrypted`; write `block`"
            ),
        ]
    )
    func unknown(arguments: [String], message: String) throws {
        let outcome = try Self.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("demarc: error: \(message)"), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test(
        "A contradictory question is a usage error",
        arguments: [
            ["open"], ["open", "--can-open", "--universal-link", "a:b"],
            ["open", "--universal-link", "--known-managed-app", "https://a/"], ["open", "--fail-on", "allow", "a:b"],
            ["paste", "--into", "E"], ["paste", "--from", "E"], ["paste", "--from", "E", "--into", "E", "--copy"],
            ["paste", "--from", "E", "--into", "E", "--type", "sound"],
            ["paste", "--from", "E", "--into", "E", "--characters", "-1"],
            ["paste", "--from", "E", "--into", "E", "--type", "image", "--characters", "2"],
            ["paste", "--from", "E", "--into", "E", "--upload", "--characters", "2"],
            ["paste", "--from", "pasteboard", "--into", "E"], ["paste", "--from", "E", "--copy", "--upload"],
            ["transfer", "save"], ["transfer", "save", "--to", "attic"],
            ["transfer", "save", "--to", "box", "--all-locations"], ["transfer", "open-from"],
            ["transfer", "send"], ["transfer", "send", "--to", "com.a", "--via", "pigeon"], ["transfer", "receive"],
            ["transfer", "setting", "--name", "pint"],
            ["transfer", "setting", "--name", "print", "--in", "E", "--account", "none"],
            ["transfer", "save", "--to", "box", "--from", "E", "--owner", "none"],
            ["open", "--incoming", "--can-open", "a:b"], ["open", "--from", "com.a", "a:b"],
        ]
    )
    func misuse(arguments: [String]) throws {
        let outcome = try Self.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("Usage: demarc \(arguments[0])"), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test("An unreadable policy exits with 2")
    func unreadable() throws {
        let outcome = try Tool.run(["open", "--policy", "/nonexistent.yaml", "a:b"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("error[file-not-found]"))
    }

    @Test(
        "No command overwrites the policy",
        arguments: [
            ["open", "a:b"], ["paste", "--from", "E", "--copy"], ["transfer", "save", "--to", "box"],
            ["transfer", "save", "--all-locations"], ["check", "https://a/"],
        ]
    )
    func overwriting(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let policy = try folder.write(Samples.oneView, to: "policy.yaml")
        let outcome = try Tool.run(arguments + ["--policy", policy, "--output", policy])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--output names a file that is read"))
        #expect(try folder.read("policy.yaml") == Samples.oneView)
    }

    @Test(
        "JSON repeats the request in the form of scenario files",
        arguments: [
            (["open", "a:b"], #"{"open":{"url":"a:b","knownManagedApp":false}}"#),
            (
                ["open", "--can-open", "--known-managed-app", "a:b"],
                #"{"canOpen":{"url":"a:b","knownManagedApp":true}}"#
            ),
            (["open", "--universal-link", "https://a/"], #"{"universalLink":{"url":"https://a/"}}"#),
            (
                ["paste", "--from", "E", "--into", "app:com.a", "--characters", "40"],
                #"{"paste":{"from":"E","into":"app:com.a","characters":40,"type":"text"}}"#
            ),
            (
                ["paste", "--from", "account:none", "--copy"],
                #"{"copy":{"from":"account:none","characters":1,"type":"text"}}"#
            ),
            (["paste", "--from", "native", "--into", "E", "--upload"], #"{"upload":{"from":"native","into":"E"}}"#),
            (
                ["transfer", "save", "--owner", "DANA@contoso.com", "--to", "box", "--account", "none"],
                #"{"save":{"owner":"dana@contoso.com","to":"box","account":"none"}}"#
            ),
            (["transfer", "open-from", "--from", "camera"], #"{"openFrom":{"from":"camera"}}"#),
            (["transfer", "send", "--to", "com.a"], #"{"send":{"to":"com.a","via":"direct"}}"#),
            (["transfer", "receive", "--from", "com.a"], #"{"receive":{"from":"com.a"}}"#),
            (["transfer", "setting", "--name", "print"], #"{"setting":{"name":"print"}}"#),
            (["transfer", "setting", "--name", "print", "--in", "E"], #"{"setting":{"name":"print","in":"E"}}"#),
            (
                ["open", "--incoming", "--from", "com.a", "a:b"],
                #"{"incoming":{"url":"a:b","from":"com.a"}}"#
            ),
            (
                ["paste", "--from", "frame:E", "--into", "frame:E"],
                #"{"paste":{"from":{"view":"E","frame":"external"},"into":{"view":"E","frame":"external"},"characters":1,"type":"text"}}"#
            ),
            (
                ["paste", "--from", "native", "--into", "frame:E", "--upload"],
                #"{"upload":{"from":"native","into":{"view":"E","frame":"external"}}}"#
            ),
            (["transfer", "save", "--from", "E", "--to", "box"], #"{"save":{"from":"E","to":"box"}}"#),
            (
                ["transfer", "send", "--from", "E", "--to", "com.a"],
                #"{"send":{"from":"E","to":"com.a","via":"direct"}}"#
            ),
            (
                ["transfer", "send", "--from", "frame:E", "--to", "com.a"],
                #"{"send":{"from":{"view":"E","frame":"external"},"to":"com.a","via":"direct"}}"#
            ),
            (
                ["transfer", "send", "--from", "dana@contoso.com", "--to", "com.a"],
                #"{"send":{"from":"dana@contoso.com","to":"com.a","via":"direct"}}"#
            ),
            (
                ["transfer", "receive", "--from", "com.a", "--owner", "none"],
                #"{"receive":{"from":"com.a","owner":"none"}}"#
            ),
            (["transfer", "app-sharing"], #"{"appSharing":{}}"#),
        ]
    )
    func request(arguments: [String], request: String) throws {
        let outcome = try Self.run(
            arguments + ["--format", "json", "--mdm-enrolled"].prefix(arguments[0] == "transfer" ? 3 : 2)
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.hasPrefix("{\"request\":\(request),\"user\":\"dana@contoso.com\",\"verdict\":\""))
        #expect(outcome.lines.count == 1)
        for field in ["to", "route", "reasons"] { #expect(outcome.text.contains(",\"\(field)\":")) }
        #expect(!outcome.text.contains("\"message\""))
        #expect(!outcome.text.contains("overridden"))
    }

    @Test("A question can be asked as another user")
    func user() throws {
        let outcome = try Self.run(["transfer", "setting", "--name", "print", "--user", "none", "--format", "ndjson"])
        #expect(outcome.text.contains("\"user\":null,"))
    }

    @Test(
        "Questions about files are asked as the user as well, whoever the process belongs to",
        arguments: [
            ("multiIdentity: true", "dana@contoso.com", "required"), ("multiIdentity: true", "none", "notRequired"),
            ("multiIdentity: false", "none", "notRequired"),
        ]
    )
    func userOfFiles(app: String, user: String, value: String) throws {
        let document = """
            demarc: 1
            app: {\(app)}
            policies: {strict: {appDataEncryptionType: whenDeviceLocked}}
            accounts: [{account: dana@contoso.com, policy: strict}]
            """
        let arguments = ["transfer", "setting", "--name", "fileEncryption", "--user", user, "--format", "ndjson"]
        let outcome = try Self.run(arguments, document)
        #expect(outcome.text.contains("\"value\":\"\(value)\""), "\(outcome.text)")
    }

    @Test("The answer is explained on request")
    func explained() throws {
        let outcome = try Self.run(["transfer", "setting", "--name", "print", "--explain", "--format", "ndjson"])
        #expect(outcome.text.contains("\"message\":\""))
        #expect(outcome.text.hasSuffix(",\"overridden\":[]}\n"))
    }

    @Test("Several URLs give a list of answers")
    func several() throws {
        let json = try Self.run(["open", "a:b", "https://a/", "--format", "json"])
        #expect(json.lines.first == "[")
        #expect(json.lines.last == "]")
        #expect(json.lines.count == 4)
        #expect(try Self.run(["open", "a:b", "https://a/", "--format", "ndjson"]).lines.count == 2)
    }

    /// Saving and opening are restricted, and the policy lists one location for each.
    private static let restricted = """
        demarc: 1
        policies:
          strict:
            allowedOutboundDataTransferDestinations: managedApps
            allowedInboundDataTransferSources: managedApps
            saveAsBlocked: true
            allowedDataStorageLocations: [sharePoint, photoLibrary]
            blockDataIngestionIntoOrganizationDocuments: true
            allowedDataIngestionLocations: [camera]
        accounts: [{account: dana@contoso.com, organization: contoso, policy: strict}]
        """

    @Test(
        "--all-locations answers for the own, a personal and no account, by name",
        arguments: [
            ("save", "sharePoint", ["allow", "block", "block"]), ("save", "photoLibrary", ["block", "block", "allow"]),
            ("save", "accountDocument", ["allow", "block", "block"]), ("save", "box", ["block", "block", "block"]),
            ("open-from", "camera", ["allow", "allow", "allow"]), ("open-from", "box", ["block", "block", "block"]),
            ("open-from", "accountDocument", ["allow", "block", "block"]),
        ]
    )
    func allLocations(question: String, location: String, verdicts: [String]) throws {
        let arguments = ["transfer", question, "--all-locations", "--explain", "--format", "json"]
        // A document with a personal account gives the same answers as one without.
        let personal = "\n  - {account: dana@example.net}"
        let listed = Self.restricted.replacing("accounts: [", with: "accounts:\n  - ").replacing(
            "strict}]",
            with: "strict}"
        )
        for document in [Self.restricted, listed + personal] {
            let outcome = try Self.run(arguments, document)
            let object = try #require(JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
            let answers = try #require((object["locations"] as? [String: Any])?[location] as? [String: [String: Any]])
            #expect(Set(answers.keys) == ["own", "personal", "none"])
            #expect(["own", "personal", "none"].map { answers[$0]?["verdict"] as? String } == verdicts)
            for answer in answers.values {
                let reasons = try #require(answer["reasons"] as? [[String: Any]])
                let decidedBy = try #require(answer["decidedBy"] as? Int)
                #expect(reasons[decidedBy]["code"] as? String != "save.restricted")
                #expect(reasons[decidedBy]["code"] as? String != "openFrom.restricted")
            }
        }
    }

    @Test("--all-locations omits location and account from the request, and NDJSON has a line per answer")
    func allLocationsForms() throws {
        let json = try Self.run(["transfer", "save", "--all-locations", "--format", "json"])
        #expect(
            json.text.hasPrefix(
                #"{"request":{"save":{}},"user":"dana@contoso.com","locations":{"oneDriveForBusiness":{"own":{"verdict":""#
            )
        )
        #expect(json.text.contains(#""googleDrive":{"#))
        #expect(try Self.run(["transfer", "open-from", "--all-locations", "--format", "ndjson"]).lines.count == 36)
        let one = try Self.run(["transfer", "save", "--all-locations", "--account", "none", "--format", "json"])
        #expect(one.text.contains(#""locations":{"oneDriveForBusiness":{"account":{"verdict":""#))
    }

    @Test("--all-locations prints a table with the deciding reason below each cell")
    func allLocationsTable() throws {
        let table = try Self.run(["transfer", "save", "--all-locations"], Self.restricted)
        #expect(table.lines.first == "LOCATION             OWN ACCOUNT  PERSONAL ACCOUNT  NO ACCOUNT")
        #expect(table.lines.contains("sharePoint           allow [2]    block [3]         block [3]"), "\(table.text)")
        #expect(table.lines.contains { $0.hasPrefix("[1] save.location.unlisted: ") })
        #expect(table.lines.contains { $0.hasPrefix("[3] save.location.account: ") })
        #expect(!table.text.contains("save.restricted"))
        let one = try Self.run(["transfer", "save", "--all-locations", "--account", "none"], Self.restricted)
        #expect(one.lines.first == "LOCATION             ACCOUNT")
    }

    @Test("The card shows which reason decided and which led to it")
    func becauseAndAnd() throws {
        let outcome = try Self.run(["transfer", "save", "--to", "box"], Self.restricted)
        #expect(outcome.lines.contains { $0.hasPrefix("  and        save.restricted: ") })
        #expect(outcome.lines.contains { $0.hasPrefix("  because    save.location.unlisted: ") })
    }

    @Test("People get a card")
    func card() throws {
        let outcome = try Self.run(["transfer", "send", "--to", "com.example\u{1B}[31m"])
        #expect(outcome.lines.first?.contains("  send to com.example␛[31m, direct") == true)
        #expect(outcome.lines.dropFirst().allSatisfy { $0.hasPrefix("  ") })
        #expect(outcome.text.contains("  because    "))
    }

    @Test("The output fits the terminal", arguments: [30, 80])
    func widths(columns: Int) throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(Samples.oneView, to: "p.yaml")
        let url = "https://a.example/a/rather/long/path/that/goes/on?and=a&query=as&well=as#fragments"
        let outcome = try Tool.bash("cd '\(folder.path)' && COLUMNS=\(columns) \"$demarc\" open -p p.yaml '\(url)'")
        #expect(outcome.lines.count > 4)
        #expect(outcome.lines.allSatisfy { $0.count <= columns }, "\(outcome.text)")
    }
}
