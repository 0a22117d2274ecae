import ArgumentParser
import ByteText
import Diagnostics
import Glibc
import PolicyFiles
import PolicyImport
import PolicyModel

/// The destination of an import, and its report.
struct ImportOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where the Demarc file goes instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @Option(help: ArgumentHelp("The report on standard error: text (for people) or json.", valueName: "format"))
    var format: ReportFormat = .text

    @Flag(
        help: ArgumentHelp(
            """
            Skip entries that cannot be carried over: they are listed, and the exit status is 0. A list that is lost \
            as a whole is still refused if that would open something.
            """
        )
    )
    var skipInvalid = false

    @OptionGroup var terminal: TerminalOptions

    /// The maximum size of a file.
    private static var fileByteLimit: Int { 256 << 20 }

    /// Reads an input.
    ///
    /// - Parameter path: The file; `-` is standard input.
    /// - Returns: Its bytes, with its name for findings.
    /// - Throws: ``CommandError`` if it cannot be read.
    func read(_ path: String) throws(CommandError) -> SourceFile {
        do throws(FileError) {
            let bytes =
                path == "-"
                ? try DiskFiles().readStandardInput(limit: Self.fileByteLimit)
                : try DiskFiles().read(path, limit: Self.fileByteLimit, plainOnly: false)
            return SourceFile(path: InputFile.name(of: path), bytes: bytes)
        } catch {
            throw .unreadable(InputFile.name(of: path), error)
        }
    }

    /// Reads an optional input.
    func read(_ path: String?) throws(CommandError) -> SourceFile? {
        guard let path else { return nil }
        return try read(path)
    }

    /// Writes the result, and reports the findings.
    ///
    /// - Throws: ``CommandError``, or an exit code if something was omitted or nothing was produced.
    func finish(_ result: ImportResult, from format: String) throws {
        tell(result, from: format)
        let hasErrors = result.findings.contains { $0.severity == .error }
        // The list of an empty list is empty, too.
        guard !result.text.isEmpty || (result.dropped == 0 && !hasErrors) else { throw ExitStatus.unreadable }
        // What is imported may be in force: a part of a block list would be read without an error, and allow the rest.
        let inputs = result.sources.compactMap { FileStatus(path: $0.path) }
        try ReplacedFile.write(Array(result.text.utf8), to: output, besides: inputs)
        if hasErrors, !skipInvalid { throw ExitStatus.findings }
    }

    private func tell(_ result: ImportResult, from name: String) {
        switch format {
        case .text:
            Console.note(result.findings, sources: result.sources)
            guard !terminal.quiet else { return }
            let summary = "\(result.reading); \(result.carried) carried over, \(result.dropped) left out"
            Console.note(Page(of: STDERR_FILENO).block(summary, hanging: 2))
        case .json:
            let findings = result.findings.map { JSONReport.object($0) }.joined(separator: ",")
            Console.note(
                "{\"format\":\(JSONText.string(name)),\"product\":\"\(result.product.rawValue)\","
                    + "\"reading\":\(JSONText.string(result.reading)),\"carried\":\(result.carried),"
                    + "\"dropped\":\(result.dropped),\"findings\":[\(findings)]}\n"
            )
        }
    }
}

/// A command that reads the allow and block lists of a browser.
protocol BrowserListCommand: ParsableCommand {
    static var format: BrowserListFormat { get }
    var lists: AllowBlockOptions { get }
    var options: ImportOptions { get }
}

extension BrowserListCommand {
    func run() throws {
        let allowed = lists.allowed.urlClass
        let result =
            if let policy = try options.read(lists.policy) {
                Self.format.read(policy: policy, allowed: allowed)
            } else {
                try bothLists(allowed: allowed)
            }
        try options.finish(result, from: Self.format.rawValue)
    }

    private func bothLists(allowed: URLClass) throws(CommandError) -> ImportResult {
        let allow = try options.read(lists.allow)
        // Standard input can be read only once, and one policy in JSON can have both lists.
        let isShared = lists.block == lists.allow
        if isShared, let allow, !ListAppearance.isJSON(allow.bytes) {
            throw .usage("--allow and --block name the same list: only a policy in JSON has both")
        }
        let block = isShared ? allow : try options.read(lists.block)
        return Self.format.read(allow: allow, block: block, allowed: allowed)
    }
}

/// The two lists of a browser, and the class of their allowed URLs.
struct AllowBlockOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("A policy in JSON with either list or both; - is standard input.", valueName: "policy"),
        completion: .file()
    )
    var policy: String?

    @Option(
        help: ArgumentHelp("The allow list, or a policy in JSON that has it; - is standard input.", valueName: "file"),
        completion: .file()
    )
    var allow: String?

    @Option(
        help: ArgumentHelp("The block list, or a policy in JSON that has it; - is standard input.", valueName: "file"),
        completion: .file()
    )
    var block: String?

    @Option(help: ArgumentHelp("What allowed URLs become: internal or external.", valueName: "class"))
    var allowed: ImportClass = .internal

    func validate() throws {
        guard policy == nil || (allow == nil && block == nil) else {
            throw ValidationError("Name a policy with both lists, or --allow and --block, not both.")
        }
        guard policy != nil || allow != nil || block != nil else {
            throw ValidationError("Name --allow, --block or both, or a policy in JSON that has the lists.")
        }
    }
}

/// The class of allowed URLs.
enum ImportClass: String, OptionWord {
    case `internal`
    case external

    var urlClass: URLClass { self == .internal ? .internal : .external }
}
