import ArgumentParser
import ByteText
import Diagnostics
import DocumentReading
import Glibc

/// Options that name the destination of what a command writes.
protocol OutputFileOptions {
    /// The path of a file; standard output for nil and for `-`.
    var output: String? { get }
}

extension OutputFileOptions {
    /// Opens the destination, whose contents stay until ``OutputFile/begin(besides:)``.
    ///
    /// - Returns: The file.
    /// - Throws: ``CommandError``.
    func open() throws(CommandError) -> OutputFile { try OutputFile(output) }

    /// Opens the destination and empties it.
    ///
    /// - Parameter inputs: The files that are read, none of which may be the destination.
    /// - Returns: The file.
    /// - Throws: ``CommandError``.
    func open(besides inputs: [FileStatus]) throws(CommandError) -> OutputFile {
        var file = try open()
        try file.begin(besides: inputs)
        return file
    }
}

/// The destination of a report.
struct ReportFileOption: ParsableArguments, OutputFileOptions {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where the report goes instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?
}

/// The destination and format of results.
struct OutputOptions: ParsableArguments, OutputFileOptions {
    @Option(
        help: ArgumentHelp(
            "table (for people), json (one array), or ndjson (one object per line).",
            valueName: "format"
        )
    )
    var format: OutputFormat = .table

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where results go instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?
}

/// The terminal options of every command.
struct TerminalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When to use color. auto means on terminals; NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE count too.",
            valueName: "when"
        )
    )
    var color: ColorChoice = .auto

    @Flag(
        name: .shortAndLong,
        help: "Print no summary, no progress and no list of changes. Results, findings and errors are printed."
    )
    var quiet = false

    func validate() { Console.choose(color) }

    /// A progress bar that is shown only if a person sees it and it does not interfere with results.
    ///
    /// - Parameter results: The destination of results; on a terminal, the results themselves show the progress.
    /// - Returns: A bar that may stay hidden.
    func progress(besides results: Int32) -> ProgressBar {
        ProgressBar(isEnabled: !quiet && !Console.isTerminal(results))
    }
}

/// The output format of results.
enum OutputFormat: String, OptionWord {
    /// For people.
    case table
    /// One array.
    case json
    /// One object per line.
    case ndjson
}

/// The format of a report that is either text or JSON.
enum ReportFormat: String, OptionWord {
    /// For people.
    case text
    /// One value.
    case json
}

/// A file for results, or standard output. It is closed after its last use.
///
/// A file that does not exist yet is created by ``begin(besides:)`` and not before, because scripts take a file for a
/// report.
struct OutputFile: ~Copyable {
    /// Negative if the file does not exist yet.
    private(set) var descriptor: Int32
    /// The option that names the file; nil for standard output.
    private let option: String?
    /// The path of the file.
    private let path: String

    /// Opens a file, whose contents stay until ``begin(besides:)``. If there is none, checks that one can be created, so
    /// that an error is known early. A broken symbolic link is refused: it may lead to the place of a file that the
    /// command reads or writes.
    ///
    /// - Parameters:
    ///   - path: The file; standard output for nil and for `-`.
    ///   - option: The option that names it.
    /// - Throws: ``CommandError`` if it cannot be written.
    init(_ path: String?, option: String = "--output") throws(CommandError) {
        guard let path, path != "-" else {
            descriptor = STDOUT_FILENO
            self.option = nil
            self.path = "-"
            return
        }
        guard !path.utf8.contains(0) else {
            throw .unreadable("cannot write `\(VisibleText.of(path))`: no such file")
        }
        let descriptor = Self.open(path, creating: 0)
        if descriptor < 0 {
            let error = errno
            guard error == ENOENT else { throw ReplacedFile.failure(path, .refused(error)) }
            guard !FileStatus.isBrokenLink(at: path) else { throw ReplacedFile.failure(path, .linkToNothing) }
            if let error = Self.errorOfCreating(path) { throw ReplacedFile.failure(path, .refused(error)) }
        }
        self.descriptor = descriptor
        self.option = option
        self.path = path
    }

