import Foundation
import TestSupport
import Testing

@Suite("demarc helper squid") struct SquidCommandTests {
    private static let policy = """
        demarc: 1
        ruleSets:
          default: {default: blocked, rules: [{id: good, class: internal, host: good.test}]}
        """

    private static func key(_ folder: TemporaryFolder, mode: Int = 0o600) throws -> String {
        let path = try folder.write([UInt8](repeating: 7, count: 32), to: "key-\(mode)")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    @Test("Each line is answered on its channel, even a bad line, and the helper ends with its input")
    func lines() throws {
        let check = try CheckCase(Self.policy)
        let input = """
            0 GET http://good.test/ good.test - 127.0.0.1 -
            1 GET http://evil.test/ evil.test - 127.0.0.1 -
            2 GET http://good.test/ good.test - 127.0.0.1 - extra

            GET http://good.test/ good.test - 127.0.0.1 -
            3 CONNECT good.test:443 good.test:443 dana@contoso.com ::1
            """
        let key = try Self.key(check.folder)
        let outcome = try Self.run(["-p", check.policy, "--ticket-key", key], input: input)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let lines = outcome.lines
        #expect(lines.count == 5)
        #expect(lines[0] == "0 OK")
        #expect(
            lines[1].wholeMatch(of: /1 ERR message=[A-Za-z0-9_-]+ tag=block log=\w{15},blocked,rule\.default\.blocked/)
                != nil
        )
        #expect(lines[2] == "2 BH message=format-is-another")
        #expect(lines[3] == "BH message=concurrency-is-missing")
        // The account is unknown to a document that names none, so it is blocked.
        #expect(lines[4].hasPrefix("3 ERR "))
    }

    /// Runs the helper, and repeats the run if a busy machine was too late for a line.
    private static func run(_ arguments: [String], input: String) throws -> Tool.Outcome {
        var outcome = try Tool.run(["helper", "squid"] + arguments, input: input)
        for _ in 0..<5 where outcome.lines.contains(where: { $0.hasSuffix("BH message=late") }) {
            outcome = try Tool.run(["helper", "squid"] + arguments, input: input)
        }
        return outcome
    }

    @Test("A rewriter redirects requests that are not allowed")
    func rewriting() throws {
        let check = try CheckCase(Self.policy)
        let outcome = try Self.run(
            ["-p", check.policy, "--rewrite", "--page-url", "https://demarc.test/v1/page"],
            input: "0 http://good.test/ GET good.test - 127.0.0.1\n1 http://evil.test/ GET evil.test - 127.0.0.1\n"
        )
        #expect(outcome.lines.first == "0 ERR")
        #expect(outcome.lines.last?.hasPrefix("1 OK status=303 url=\"https://demarc.test/v1/page?ticket=") == true)
    }

    @Test("Unusable input ends the helper before the first line")
    func unusable() throws {
        let check = try CheckCase(Self.policy)
        let open = try Self.key(check.folder, mode: 0o644)
        let rows: [([String], Int32, String)] = [
            (["-p", check.folder.file("missing.yaml")], 2, "file-not-found"),
            (["-p", check.policy, "--ticket-key", open], 2, "chmod 600"),
            (["-p", check.policy, "--ticket-key", check.folder.file("none")], 2, "there is no such file"),
            (["-p", check.policy, "--ticket-key", String(open.dropLast())], 2, "did you mean `\(open)`?"),
            (["-p", check.policy, "--view", "nonesuch"], 64, "nonesuch"),
            (["-p", check.policy, "--absent", "nobody@example.net"], 64, "error: --absent: "),
            (
                ["-p", check.policy, "--absent", "lockDwn"], 64,
                "--absent: unknown account `lockDwn`, did you mean `lockDown`?; it can be `block`, `lockDown`"
            ),
            (["-p", check.policy, "--absent", "none"], 64, "--absent"),
            (["-p", check.policy, "--absent", "None"], 64, "--absent"),
            (["-p", check.policy, "--rewrite"], 64, "--page-url"),
            (["-p", check.policy, "--page-url", "javascript:alert(1)"], 64, "--page-url"),
            (["-p", check.policy, "--page-url", "https://a.test/?x"], 64, "--page-url"),
            (["-p", check.policy, "--page-url", "https://a.test/\"x"], 64, "--page-url"),
            (["-p", check.policy, "--tunnels", "none"], 64, "--tunnels"), ([], 64, "--policy"),
        ]
        for (arguments, status, message) in rows {
            let outcome = try Tool.run(
                ["helper", "squid"] + arguments,
                input: "0 GET http://good.test/ good.test - - -\n"
            )
            #expect(outcome.status == status && outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
            #expect(outcome.output.isEmpty, "\(arguments)")
        }
    }

