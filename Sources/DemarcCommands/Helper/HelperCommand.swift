import ArgumentParser
import Demarc
import Diagnostics
import DocumentReading
import Hosting
import PolicyModel
import RequestReading

/// `demarc helper`: programs that proxies start and communicate with.
struct HelperCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "helper",
        abstract: "Answer a proxy that starts demarc as its helper.",
        discussion: """
            EXAMPLES:
              demarc helper squid --policy policy.demarc
            """,
        subcommands: [SquidCommand.self]
    )
}

/// `demarc helper squid`: answers Squid's questions about requests, line by line.
struct SquidCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "squid",
        abstract: "Answer Squid, as an external ACL.",
        discussion: """
            Squid starts it, writes a line for each request, and reads a line for each answer. OK allows; ERR blocks, \
            and brings a ticket for the page that explains why. Whatever cannot be read or decided in 50 ms is not \
            allowed.

            The policy is reloaded when it changes, and on SIGHUP. If it cannot be used, the current one stays in \
            force, and its errors go to standard error, which Squid writes to its cache log.

            --rewrite answers url_rewrite_program instead, which sends clients to the page by itself. Squid passes on \
            requests that a rewriter does not answer, so it is a convenience and never the boundary.

            IN squid.conf:
              external_acl_type demarc concurrency=256 ttl=2 negative_ttl=2 \\
                %METHOD %'URI %>{Host} %un %SRC \\
                /usr/bin/demarc helper squid --policy /etc/demarc/policy.demarc \\
                --ticket-key /etc/demarc/tickets.key
              acl demarc external demarc
              http_access deny !demarc
              deny_info 303:https://demarc.example/v1/page?ticket=%o demarc
              http_access allow demarc
              http_access deny all

            EXAMPLES:
              demarc helper squid --policy policy.yaml < lines.txt
              demarc helper squid --policy policy.yaml --rewrite \\
                --page-url https://demarc.example/v1/page --ticket-key tickets.key
            """
    )

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The policy document, or a compiled policy.", valueName: "file"),
        completion: .file()
    )
    var policy: String

    @Flag(help: PolicyHelp.allowOutside)
    var allowOutside = false

    @Option(
        help: ArgumentHelp("The web view that requests are for; needed if the policy has several.", valueName: "id")
    )
    var view: String?

    @Option(
        help: ArgumentHelp(
            "Who asks if Squid names no user: block, lockDown (several accounts at once), or an account.",
            valueName: "account"
        )
    )
    var absent = "lockDown"

    @Option(help: "How requests inside a tunnel are treated: opaque (never seen) or inspected (asked about again).")
    var tunnels = Choice(RequestBinding.Tunnels.opaque)

    @Option(help: "Which readings of a path are decided: all, or proxy, for a proxy that provably normalizes.")
    var readings = Choice(RequestBinding.Readings.all)

    @Option(
        help: ArgumentHelp(
            "The key of tickets; without it, one is made, and no page can read them.",
            valueName: "file"
        ),
        completion: .file()
    )
    var ticketKey: String?

    @Option(help: ArgumentHelp("The page that takes a ticket: http or https, without a query.", valueName: "url"))
    var pageURL: String?

    @Flag(help: "Answer url_rewrite_program; needs --page-url.")
    var rewrite = false

    @OptionGroup var terminal: TerminalOptions

    func validate() throws {
        if rewrite, pageURL == nil { throw ValidationError("--rewrite needs --page-url.") }
        if let pageURL, !Self.isPage(pageURL) {
            throw ValidationError("--page-url must be an http or https URL without query, fragment, quotes and spaces.")
        }
        if absent.isEmpty || absent.lowercased() == "none" {
            throw ValidationError("--absent must be block, lockDown or an account.")
        }
    }

    private static func isPage(_ text: String) -> Bool {
        guard text.hasPrefix("https://") || text.hasPrefix("http://") else { return false }
        return text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"?#\"\\%".utf8.contains($0) }
    }

    func run() throws {
        let key = try ticketKey.map { try SecretKey.read($0, of: "--ticket-key") } ?? .random()
        var follower = PolicyFollower(policy, allowsOutside: allowOutside)
        let first: CompiledPolicy
        do throws(PolicyLoadingError) {
            first = try follower.load()
        } catch {
            Console.note(error.diagnostics, sources: error.sources, of: policy)
            throw ExitStatus.unreadable
        }
        let engine = PolicyEngine(first)
        let binding = try binding(engine, of: first.document)
        let watch = PolicyWatch(engine, follower, isQuiet: terminal.quiet)
        Interruption.handleSignals()
        guard watch.start() else { throw CommandError.noThread }
        defer { watch.stop() }
        let format: SquidLine.Format = rewrite ? .rewriting : .accessControl
        var run = SquidRun(watch, binding, format, SquidReply(format, key: key, page: pageURL))
        try run.run()
    }

    private func binding(
        _ engine: PolicyEngine,
        of document: PolicyDocument
    ) throws(CommandError) -> RequestBinding {
        let view: String
        do throws(QuestionError) {
            guard let name = self.view ?? engine.names.onlyWebView else { throw engine.names.missingView }
            _ = try engine.names.webView(named: name)
            view = name
        } catch {
            throw error.usageError
        }
        return RequestBinding(
            view: view,
            absentAccount: try absentAccount(engine, of: document),
            tunnels: tunnels.value,
            readings: readings.value
        )
    }

    private func absentAccount(
        _ engine: PolicyEngine,
        of document: PolicyDocument
    ) throws(CommandError) -> RequestBinding.AbsentAccount {
        switch absent.lowercased() {
        case "block": return .block
        case "lockdown": return .lockDown
        default: break
        }
        do throws(QuestionError) {
            return .account(try engine.names.user(named: absent))
        } catch {
            // The lookup would offer `none`, which is refused, and not the words.
            let known = ["block", "lockDown"] + PolicyNames(document).accountNames
            throw .usage(
                "--absent: unknown account `\(Quoted.shown(absent))`\(Quoted.hint(absent, known)); "
                    + "it can be \(Quoted.names(known))"
            )
        }
    }
}
