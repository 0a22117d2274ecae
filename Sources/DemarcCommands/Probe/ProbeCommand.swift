import ArgumentParser
import ByteText
import Diagnostics

/// `demarc probe`: attacks the user's own proxy, and compares what arrives behind it with what Demarc was asked.
struct ProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Attack a proxy that asks Demarc, and see what arrives behind it.",
        discussion: """
            Sends hostile requests through the proxy: two hosts, a host in the target and another in Host, paths that \
            servers read differently, forged fields, smuggled requests, tunnels. The command itself is the site behind \
            the proxy: make the proxy send to the address of --upstream. What arrives there is compared with what \
            Demarc was asked, and if a case passes that should not, the directive to change is named.

            With --log the decision log is read as well; it must contain every allow (log.sample.allow: 1). Without a \
            log, the only check is that what arrives is one request that every server reads in the same way.

            The policy must allow the host of --host, and should block that of --blocked-host.

            EXAMPLES:
              demarc probe --through http://127.0.0.1:8080 --upstream :9002
              demarc probe --through http://127.0.0.1:8080 --upstream :9002 \\
                --host intranet.contoso.com --log /var/log/demarc/decisions.ndjson
              demarc probe --through http://proxy.test --upstream 10.0.0.9:9002 --yes \\
                --format json > probe.json
            """
    )

    @Option(help: ArgumentHelp("The proxy.", valueName: "http://host[:port]"))
    var through: String

    @Option(help: ArgumentHelp("Where this command listens as the site behind the proxy.", valueName: "[host]:port"))
    var upstream: String

    @Option(help: ArgumentHelp("The decision log of the server, in NDJSON.", valueName: "file"), completion: .file())
    var log: String?

    @Option(help: ArgumentHelp("Count only the decisions of this binding.", valueName: "name"))
    var binding: String?

    @Option(help: ArgumentHelp("A host that the policy allows.", valueName: "host"))
    var host = ProbeCase.Names().allowed

    @Option(help: ArgumentHelp("A host that the policy blocks.", valueName: "host"))
    var blockedHost = ProbeCase.Names().blocked

    @Option(help: ArgumentHelp("Send only this case; repeat it for several.", valueName: "case"))
    var only: [String] = []

    @Flag(help: "Attack a proxy that is not on this machine.")
    var yes = false

    @Option(help: ArgumentHelp("text (for people) or json.", valueName: "format"))
    var format: ReportFormat = .text

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where results go instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @OptionGroup var terminal: TerminalOptions

    func validate() throws {
        guard ProbeTarget(through) != nil else {
            throw ValidationError(
                "--through is http://host or http://host:port: raw bytes are sent, without TLS."
            )
        }
        guard ProbeTarget(listening: upstream) != nil else {
            throw ValidationError("--upstream is :port, or host:port.")
        }
        for name in [host, blockedHost] where !ProbeTarget.isHost(name) {
            throw ValidationError("`\(VisibleText.of(name))` is not the name of a host.")
        }
        let names = ProbeCorpus.cases.map(\.name)
        for name in only where !names.contains(name) {
            throw ValidationError(
                "--only: unknown case `\(VisibleText.of(name))`; `demarc probe` without it names them all."
            )
        }
    }

    func run() throws {
        guard let proxy = ProbeTarget(through), let site = ProbeTarget(listening: upstream) else { return }
        guard let address = ProbeSocket.Address(host: proxy.host, port: proxy.port) else {
            throw CommandError.unreadable("there is no address for `\(VisibleText.of(proxy.host))`")
        }
        guard address.isLoopback || yes else {
            throw CommandError.usage(
                "`\(VisibleText.of(proxy.host))` is not on this machine: add --yes if you may attack it"
            )
        }
        // A proxy on another machine must be able to reach the listener; otherwise only this machine can.
        let listeningHost = site.host.isEmpty ? (address.isLoopback ? "127.0.0.1" : "0.0.0.0") : site.host
        guard let place = ProbeSocket.Address(host: listeningHost, port: site.port),
            let listener = ProbeSocket.listening(on: place)
        else { throw CommandError.unreadable("cannot listen on \(VisibleText.of(upstream))") }
        let decisions = try log.map { (path) throws(CommandError) in try ProbeLog(path, binding: binding) }
        var file = try OutputFile(output)
        let inputs = [log.flatMap { FileStatus(path: $0) }].compactMap(\.self)
        try file.check(besides: inputs)
        Interruption.handleSignals()

        let names = ProbeCase.Names(allowed: host, blocked: blockedHost, site: site.port)
        let cases = ProbeCorpus.cases.filter { only.isEmpty || only.contains($0.name) }
        var run = ProbeRun(ProbeExchange(listener: listener, proxy: address), names: names, log: decisions)
        try run.begin()
        var progress = terminal.progress(besides: file.descriptor)
        var report = ProbeReport(results: [])
        for (place, probeCase) in cases.enumerated() where Interruption.signal == nil {
            progress.update(done: place, total: cases.count, probeCase.name)
            report.results.append(run.result(of: probeCase))
        }
        progress.clear()
        try file.begin(besides: inputs)
        var stream = OutputStream(descriptor: file.descriptor)
        stream.append(text: report.text(format))
        try stream.finish()
        if let signal = Interruption.signal { throw ExitStatus.signal(signal) }
        if !terminal.quiet { Console.note(report.summary) }
        if report.hasFailure { throw ExitStatus.findings }
    }
}

/// A host and a port on the command line.
struct ProbeTarget: Equatable {
    var host: String
    var port: UInt16

    /// Parses the URL of a proxy.
    init?(_ url: String) {
        guard url.hasPrefix("http://") else { return nil }
        var rest = url.dropFirst(7)
        if rest.hasSuffix("/") { rest.removeLast() }
        guard let target = Self(authority: rest, defaultPort: 80), !target.host.isEmpty else { return nil }
        self = target
    }

    /// Parses an address to listen on.
    init?(listening text: String) {
        guard let target = Self(authority: text[...], defaultPort: nil) else { return nil }
        self = target
    }

    private init?(authority: Substring, defaultPort: UInt16?) {
        var host = authority
        var port = defaultPort
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            guard let number = UInt16(authority[authority.index(after: colon)...]), number > 0 else { return nil }
            port = number
            host = authority[..<colon]
        }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if !host.isEmpty, !Self.isHost(String(host)) {
            return nil
        }
        guard let port else { return nil }
        self.host = String(host)
        self.port = port
    }

    /// Whether a text is a name or an address that can be inserted into a request unchanged.
    static func isHost(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._".utf8.contains($0) }
    }
}
