import ArgumentParser
import Diagnostics
import DocumentReading
import PolicyFiles

/// The file of accepted paths, which an audit and a comparison both read.
struct AcceptedFile: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of accepted paths. Default: .demarc-audit.yaml next to the policy, if it exists.",
            valueName: "file"
        ),
        completion: .file()
    )
    var accepted: String?

    /// The maximum size of the file.
    private static let largestFile = 16 << 20

    /// The path of the file that applies to a policy.
    func path(besides policy: String) -> String {
        accepted ?? PathText.resolve(AcceptedPath.fileName, besides: policy)
    }

    /// The paths that are accepted for a policy; none if no file was named and the default file does not exist.
    ///
    /// - Throws: An exit code if any part of the file cannot be read.
    func entries(besides policy: String) throws -> [AcceptedPath] {
        let path = path(besides: policy)
        return try read(path, isMade: false).map { try load($0, path) } ?? []
    }

    /// The file, if it exists; no report may overwrite it.
    func inputs(besides policy: String) -> [FileStatus] {
        [FileStatus(path: path(besides: policy))].compactMap(\.self)
    }

    /// Checks that a report does not take the place of the file, even if there is none yet.
    ///
    /// - Throws: ``CommandError`` if it would.
    func check(_ destination: ReportFileOption, besides policy: String) throws(CommandError) {
        guard let output = destination.output, output != "-", OutputFile.isSameFile(output, path(besides: policy))
        else { return }
        throw .usage("--output names the file of accepted paths")
    }

    /// The bytes of the file; nil if it does not exist and is not required.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isMade: Whether the file is created if it is missing.
    /// - Returns: The bytes.
    /// - Throws: An exit code if it cannot be read.
    func read(_ path: String, isMade: Bool) throws -> [UInt8]? {
        do throws(FileError) {
            let files = DiskFiles()
            return try files.read(try files.resolve(path), limit: Self.largestFile, plainOnly: true)
        } catch {
            if accepted == nil || isMade, case .missing = error { return nil }
            Console.note([error.finding(ofNamed: path)], sources: [])
            throw ExitStatus.unreadable
        }
    }

    /// The entries of the file.
    ///
    /// - Throws: An exit code if any part of the file cannot be read.
    func load(_ bytes: [UInt8], _ path: String) throws -> [AcceptedPath] {
        let result = AcceptedPathsReader().load(bytes: bytes, path: path)
        Console.note(result.diagnostics, sources: result.sources)
        // An unreadable entry accepts nothing, and a file with one must not look as if it did.
        guard !result.diagnostics.contains(where: { $0.severity == .error }) else { throw ExitStatus.unreadable }
        return result.accepted
    }
}