    private static func open(_ path: String, creating flags: Int32) -> Int32 {
        // SAFETY: the path is passed as a NUL-terminated string for the call.
        unsafe Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | flags, 0o666)
    }

    /// The error of the system if a file that does not exist cannot be created in its folder; nil if it can.
    private static func errorOfCreating(_ path: String) -> Int32? {
        // SAFETY: the path is passed as a NUL-terminated string for the call.
        return unsafe faccessat(AT_FDCWD, PathText.folder(of: path), W_OK | X_OK, AT_EACCESS) == 0 ? nil : errno
    }

    /// Checks that the file is not one that is read, which guards against overwriting a policy by mistake.
    ///
    /// - Parameter inputs: The files that are read.
    /// - Throws: ``CommandError`` if the file is one of them.
    func check(besides inputs: [FileStatus]) throws(CommandError) {
        guard let option, let status = FileStatus(of: descriptor) else { return }
        try Self.check(status, of: option, besides: inputs)
    }

    /// Checks that the file of an option is not one that is read.
    static func check(_ status: FileStatus, of option: String, besides inputs: [FileStatus]) throws(CommandError) {
        guard !inputs.contains(where: status.isSamePlainFile) else {
            throw .usage("\(option) names a file that is read")
        }
    }

    /// Creates the file, or empties it, so that it can be rewritten. Called when there is something to write, so that a
    /// run that ends before keeps the previous report. A file that is created here was not read.
    ///
    /// - Parameter inputs: The files that are read.
    /// - Throws: ``CommandError`` if the file is one of them, or cannot be created.
    mutating func begin(besides inputs: [FileStatus]) throws(CommandError) {
        if descriptor < 0 {
            descriptor = Self.open(path, creating: O_CREAT)
            guard descriptor >= 0 else { throw ReplacedFile.failure(path, .refused(errno)) }
        }
        try check(besides: inputs)
        guard let option, FileStatus(of: descriptor)?.isPlain == true else { return }
        guard ftruncate(descriptor, 0) == 0 else {
            throw .unreadable("cannot empty the file of \(option): \(SystemErrorText.of(errno))")
        }
    }

    /// Checks that no two options name the same file, of which only one result would be left.
    ///
    /// - Parameter paths: The paths, by option; nil and `-` are standard output.
    /// - Throws: `ValidationError` if two are the same file, or would be; or if one is a broken symbolic link.
    static func requireDifferent(_ paths: KeyValuePairs<String, String?>) throws {
        let files = paths.compactMap { option, path in path.flatMap { $0 == "-" ? nil : (option, $0) } }
        for (number, (option, path)) in files.enumerated() {
            for (other, otherPath) in files[..<number] {
                guard !isSameFile(path, otherPath) else {
                    throw ValidationError("\(other) and \(option) name the same file")
                }
                // It may lead to the place of the other file, which may be written first.
                guard !FileStatus.isBrokenLink(at: path), !FileStatus.isBrokenLink(at: otherPath) else {
                    throw ValidationError("\(other) or \(option) names a broken symbolic link")
                }
            }
        }
    }

    /// Whether two paths name the same plain file, or would if it existed.
    static func isSameFile(_ path: String, _ other: String) -> Bool {
        switch (FileStatus(path: path), FileStatus(path: other)) {
        case (let status?, let otherStatus?): return status.isSamePlainFile(as: otherStatus)
        case (nil, nil):
            let folders = [path, other].map { FileStatus(path: PathText.folder(of: $0)) }
            guard let folder = folders[0], let otherFolder = folders[1] else { return false }
            return folder.identity == otherFolder.identity
                && path.split(separator: "/").last == other.split(separator: "/").last
        default: return false
        }
    }

    /// Whether it is standard output.
    var isStandardOutput: Bool { option == nil }

    deinit {
        if option != nil, descriptor >= 0 { _ = close(descriptor) }
    }
}
