import AppLint
import Diagnostics
import FileLint
import Glibc
import PolicyFiles
import PropertyList

/// One run of `demarc configure`: reads, configures, writes, reports.
struct ConfigureRun {
    let input: String
    let entitlements: String?
    let output: String?
    let isDryRun: Bool
    let format: ReportFormat
    let isQuiet: Bool

    func run() throws {
        try checkFiles()
        // Both are read before anything is reported, so that errors in both are reported together.
        let plist = Self.read(input)
        let rights = entitlements.flatMap { Self.read($0) }
        guard let plist, entitlements == nil || rights != nil else { throw ExitStatus.unreadable }
        try checkKinds(plist, rights)
        let configuration: AppConfiguration
        var suppressions = LintSuppressions()
        do throws(AppConfigurationError) {
            configuration = try AppConfiguration(infoPlist: plist, entitlements: rights) {
                suppressions.counts($0, in: [$1, $2].compactMap { $0?.source })
            }
        } catch {
            throw CommandError.unreadable(error.message)
        }
        // An unreadable suppression might have excluded something, so nothing is written.
        if suppressions.diagnostics.contains(where: { $0.severity == .error }) {
            Console.note(suppressions.diagnostics, sources: suppressions.sources)
            throw ExitStatus.unreadable
        }
        let documents = [plist, rights].compactMap(\.self)
        let repeated = RepeatedKeys.findings(about: configuration.additions, in: documents)
        if !repeated.isEmpty {
            Console.note(repeated, sources: documents.map(\.source))
            throw ExitStatus.unreadable
        }
        let report = ConfigureReport(configuration, plist, rights, self)
        let written = isDryRun ? [] : try write(configuration)
        if !isQuiet { Console.note(report.text(on: Page(of: STDERR_FILENO))) }
        var stream = OutputStream(descriptor: STDOUT_FILENO)
        if format == .json {
            stream.append(text: report.json(written: written))
        } else if isDryRun {
            stream.append(Console.isTerminal(STDOUT_FILENO) ? UnifiedDiff.visible(report.diff) : report.diff)
        } else if output == "-" {
            stream.append(configuration.infoPlist.bytes)
        }
        try stream.finish()
    }

    /// Rejects standard input, and options that would write two outputs to one file.
    private func checkFiles() throws(CommandError) {
        for path in [input, entitlements].compactMap(\.self) {
            try InputFile.refuseStandardInput(
                path,
                as: "a property list",
                because: "the lint configuration of its folder counts"
            )
        }
        guard let entitlements, let rights = FileStatus(path: entitlements) else { return }
        if let plist = FileStatus(path: input), plist.isSamePlainFile(as: rights) {
            throw .usage("-i and -e name the same file")
        }
        if let output, output != "-", let target = FileStatus(path: output), target.isSamePlainFile(as: rights) {
            throw .usage("-o and -e name the same file")
        }
    }

    /// Rejects entitlements in place of an Info.plist and vice versa, and files of anything but an app or an extension,
    /// because the additions would be nonsense.
    private func checkKinds(
        _ plist: PropertyListDocument,
        _ rights: PropertyListDocument?
    ) throws(CommandError) {
        // A file without keys is classified by its name.
        let isNamedRights = plist.root.entries?.isEmpty ?? false && input.lowercased().hasSuffix(".entitlements")
        if AppFileKind(of: plist.root) == .entitlements || isNamedRights {
            throw .usage("`\(VisibleText.of(input))` has entitlements and is not an Info.plist: give it with -e")
        }
        if let entitlements, let rights, AppFileKind(of: rights.root) == .infoPlist {
            throw .usage("`\(VisibleText.of(entitlements))` is an Info.plist and has no entitlements: give it with -i")
        }
        if let purpose = AppConfiguration.otherPurpose(of: plist) {
            let file = VisibleText.of(input)
            throw .unreadable("`\(file)` is \(purpose), not the Info.plist of an app or an extension for iOS")
        }
    }

    /// Reads a property list, or reports on standard error why that failed.
    private static func read(_ path: String) -> PropertyListDocument? {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try DiskFiles().read(path, limit: PropertyListBounds().bytes, plainOnly: false)
        } catch {
            Console.note(CommandError.unreadable(path, error))
            return nil
        }
        do throws(PropertyListError) {
            return try PropertyListReader().read(bytes, path: path)
        } catch {
            Console.note(error.diagnostics, sources: [error.source])
            return nil
        }
    }

    /// Writes the files that have changed, and always the file that `-o` names.
    ///
    /// - Returns: The files that were written.
    private func write(_ configuration: AppConfiguration) throws(CommandError) -> [String] {
        var written: [String] = []
        let path = output ?? input
        let isWanted = output == nil ? configuration.infoPlist.isChanged : output != "-"
        // Both files are prepared before either is put in place.
        let plist = isWanted ? try replacement(of: path, configuration.infoPlist.bytes) : nil
        var rights: ReplacedFile?
        if let entitlements, let file = configuration.entitlements, file.isChanged {
            rights = try replacement(of: entitlements, file.bytes)
        }
        if let plist {
            try plist.commit()
            written.append(path)
        }
        if let rights {
            written.append(rights.path)
            try rights.commit()
        }
        return written
    }

    private func replacement(of path: String, _ bytes: [UInt8]) throws(CommandError) -> ReplacedFile {
        if path != output, FileStatus(path: path)?.isPlain == false {
            throw .unreadable(
                "cannot write `\(VisibleText.of(path))`: it is not a plain file, so nothing in it can be changed"
            )
        }
        return try ReplacedFile.prepare(path, bytes: bytes)
    }
}