    @Test("A pipe in place of the policy is refused for what it is", arguments: ["<(cat policy.yaml)", "pipe"])
    func pipe(policy: String) throws {
        let check = try CheckCase(Self.policy)
        let outcome = try Tool.bash(
            "cd '\(check.folder.path)'; mkfifo pipe; \"$demarc\" helper squid --policy \(policy) </dev/null"
        )
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("error[not-a-file]"), "\(outcome.errors)")
    }

    @Test("--absent may be written in any case", arguments: ["block", "BLOCK", "lockDown", "lockdown", "LockDown"])
    func absent(word: String) throws {
        let check = try CheckCase(Self.policy)
        let input = "0 GET http://evil.test/ evil.test - 127.0.0.1 -\n"
        let outcome = try Self.run(["-p", check.policy, "--absent", word], input: input)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.text.hasPrefix("0 ERR "), "\(outcome.text)")
    }

    @Test("A changed policy is put in force, a broken policy is not, and SIGHUP does not end the helper")
    func reload() throws {
        let check = try CheckCase(Self.policy)
        // Waits for messages on standard error, and not for a time.
        let outcome = try Tool.bash(
            """
            cd '\(check.folder.path)'
            mkfifo lines answers
            "$demarc" helper squid -p policy.yaml <lines >answers 2>errors &
            helper=$!
            exec 3>lines 4<answers
            ask() { echo "$1 GET http://$2/ $2 - 127.0.0.1 -" >&3; read -r -t 20 line <&4; echo "${line%% message*}"; }
            await() { for _ in $(seq 200); do [ "$(grep -c "$1" errors)" -ge "$2" ] && return; sleep 0.1; done; echo "no $1"; }
            ask 1 good.test
            ask 2 other.test
            sed 's/good.test/other.test/' policy.yaml >next && mv next policy.yaml
            kill -HUP $helper
            await 'policy loaded' 1
            ask 3 good.test
            ask 4 other.test
            echo 'demarc: [' >next && mv next policy.yaml
            kill -HUP $helper
            await "stays in force" 1
            ask 5 other.test
            sleep 0.1
            rm policy.yaml
            kill -HUP $helper
            await "stays in force" 2
            ask 6 other.test
            exec 3>&-
            wait $helper
            echo "status $?"
            """
        )
        #expect(outcome.lines == ["1 OK", "2 ERR", "3 ERR", "4 OK", "5 OK", "6 OK", "status 0"], "\(outcome.errors)")
    }
}

@Suite("demarc replay") struct ReplayCommandTests {
    private static let lines = [
        #"{"time":"2026-11-23T04:05:06.789Z","id":"a1","host":"nginx","binding":"edge","question":"navigate","view":"E","frame":"top","url":"https://contoso.com/a","class":"blocked","verdict":"block","reasons":[{"code":"rule.blocked","rule":"old"}],"rate":0.5}"#,
        #"{"time":"2026-11-23T04:05:06.789Z","id":"a2","host":"nginx","binding":"edge","question":"navigate","view":"E","frame":"top","url":"https://casino.example/","class":"internal","verdict":"allow","to":"view","reasons":[]}"#,
        #"{"time":"2026-11-23T04:05:06.789Z","id":"a3","host":"json","binding":"edge","question":"navigate","view":"E","verdict":"allow"}"#,
    ]
    private static let policy = """
        demarc: 1
        ruleSets:
          web:
            default: internal
            rules: [{id: gambling, class: blocked, domain: casino.example}]
        views: [{id: E, isExternalURL: web}]
        """

    private static func run(_ arguments: [String], _ lines: [String] = lines) throws -> Tool.Outcome {
        let check = try CheckCase(policy)
        let log = try check.folder.write(lines.joined(separator: "\n"), to: "log.ndjson")
        let outcome = try Tool.run(["replay", log, "--policy", check.policy] + arguments)
        withExtendedLifetime(check) {}
        return outcome
    }

