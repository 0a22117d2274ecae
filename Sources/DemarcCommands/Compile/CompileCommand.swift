import ArgumentParser
import Demarc
import Diagnostics
import Glibc
import PolicyFiles
import PolicyModel
import RuleIndex

/// `demarc compile`: writes a policy as one file that opens without parsing.
struct CompileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compile",
        abstract: "Compile a policy into one file that opens in milliseconds.",
        discussion: """
            The compiled policy contains everything that the document refers to. It decides and explains as the document \
            does; use it in the document's place with --policy and in the library. Processes that open it share its memory. \
            Keep the document: a later version of demarc may need a file that is compiled again.

            If the document has errors, they are printed on standard error, nothing is written, and the exit status is 2. \
            The new file replaces an older one in one step, when it is complete and on disk.

            EXAMPLES:
              demarc compile policy.yaml -o policy.demarc
              demarc compile policy.yaml -o policy.demarc --quiet && systemctl reload proxy
              demarc check --policy policy.demarc https://contoso.com/
              demarc compile --info policy.demarc
            """
    )

    @Argument(help: ArgumentHelp("The policy document, or a Graph export.", valueName: "policy"), completion: .file())
    var policy: String

    @Option(name: ExportedPolicy.name, help: ExportedPolicy.help) var export: ExportedPolicy?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where the compiled policy goes.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @Flag(help: "Print the revision and digest of an already compiled policy, and write nothing.")
    var info = false

    @Flag(help: PolicyHelp.allowOutside)
    var allowOutside = false

    @OptionGroup var terminal: TerminalOptions

    func validate() throws {
        guard (output == nil) == info else {
            throw ValidationError(
                info ? "--info writes nothing; leave out --output." : "Missing expected argument '--output <file>'"
            )
        }
        guard output != "-" else {
            throw ValidationError("--output must be a file: a compiled policy cannot go to standard output.")
        }
    }

    func run() throws {
        guard let output else { return try printInfo() }
        try InputFile.refuseStandardInput(policy, as: "a policy")
        guard !CompiledPolicy.isCompiledFile(at: policy) else {
            throw CommandError.usage("`\(VisibleText.of(policy))` is compiled already")
        }
        let start = Clock.monotonic
        var progress = ProgressBar(isEnabled: !terminal.quiet)
        Interruption.handleSignals()
        // The acting account is determined when the policy is used, so the document need not name one.
        let files = NotedFiles()
        var reader = PolicyDocumentReader(files: files, allowsOutside: allowOutside, requiresUser: false)
        reader.displayName = export?.displayName
        let result = reader.load(path: policy)
        progress.update(done: 1, total: 3, "read")
        guard let document = result.document else {
            // A signal also ends the wait for a pipe, which then cannot be read.
            try endIfInterrupted(&progress)
            progress.clear()
            Console.note(result.diagnostics, sources: result.sources, of: policy)
            throw ExitStatus.unreadable
        }
        if !result.diagnostics.isEmpty {
            progress.clear()
            Console.note(result.diagnostics, sources: result.sources)
        }
        if let status = FileStatus(path: output) {
            try OutputFile.check(status, of: "--output", besides: files.statuses)
        }
        let compiled = CompiledPolicy(document)
        progress.update(done: 2, total: 3, "indexed")
        try endIfInterrupted(&progress)
        let bytes = try write(compiled, to: output, &progress)
        progress.clear()
        guard !terminal.quiet else { return }
        Console.note(CompileSummary(compiled, bytes: bytes, nanoseconds: Clock.monotonic - start).text)
    }

    /// Prints what distinguishes one compiled policy from another.
    private func printInfo() throws {
        let compiled: CompiledPolicy
        let digest: String
        do throws(CompiledFileError) {
            compiled = try CompiledPolicy(opening: policy)
            digest = try compiled.digest()
        } catch {
            let hint = error.code == .missing ? NearbyFile.hint(for: policy) : ""
            throw CommandError.unreadable("`\(VisibleText.of(policy))`: \(error.message)\(hint)")
        }
        var stream = OutputStream(descriptor: STDOUT_FILENO)
        stream.append(text: "revision: \(compiled.revision)\ndigest: \(digest)\n")
        try stream.finish()
    }

    private func write(_ compiled: CompiledPolicy, to output: String, _ progress: inout ProgressBar) throws -> Int {
        do throws(CompiledFileError) {
            return try compiled.write(to: output)
        } catch {
            progress.clear()
            throw CommandError.unreadable("`\(VisibleText.of(output))`: \(error.message)")
        }
    }

    private func endIfInterrupted(_ progress: inout ProgressBar) throws {
        guard let signal = Interruption.signal else { return }
        progress.clear()
        throw ExitStatus.signal(signal)
    }
}

/// A one-line summary of what was compiled.
struct CompileSummary {
    let text: String

    init(_ policy: CompiledPolicy, bytes: Int, nanoseconds: Int) {
        let document = policy.document
        let rules = document.ruleSets.reduce(0) { $0 + $1.rules.count }
        let entries = document.ruleSets.reduce(0) { $0 + $1.entryCount }
        let parts = [
            Quoted.count(rules, "rule"), Quoted.count(entries, "list entry", "list entries"),
            Quoted.count(bytes, "byte"),
        ]
        var text = "compiled \(parts.joined(separator: ", ")) in \(nanoseconds / 1_000_000) ms\n"
        // Users who number the versions of a policy compare these values with what servers report.
        if document.revision > 0, let digest = try? policy.digest() {
            text += "revision \(document.revision), SHA-256 \(digest)\n"
        }
        self.text = text
    }
}