    @Test("Differences are shown for people and for programs")
    func forms() throws {
        let text = try Self.run([])
        #expect(text.status == 0 && text.errors.isEmpty)
        #expect(
            text.text
                == """
                More permissive
                  no rule: block blocked → allow internal to view, 2 times
                    because rule.blocked → rule.default.internal
                    https://contoso.com/a [a1]

                Less permissive
                  gambling: allow internal to view → block blocked, 1 time
                    because - → rule.blocked
                    https://casino.example/ [a2]

                4 decisions: 0 the same, 3 different, 1 not provable
                  1 not provable: more was asked than a log has, as over JSON

                """.replacing("no rule:", with: "old:")
        )
        let json = try Self.run(["--format", "json"])
        #expect(
            json.text.hasPrefix(
                #"{"total":4,"same":0,"notProvable":1,"missing":{"question":1},"groups":[{"rule":"old","change":"more-permissive","#
            )
        )
        #expect(try Self.run(["--format", "ndjson"]).lines.count == 2)
    }

    @Test("The report goes to a file, but not to one that is read")
    func output() throws {
        let check = try CheckCase(Self.policy)
        let log = try check.folder.write(Self.lines.joined(separator: "\n"), to: "log.ndjson")
        let arguments = ["replay", log, "--policy", check.policy, "--format", "json", "--output"]
        let printed = try Tool.run(arguments + ["-"])
        let written = try Tool.run(arguments + [check.folder.file("report.json")])
        #expect(written.status == 0 && written.output.isEmpty, "\(written.errors)")
        #expect(try check.folder.read("report.json") == printed.text)
        let key = try check.folder.write([UInt8](repeating: 7, count: 32), to: "log.key")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        for read in [log, check.policy, key] {
            let refused = try Tool.run(arguments + [read, "--key", key])
            #expect(refused.status == 64 && refused.errors.contains("--output names a file that is read"))
        }
        #expect(try check.folder.read("log.key").utf8.count == 32)
        #expect(try check.folder.read("log.ndjson").contains("\n"))
    }

    private static let ends: [(what: String, lines: [Int], status: Int32)] = [
        ("more-permissive", [0, 1, 2], 1), ("more-permissive", [1, 2], 0), ("less-permissive", [1], 1),
        ("less-permissive", [0], 0), ("any", [0], 1), ("any", [2], 0), ("unproven", [2], 1), ("unproven", [0, 1], 0),
        ("unproven,any", [0], 1), ("nonsense", [], 64), ("any", [], 2), ("unproven", [], 2),
    ]

    @Test("--fail-on selects what exits with 1, and logs without a decision exit with 2", arguments: ends)
    func statuses(what: String, lines: [Int], status: Int32) throws {
        let arguments = ["--fail-on", what]
        let outcome = try Self.run(arguments, lines.map { Self.lines[$0] })
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.errors.contains("error: no decision in ") == (status == 2), "\(outcome.errors)")
    }

    @Test("A line that is not a record is reported, and the others are counted")
    func malformed() throws {
        let outcome = try Self.run(["--fail-on", "any"], [Self.lines[0], "{", "", Self.lines[1]])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("log.ndjson:2: error: ") && outcome.errors.contains("1 line is not a record"))
        #expect(outcome.text.contains("3 decisions: 0 the same, 3 different"))
        let many = try Self.run([], Array(repeating: "x", count: 100))
        #expect(many.errors.split(separator: "\n").count == 11)
    }

    @Test("A line that is not a record cannot control the terminal")
    func hostile() throws {
        let outcome = try Self.run([], ["\u{9B}31mred", "\u{202E}::x", "{\"\u{9B}31m\" x}", "{\"##[error]\" x}"])
        let controls = outcome.errors.unicodeScalars.filter {
            $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
        }
        #expect(controls.isEmpty && !outcome.errors.contains("##["), "\(outcome.errors)")
        #expect(outcome.errors.contains("the key `<U+009B>31m`"), "\(outcome.errors)")
    }

    @Test("Standard input is read, and a missing log or key is an error")
    func inputs() throws {
        #expect(try Self.run([]).status == 0)
        #expect(try Self.run(["--key", "/nonexistent"]).status == 2)
        let check = try CheckCase(Self.policy)
        let piped = try Tool.run(["replay", "-", "-p", check.policy], input: Self.lines[0])
        #expect(piped.text.contains("2 decisions"))
        let empty = try Tool.run(["replay", "-", "-p", check.policy])
        #expect(empty.status == 0 && empty.text.hasPrefix("0 decisions"))
        let missing = try Tool.run(["replay", check.folder.file("none"), "-p", check.policy])
        #expect(missing.status == 2 && missing.output.isEmpty)
        #expect(try Tool.run(["replay", "-p", check.policy]).status == 64)
    }
}

@Suite("demarc serve") struct ServeCommandTests {
    @Test("The server next to demarc or in PATH is run, and a missing server is explained")
    func server() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("alone")
        try folder.makeFolder("bin")
        let server = try folder.write("#!/bin/sh\necho \"server $*\"\nexit 7\n", to: "bin/demarc-serve")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: server)
        // Uses its own copy, because a server may have been built next to this one.
        let outcome = try Tool.bash(
            """
            cd '\(folder.path)'
            ln "$demarc" alone/demarc 2>/dev/null || cp "$demarc" alone/demarc
            PATH=/usr/bin:/bin alone/demarc serve --check x 2>&1 | head -c 60; echo " ${PIPESTATUS[0]}"
            PATH="$PWD/bin:/usr/bin:/bin" alone/demarc serve --check 'a b' --help; echo $?
            cd bin; PATH=.:/usr/bin:/bin ../alone/demarc serve x >/dev/null 2>&1; echo $?
            cp demarc-serve ../alone/; PATH=/usr/bin:/bin ../alone/demarc serve; echo $?
            echo nonsense > ../alone/demarc-serve; PATH=/usr/bin:/bin ../alone/demarc serve 2>&1; echo $?
            PATH="$PWD:/usr/bin:/bin" ../alone/demarc serve; echo $?
            """
        )
        #expect(
            outcome.lines == [
                "demarc: error: demarc-serve is not installed, neither next t 2", "server --check a b --help", "7", "2",
                "server ", "7",
                "demarc: error: cannot start `\(folder.path)/alone/demarc-serve`: it is not a program for this system",
                "2",
                "server ", "7",
            ]
        )
    }
}
